package dev.licet.gate.outbox;

import dev.licet.core.approval.ApprovalId;
import dev.licet.gate.store.Delivery;
import dev.licet.gate.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Predicate;

/**
 * Who is to be told when an approval has ended. What was promised is stored and outlives a restart; each is told at least
 * once. Thread-safe.
 */
public final class Deliveries {
    /** How long one that was taken is left to whoever took it. */
    private static final Duration LEASE = Duration.ofMinutes(1);

    /** How often one is tried. */
    public static final int MAX_ATTEMPTS = 12;

    private static final int MOST_LOOKED_AT = 10_000;
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(10);

    private final Store store;
    private final InstantSource clock;

    public Deliveries(Store store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
    }

    /** Has {@code address} told once {@code approval} has ended, or now if it has. */
    public void add(ApprovalId approval, String address) {
        store.change(change -> change.deliver(approval, address, clock.instant()));
    }

    /**
     * Up to {@code limit} that are due and whose address is {@code mine}; each has to be {@link #arrived} or {@link #failed},
     * else it is due again.
     */
    public List<Delivery> take(int limit, Predicate<String> mine) {
        Instant now = clock.instant();
        List<Delivery> due = store.read(queries -> queries.due(now, MOST_LOOKED_AT)).stream()
                .filter(each -> mine.test(each.address()))
                .limit(limit)
                .toList();
        return due.isEmpty()
                ? due
                : store.write(change -> due.stream()
                        .filter(each -> change.claim(each, now, now.plus(LEASE)))
                        .toList());
    }

    /** {@code delivery} was taken by the other side. */
    public void arrived(Delivery delivery) {
        store.change(change -> change.delivered(delivery));
    }

    /** {@code delivery} was not taken: it is tried again later, each time after twice the pause; says whether it is. */
    public boolean failed(Delivery delivery) {
        boolean again = delivery.attempts() < MAX_ATTEMPTS;
        Duration pause = Duration.ofSeconds(1L << Math.min(delivery.attempts() - 1, 20));
        Instant at = clock.instant().plus(pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE);
        store.change(change -> {
            if (again) {
                change.again(delivery, at);
            } else {
                change.delivered(delivery);
            }
        });
        return again;
    }
}
