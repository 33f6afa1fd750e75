package dev.licet.gate;

import dev.licet.core.call.CallDigest;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.WorkerId;
import dev.licet.core.grant.Grant;
import dev.licet.core.grant.GrantId;
import dev.licet.core.policy.Cause;
import dev.licet.core.policy.Decision;
import dev.licet.core.policy.Layer;
import dev.licet.core.policy.Owner;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The grants of sessions, in memory: they end with the process at the latest. Thread-safe. */
final class SessionGrants {
    /** Most grants that one session may hold; the oldest goes. */
    private static final int MAX_GRANTS = 1_000;

    private static final int MAX_SESSIONS = 10_000;

    private final Map<Key, Session> sessions = new LinkedHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();

    private record Key(WorkerId worker, SessionId session) {}

    private record Session(List<Grant> grants, Layer layer) {
        static Session of(List<Grant> grants) {
            return new Session(
                    List.copyOf(grants),
                    Layer.of(
                            Owner.SESSION,
                            grants.stream()
                                    .flatMap(grant -> grant.asRules().stream())
                                    .toList()));
        }
    }

    void add(Grant grant) {
        lock.lock();
        try {
            var key = new Key(grant.worker(), grant.session());
            Session before = sessions.remove(key);
            var grants = new ArrayList<>(before == null ? List.<Grant>of() : before.grants());
            grants.add(grant);
            if (grants.size() > MAX_GRANTS) {
                grants.removeFirst();
            }
            if (sessions.size() >= MAX_SESSIONS) {
                sessions.remove(sessions.keySet().iterator().next());
            }
            sessions.put(key, Session.of(grants));
        } finally {
            lock.unlock();
        }
    }

    /** The rules granted in the session of {@code call}; empty if there are none. */
    Optional<Layer> layer(ToolCall call) {
        lock.lock();
        try {
            return Optional.ofNullable(sessions.get(new Key(call.worker(), call.session())))
                    .map(Session::layer)
                    .filter(layer -> !layer.rules().isEmpty());
        } finally {
            lock.unlock();
        }
    }

    /** Whether this very call was granted; if so, the grant has been used once more. */
    boolean useCall(ToolCall call, Instant now) {
        CallDigest digest = call.digest();
        return use(
                call,
                grant -> !grant.hasEnded(now)
                        && grant.call().filter(digest::equals).isPresent(),
                1);
    }

    /**
     * Counts the use of every grant that {@code decision} on {@code call} rests on.
     *
     * @return whether all of them still hold; none is used if one does not
     */
    boolean use(ToolCall call, Decision decision) {
        Set<String> origins = decision.findings().stream()
                .flatMap(finding -> finding.cause() instanceof Cause.ByRule byRule
                        ? Stream.of(byRule.rule().origin().file())
                        : Stream.empty())
                .filter(origin -> origin.startsWith("grant "))
                .collect(Collectors.toSet());
        if (origins.isEmpty()) {
            return true;
        }
        lock.lock();
        try {
            Session session = sessions.get(new Key(call.worker(), call.session()));
            boolean all = session != null
                    && session.grants().stream().map(Grant::origin).toList().containsAll(origins);
            return all && use(call, grant -> origins.contains(grant.origin()), MAX_GRANTS);
        } finally {
            lock.unlock();
        }
    }

    private interface Test {
        boolean holds(Grant grant);
    }

    private boolean use(ToolCall call, Test test, int most) {
        lock.lock();
        try {
            var key = new Key(call.worker(), call.session());
            Session session = sessions.get(key);
            if (session == null) {
                return false;
            }
            var left = new ArrayList<Grant>();
            int used = 0;
            for (Grant grant : session.grants()) {
                boolean counts = used < most && test.holds(grant);
                used += counts ? 1 : 0;
                (counts ? grant.used() : Optional.of(grant)).ifPresent(left::add);
            }
            if (!left.equals(session.grants())) {
                sessions.put(key, Session.of(left));
            }
            return used > 0;
        } finally {
            lock.unlock();
        }
    }

    /** Every grant that has not ended, the oldest session first. */
    List<Grant> all(Instant now) {
        lock.lock();
        try {
            return sessions.values().stream()
                    .map(Session::grants)
                    .flatMap(Collection::stream)
                    .filter(grant -> !grant.hasEnded(now))
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    /** Takes the grant called {@code id} back; says whether there was one. */
    boolean revoke(GrantId id) {
        lock.lock();
        try {
            for (var entry : sessions.entrySet()) {
                List<Grant> left = entry.getValue().grants().stream()
                        .filter(grant -> !grant.id().equals(id))
                        .toList();
                if (left.size() < entry.getValue().grants().size()) {
                    entry.setValue(Session.of(left));
                    return true;
                }
            }
            return false;
        } finally {
            lock.unlock();
        }
    }
}
