package dev.licet.cli.watch;

import java.time.Duration;
import java.util.Optional;

/** Where input comes from: a terminal key by key, or any stream line by line. */
interface Keyboard extends AutoCloseable {

    /** The next input, or empty when none comes within {@code wait}. */
    Optional<WatchInput> poll(Duration wait) throws InterruptedException;

    /** Whether {@link #poll} gives keys rather than lines. */
    boolean givesKeys();

    /** Throws away what was typed and not yet read. */
    void discard();

    @Override
    void close();
}
