package dev.licet.cli.console;

import dev.licet.terminal.tty.Tty;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;

/** Where a command reads and writes, and the terminal in which it may ask. */
public record Streams(InputStream in, PrintStream out, PrintStream err, Terminals terminals) {

    /** Where a terminal is to be had. */
    public interface Terminals {
        /** Opens the terminal, whose other output is {@code output}; empty where there is none that can be controlled. */
        Optional<Tty> open(Tty.Output output);
    }

    /** Streams without a terminal. */
    public Streams(InputStream in, PrintStream out, PrintStream err) {
        this(in, out, err, output -> Optional.empty());
    }

    /** Those of this process, and the terminal it runs in. */
    public static Streams ofProcess() {
        return new Streams(System.in, System.out, System.err, Tty::open);
    }

    /** Whether what is run here may read something: its input is neither a terminal nor nothing. */
    public boolean hasInput() {
        try {
            if (!in.equals(System.in)) {
                return in.available() > 0;
            }
            String input = Path.of("/proc/self/fd/0").toRealPath().toString();
            return !input.equals("/dev/null") && !input.startsWith("/dev/pts/") && !input.startsWith("/dev/tty");
        } catch (IOException e) {
            // A pipe has no path, and what cannot be told may bring something.
            return true;
        }
    }
}
