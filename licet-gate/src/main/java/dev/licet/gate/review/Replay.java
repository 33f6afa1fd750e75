package dev.licet.gate.review;

import dev.licet.core.call.CallDigest;
import dev.licet.core.call.ToolCall;
import dev.licet.core.decide.Decision;
import dev.licet.gate.review.CallHistory.PastAnswer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What other rules would have changed for calls of the past, judged by both as things are now.
 *
 * @param looked how many different calls were judged
 * @param withheld how many calls could not be judged again, because something secret was taken out of the record
 * @param changes those that would be decided otherwise, the newest first
 */
public record Replay(int looked, int withheld, List<Change> changes) {
    /** Most different calls that are judged. */
    public static final int MOST = 2_000;

    public Replay {
        changes = List.copyOf(changes);
    }

    /**
     * A call that would be decided otherwise.
     *
     * @param times how often it came
     * @param rejected how often somebody rejected it
     */
    public record Change(ToolCall call, Decision before, Decision after, int times, int rejected) {}

    /** Judges the calls of {@code past} both ways. */
    public static Replay of(CallHistory past, Function<ToolCall, Decision> before, Function<ToolCall, Decision> after) {
        Map<CallDigest, List<PastAnswer>> answers = past.answersByCall();
        var calls = new LinkedHashMap<CallDigest, Optional<ToolCall>>();
        var times = new LinkedHashMap<CallDigest, Integer>();
        for (PastCall call : past.calls()) {
            if (calls.size() < MOST) {
                calls.putIfAbsent(call.digest(), call.call());
            }
            times.merge(call.digest(), 1, Integer::sum);
        }
        var changes = new ArrayList<Change>();
        calls.forEach((digest, call) -> call.ifPresent(known -> {
            Decision then = before.apply(known);
            Decision now = after.apply(known);
            if (then.action() != now.action()) {
                changes.add(new Change(
                        known,
                        then,
                        now,
                        times.getOrDefault(digest, 1),
                        CallHistory.given(answers.getOrDefault(digest, List.of()), "rejected")));
            }
        }));
        int withheld = (int) calls.values().stream().filter(Optional::isEmpty).count();
        return new Replay(calls.size() - withheld, withheld, changes);
    }
}
