package dev.licet.cli.replay;

import dev.licet.cli.replay.Replayer.Question;
import dev.licet.cli.replay.Replayer.Situation;
import dev.licet.core.call.ToolKind;
import dev.licet.core.call.ToolTable;
import dev.licet.core.decide.Decision;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.core.rule.Layer;
import dev.licet.core.rule.RuleText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Finds the few rules that would have spared a person most questions in recorded sessions: such as "always" would have
 * remembered, or one for several targets of a runner, and none that allows a call which somebody rejected. For one thread.
 */
public final class Learner {
    /** What spares fewer questions is no habit. */
    private static final int FEWEST = 2;

    /** So many targets of one runner are a habit of using it. */
    private static final int TARGETS = 3;

    private static final Pattern TARGET = Pattern.compile("([A-Za-z0-9._+-]+ [a-z][a-z-]*) [A-Za-z0-9:._/@-]+( \\*)?");

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
        Set<List<RuleText>> candidates = candidates(open.keySet());
        var lessons = new ArrayList<Lesson>();
        var chosen = new ArrayList<RuleText>();
        while (chosen.size() < most) {
            Optional<List<RuleText>> best = best(candidates, open, chosen);
            if (best.isEmpty()) {
                break;
            }
            List<RuleText> more =
                    best.get().stream().filter(rule -> !isCovered(rule, chosen)).toList();
            var with = new ArrayList<>(chosen);
            with.addAll(more);
            boolean unwanted = rejected.stream()
                    .anyMatch(call -> replayer.decide(call, with) instanceof Decision.Allow
                            && !(replayer.decide(call, chosen) instanceof Decision.Allow));
            if (unwanted) {
                candidates.remove(best.get());
                continue;
            }
            List<Question> spared = spared(open, with);
            chosen.addAll(more);
            open.keySet().removeIf(rules -> areCovered(rules, with));
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

    /** What "always" remembered, and one rule for several targets of the same runner. */
    private static Set<List<RuleText>> candidates(Set<List<RuleText>> always) {
        Set<List<RuleText>> candidates = new LinkedHashSet<>(always);
        Map<RuleText, Set<RuleText>> targets = new LinkedHashMap<>();
        for (List<RuleText> rules : always) {
            for (RuleText rule : rules) {
                general(rule)
                        .ifPresent(wider -> targets.computeIfAbsent(wider, key -> new LinkedHashSet<>())
                                .add(rule));
            }
        }
        targets.forEach((wider, narrow) -> {
            if (narrow.size() >= TARGETS) {
                candidates.add(List.of(wider));
            }
        });
        return candidates;
    }

    /** {@code mise run *} for {@code mise run test}: a program and a word that says what it does stay. */
    private static Optional<RuleText> general(RuleText rule) {
        Matcher target = TARGET.matcher(rule.pattern());
        return ToolTable.standard().kind(rule.tool()) == ToolKind.SHELL && target.matches()
                ? Optional.of(new RuleText(rule.tool(), target.group(1) + " *"))
                : Optional.empty();
    }

    private static boolean isCovered(RuleText rule, Collection<RuleText> rules) {
        return rules.stream()
                .anyMatch(other -> other.equals(rule)
                        || (other.tool().equals(rule.tool())
                                && other.pattern().endsWith(" *")
                                && (rule.pattern() + " ")
                                        .startsWith(other.pattern()
                                                .substring(0, other.pattern().length() - 1))));
    }

    private static boolean areCovered(List<RuleText> rules, Collection<RuleText> by) {
        return rules.stream().allMatch(rule -> isCovered(rule, by));
    }

    /** The rules that spare most for each that they add. */
    private Optional<List<RuleText>> best(
            Set<List<RuleText>> candidates, Map<List<RuleText>, List<Question>> open, List<RuleText> chosen) {
        Optional<List<RuleText>> best = Optional.empty();
        double value = 0;
        for (List<RuleText> rules : candidates) {
            List<RuleText> more =
                    rules.stream().filter(rule -> !isCovered(rule, chosen)).toList();
            if (more.isEmpty() || chosen.size() + more.size() > most) {
                continue;
            }
            var with = new ArrayList<>(chosen);
            with.addAll(more);
            int spared = spared(open, with).size();
            if (spared >= FEWEST && (double) spared / more.size() > value) {
                value = (double) spared / more.size();
                best = Optional.of(rules);
            }
        }
        return best;
    }

    private static List<Question> spared(Map<List<RuleText>, List<Question>> open, Collection<RuleText> rules) {
        return open.entrySet().stream()
                .filter(each -> areCovered(each.getKey(), rules))
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
