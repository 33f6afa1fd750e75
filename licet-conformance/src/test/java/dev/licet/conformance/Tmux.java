package dev.licet.conformance;

import dev.licet.cli.Main;
import dev.licet.cli.console.Streams;
import dev.licet.terminal.tty.Tty;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A real terminal of some size, with a program in it. */
final class Tmux implements AutoCloseable {
    /** A question counts a key as its answer only after it has been quiet for a while. */
    private static final long QUIET_NANOS = Duration.ofMillis(400).toNanos();

    /** A key that did nothing for so long was pressed too early; before that it may only be slow. */
    private static final long AGAIN_NANOS = Duration.ofSeconds(3).toNanos();

    private static final long LOOK_NANOS = Duration.ofMillis(10).toNanos();

    /** A program whose terminal is gone has so long to end by itself. */
    private static final Duration LAST = Duration.ofSeconds(20);

    private static final AtomicInteger COUNT = new AtomicInteger();

    private final String tmux;
    private Optional<Here> here = Optional.empty();
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

    /** Opens a terminal in which nothing runs: {@code ./licet} with these arguments has it, but runs in this process. */
    static Tmux licet(int columns, int rows, String... args) throws Exception {
        // Keys are passed on one by one, and what is shown is left alone.
        var tmux = new Tmux(columns, rows, "stty -icanon -echo -isig -iexten -icrnl -ixon min 1 time 0; exec sleep 1d");
        Await.until(
                "an empty terminal",
                () -> Optional.of(tmux.ask("#{pane_current_command}")).filter("sleep"::equals));
        tmux.here = Optional.of(Here.start(tmux.ask("#{pane_tty}"), columns, rows, List.of(args)));
        return tmux;
    }

    /** A program of ours in this process, which the terminal believes to be the one it shows. */
    private record Here(
            FileInputStream typed, FileOutputStream screen, AtomicReference<Optional<Tty>> tty, Thread program) {
        static Here start(String device, int columns, int rows, List<String> args) throws IOException {
            var typed = new FileInputStream(device);
            var pressed = new PipedOutputStream();
            var keys = new PipedInputStream(pressed);
            Thread.ofPlatform().daemon().start(() -> pass(typed, pressed));
            var screen = new FileOutputStream(device);
            var out = new PrintStream(screen, true, StandardCharsets.UTF_8);
            var tty = new AtomicReference<Optional<Tty>>(Optional.empty());
            var streams = new Streams(keys, out, out, output -> {
                Optional<Tty> opened = Optional.of(Tty.over(keys, screen, "screen-256color", columns, rows));
                tty.set(opened);
                return opened;
            });
            Thread program =
                    Thread.ofPlatform().daemon().start(() -> out.println("ended with " + Main.run(args, streams)));
            return new Here(typed, screen, tty, program);
        }

        /** Keys that are typed in the terminal are pressed here. */
        private static void pass(FileInputStream typed, PipedOutputStream pressed) {
            byte[] buffer = new byte[1024];
            try (typed;
                    pressed) {
                for (int n = typed.read(buffer); n >= 0; n = typed.read(buffer)) {
                    pressed.write(buffer, 0, n);
                    pressed.flush();
                }
            } catch (IOException e) {
                // The terminal, or the program, is gone.
                return;
            }
        }

        /** Waits for the end of the program, whose terminal is gone. */
        void end() throws InterruptedException, IOException {
            boolean ended = program.join(LAST);
            typed.close();
            screen.close();
            if (!ended) {
                throw new AssertionError("it goes on without a terminal: " + List.of(program.getStackTrace()));
            }
        }
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
        here.flatMap(program -> program.tty().get()).ifPresent(terminal -> terminal.resize(columns, rows));
    }

    /** Looks at a screen. */
    private interface Look {
        boolean isIt(String screen) throws Exception;
    }

    /** Waits for a screen; one that does not come is told with what there is instead. */
    private String shown(String what, Look look) throws Exception {
        String[] last = {""};
        try {
            return Await.until(what, () -> {
                last[0] = screen();
                return look.isIt(last[0]) ? Optional.of(last[0]) : Optional.empty();
            });
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + ":\n" + last[0], e);
        }
    }

    /** Waits until the screen shows {@code texts}, all of them: a screen may be looked at that is drawn in part. */
    String await(String... texts) throws Exception {
        return shown(
                "`" + String.join("` and `", texts) + "` on the screen",
                now -> Stream.of(texts).allMatch(now::contains));
    }

    /** Waits until the screen, without what differs from run to run, is {@code expected}. */
    void awaitWhole(String expected, UnaryOperator<String> steady) throws Exception {
        shown("this screen:\n" + expected + "\n", now -> steady.apply(now).equals(expected));
    }

    /** Waits until the screen shows {@code text} no more. */
    String awaitGone(String text) throws Exception {
        return shown("no `" + text + "` on the screen", now -> !now.contains(text));
    }

    /** Presses {@code key} until the screen shows {@code text}: what comes right after a question appears is ignored. */
    String keyUntil(String key, String text) throws Exception {
        long[] pressAt = {System.nanoTime() + QUIET_NANOS};
        return shown("`" + text + "` after " + key, now -> {
            if (now.contains(text)) {
                return true;
            }
            if (System.nanoTime() >= pressAt[0]) {
                keys(key);
                pressAt[0] = System.nanoTime() + AGAIN_NANOS;
            }
            return false;
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

    /** The library looks once a second whether a process that is no child of this one has ended. */
    private static void awaitEnd(ProcessHandle program) {
        long end = System.nanoTime() + LAST.toNanos();
        while (program.isAlive()) {
            if (System.nanoTime() > end) {
                program.destroyForcibly();
                return;
            }
            LockSupport.parkNanos(LOOK_NANOS);
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
            if (here.isPresent()) {
                here.get().end();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
