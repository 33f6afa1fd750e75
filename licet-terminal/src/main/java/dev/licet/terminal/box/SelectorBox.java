package dev.licet.terminal.box;

import dev.licet.terminal.tty.Columns;
import dev.licet.terminal.tty.Key;
import dev.licet.terminal.tty.Tty;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Asks a person about one call in a box at the cursor, and leaves nothing of it behind but what the terminal scrolled away
 * when it became smaller. Keys that were typed before the box was there, or right after, answer nothing. For one
 * thread.
 */
public final class SelectorBox implements Prompter {
    /** How soon an answer that was given elsewhere is noticed. */
    private static final Duration LOOK_EVERY = Duration.ofMillis(100);

    /** How long a terminal has to keep its size before the box is drawn for it. */
    private static final Duration STILL = Duration.ofMillis(150);

    private static final String CLEAR_BELOW = "\033[J";
    private static final String CLEAR_LINE = "\033[K";

    /**
     * Around what is written over a box: a terminal that became narrower, and has not told so yet, neither breaks a line nor
     * leaves the cursor elsewhere.
     */
    private static final String HOLD = "\0337\033[?7l";

    private static final String LET_GO = "\033[?7h\0338";

    private final Tty tty;
    private final Paint paint;
    private final Keys keys;
    private final InstantSource clock;

    /** The lines that are on the screen; the cursor stands behind the last. */
    private List<String> drawn = List.of();

    private int drawnColumns;

    /** In which second of the clock. */
    private long drawnAt;

    /** Whether what does not fit stands above the box. */
    private boolean shownAbove;

    /** A box on {@code tty} that goes by the system's clock. */
    public SelectorBox(Tty tty, Paint paint, Keys keys) {
        this(tty, paint, keys, InstantSource.system());
    }

    public SelectorBox(Tty tty, Paint paint, Keys keys, InstantSource clock) {
        this.tty = tty;
        this.paint = paint;
        this.keys = keys;
        this.clock = clock;
    }

    /** Whether the terminal has room for a box. */
    public static boolean fits(Tty tty) {
        return tty.columns() >= BoxView.NARROWEST;
    }

    @Override
    public Chosen ask(Question question, BooleanSupplier isOpen) {
        Selection selection =
                Selection.begin(keys, question.options().size(), view(question).reasonRoom());
        tty.hideCursor();
        try {
            shownAbove = false;
            draw(question, selection);
            Optional<Key> next = tty.settle(Tty.QUIET);
            while (true) {
                if (next.isEmpty()) {
                    next = tty.read(LOOK_EVERY);
                }
                if (next.isEmpty()) {
                    if (!isOpen.getAsBoolean()) {
                        return new Chosen.Elsewhere();
                    }
                    // Nothing but the time goes on by itself, and that by the second.
                    if (clock.instant().getEpochSecond() != drawnAt) {
                        draw(question, selection);
                    }
                    continue;
                }
                Key key = next.get();
                next = Optional.empty();
                boolean small = !view(question).fits() && key != Key.Named.INTERRUPT && key != Key.Named.CLOSED;
                if (key == Key.Named.RESIZED) {
                    // Somebody drags a corner: what is drawn on the way would be broken anew by the next size.
                    // What is typed meanwhile, or while the box comes back, is no answer.
                    next = tty.settle(STILL).filter(late -> late != Key.Named.RESIZED);
                    clear();
                    draw(question, selection);
                    next = next.or(() -> tty.settle(Tty.QUIET));
                    continue;
                } else if (key == Key.Named.SUSPEND) {
                    clear();
                    tty.suspend();
                    tty.hideCursor();
                    draw(question, selection);
                    // Who brings the job back types Enter, perhaps twice.
                    next = tty.settle(Tty.QUIET);
                    continue;
                } else if (!small) {
                    Selection.Step step = selection.press(key);
                    selection = step.next();
                    if (step.chosen().isPresent()) {
                        return step.chosen().get();
                    }
                }
                draw(question, selection);
            }
        } finally {
            clear();
            tty.showCursor();
        }
    }

    private BoxView view(Question question) {
        return view(question, tty.columns());
    }

    private BoxView view(Question question, int columns) {
        return new BoxView(question, new BoxView.Look(keys, paint, columns, tty.rows()), clock.instant());
    }

    /** Shows {@code lines} above where the box will be; they stay. */
    private void show(List<String> lines) {
        tty.print(String.join("\r\n", lines) + "\r\n");
    }

    private void draw(Question question, Selection selection) {
        int columns = tty.columns();
        BoxView view = view(question, columns);
        if (!shownAbove && view.fits() && !view.showsAll(selection)) {
            clear();
            show(view.everything(selection));
            shownAbove = true;
        }
        List<String> lines = view.lines(selection);
        if (lines.size() != drawn.size() || columns != drawnColumns) {
            clear();
            tty.print(String.join("\r\n", lines));
        } else {
            redraw(lines);
        }
        drawn = lines;
        drawnAt = clock.instant().getEpochSecond();
        drawnColumns = columns;
    }

    /** Writes the lines that have changed. */
    private void redraw(List<String> lines) {
        var text = new StringBuilder();
        int at = lines.size() - 1;
        for (int i = 0; i < lines.size(); i++) {
            if (!lines.get(i).equals(drawn.get(i))) {
                text.append(move(i - at)).append('\r').append(lines.get(i)).append(CLEAR_LINE);
                at = i;
            }
        }
        if (text.length() > 0) {
            tty.print(HOLD + text + LET_GO);
        }
    }

    private static String move(int lines) {
        if (lines == 0) {
            return "";
        }
        return lines > 0 ? "\033[" + lines + "B" : "\033[" + -lines + "A";
    }

    /** Takes the box away; on a terminal that has become narrower its lines take more room than they did. */
    private void clear() {
        if (drawn.isEmpty()) {
            return;
        }
        int columns = Math.max(1, tty.columns());
        int height = drawn.size();
        if (columns < drawnColumns) {
            height = drawn.stream()
                    .mapToInt(line -> Math.max(1, (Columns.of(plain(line)) + columns - 1) / columns))
                    .sum();
        }
        tty.print("\r" + move(1 - height) + CLEAR_BELOW);
        drawn = List.of();
    }

    private static String plain(String line) {
        return line.replaceAll("\033\\[[0-9;]*m", "");
    }
}
