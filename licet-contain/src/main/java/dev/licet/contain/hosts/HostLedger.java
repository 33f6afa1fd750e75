package dev.licet.contain.hosts;

import dev.licet.core.contain.HostUse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/** What a command within bounds had to do with hosts, counted. Thread-safe. */
final class HostLedger {
    /** Most hosts that are told apart, of those that were reached and of those that were not. */
    static final int MAX_HOSTS = 500;

    private record Host(String name, int port) {}

    private record Refusal(Host host, String why, boolean unnamed) {}

    /** What is counted of one host. */
    static final class Counts {
        private final AtomicInteger times = new AtomicInteger();
        private final AtomicLong sent = new AtomicLong();
        private final AtomicLong received = new AtomicLong();

        void sent(long bytes) {
            sent.addAndGet(bytes);
        }

        void received(long bytes) {
            received.addAndGet(bytes);
        }

        long received() {
            return received.get();
        }
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Host, Counts> reached = new LinkedHashMap<>();
    private final Map<Refusal, Counts> failed = new LinkedHashMap<>();
    private final Map<Refusal, Counts> refused = new LinkedHashMap<>();

    /** One more connection to a host that may be reached; empty if there were too many hosts. */
    Optional<Counts> connecting(String name, int port) {
        return counted(reached, new Host(name, port));
    }

    /** Whether there is room for what becomes of one more connection to a host. */
    boolean hasRoom(String name, int port) {
        lock.lock();
        try {
            return reached.containsKey(new Host(name, port))
                    || (reached.size() < MAX_HOSTS && failed.size() < MAX_HOSTS);
        } finally {
            lock.unlock();
        }
    }

    /** One more connection to a host that may be reached, and was not. */
    void failed(String name, int port, String why) {
        counted(failed, new Refusal(new Host(name, port), why, false));
    }

    /** One more connection that may not be made; of too many hosts not all are kept. */
    void refused(String name, int port, String why, boolean unnamed) {
        counted(refused, new Refusal(new Host(name, port), why, unnamed));
    }

    private <K> Optional<Counts> counted(Map<K, Counts> all, K key) {
        lock.lock();
        try {
            Counts counts = all.get(key);
            if (counts == null) {
                if (all.size() >= MAX_HOSTS) {
                    return Optional.empty();
                }
                counts = new Counts();
                all.put(key, counts);
            }
            counts.times.incrementAndGet();
            return Optional.of(counts);
        } finally {
            lock.unlock();
        }
    }

    /** What is counted so far: what was reached, and what was not, each in the order in which it was first asked for. */
    List<HostUse> uses() {
        lock.lock();
        try {
            var uses = new ArrayList<HostUse>();
            reached.forEach((host, counts) -> uses.add(new HostUse(
                    host.name(), host.port(), counts.times.get(), counts.sent.get(), counts.received.get())));
            var unreached = new LinkedHashMap<>(failed);
            unreached.putAll(refused);
            unreached.forEach((each, counts) -> uses.add(new HostUse(
                    each.host().name(), each.host().port(), counts.times.get(), each.why(), each.unnamed())));
            return uses;
        } finally {
            lock.unlock();
        }
    }
}
