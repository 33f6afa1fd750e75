package dev.licet.core.ticket;

import dev.licet.core.call.CallDigest;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.WorkerId;
import java.time.Instant;

/**
 * A permission to execute the call that was judged, once.
 *
 * @param id what identifies it: 16 to 64 letters, digits or dashes
 * @param digest of the call it is for
 * @param worker of that call
 * @param session of that call
 * @param issued when it was signed
 * @param expires from when on it is refused
 */
public record Ticket(
        String id, CallDigest digest, WorkerId worker, SessionId session, Instant issued, Instant expires) {
    private static final int SHORTEST = 16;
    private static final int LONGEST = 64;

    public Ticket {
        if (!isId(id)) {
            throw new IllegalArgumentException("not the id of a ticket: `" + id + "`");
        }
        if (!expires.isAfter(issued)) {
            throw new IllegalArgumentException("a ticket expires after it was issued");
        }
    }

    private static boolean isId(String text) {
        boolean is = text.length() >= SHORTEST && text.length() <= LONGEST;
        for (int i = 0; is && i < text.length(); i++) {
            char c = text.charAt(i);
            is = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || c == '-';
        }
        return is;
    }
}
