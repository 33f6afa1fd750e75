package dev.licet.conformance.shell;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/** Real bash, with a trace of all that it runs. For one thread. */
final class BashJail implements AutoCloseable {
    /** Ways in which what a line starts may succeed, fail and print. */
    static final int MODES = 4;

    private final Jail jail = new Jail();

    BashJail() throws IOException {}

    /** What bash did with a line in one mode. */
    record Execution(boolean accepted, List<String> trace, List<String> written) {}

    /** Runs {@code line}; it must not contain NUL. */
    Execution run(String line, int mode) throws IOException {
        jail.send("trace", String.valueOf(mode), line);
        boolean accepted = jail.field().equals("0");
        List<String> trace = Trace.entries(jail.field());
        return new Execution(accepted, trace, files(jail.field()));
    }

    static List<String> files(String field) {
        return Stream.of(field.split("\001", -1))
                .filter(file -> !file.isEmpty())
                .toList();
    }

    @Override
    public void close() throws IOException {
        jail.close();
    }
}
