package dev.licet.gate.review;

import dev.licet.core.call.CallDigest;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.ToolKind;
import dev.licet.core.call.ToolTable;
import dev.licet.core.call.WorkerId;
import dev.licet.core.display.SafeText;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.RuleText;
import dev.licet.gate.review.CallHistory.PastAnswer;
import dev.licet.gate.review.PastCall.PastFinding;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Figures of some time.
 *
 * @param hours how much was decided in each hour, from the first in which something was
 * @param waits how long people took to answer, sorted
 * @param noise what was asked for most, the most first, and what would have kept it quiet
 * @param denied what was denied most, the most first
 */
public record Overview(
        CallHistory past, List<Hour> hours, List<Duration> waits, List<Noise> noise, List<Denied> denied) {
    private static final int MOST_ROWS = 10;

    /** So many different calls are asked what rule would have allowed them. */
    private static final int MOST_EXPLAINED = 300;

    public Overview {
        hours = List.copyOf(hours);
        waits = List.copyOf(waits);
        noise = List.copyOf(noise);
        denied = List.copyOf(denied);
    }

    /** One hour, which begins at {@code start}. */
    public record Hour(Instant start, int allowed, int asked, int denied) {}

    /**
     * Calls for one worker that were asked for one reason, and that the same rules would have allowed.
     *
     * @param because why they were asked
     * @param worker whose rules would allow them; empty where the calls are not on record
     * @param rules the smallest rules that would have allowed them, none where no rule can; empty where nobody looked, as
     *     there were too many different calls or they are not on record
     * @param asked how many times
     * @param approved how many answers approved
     * @param rejected how many answers rejected
     * @param example one of them, in a line
     */
    public record Noise(
            String because,
            Optional<WorkerId> worker,
            Optional<List<RuleText>> rules,
            int asked,
            int approved,
            int rejected,
            String example) {
        public Noise {
            rules = rules.map(List::copyOf);
        }
    }

    /** Calls that were denied for one reason. */
    public record Denied(String because, int times, String example) {}

    /** The figures of {@code past}; {@code enough} are the rules that would allow a call today. */
    public static Overview of(CallHistory past, Function<ToolCall, List<RuleText>> enough) {
        return new Overview(
                past,
                hours(past.calls()),
                past.answers().stream()
                        .filter(answer -> answer.person().isPresent())
                        .map(PastAnswer::waited)
                        .sorted()
                        .toList(),
                noise(past, enough),
                denied(past.calls()));
    }

    /** How many calls were decided as {@code decision}. */
    public int decided(Action decision) {
        return count(past.calls(), decision);
    }

    /** How many approvals ended as {@code state}. */
    public long ended(String state) {
        return past.answers().stream()
                .filter(answer -> answer.state().equals(state))
                .count();
    }

    private static List<Hour> hours(List<PastCall> calls) {
        Map<Instant, List<PastCall>> byHour = calls.stream()
                .collect(Collectors.groupingBy(
                        call -> call.at().truncatedTo(ChronoUnit.HOURS), TreeMap::new, Collectors.toList()));
        var hours = new ArrayList<Hour>();
        byHour.forEach((start, all) ->
                hours.add(new Hour(start, count(all, Action.ALLOW), count(all, Action.ASK), count(all, Action.DENY))));
        return hours;
    }

    private static int count(List<PastCall> calls, Action decision) {
        return (int) calls.stream().filter(call -> call.decision() == decision).count();
    }

    /** @param only the call, where the rules are none: what is alike about such calls is only why they were asked */
    private record Kind(
            String because, Optional<WorkerId> worker, Optional<List<RuleText>> rules, Optional<CallDigest> only) {}

    private static List<Noise> noise(CallHistory past, Function<ToolCall, List<RuleText>> enough) {
        Map<CallDigest, List<PastAnswer>> answers = past.answersByCall();
        var explained = new HashMap<CallDigest, Optional<List<RuleText>>>();
        var seen = new HashSet<CallDigest>();
        var groups = new LinkedHashMap<Kind, Noise>();
        for (PastCall call : past.calls()) {
            if (call.decision() != Action.ASK) {
                continue;
            }
            boolean first = seen.add(call.digest());
            if (first && explained.size() < MOST_EXPLAINED) {
                explained.put(call.digest(), call.call().map(enough));
            }
            PastFinding finding = deciding(call);
            Optional<List<RuleText>> rules = explained.getOrDefault(call.digest(), Optional.empty());
            Optional<WorkerId> worker = call.call().map(ToolCall::worker);
            // A call that comes again is counted again, its answers are counted once.
            List<PastAnswer> answered = first ? answers.getOrDefault(call.digest(), List.of()) : List.of();
            var one = new Noise(
                    finding.because(),
                    worker,
                    rules,
                    1,
                    CallHistory.given(answered, "approved"),
                    CallHistory.given(answered, "rejected"),
                    example(call));
            Optional<CallDigest> only = rules.filter(List::isEmpty).map(none -> call.digest());
            groups.merge(new Kind(finding.because(), worker, rules, only), one, Overview::sum);
        }
        return groups.values().stream()
                .sorted(Comparator.comparingInt(Noise::asked).reversed())
                .limit(MOST_ROWS)
                .toList();
    }

    private static String example(PastCall call) {
        boolean shell = ToolTable.standard().kind(call.tool()) == ToolKind.SHELL;
        return shell ? call.text() : SafeText.oneLine(call.tool()) + " " + call.text();
    }

    private static Noise sum(Noise left, Noise right) {
        return new Noise(
                left.because(),
                left.worker(),
                left.rules(),
                left.asked() + right.asked(),
                left.approved() + right.approved(),
                left.rejected() + right.rejected(),
                left.example());
    }

    /** The first finding that made {@code call} what it was. */
    private static PastFinding deciding(PastCall call) {
        return call.findings().stream()
                .filter(finding -> finding.action() == call.decision())
                .findFirst()
                .orElseGet(() ->
                        new PastFinding("uses " + call.tool(), call.decision(), "not on record", Optional.empty()));
    }

    private static List<Denied> denied(List<PastCall> calls) {
        Map<String, List<PastCall>> byReason = calls.stream()
                .filter(call -> call.decision() == Action.DENY)
                .collect(Collectors.groupingBy(call -> deciding(call).because()));
        return byReason.entrySet().stream()
                .map(entry -> new Denied(
                        entry.getKey(),
                        entry.getValue().size(),
                        entry.getValue().getFirst().text()))
                .sorted(Comparator.comparingInt(Denied::times).reversed().thenComparing(Denied::because))
                .limit(MOST_ROWS)
                .toList();
    }
}
