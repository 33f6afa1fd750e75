package dev.licet.contain;

import dev.licet.core.contain.Bounds;
import dev.licet.core.contain.FileChange;
import dev.licet.core.contain.Preview;
import dev.licet.core.contain.RefusedChange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A command that was run within bounds before anybody has answered. What it changed is put in place with {@link #put}, or
 * thrown away with {@link #close}. For one thread.
 */
public final class PreviewRun implements AutoCloseable {
    /** So long a command may take, for whoever answers is asked only then. */
    private static final Duration LIMIT = Duration.ofSeconds(20);

    /** The status of a shell for what was not run. */
    private static final int CANNOT_RUN = 126;

    /** More output than this is not kept, in bytes, of each of the two streams. */
    private static final int MAX_PRINTED = 1 << 20;

    private final ContainedRun run;
    private final int status;
    private final byte[] out;
    private final byte[] err;
    private final List<String> lost;
    private final ChangeTeller.Told told;

    private PreviewRun(
            ContainedRun run, int status, byte[] out, byte[] err, List<String> lost, ChangeTeller.Told told) {
        this.run = run;
        this.status = status;
        this.out = out;
        this.err = err;
        this.lost = lost;
        this.told = told;
    }

    /**
     * Runs {@code command} as {@link Container#prepare} says, with no input.
     *
     * @param referee says what of its changes may not be put in place by itself
     * @throws NotPreviewed when it takes longer than 20 seconds, prints too much, leaves something running, or cannot be run so
     */
    public static PreviewRun of(
            Container container,
            Bounds bounds,
            Path directory,
            Map<String, String> environment,
            List<String> command,
            Settled.Referee referee)
            throws NotPreviewed, InterruptedException {
        return of(container, bounds, directory, environment, command, LIMIT, referee);
    }

    static PreviewRun of(
            Container container,
            Bounds bounds,
            Path directory,
            Map<String, String> environment,
            List<String> command,
            Duration limit,
            Settled.Referee referee)
            throws NotPreviewed, InterruptedException {
        ContainedRun run;
        try {
            run = container.prepare(new ContainedCommand(bounds.offline(), directory, environment, command, true));
        } catch (NotContained e) {
            throw new NotPreviewed(String.valueOf(e.getMessage()), e);
        }
        boolean kept = false;
        try {
            PreviewRun tried = tried(run, limit, referee);
            kept = true;
            return tried;
        } catch (IOException e) {
            throw new NotPreviewed(String.valueOf(e.getMessage()), e);
        } finally {
            if (!kept) {
                run.close();
            }
        }
    }

    private static PreviewRun tried(ContainedRun run, Duration limit, Settled.Referee referee)
            throws IOException, NotPreviewed, InterruptedException {
        Process process = run.builder().start();
        var ending = new Thread(() -> {
            process.destroyForcibly();
            run.close();
        });
        Runtime.getRuntime().addShutdownHook(ending);
        try {
            process.getOutputStream().close();
            RunWatch watch = run.watch(process);
            Printed out = Printed.of(process.getInputStream());
            Printed err = Printed.of(process.getErrorStream());
            boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
            if (!ended) {
                process.destroyForcibly().waitFor();
                throw new NotPreviewed("it takes longer than " + limit.toSeconds() + " seconds");
            }
            byte[] printed = out.end();
            byte[] complained = err.end();
            List<FileChange> changes = run.changes();
            if (run.hasLeftSomething()) {
                throw new NotPreviewed("it leaves something running");
            }
            Optional<String> excess = watch.ended();
            if (excess.isPresent()) {
                throw new NotPreviewed("it was ended: " + excess.get());
            }
            List<RefusedChange> refused = changes.isEmpty() ? List.of() : referee.refused(changes);
            return new PreviewRun(
                    run,
                    process.exitValue(),
                    printed,
                    complained,
                    run.lost(),
                    ChangeTeller.told(run.overlayChanges(), refused));
        } finally {
            if (process.isAlive()) {
                process.destroyForcibly();
            }
            try {
                Runtime.getRuntime().removeShutdownHook(ending);
            } catch (IllegalStateException e) {
                // This process is ending, and the hook does its work.
                ending.interrupt();
            }
        }
    }

    /** What a process prints, read while it runs. */
    private record Printed(Thread reader, ByteArrayOutputStream bytes) {
        static Printed of(InputStream stream) {
            var bytes = new ByteArrayOutputStream();
            return new Printed(
                    // A virtual thread that waits for a process may hold up all others.
                    Thread.ofPlatform().daemon().name("licet-preview").start(() -> {
                        try (stream) {
                            bytes.write(stream.readNBytes(MAX_PRINTED + 1));
                            // What is too much is read all the same, so that the process comes to its end.
                            stream.transferTo(OutputStream.nullOutputStream());
                        } catch (IOException e) {
                            // The process is gone.
                            return;
                        }
                    }),
                    bytes);
        }

        byte[] end() throws NotPreviewed, InterruptedException {
            reader.join();
            if (bytes.size() > MAX_PRINTED) {
                throw new NotPreviewed("it prints more than " + MAX_PRINTED + " bytes");
            }
            return bytes.toByteArray();
        }
    }

    /** What a person is shown of it. */
    public Preview preview() {
        String printed = new String(out, StandardCharsets.UTF_8) + new String(err, StandardCharsets.UTF_8);
        String end = printed.length() > Preview.MAX_OUTPUT
                ? printed.substring(printed.length() - Preview.MAX_OUTPUT)
                : printed;
        return new Preview(
                status,
                end,
                told.files(),
                told.more(),
                lost.stream().limit(Preview.MAX_LOST).toList(),
                told.digest());
    }

    /**
     * Puts in place what it changed, but for what {@code referee} says nobody may change, and for what was protected and not
     * shown in full; then prints what it printed.
     *
     * @param note is told what whoever runs it has to know, a line at a time
     * @return its exit status, or 126 where nothing was put in place
     */
    public int put(Settled.Referee referee, OutputStream toOut, OutputStream toErr, Consumer<String> note)
            throws InterruptedException {
        Settled settled;
        try {
            settled = put(referee);
        } catch (IOException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted before anything was put in place");
            }
            note.accept("nothing that it changed was put in place: " + e.getMessage());
            return CANNOT_RUN;
        }
        boolean done = settled.contested().isEmpty();
        if (done) {
            try {
                print(toOut, toErr);
            } catch (IOException e) {
                note.accept("what it printed is lost: " + e.getMessage());
            }
        }
        settled.lines().forEach(note);
        return done ? status : CANNOT_RUN;
    }

    Settled put(Settled.Referee referee) throws IOException, InterruptedException {
        return run.settle(changes -> told.staying(referee.refused(changes)));
    }

    private void print(OutputStream toOut, OutputStream toErr) throws IOException {
        toOut.write(out);
        toOut.flush();
        toErr.write(err);
        toErr.flush();
    }

    @Override
    public void close() {
        run.close();
    }
}
