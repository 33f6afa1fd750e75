package dev.licet.conformance.shell;

import dev.licet.shell.Shell;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Real bash, zsh and dash with programs that note how they were started. For one thread. */
final class ShellJail implements AutoCloseable {
    /** What zsh makes of a here-document, and removes a moment later. */
    private static final Pattern OWN = Pattern.compile("/tmp/zsh\\w{6}");

    private final Jail jail = new Jail();

    ShellJail() throws IOException {}

    /** What a shell did with a line in one mode: the programs that it started, and what the line noted itself, in order. */
    record Execution(List<List<String>> noted, List<String> written) {}

    /** Runs {@code line} by {@code shell}; it must not contain NUL. */
    Execution run(Shell shell, String line, int mode) throws IOException {
        jail.send(shell.name().toLowerCase(Locale.ROOT), String.valueOf(mode), line);
        jail.field();
        List<List<String>> noted = Stream.of(jail.field().split("\001", -1))
                .map(entry -> entry.startsWith("\002") ? entry.substring(1) : entry)
                .filter(entry -> !entry.isEmpty())
                .map(entry -> List.of(entry.split("\002", -1)))
                .map(words -> words.subList(0, words.size() - 1))
                .filter(words -> !words.isEmpty())
                .toList();
        List<String> written = BashJail.files(jail.field()).stream()
                .filter(file -> !OWN.matcher(file).matches())
                .toList();
        return new Execution(noted, written);
    }

    @Override
    public void close() throws IOException {
        jail.close();
    }
}
