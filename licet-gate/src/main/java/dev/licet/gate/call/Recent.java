package dev.licet.gate.call;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What happened lately: at most so much of it, and no longer than it counts. Thread-safe.
 *
 * @param <K> by which it is known
 * @param <V> what is known of it
 */
public final class Recent<K, V> {
    private final Duration kept;
    private final Map<K, Timed<V>> entries;

    private record Timed<V>(V value, Instant at) {}

    /**
     * Nothing yet.
     *
     * @param most entries; the oldest makes room for the newest
     * @param kept how long one counts
     */
    public Recent(int most, Duration kept) {
        this.kept = kept;
        this.entries = new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, Timed<V>> eldest) {
                return size() > most;
            }
        };
    }

    public synchronized void add(K key, V value, Instant now) {
        entries.remove(key);
        entries.put(key, new Timed<>(value, now));
    }

    public synchronized void remove(K key) {
        entries.remove(key);
    }

    /** Whether {@code key} is there, however old it is. */
    public synchronized boolean has(K key) {
        return entries.containsKey(key);
    }

    /** What is known by {@code key}, as long as it counts. */
    public synchronized Optional<V> get(K key, Instant now) {
        return counting(entries.get(key), now);
    }

    /** The same, which counts no longer then. */
    public synchronized Optional<V> take(K key, Instant now) {
        return counting(entries.remove(key), now);
    }

    private Optional<V> counting(@Nullable Timed<V> entry, Instant now) {
        return Optional.ofNullable(entry)
                .filter(there ->
                        there.at().plus(kept).isAfter(now) && !there.at().isAfter(now))
                .map(Timed::value);
    }
}
