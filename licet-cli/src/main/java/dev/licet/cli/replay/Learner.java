package dev.licet.cli.replay;

import dev.licet.cli.replay.Replayer.Question;
import dev.licet.cli.replay.Replayer.Situation;
import dev.licet.core.call.ToolTable;
import dev.licet.core.decide.Decision;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Layer;
import dev.licet.core.rule.RuleText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Finds the few rules that would have spared a person most questions in recorded sessions: such as "always" would have
 * remembered, or one for several targets of a runner, and none that allows a call which somebody rejected. For one thread.
 */
public final class Learner {
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
        var open = new ArrayList<>(questions);
        var habits = new Habits(questions.stream().map(Question::always).toList());
        var lessons = new ArrayList<Lesson>();
        var chosen = new ArrayList<RuleText>();
        while (chosen.size() < most) {
            Optional<Proposed> best = best(replayer, habits, open, chosen);
            if (best.isEmpty()) {
                break;
            }
            List<RuleText> more = best.get().more();
            List<RuleText> with = and(chosen, more);
            if (allowsSome(replayer, rejected, chosen, with)) {
                habits.narrow(
                        best.get().candidate(),
                        rule -> !allowsSome(replayer, rejected, chosen, and(chosen, List.of(rule))));
                continue;
            }
            List<Question> spared = best.get().spared();
            chosen.addAll(more);
            open.removeAll(spared);
            lessons.add(new Lesson(
                    more,
                    Action.ALLOW,
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

    private static List<RuleText> and(List<RuleText> rules, List<RuleText> more) {
        return Stream.concat(rules.stream(), more.stream()).toList();
    }

    /** Whether some of {@code calls} is allowed by {@code with} that was not by {@code before}. */
    private static boolean allowsSome(
            Replayer replayer, List<Situation> calls, List<RuleText> before, List<RuleText> with) {
        return calls.stream()
                .anyMatch(call -> replayer.decide(call, with) instanceof Decision.Allow
                        && !(replayer.decide(call, before) instanceof Decision.Allow));
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

    /** Rules that could be proposed next: what they add to those that were, and what they spare. */
    private record Proposed(Habits.Candidate candidate, List<RuleText> more, List<Question> spared) {
        double value() {
            return (double) spared.size() / more.size();
        }
    }

    /** The rules that spare most for each that they add. */
    private Optional<Proposed> best(Replayer replayer, Habits habits, List<Question> open, List<RuleText> chosen) {
        Optional<Proposed> best = Optional.empty();
        for (Habits.Candidate candidate : habits.candidates()) {
            List<RuleText> more = candidate.rules().stream()
                    .filter(rule -> !isCovered(rule, chosen))
                    .toList();
            if (more.isEmpty() || chosen.size() + more.size() > most) {
                continue;
            }
            var proposed = new Proposed(candidate, more, spared(replayer, candidate, open, and(chosen, more)));
            boolean better =
                    best.filter(known -> known.value() >= proposed.value()).isEmpty();
            if (proposed.spared().size() >= candidate.fewest() && better) {
                best = Optional.of(proposed);
            }
        }
        return best;
    }

    /** What is spared by {@code rules}. Those that "always" offers as they are cover what it was offered for. */
    private static List<Question> spared(
            Replayer replayer, Habits.Candidate candidate, List<Question> open, List<RuleText> rules) {
        return open.stream()
                .filter(question -> areCovered(question.always(), rules)
                        || (!candidate.isOffered()
                                && replayer.decide(question.situation(), rules) instanceof Decision.Allow))
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
        return ToolTable.commandLine(situation.call().arguments())
                .map(String::strip)
                .orElseGet(() -> situation.call().tool()
                        + situation.call().arguments().members().values().stream()
                                .filter(JsonString.class::isInstance)
                                .findFirst()
                                .map(value -> " " + ((JsonString) value).value())
                                .orElse(""));
    }
}
