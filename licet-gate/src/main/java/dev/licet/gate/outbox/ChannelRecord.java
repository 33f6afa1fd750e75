package dev.licet.gate.outbox;

import dev.licet.gate.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * What the gates that share a database know of one channel: which of them tells over it, and what it has told. The one that
 * tells holds a lease; when it is gone another one goes on. Thread-safe.
 */
public final class ChannelRecord {
    /** How long a gate that says nothing of itself keeps a channel. */
    public static final Duration LEASE = Duration.ofSeconds(30);

    /** How often the lease is renewed. */
    private static final Duration RENEW = Duration.ofSeconds(5);

    private final Store store;
    private final InstantSource clock;
    private final String gate;
    private final String channel;
    private volatile Instant renewed = Instant.MIN;

    /**
     * @param gate what tells this gate from others that share the store
     * @param channel the name of the channel
     */
    public ChannelRecord(Store store, InstantSource clock, String gate, String channel) {
        this.store = store;
        this.clock = clock;
        this.gate = gate;
        this.channel = channel;
    }

    /**
     * Takes the lease, or keeps it; call it again within {@link #LEASE}.
     *
     * @return whether this gate is the one that tells now
     * @throws dev.licet.gate.data.GateException when the database cannot say
     */
    public boolean hold() {
        Instant now = clock.instant();
        if (!renewed.equals(Instant.MIN)
                && (!store.isShared() || renewed.plus(RENEW).isAfter(now))) {
            return true;
        }
        boolean held = store.write(change -> change.holdChannel(channel, gate, now, now.plus(LEASE)));
        renewed = held ? now : Instant.MIN;
        return held;
    }

    /** Whether the lease still lasts as far as this gate can tell, also while the database cannot be reached. */
    public boolean isHeld() {
        Instant last = renewed;
        return !last.equals(Instant.MIN)
                && (!store.isShared() || last.plus(LEASE).isAfter(clock.instant()));
    }

    /** Leaves the channel to another gate at once. */
    public void release() {
        renewed = Instant.MIN;
        store.change(change -> change.releaseChannel(channel, gate));
    }

    /** What was written down as {@code note}. */
    public Optional<String> read(String note) {
        return store.read(queries -> queries.channelNote(channel, note));
    }

    /** Writes {@code text} down as {@code note}; who does not hold the lease writes nothing. */
    public void write(String note, String text) {
        store.change(change -> change.channelNote(channel, gate, note, text));
    }
}
