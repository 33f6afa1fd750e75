package dev.licet.cli.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a process prints, passed on as it comes, and the end of it kept. */
final class PassedOutput {
    private static final int KEPT = 64 * 1024;
    private static final Path OUT = Path.of("/proc/self/fd/1");
    private static final Path ERR = Path.of("/proc/self/fd/2");

    private final StringBuilder end = new StringBuilder();
    private final List<Thread> passing = new ArrayList<>();

    private PassedOutput() {}

    /** Whether what this process prints as its output and as its errors arrives at the same place, in its order. */
    static boolean isOne() {
        try {
            return Files.isSameFile(OUT, ERR);
        } catch (IOException e) {
            return false;
        }
    }

    /** Passes on what {@code process} prints to {@code out} and {@code err}. */
    static PassedOutput of(Process process, PrintStream out, PrintStream err) {
        var output = new PassedOutput();
        output.pass(process.getInputStream(), out);
        output.pass(process.getErrorStream(), err);
        return output;
    }

    private void pass(InputStream from, OutputStream to) {
        // A virtual thread that waits for a process may hold up all others.
        passing.add(Thread.ofPlatform().daemon().start(() -> {
            byte[] buffer = new byte[8 * 1024];
            try {
                for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
                    to.write(buffer, 0, n);
                    to.flush();
                    keep(new String(buffer, 0, n, StandardCharsets.UTF_8));
                }
            } catch (IOException e) {
                // The command has ended, and nothing more can be had of it.
                return;
            }
        }));
    }

    private synchronized void keep(String text) {
        end.append(text);
        if (end.length() > 2 * KEPT) {
            end.delete(0, end.length() - KEPT);
        }
    }

    /** The end of what was printed, once all of it was passed on. */
    String end() throws InterruptedException {
        for (Thread each : passing) {
            each.join();
        }
        synchronized (this) {
            return end.toString();
        }
    }
}
