package dev.licet.terminal.tty;

import dev.licet.gate.data.GateException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToIntFunction;
import org.jline.terminal.Attributes;
import org.jline.terminal.Attributes.LocalFlag;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.terminal.TerminalBuilder;
import org.jline.terminal.impl.ExternalTerminal;
import org.jline.utils.NonBlocking;
import org.jline.utils.NonBlockingInputStream;

/**
 * A terminal whose keys are read one by one and that is as before once this is closed, also when the process is told to end.
 * For one thread; {@link #close} may come from any.
 */
public final class Tty implements AutoCloseable {
    /** Who types on while something appears does not answer it: so long nothing may come before a key counts. */
    public static final Duration QUIET = Duration.ofMillis(250);

    /** So many times what was typed and is not taken in is waited for. */
    private static final int LATEST = 40;

    /** The terminal that the process belongs to, whatever its streams are. */
    private static final Path CONTROLLING = Path.of("/dev/tty");

    private static final String TELL_PASTES = "\033[?2004h";
    private static final String TELL_NO_PASTES = "\033[?2004l";
    private static final String SHOW_CURSOR = "\033[?25h";
    private static final String HIDE_CURSOR = "\033[?25l";

    /** The second screen, and the mouse with coordinates as numbers. */
    private static final String TAKE_SCREEN = "\033[?1049h\033[?1000h\033[?1006h";

    private static final String LEAVE_SCREEN = "\033[?1006l\033[?1000l\033[?1049l";

    /** Where what is shown goes. */
    public enum Output {
        /** Standard output. */
        STANDARD,
        /** Standard error, so that standard output stays for results. */
        ERROR
    }

    /** The way to write that is left when the process ends. */
    private interface LastWords {
        void write(String text) throws IOException;
    }

    private final Terminal terminal;

    /** Whether it is that of this process, which can be stopped in it and start others there. */
    private final boolean ofProcess;

    private final LastWords lastWords;
    private final Attributes before;
    private final Input input;
    private final KeyDecoder decoder;
    private final AtomicBoolean resized = new AtomicBoolean();
    private final AtomicBoolean closed = new AtomicBoolean();

    /** Nothing is shown any more once this is: a thread that goes on while the process ends would hide the cursor again. */
    private final AtomicBoolean restored = new AtomicBoolean();

    private final AtomicBoolean whole = new AtomicBoolean();
    private final Thread restoring = new Thread(() -> restore("\r\n"));

    private Tty(Terminal terminal, boolean ofProcess, InputStream typed, LastWords lastWords) {
        this.terminal = terminal;
        this.ofProcess = ofProcess;
        this.lastWords = lastWords;
        this.before = terminal.getAttributes();
        NonBlockingInputStream keys = NonBlocking.nonBlocking("keys", terminal.input());
        this.input = new Input(keys, ofProcess ? typed : keys, typed);
        this.decoder = new KeyDecoder(input);
        terminal.handle(Signal.WINCH, signal -> resized.set(true));
        Runtime.getRuntime().addShutdownHook(restoring);
        raw();
    }

    /** The terminal this program runs in, or empty when it has none that can be controlled. */
    public static Optional<Tty> open(Output output) {
        try {
            Terminal terminal = TerminalBuilder.builder()
                    .system(true)
                    .dumb(true)
                    .encoding(StandardCharsets.UTF_8)
                    .systemOutput(
                            output == Output.ERROR
                                    ? TerminalBuilder.SystemOutput.SysErrOrSysOut
                                    : TerminalBuilder.SystemOutput.SysOutOrSysErr)
                    .build();
            if (terminal.getType().startsWith(Terminal.TYPE_DUMB)) {
                terminal.close();
                return Optional.empty();
            }
            // The library may have closed its own way to the terminal by then.
            return Optional.of(new Tty(
                    terminal,
                    true,
                    new FileInputStream(FileDescriptor.in),
                    text -> Files.writeString(CONTROLLING, text)));
        } catch (IOException | IllegalStateException e) {
            return Optional.empty();
        }
    }

    /**
     * A terminal at the far end of streams, such as that of a connection: what is typed there comes in by {@code keys}, what is
     * shown goes out by {@code screen}. It has the size it is given until {@link #resize}; the streams are the caller's to close.
     * Nothing is suspended in it, and no other program started.
     *
     * @param type as {@code TERM} names it
     */
    public static Tty over(InputStream keys, OutputStream screen, String type, int columns, int rows) {
        try {
            // The terminal's thread takes keys in by itself, and hands them on a little later.
            var typed = new HandedOn(keys);
            var terminal = new ExternalTerminal("stream", type, typed, leftOpen(screen), StandardCharsets.UTF_8);
            terminal.setSize(Size.of(columns, rows));
            return new Tty(terminal, false, typed, text -> {
                screen.write(text.getBytes(StandardCharsets.UTF_8));
                screen.flush();
            });
        } catch (IOException e) {
            throw new GateException("a terminal cannot be made over these streams: " + e.getMessage(), e);
        }
    }

    private static OutputStream leftOpen(OutputStream out) {
        return new FilterOutputStream(out) {
            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                out.write(bytes, from, length);
            }

            @Override
            public void close() throws IOException {
                flush();
            }
        };
    }

    /** Says that the terminal has another size now, where it cannot be asked for it; may come from any thread. */
    public void resize(int columns, int rows) {
        terminal.setSize(Size.of(columns, rows));
        resized.set(true);
    }

    private void raw() {
        terminal.enterRawMode();
        Attributes raw = terminal.getAttributes();
        // Ctrl-C and Ctrl-Z are keys like others, in their place among them.
        raw.setLocalFlag(LocalFlag.ISIG, false);
        terminal.setAttributes(raw);
        print(TELL_PASTES);
    }

    /** The next key, or empty when none comes within {@code wait}. */
    public Optional<Key> read(Duration wait) {
        if (resized.getAndSet(false)) {
            return Optional.of(Key.Named.RESIZED);
        }
        if (closed.get()) {
            return Optional.of(Key.Named.CLOSED);
        }
        try {
            int next = input.read(wait.toMillis());
            Optional<Key> key = next == KeyDecoder.EXPIRED ? Optional.empty() : Optional.of(decoder.key(next));
            if (key.filter(Tty::mustCount).isPresent()) {
                return key;
            }
            // A key that comes with another size was pressed before anybody could see what is shown in it.
            return resized.getAndSet(false) ? Optional.of(Key.Named.RESIZED) : key;
        } catch (IOException | IllegalStateException e) {
            return Optional.of(Key.Named.CLOSED);
        }
    }

    /**
     * Throws away what is typed until nothing comes for {@code quiet}: somebody who types on while a question appears does
     * not answer it.
     *
     * @return what may not be thrown away: that they interrupt, that the terminal is gone or has another size
     */
    public Optional<Key> settle(Duration quiet) {
        boolean changed = false;
        int late = 0;
        while (true) {
            Optional<Key> key = read(quiet);
            if (key.isEmpty()) {
                // On a busy machine what was typed long ago may not have been taken in yet.
                if (input.isMoreThere() && late++ < LATEST) {
                    continue;
                }
                // Or it was handed on after the wait was over, and before that look.
                key = read(Duration.ZERO);
            }
            if (key.isEmpty()) {
                return changed ? Optional.of(Key.Named.RESIZED) : Optional.empty();
            }
            if (key.filter(Tty::mustCount).isPresent()) {
                return key;
            }
            changed = changed || key.filter(Key.Named.RESIZED::equals).isPresent();
        }
    }

    /** Whether {@code key} may not be thrown away, whenever it comes. */
    private static boolean mustCount(Key key) {
        return key == Key.Named.INTERRUPT || key == Key.Named.CLOSED;
    }

    /** Shows {@code text} where the cursor is. */
    public void print(String text) {
        if (restored.get()) {
            return;
        }
        try {
            terminal.writer().print(text);
            terminal.flush();
        } catch (IllegalStateException e) {
            closed.set(true);
        }
    }

    /** Takes the whole screen, with the mouse and without a cursor; {@link #close} brings back what was there. */
    public void takeScreen() {
        whole.set(true);
        print(TAKE_SCREEN + HIDE_CURSOR);
    }

    /** Shows no cursor until {@link #showCursor}. */
    public void hideCursor() {
        print(HIDE_CURSOR);
    }

    /** Shows the cursor again. */
    public void showCursor() {
        print(SHOW_CURSOR);
    }

    /** How wide the terminal is; 80 where it does not say. */
    public int columns() {
        return size(Size::getColumns, 80);
    }

    /** How many lines it has; 24 where it does not say. */
    public int rows() {
        return size(Size::getRows, 24);
    }

    private int size(ToIntFunction<Size> which, int otherwise) {
        try {
            int size = which.applyAsInt(terminal.getSize());
            return size > 0 ? size : otherwise;
        } catch (IllegalStateException e) {
            closed.set(true);
            return otherwise;
        }
    }

    /** Stops the process as Ctrl-Z does, with the terminal as it was; comes back when the process is continued. */
    public void suspend() {
        if (!ofProcess) {
            return;
        }
        try {
            // The whole job, as the terminal itself would have done it.
            outside(() ->
                    new ProcessBuilder("kill", "-TSTP", "0").inheritIO().start().waitFor());
        } catch (IOException e) {
            // There is no such thing as suspending here.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Something that uses the terminal itself. */
    public interface Program<T> {
        T run() throws IOException, InterruptedException;
    }

    /** Lets {@code program} have the terminal as it was. */
    public <T> T outside(Program<T> program) throws IOException, InterruptedException {
        if (!ofProcess) {
            throw new IOException("no other program can be started in this terminal");
        }
        print(leaving());
        terminal.setAttributes(before);
        try {
            return Interrupts.leftTo(program);
        } finally {
            raw();
            if (whole.get()) {
                takeScreen();
            }
        }
    }

    private String leaving() {
        return TELL_NO_PASTES + SHOW_CURSOR + (whole.get() ? LEAVE_SCREEN : "");
    }

    private void restore(String more) {
        closed.set(true);
        // The library may have closed its way to the terminal before: what was changed in it stays to be undone.
        if (restored.compareAndSet(false, true)) {
            try {
                lastWords.write(leaving() + (whole.get() ? "" : more));
                terminal.setAttributes(before);
            } catch (IOException | IllegalStateException e) {
                // There is no terminal any more that could be restored, or it is restored already.
                return;
            }
        }
    }

    @Override
    public void close() {
        restore("");
        try {
            Runtime.getRuntime().removeShutdownHook(restoring);
        } catch (IllegalStateException e) {
            // The process is ending, and the hook does the same.
            return;
        }
        try {
            terminal.close();
        } catch (IOException e) {
            throw new GateException("the terminal cannot be restored: " + e.getMessage(), e);
        }
    }
}
