package dev.licet.gate;

import static dev.licet.gate.OpenGate.read;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.audit.Recording;
import dev.licet.gate.store.AuditSearch;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A gate without a thread that looks all the time. */
class MaintenanceTest {
    /** How often whoever maintains a gate looks at its clock in the first round; the last time is at its very end. */
    private static final int LOOKS = 3;

    private static final Duration LOOK_AGAIN = Duration.ofMillis(10);

    /** A clock that holds up whoever maintains the gate, at the end of their first round. */
    private static final class HeldUp implements InstantSource {
        private final AtomicInteger looked = new AtomicInteger();
        private final CountDownLatch there = new CountDownLatch(1);
        private final CountDownLatch on = new CountDownLatch(1);

        @Override
        public Instant instant() {
            boolean maintains = Thread.currentThread().getName().equals("licet-maintenance");
            if (maintains && looked.incrementAndGet() == LOOKS) {
                there.countDown();
                try {
                    on.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            return Instant.now();
        }
    }

    private static void calls(Gate gate, int calls) throws InterruptedException {
        for (int i = 0; i < calls; i++) {
            gate.submit(read("s", "a" + i), Duration.ZERO);
        }
    }

    private static int entries(Gate gate) {
        return gate.audit().search(AuditSearch.newest(1_000)).size();
    }

    @Test
    @Timeout(value = 1, unit = TimeUnit.MINUTES)
    void whatIsWrittenWhileItIsMaintained_isMaintainedToo() throws Exception {
        var clock = new HeldUp();
        try (Gate gate = Gate.inMemory("{\"read_file\": \"allow\"}", new Recording.Newest(10), clock)) {
            calls(gate, 1);
            clock.there.await();
            calls(gate, 100);
            assertTrue(entries(gate) > 100);
            clock.on.countDown();
            while (entries(gate) > 30) {
                LockSupport.parkNanos(LOOK_AGAIN.toNanos());
            }
        }
    }
}
