package dev.licet.core.audit;

import java.util.Locale;
import java.util.Optional;

/** What an entry of the audit is about. */
public enum AuditStep {
    /** A call was received, identified and decided. */
    JUDGED,
    /** A call came in that could not be read. */
    REFUSED,
    /** A person is asked. */
    ASKED,
    /** What a person is asked about was tried within bounds. */
    PREVIEWED,
    /** A person answered, the time is over, or the call was withdrawn. */
    ANSWERED,
    /** The answer was handed to whoever waits for it. */
    RELEASED,
    /** The answer did not arrive there, and waits for the same call again. */
    RETURNED,
    /** A permission to execute was signed. */
    TICKET,
    /** A permission was used, and the call may be executed now. */
    REDEEMED,
    /** A permission was refused. */
    TICKET_REFUSED,
    /** What a command within bounds could not do there, or changed and may not. */
    BOUNDED,
    /** What a command within bounds had to do with hosts. */
    CONNECTED,
    /** What became of the execution. */
    OUTCOME,
    /** Something was granted beyond one call. */
    GRANTED,
    /** A grant was taken back or has been used up. */
    REVOKED,
    /** A person edited the rules of a worker. */
    RULES,
    /** A session's mode, agents, turns or bounds changed. */
    SESSION,
    /** The gate started. */
    STARTED,
    /** Old entries were removed on purpose. */
    PRUNED;

    private final String text = name().toLowerCase(Locale.ROOT).replace('_', '-');

    /** The name that entries carry: {@code ticket-refused}. */
    public String text() {
        return text;
    }

    /** The step called {@code text}. */
    public static Optional<AuditStep> of(String text) {
        for (AuditStep step : values()) {
            if (step.text().equals(text)) {
                return Optional.of(step);
            }
        }
        return Optional.empty();
    }
}
