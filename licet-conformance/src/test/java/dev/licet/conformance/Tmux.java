package dev.licet.conformance;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** A real terminal of some size, with a program in it. */
final class Tmux implements AutoCloseable {
    /** A question counts a key as its answer only after it has been quiet for a while. */
    private static final long QUIET_NANOS = Duration.ofMillis(400).toNanos();

    /** A program whose terminal is gone has so long to end by itself. */
    private static final Duration LAST = Duration.ofSeconds(20);

    private static final AtomicInteger COUNT = new AtomicInteger();

    private final String tmux;
    private final String socket = "licet-" + ProcessHandle.current().pid() + "-" + COUNT.incrementAndGet();

    /** Opens a terminal with {@code columns} and {@code rows} in which {@code command}, a line for sh, runs. */
    Tmux(int columns, int rows, String command) throws Exception {
        tmux = Program.require("tmux", "tmux").toString();
        Program.run(
                tmux,
                "-L",
                socket,
                "-f",
                "/dev/null",
                "new-session",
                "-d",
                "-x",
                "" + columns,
                "-y",
                "" + rows,
                command);
    }

    private String tell(String... words) throws Exception {
        var command = new ArrayList<>(List.of(tmux, "-L", socket));
        command.addAll(List.of(words));
        return Program.run(command.toArray(String[]::new));
    }

    /** Presses keys, by tmux's names. */
    void keys(String... keys) throws Exception {
        var words = new ArrayList<>(List.of("send-keys"));
        words.addAll(List.of(keys));
        tell(words.toArray(String[]::new));
    }

    /** Types {@code text}, whatever it spells. */
    void type(String text) throws Exception {
        tell("send-keys", "-l", text);
    }

    /** Pastes {@code text} as a person does who holds it in the clipboard. */
    void paste(String text) throws Exception {
        tell("set-buffer", text);
        tell("paste-buffer", "-p");
    }

    /** The same with what is in a file, which may be long. */
    void pasteFile(Path file) throws Exception {
        tell("load-buffer", file.toString());
        tell("paste-buffer", "-p");
    }

    /** What is on the screen, without blanks at the ends of lines and empty lines at the end. */
    String screen() throws Exception {
        return tell("capture-pane", "-p").replaceAll("(?m) +$", "").stripTrailing();
    }

    /** What is on the screen and what has scrolled away above it. */
    String history() throws Exception {
        return tell("capture-pane", "-p", "-S", "-");
    }

    /** What is on the screen, with colours. */
    String colours() throws Exception {
        return tell("capture-pane", "-p", "-e");
    }

    /** What a format of tmux's says, such as {@code #{cursor_flag}}. */
    String ask(String format) throws Exception {
        return tell("display-message", "-p", format).strip();
    }

    void resize(int columns, int rows) throws Exception {
        tell("resize-window", "-x", "" + columns, "-y", "" + rows);
    }

    /** Waits until the screen shows {@code text}. */
    String await(String text) throws Exception {
        String[] last = {""};
        try {
            return Await.until("`" + text + "` on the screen", () -> {
                last[0] = screen();
                return last[0].contains(text) ? Optional.of(last[0]) : Optional.empty();
            });
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + ":\n" + last[0], e);
        }
    }

    /** Waits until the screen shows {@code text} no more. */
    String awaitGone(String text) throws Exception {
        return Await.until("no `" + text + "` on the screen", () -> {
            String now = screen();
            return now.contains(text) ? Optional.empty() : Optional.of(now);
        });
    }

    /** Presses {@code key} until the screen shows {@code text}: what comes right after a question appears is ignored. */
    String keyUntil(String key, String text) throws Exception {
        return Await.until("`" + text + "` after " + key, () -> {
            String now = screen();
            if (now.contains(text)) {
                return Optional.of(now);
            }
            keys(key);
            LockSupport.parkNanos(QUIET_NANOS);
            return Optional.empty();
        });
    }

    /** What runs in the terminal: its last files must be written before a folder can be removed. */
    private List<ProcessHandle> running() throws IOException, InterruptedException {
        return Program.run(tmux, "-L", socket, "list-panes", "-a", "-F", "#{pane_pid}")
                .lines()
                .map(Long::parseLong)
                .flatMap(pid -> ProcessHandle.of(pid).stream())
                .flatMap(shell -> Stream.concat(Stream.of(shell), shell.descendants()))
                .toList();
    }

    private static void awaitEnd(ProcessHandle program) throws InterruptedException {
        try {
            program.onExit().get(LAST.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            program.destroyForcibly();
        }
    }

    @Override
    public void close() throws IOException {
        try {
            List<ProcessHandle> running = running();
            Program.run(tmux, "-L", socket, "kill-server");
            for (ProcessHandle program : running) {
                awaitEnd(program);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
