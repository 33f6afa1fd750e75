package dev.licet.cli.watch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Lines of a stream. */
final class LineKeyboard implements Keyboard {
    private final BlockingQueue<WatchInput> lines = new LinkedBlockingQueue<>();

    LineKeyboard(InputStream in) {
        var reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        // A virtual thread that waits for somebody to type may hold up all others.
        Thread.ofPlatform().daemon().name("keyboard").start(() -> read(reader));
    }

    private void read(BufferedReader reader) {
        try {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.add(new WatchInput.Line(line));
            }
        } catch (IOException e) {
            // A broken input is an input that has ended.
            lines.add(new WatchInput.End());
            return;
        }
        lines.add(new WatchInput.End());
    }

    @Override
    public Optional<WatchInput> poll(Duration wait) throws InterruptedException {
        return Optional.ofNullable(lines.poll(wait.toMillis(), TimeUnit.MILLISECONDS));
    }

    @Override
    public boolean givesKeys() {
        return false;
    }

    @Override
    public void discard() {
        lines.removeIf(WatchInput.Line.class::isInstance);
    }

    @Override
    public void close() {
        lines.clear();
    }
}
