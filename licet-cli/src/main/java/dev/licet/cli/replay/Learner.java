package dev.licet.cli.replay;

import dev.licet.cli.replay.Replayer.Question;
import dev.licet.cli.replay.Replayer.Situation;
import dev.licet.core.decide.Decision;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.core.rule.Layer;
import dev.licet.core.rule.RuleText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Finds the few rules that would have spared a person most questions in recorded sessions: only such as "always" would have
 * remembered, and none that allows a call which somebody rejected. For one thread.
 */
public final class Learner {
    /** What spares fewer questions is no habit. */
    private static final int FEWEST = 2;

    private final Replayer.Surroundings here;
    private final int most;

    /** @param most rules that are proposed */
    public Learner(Replayer.Surroundings here, int most) {
        this.here = here;
        this.most = most;
    }

    /**
     * What was learned.
     *
     * @param lessons those that spare most first
     * @param before how the sessions would have gone
     * @param after how they would have gone with all of the lessons
     */
    public record Learned(List<Lesson> lessons, ReplayReport before, ReplayReport after) {
        public Learned {
            lessons = List.copyOf(lessons);
        }
    }

    /** What {@code files} teach; after each file {@code progress} gets the calls so far. */
    public Learned learn(List<Path> files, Consumer<Integer> progress) {
        var replayer = new Replayer(here, Remember.SESSION);
        var calls = new ArrayList<RecordedCall>();
        ReplayReport before = replayer.replay(files, calls::add, progress);
        List<Situation> rejected = calls.stream()
                .filter(replayer::isRejected)
                .flatMap(call -> replayer.situation(call).stream())
                .toList();
        List<Question> questions = replayer.questions().stream()
                .filter(question -> !question.always().isEmpty() && !replayer.isRejected(question.recorded()))
                .toList();
        List<Lesson> lessons = lessons(replayer, questions, rejected);
        List<RuleText> all =
                lessons.stream().flatMap(lesson -> lesson.rules().stream()).toList();
        var taught = new Replayer.Surroundings(
                workspace -> here.rules().apply(workspace).with(Layer.allowing(all)),
                here.preset(),
                here.home(),
                here.data(),
                here.directory(),
                here.disk());
        return new Learned(lessons, before, new Replayer(taught, Remember.SESSION).replay(files, progress));
    }

    private List<Lesson> lessons(Replayer replayer, List<Question> questions, List<Situation> rejected) {
        Map<List<RuleText>, List<Question>> open = questions.stream()
                .collect(Collectors.groupingBy(Question::always, LinkedHashMap::new, Collectors.toList()));
        var lessons = new ArrayList<Lesson>();
        var chosen = new LinkedHashSet<RuleText>();
        while (chosen.size() < most) {
            Optional<List<RuleText>> best = best(open, chosen);
            if (best.isEmpty()) {
                break;
            }
            var more = new ArrayList<>(best.get());
            more.removeAll(chosen);
            var with = new ArrayList<>(chosen);
            with.addAll(more);
            boolean unwanted = rejected.stream()
                    .anyMatch(call -> replayer.decide(call, with) instanceof Decision.Allow
                            && !(replayer.decide(call, List.copyOf(chosen)) instanceof Decision.Allow));
            if (unwanted) {
                open.remove(best.get());
                continue;
            }
            List<Question> spared = spared(open, with);
            chosen.addAll(more);
            open.keySet().removeIf(with::containsAll);
            lessons.add(new Lesson(
                    more,
                    spared.size(),
                    (int) spared.stream()
                            .map(question -> question.situation().session())
                            .distinct()
                            .count(),
                    text(spared.getFirst().situation()),
                    beyond(replayer, spared.getFirst(), with)));
        }
        return lessons;
    }

    /** The rules of one question that spare most for each rule that they add. */
    private Optional<List<RuleText>> best(Map<List<RuleText>, List<Question>> open, Set<RuleText> chosen) {
        Optional<List<RuleText>> best = Optional.empty();
        double value = 0;
        for (List<RuleText> rules : open.keySet()) {
            var with = new HashSet<>(chosen);
            with.addAll(rules);
            int added = with.size() - chosen.size();
            int spared = spared(open, with).size();
            if (with.size() <= most && spared >= FEWEST && (double) spared / added > value) {
                value = (double) spared / added;
                best = Optional.of(rules);
            }
        }
        return best;
    }

    private static List<Question> spared(Map<List<RuleText>, List<Question>> open, Collection<RuleText> rules) {
        return open.entrySet().stream()
                .filter(each -> rules.containsAll(each.getKey()))
                .flatMap(each -> each.getValue().stream())
                .toList();
    }

    /** A call that begins with the same word and is still asked about. */
    private String beyond(Replayer replayer, Question spared, List<RuleText> rules) {
        String word = first(text(spared.situation()));
        Predicate<Situation> asked = other -> replayer.decide(other, rules) instanceof Decision.Ask;
        return replayer.questions().stream()
                .map(Question::situation)
                .filter(other -> first(text(other)).equals(word))
                .filter(asked)
                .map(Learner::text)
                .findFirst()
                .orElse("");
    }

    private static String first(String text) {
        return text.split("\\s+", 2)[0];
    }

    /** The call in a word: what it runs, or its tool and what that is pointed at. */
    private static String text(Situation situation) {
        return situation
                .call()
                .arguments()
                .text("command")
                .or(() -> situation.call().arguments().text("cmd"))
                .map(String::strip)
                .orElseGet(() -> situation.call().tool()
                        + situation.call().arguments().members().values().stream()
                                .filter(JsonString.class::isInstance)
                                .findFirst()
                                .map(value -> " " + ((JsonString) value).value())
                                .orElse(""));
    }
}
