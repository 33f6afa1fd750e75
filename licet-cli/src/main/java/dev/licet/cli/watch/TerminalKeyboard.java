package dev.licet.cli.watch;

import dev.licet.terminal.tty.Key;
import dev.licet.terminal.tty.Tty;
import java.time.Duration;
import java.util.Optional;

/** Keys of the terminal, read one by one; the terminal is as before once this is closed. */
final class TerminalKeyboard implements Keyboard {
    private static final Duration AT_ONCE = Duration.ofMillis(1);

    private final Tty tty;

    /** What was not thrown away: that the person leaves, or the terminal is gone. */
    private Optional<Key> kept = Optional.empty();

    TerminalKeyboard(Tty tty) {
        this.tty = tty;
    }

    @Override
    public Optional<WatchInput> poll(Duration wait) {
        if (kept.isPresent()) {
            Key before = kept.get();
            kept = Optional.empty();
            return Optional.of(input(before));
        }
        return tty.read(wait).map(this::input);
    }

    private WatchInput input(Key key) {
        return switch (key) {
            case Key.Typed typed -> new WatchInput.Key(typed.text().codePointAt(0));
            // What was pasted answers nothing.
            case Key.Pasted pasted -> new WatchInput.Key(0);
            case Key.Clicked clicked -> new WatchInput.Key(0);
            case Key.Scrolled scrolled -> new WatchInput.Key(0);
            case Key.Named named ->
                switch (named) {
                    case ENTER -> new WatchInput.Key(WatchInput.Key.ENTER);
                    case ERASE -> new WatchInput.Key(WatchInput.Key.ERASE);
                    case ESCAPE -> new WatchInput.Key(WatchInput.Key.ESCAPE);
                    case INTERRUPT -> new WatchInput.Interrupt();
                    case CLOSED -> new WatchInput.End();
                    case SUSPEND -> {
                        tty.suspend();
                        settle(Tty.QUIET);
                        yield new WatchInput.Key(0);
                    }
                    default -> new WatchInput.Key(0);
                };
        };
    }

    @Override
    public boolean givesKeys() {
        return true;
    }

    @Override
    public void discard() {
        settle(AT_ONCE);
    }

    private void settle(Duration quiet) {
        Optional<Key> key = tty.settle(quiet);
        kept = key.filter(one -> one == Key.Named.INTERRUPT || one == Key.Named.CLOSED);
    }

    @Override
    public void close() {
        tty.close();
    }
}
