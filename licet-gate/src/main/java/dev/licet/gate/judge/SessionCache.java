package dev.licet.gate.judge;

import dev.licet.core.call.SessionId;
import dev.licet.core.call.SessionKey;
import dev.licet.core.call.WorkerId;
import dev.licet.core.grant.Grant;
import dev.licet.core.rule.Layer;
import dev.licet.core.rule.Owner;
import dev.licet.core.session.Session;
import dev.licet.gate.store.Store;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** What the store knows of sessions, kept at hand until it changes. Thread-safe. */
public final class SessionCache {
    private static final int MAX_SESSIONS = 10_000;

    private final Store store;
    private final Map<SessionKey, Known> known = new LinkedHashMap<>(16, 0.75f, true);
    private final ReentrantLock lock = new ReentrantLock();
    private long changes;

    /**
     * A session with its grants.
     *
     * @param layer what all its grants allow
     */
    public record Known(Session session, List<Grant> grants, Layer layer) {
        Known(Session session, List<Grant> grants) {
            this(session, List.copyOf(grants), layer(grants));
        }

        /** What {@code grants} allow. */
        public static Layer layer(List<Grant> grants) {
            return Layer.of(
                    Owner.SESSION,
                    grants.stream().flatMap(grant -> grant.asRules().stream()).toList());
        }
    }

    public SessionCache(Store store) {
        this.store = store;
    }

    /** The session called {@code session}, a fresh one if nothing is known of it. */
    public Known of(WorkerId worker, SessionId session) {
        var key = new SessionKey(worker, session);
        long before;
        lock.lock();
        try {
            Known found = known.get(key);
            if (found != null) {
                return found;
            }
            before = changes;
        } finally {
            lock.unlock();
        }
        Known read =
                store.read(queries -> new Known(queries.session(worker, session), queries.grants(worker, session)));
        lock.lock();
        try {
            // What was read while something changed may be old: it is used, but not kept.
            if (before == changes) {
                known.put(key, read);
                if (known.size() > MAX_SESSIONS) {
                    known.remove(known.keySet().iterator().next());
                }
            }
            return read;
        } finally {
            lock.unlock();
        }
    }

    /** Forgets a session that has changed. */
    public void changed(WorkerId worker, SessionId session) {
        lock.lock();
        try {
            changes++;
            known.remove(new SessionKey(worker, session));
        } finally {
            lock.unlock();
        }
    }

    /** Forgets everything. */
    public void changed() {
        lock.lock();
        try {
            changes++;
            known.clear();
        } finally {
            lock.unlock();
        }
    }
}
