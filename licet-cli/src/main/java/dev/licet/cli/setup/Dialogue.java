package dev.licet.cli.setup;

import dev.licet.cli.console.Streams;
import dev.licet.gate.data.GateException;
import dev.licet.terminal.tty.Key;
import dev.licet.terminal.tty.Tty;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** Questions that one key answers. */
public final class Dialogue {
    private static final Duration LOOK = Duration.ofMinutes(1);

    private final Streams streams;
    private final boolean standard;

    private Dialogue(Streams streams, boolean standard) {
        this.streams = streams;
        this.standard = standard;
    }

    /** Questions in the terminal. */
    public static Dialogue inTerminal(Streams streams) {
        return new Dialogue(streams, false);
    }

    /** Takes the proposed answer to everything. */
    public static Dialogue standard(Streams streams) {
        return new Dialogue(streams, true);
    }

    /**
     * Which of {@code keys} the person pressed; Enter stands for the first.
     *
     * @throws GateException when the person leaves, or there is no terminal to ask in
     */
    public char ask(String question, String keys) {
        if (standard) {
            return keys.charAt(0);
        }
        streams.out().print(question + " ");
        streams.out().flush();
        try (Tty tty = streams.terminals()
                .open(Tty.Output.STANDARD)
                .orElseThrow(() -> new GateException("there is no terminal to ask in: `licet setup --yes` takes the"
                        + " proposed answers, `licet setup --dry-run` shows them"))) {
            // What was typed before the question answers nothing.
            tty.settle(Tty.QUIET);
            char answer = read(tty, keys);
            tty.print(answer + "\r\n");
            return answer;
        }
    }

    private static char read(Tty tty, String keys) {
        while (true) {
            Optional<Key> key = tty.read(LOOK);
            if (key.isPresent()) {
                boolean leaves = key.get() == Key.Named.INTERRUPT
                        || key.get() == Key.Named.CLOSED
                        || key.get() == Key.Named.ESCAPE;
                if (leaves) {
                    tty.print("\r\n");
                    throw new GateException("left; nothing was changed");
                }
                if (key.get() == Key.Named.ENTER) {
                    return keys.charAt(0);
                }
                if (key.get() instanceof Key.Typed typed) {
                    String letter = typed.text().toLowerCase(Locale.ROOT);
                    if (letter.length() == 1 && keys.contains(letter)) {
                        return letter.charAt(0);
                    }
                }
            }
        }
    }
}
