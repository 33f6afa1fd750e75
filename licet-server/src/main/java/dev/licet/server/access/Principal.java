package dev.licet.server.access;

import dev.licet.core.approval.Answer;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.WorkerId;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Somebody, or some program, that uses the server.
 *
 * @param name by which rules and the audit know it: 1 to 64 letters, digits, {@code . _ @ -}
 * @param rights what it may do, within what its role admits
 * @param workers the workers it has to do with; empty for all
 * @param sessions the sessions it has to do with; empty for all
 */
public record Principal(String name, Role role, Set<Right> rights, Set<WorkerId> workers, Set<SessionId> sessions) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@-]{0,63}");

    /** Who holds the token of the data directory. */
    public static final Principal OWNER =
            new Principal(Answer.OWNER, Role.OWNER, Role.OWNER.rights(), Set.of(), Set.of());

    /** What a name may be, for messages. */
    public static final String NAMES = "it has 1 to 64 letters, digits or `. _ @ -`, and `owner` is taken";

    /** Whether {@code name} may be that of somebody beside the owner. */
    public static boolean isName(String name) {
        return NAME.matcher(name).matches() && !name.equals(Answer.OWNER);
    }

    public Principal {
        rights = Set.copyOf(rights);
        workers = Set.copyOf(workers);
        sessions = Set.copyOf(sessions);
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "a principal's name has 1 to 64 letters, digits or `. _ @ -`, not `" + name + "`");
        }
        for (Right right : rights) {
            if (!role.admits(right)) {
                throw new IllegalArgumentException(
                        "the role " + role.text() + " cannot have the right `" + right.text() + "`");
            }
        }
    }

    public boolean may(Right right) {
        return rights.contains(right);
    }

    /** Whether it has to do with every worker and session. */
    public boolean isUnbounded() {
        return workers.isEmpty() && sessions.isEmpty();
    }

    /** Whether it has to do with {@code worker}, whatever the session. */
    public boolean reaches(WorkerId worker) {
        return workers.isEmpty() || workers.contains(worker);
    }

    /** Whether it has to do with all of {@code worker}, and not with some sessions only: rules hold for all of them. */
    public boolean speaksFor(WorkerId worker) {
        return reaches(worker) && sessions.isEmpty();
    }

    /** Whether it has to do with {@code session} of {@code worker}. */
    public boolean reaches(WorkerId worker, SessionId session) {
        return reaches(worker) && (sessions.isEmpty() || sessions.contains(session));
    }
}
