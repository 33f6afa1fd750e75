package dev.licet.cli.watch;

import dev.licet.gate.GateException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.NonBlockingReader;

/** Keys of the terminal, read one by one; the terminal is as before once this is closed. */
final class TerminalKeyboard implements Keyboard {
    private static final long SEQUENCE_MILLIS = 30;

    private final Terminal terminal;
    private final Attributes before;
    private final NonBlockingReader reader;
    private volatile boolean interrupted;

    private TerminalKeyboard(Terminal terminal) {
        this.terminal = terminal;
        this.before = terminal.enterRawMode();
        this.reader = terminal.reader();
        terminal.handle(Signal.INT, signal -> interrupted = true);
    }

    /** The terminal this program runs in, or empty when it has none that can be controlled. */
    static Optional<Keyboard> open() {
        try {
            Terminal terminal =
                    TerminalBuilder.builder().system(true).dumb(true).build();
            if (terminal.getType().startsWith(Terminal.TYPE_DUMB)) {
                terminal.close();
                return Optional.empty();
            }
            return Optional.of(new TerminalKeyboard(terminal));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    @Override
    public Optional<Input> poll(Duration wait) throws InterruptedException {
        if (interrupted) {
            return Optional.of(new Input.Interrupt());
        }
        try {
            int c = reader.read(Math.max(1, wait.toMillis()));
            if (c == NonBlockingReader.READ_EXPIRED) {
                return Optional.empty();
            }
            return Optional.of(c == NonBlockingReader.EOF ? new Input.End() : key(c));
        } catch (IOException e) {
            return Optional.of(new Input.End());
        }
    }

    private Input key(int c) throws IOException {
        if (c == Input.Key.ESCAPE && reader.peek(SEQUENCE_MILLIS) > 0) {
            // An arrow or function key: nothing here listens to those.
            while (reader.peek(1) > 0) {
                reader.read();
            }
            return new Input.Key(0);
        }
        if (Character.isHighSurrogate((char) c)) {
            return new Input.Key(Character.toCodePoint((char) c, (char) reader.read()));
        }
        return switch (c) {
            case '\n' -> new Input.Key(Input.Key.ENTER);
            case '\b' -> new Input.Key(Input.Key.ERASE);
            case 3 -> new Input.Interrupt();
            default -> new Input.Key(c);
        };
    }

    @Override
    public boolean givesKeys() {
        return true;
    }

    @Override
    public void discard() {
        try {
            while (reader.peek(1) > 0) {
                reader.read();
            }
        } catch (IOException e) {
            throw new GateException("the terminal cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        terminal.setAttributes(before);
        try {
            terminal.close();
        } catch (IOException e) {
            throw new GateException("the terminal cannot be restored: " + e.getMessage(), e);
        }
    }
}
