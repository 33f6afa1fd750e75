package dev.licet.terminal.tty;

import java.util.List;

/** Everything that a terminal shows, drawn anew only where it has changed. For one thread. */
public final class Screen {
    /** The terminal shows nothing of what is between these before all of it is there, if it knows them. */
    private static final String BEGIN = "\033[?2026h";

    private static final String END = "\033[?2026l";

    private final Tty tty;
    private List<String> drawn = List.of();

    /** The screen of {@code tty}, which has taken it. */
    public Screen(Tty tty) {
        this.tty = tty;
    }

    /** Shows {@code lines} from the top, each no wider than the terminal. */
    public void show(List<String> lines) {
        var text = new StringBuilder(drawn.isEmpty() ? "\033[2J" : "");
        for (int i = 0; i < lines.size(); i++) {
            if (i >= drawn.size() || !lines.get(i).equals(drawn.get(i))) {
                text.append("\033[")
                        .append(i + 1)
                        .append(";1H")
                        .append("\033[2K")
                        .append(lines.get(i));
            }
        }
        for (int i = lines.size(); i < drawn.size(); i++) {
            text.append("\033[").append(i + 1).append(";1H").append("\033[2K");
        }
        drawn = List.copyOf(lines);
        if (text.length() > 0) {
            tty.print(BEGIN + text + END);
        }
    }

    /** Everything is to be drawn anew: somebody else has used the terminal, or it has another size. */
    public void forget() {
        drawn = List.of();
    }
}
