package dev.licet.gate.review;

import dev.licet.core.call.CallDigest;
import dev.licet.core.call.CallId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.WorkerId;
import dev.licet.core.display.Headline;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.rule.Action;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * One call from when it was judged to its outcome, as the audit has it.
 *
 * @param number of the entry with which it begins
 * @param at when it was judged first
 * @param digest what tells it from others
 * @param decision what was decided first
 * @param approval the id of its approval; empty where nobody was asked here
 * @param answer how that ended; empty while it waits
 * @param run empty where it was not seen to run
 */
public record CallRecord(
        long number,
        Instant at,
        CallDigest digest,
        Made made,
        Action decision,
        Optional<String> approval,
        Optional<Answer> answer,
        Optional<Run> run) {

    /**
     * What was called.
     *
     * @param text its arguments in a line, safe to show
     * @param directory where it was made
     * @param client the program it came from, as it says itself; empty where it does not
     * @param agent the subagent that made it; empty for the session's own
     */
    public record Made(
            String tool,
            JsonObject arguments,
            String text,
            String worker,
            String session,
            String directory,
            String client,
            Optional<String> agent) {

        /** What a person thinks of when they read it; empty where it cannot be read, as another version wrote it. */
        public Optional<Headline> headline() {
            try {
                return Optional.of(Headline.of(new ToolCall(
                        new CallId("c"),
                        tool,
                        arguments,
                        new SessionId(session),
                        new WorkerId(worker),
                        directory,
                        Map.of())));
            } catch (IllegalArgumentException e) {
                return Optional.empty();
            }
        }
    }

    /**
     * How its approval ended.
     *
     * @param state {@code approved}, {@code rejected}, {@code expired} or {@code cancelled}
     * @param person who answered; empty where nobody did
     * @param channel over which they did; empty where nobody did
     * @param waited how long it was pending
     */
    public record Answer(String state, String person, String channel, String comment, Duration waited) {}

    /**
     * That it ran.
     *
     * @param began when its ticket was used
     * @param end empty where nobody told of it
     */
    public record Run(Instant began, Optional<End> end) {}

    /** What became of it, told by who ran it. */
    public record End(Instant at, boolean succeeded, String note) {}

    /** What was decided in the end, in a word: how the approval ended, or what the rules said. */
    public String state() {
        return answer.map(Answer::state).orElse(decision.text());
    }
}
