package dev.licet.gate.store;

import dev.licet.core.approval.ApprovalId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.WorkerId;
import dev.licet.gate.data.GateException;
import java.util.Locale;

/**
 * Something that happened; ids grow by time.
 *
 * @param kind what it happened to
 * @param subject the id of an approval, or a worker and a session with a blank between
 */
public record StoredEvent(long id, Kind kind, String subject) {

    /** What something can happen to. */
    public enum Kind {
        /** An approval was asked or ended. */
        APPROVAL,
        /** The agent that waits for an approval is gone, or back. */
        WAITING,
        /** It is known what the call of an approval does when it is tried. */
        PREVIEWED,
        /** A session's state or its grants changed. */
        SESSION;

        static Kind of(String text) {
            for (Kind kind : values()) {
                if (kind.name().toLowerCase(Locale.ROOT).equals(text)) {
                    return kind;
                }
            }
            throw new GateException("an event in the database has the unknown kind `" + text + "`");
        }
    }

    /** The approval it happened to. */
    public ApprovalId approval() {
        return new ApprovalId(subject);
    }

    public WorkerId worker() {
        return new WorkerId(subject.substring(0, subject.indexOf(' ')));
    }

    public SessionId session() {
        return new SessionId(subject.substring(subject.indexOf(' ') + 1));
    }
}
