package dev.licet.cli.inbox;

import dev.licet.terminal.box.WrappedText;
import dev.licet.terminal.tty.Columns;
import java.util.function.UnaryOperator;

/** A line of exactly some width, put together from the left. */
final class LineBuilder {
    private final int width;
    private final StringBuilder painted = new StringBuilder();
    private int used;

    LineBuilder(int width) {
        this.width = width;
    }

    /** Adds {@code text}, as far as there is room. */
    LineBuilder add(String text, UnaryOperator<String> colour) {
        String fitting = Columns.cut(text, width - used);
        used += Columns.of(fitting);
        painted.append(colour.apply(fitting));
        return this;
    }

    LineBuilder add(String text) {
        return add(text, UnaryOperator.identity());
    }

    /** Adds {@code line}, which is no wider than what is left. */
    LineBuilder add(WrappedText.Line line) {
        used += Columns.of(line.text());
        painted.append(line.painted());
        return this;
    }

    /** How much room is left. */
    int left() {
        return width - used;
    }

    /** How much is used. */
    int used() {
        return used;
    }

    /** Blanks up to the column {@code column}. */
    LineBuilder fill(int column) {
        int blanks = Math.max(0, Math.min(column, width) - used);
        used += blanks;
        painted.append(" ".repeat(blanks));
        return this;
    }

    /** The whole line. */
    String line() {
        fill(width);
        return painted.toString();
    }
}
