package dev.licet.contain.hosts;

import dev.licet.core.contain.HostUse;
import dev.licet.core.display.SafeText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** What a command within bounds had to do with hosts, counted. Thread-safe. */
final class HostLedger {
    /** Most hosts that are told apart. */
    static final int MAX_HOSTS = 500;

    private record Key(String host, int port, String refused, boolean unnamed) {}

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
    }

    private final Map<Key, Counts> counted = new LinkedHashMap<>();

    /** One more connection to a host that is reached; empty if there were too many hosts. */
    Optional<Counts> connected(Wanted wanted) {
        return counts(wanted, "", false);
    }

    /** One more host that was not reached; of too many not all are kept. */
    void refused(Wanted wanted, String why, boolean unnamed) {
        counts(wanted, why, unnamed);
    }

    private Optional<Counts> counts(Wanted wanted, String refused, boolean unnamed) {
        var key = new Key(SafeText.oneLine(wanted.host()), wanted.port(), refused, unnamed);
        synchronized (counted) {
            Counts known = counted.get(key);
            if (known == null) {
                if (counted.size() >= MAX_HOSTS) {
                    return Optional.empty();
                }
                known = new Counts();
                counted.put(key, known);
            }
            known.times.incrementAndGet();
            return Optional.of(known);
        }
    }

    /** What is counted so far, in the order in which hosts were first asked for. */
    List<HostUse> uses() {
        synchronized (counted) {
            var uses = new ArrayList<HostUse>();
            counted.forEach((key, counts) -> uses.add(new HostUse(
                    key.host(),
                    key.port(),
                    counts.times.get(),
                    counts.sent.get(),
                    counts.received.get(),
                    key.refused(),
                    key.unnamed())));
            return uses;
        }
    }
}
