package dev.licet.terminal.tty;

import dev.licet.gate.GateException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jline.keymap.BindingReader;
import org.jline.keymap.KeyMap;
import org.jline.terminal.Attributes;
import org.jline.terminal.Attributes.LocalFlag;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.NonBlockingReader;

/**
 * A terminal whose keys are read one by one and that is as before once this is closed, also when the process is told to end.
 * For one thread; {@link #close} may come from any.
 */
public final class Tty implements AutoCloseable {
    private static final long SEQUENCE_MILLIS = 50;

    /** How soon a change of the size is noticed. */
    private static final Duration LOOK_EVERY = Duration.ofMillis(50);

    private static final String PASTE_BEGINS = "\033[200~";
    private static final String PASTE_ENDS = "\033[201~";
    private static final String TELL_PASTES = "\033[?2004h";
    private static final String TELL_NO_PASTES = "\033[?2004l";
    private static final String SHOW_CURSOR = "\033[?25h";

    /** Where what is shown goes. */
    public enum Output {
        /** Standard output. */
        STANDARD,
        /** Standard error, so that standard output stays for results. */
        ERROR
    }

    private final Terminal terminal;
    private final Attributes before;
    private final BindingReader reader;
    private final KeyMap<Key> keys = new KeyMap<>();
    private final AtomicBoolean resized = new AtomicBoolean();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Thread restoring = new Thread(this::restore);

    private Tty(Terminal terminal) {
        this.terminal = terminal;
        this.before = terminal.getAttributes();
        this.reader = new BindingReader(terminal.reader());
        terminal.handle(Signal.WINCH, signal -> resized.set(true));
        Runtime.getRuntime().addShutdownHook(restoring);
        bindKeys();
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
            return Optional.of(new Tty(terminal));
        } catch (IOException | IllegalStateException e) {
            return Optional.empty();
        }
    }

    private void bindKeys() {
        keys.setAmbiguousTimeout(SEQUENCE_MILLIS);
        bind(Key.Named.UP, Capability.key_up, "\033[A", "\033OA");
        bind(Key.Named.DOWN, Capability.key_down, "\033[B", "\033OB");
        bind(Key.Named.RIGHT, Capability.key_right, "\033[C", "\033OC");
        bind(Key.Named.LEFT, Capability.key_left, "\033[D", "\033OD");
        bind(Key.Named.HOME, Capability.key_home, "\033[H", "\033[1~");
        bind(Key.Named.END, Capability.key_end, "\033[F", "\033[4~");
        bind(Key.Named.PAGE_UP, Capability.key_ppage, "\033[5~");
        bind(Key.Named.PAGE_DOWN, Capability.key_npage, "\033[6~");
        bind(Key.Named.BACK_TAB, Capability.key_btab, "\033[Z");
        keys.bind(Key.Named.TAB, "\t");
        keys.bind(Key.Named.ENTER, "\r", "\n");
        keys.bind(Key.Named.ERASE, "\177", "\b");
        keys.bind(Key.Named.INTERRUPT, "\003");
        keys.bind(Key.Named.SUSPEND, "\032");
        keys.bind(Key.Named.ESCAPE, "\033");
        keys.bind(new Key.Pasted(""), PASTE_BEGINS);
        for (char c = ' '; c < 0x7f; c++) {
            keys.bind(new Key.Typed(String.valueOf(c)), String.valueOf(c));
        }
        keys.setUnicode(new Key.Typed(""));
        keys.setNomatch(Key.Named.OTHER);
    }

    private void bind(Key key, Capability capability, String... usual) {
        String own = KeyMap.key(terminal, capability);
        if (own != null) {
            keys.bind(key, own);
        }
        keys.bind(key, usual);
    }

    private void raw() {
        terminal.enterRawMode();
        Attributes raw = terminal.getAttributes();
        // Ctrl-C and Ctrl-Z are keys like others, in their place among them.
        raw.setLocalFlag(LocalFlag.ISIG, false);
        terminal.setAttributes(raw);
        print(TELL_PASTES);
    }

    /** The next key; waits for it. */
    public Key read() {
        while (true) {
            Optional<Key> key = read(LOOK_EVERY);
            if (key.isPresent()) {
                return key.get();
            }
        }
    }

    /** The next key, or empty when none comes within {@code wait}. */
    public Optional<Key> read(Duration wait) {
        if (resized.getAndSet(false)) {
            return Optional.of(Key.Named.RESIZED);
        }
        if (closed.get()) {
            return Optional.of(Key.Named.CLOSED);
        }
        int next = reader.peekCharacter(Math.max(1, wait.toMillis()));
        if (next == NonBlockingReader.READ_EXPIRED) {
            return resized.getAndSet(false) ? Optional.of(Key.Named.RESIZED) : Optional.empty();
        }
        if (next == NonBlockingReader.EOF) {
            return Optional.of(Key.Named.CLOSED);
        }
        return Optional.of(key());
    }

    private Key key() {
        Key key = reader.readBinding(keys);
        if (key == null) {
            return Key.Named.CLOSED;
        }
        if (key instanceof Key.Pasted) {
            String text = reader.readStringUntil(PASTE_ENDS);
            return text == null ? Key.Named.CLOSED : new Key.Pasted(text);
        }
        if (key instanceof Key.Typed typed && typed.text().isEmpty()) {
            String text = reader.getLastBinding();
            return text.codePoints().anyMatch(Character::isISOControl) ? Key.Named.OTHER : new Key.Typed(text);
        }
        return key;
    }

    /**
     * Throws away what is typed until nothing comes for {@code quiet}: somebody who types on while a question appears does
     * not answer it.
     *
     * @return what may not be thrown away: that they interrupt, or that the terminal is gone
     */
    public Optional<Key> settle(Duration quiet) {
        Optional<Key> key = read(quiet);
        while (key.isPresent()) {
            if (key.get() == Key.Named.INTERRUPT || key.get() == Key.Named.CLOSED || key.get() == Key.Named.RESIZED) {
                return key;
            }
            key = read(quiet);
        }
        return Optional.empty();
    }

    /** Shows {@code text} where the cursor is. */
    public void print(String text) {
        terminal.writer().print(text);
        terminal.flush();
    }

    /** How wide the terminal is; 80 where it does not say. */
    public int columns() {
        return terminal.getSize().getColumns() > 0 ? terminal.getSize().getColumns() : 80;
    }

    /** How many lines it has; 24 where it does not say. */
    public int rows() {
        return terminal.getSize().getRows() > 0 ? terminal.getSize().getRows() : 24;
    }

    /** Stops the process as Ctrl-Z does, with the terminal as it was; comes back when the process is continued. */
    public void suspend() {
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
        print(TELL_NO_PASTES + SHOW_CURSOR);
        terminal.setAttributes(before);
        try {
            return program.run();
        } finally {
            raw();
        }
    }

    private void restore() {
        if (closed.compareAndSet(false, true)) {
            print(TELL_NO_PASTES + SHOW_CURSOR);
            terminal.setAttributes(before);
        }
    }

    @Override
    public void close() {
        restore();
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
