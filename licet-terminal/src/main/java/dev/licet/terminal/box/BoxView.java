package dev.licet.terminal.box;

import dev.licet.terminal.tty.Columns;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The box as lines for a terminal of some size: 90 % of its width, but 24 to 60 columns. What does not fit its height is
 * counted; whoever draws the box shows it elsewhere.
 */
final class BoxView {
    /** On a narrower terminal there is no box. */
    static final int NARROWEST = 20;

    private static final int MIN_WIDTH = 24;
    private static final int MAX_WIDTH = 60;
    private static final int MIN_REASON = 10;

    /** One line for the keys, two for what would run and how much more there is of it. */
    private static final int HINT_AND_BODY = 3;

    /** The lines above, between and below what it says. */
    private static final int FRAME = 3;

    /** With room for less than this of what would run, options take one line each. */
    private static final int MIN_BODY = 3;

    private final Question question;
    private final Look look;
    private final Paint paint;
    private final int columns;
    private final Instant now;

    /** How the box looks, and what room there is for it. */
    record Look(Keys keys, Paint paint, int columns, int rows) {}

    BoxView(Question question, Look look, Instant now) {
        this.question = question;
        this.look = look;
        this.paint = look.paint();
        this.columns = look.columns();
        this.now = now;
    }

    private int width() {
        return Math.min(Math.clamp(columns * 9L / 10, MIN_WIDTH, MAX_WIDTH), columns - 1);
    }

    private int inner() {
        return width() - 4;
    }

    /** How long a reason may get. */
    int reasonRoom() {
        return look.keys() == Keys.SEED ? Math.max(MIN_REASON, inner() - 2) : 500;
    }

    /** Whether everything that would run stands in the box. */
    boolean showsAll(Selection selection) {
        return !isShort(selection) && body().size() <= roomForBody(selection);
    }

    /** Everything that is asked, without a box around it. */
    List<String> everything(Selection selection) {
        var lines = new ArrayList<>(text(columns - 1));
        if (isShort(selection)) {
            passage(columns - 1).options(question.options(), selection).forEach(option -> lines.add(option.line()));
        }
        return lines.stream().map(WrappedText.Line::painted).toList();
    }

    /** Whether there is room for a box at all. */
    boolean fits() {
        return columns >= NARROWEST && look.rows() > question.options().size() + around() + HINT_AND_BODY;
    }

    List<String> lines(Selection selection) {
        if (!fits()) {
            return List.of(Columns.head("too small for the question; Ctrl+C denies", Math.max(1, columns - 1)));
        }
        var lines = new ArrayList<String>();
        lines.add(rule("┌", "┐"));
        if (!question.warning().isEmpty()) {
            lines.addAll(framed(
                    List.of(Columns.centre(Columns.cut(question.warning(), inner()), inner())), paint::warning));
            lines.add(rule("├", "┤"));
        }
        List<WrappedText.Line> body = body();
        int room = roomForBody(selection);
        if (body.size() <= room) {
            lines.addAll(framed(body));
        } else {
            int shown = Math.max(1, room - 1);
            lines.addAll(framed(body.subList(0, shown)));
            lines.addAll(framed(List.of("… " + (body.size() - shown) + " more lines, above the box"), paint::emphasis));
        }
        lines.add(rule("├", "┤"));
        lines.addAll(options(selection));
        lines.add(rule("└", "┘"));
        lines.addAll(hint(selection));
        return lines;
    }

    private List<WrappedText.Line> body() {
        return text(inner());
    }

    private List<WrappedText.Line> text(int width) {
        WrappedText passage = passage(width);
        var lines = new ArrayList<>(passage.essentials(question));
        lines.addAll(passage.notes(question, now));
        return lines;
    }

    private WrappedText passage(int width) {
        return new WrappedText(width, paint, look.keys());
    }

    private int roomForBody(Selection selection) {
        int others = around() + options(selection).size() + hint(selection).size();
        return Math.max(1, look.rows() - 1 - others);
    }

    /** Whether the terminal is so low that every option has one line, and all of them are shown elsewhere. */
    private boolean isShort(Selection selection) {
        int options = passage(inner()).options(question.options(), selection).size();
        int hint = Columns.wrap(Hints.of(selection), columns - 1).size();
        return options + hint + around() + MIN_BODY >= look.rows();
    }

    private int around() {
        return FRAME + (question.warning().isEmpty() ? 0 : 2);
    }

    private List<String> options(Selection selection) {
        List<WrappedText.OptionLine> all = passage(inner()).options(question.options(), selection);
        if (!isShort(selection)) {
            return framed(all.stream().map(WrappedText.OptionLine::line).toList());
        }
        var first = new ArrayList<WrappedText.Line>();
        for (int i = 0; i < all.size(); i++) {
            boolean begins = i == 0 || all.get(i).option() != all.get(i - 1).option();
            boolean goesOn =
                    i + 1 < all.size() && all.get(i).option() == all.get(i + 1).option();
            WrappedText.Line line = all.get(i).line();
            if (begins) {
                first.add(goesOn ? new WrappedText.Line(Columns.head(line.text(), inner() - 1) + "…") : line);
            }
        }
        return framed(first);
    }

    private List<String> hint(Selection selection) {
        if (isShort(selection)) {
            return List.of(paint.soft(Columns.cut(Hints.of(selection), columns - 1)));
        }
        return Columns.wrap(Hints.of(selection), columns - 1).stream()
                .map(String::stripTrailing)
                .map(paint::soft)
                .toList();
    }

    private String rule(String left, String right) {
        return border(left + "─".repeat(width() - 2) + right);
    }

    private String border(String text) {
        return question.warning().isEmpty() ? paint.border(text) : paint.warning(text);
    }

    private List<String> framed(List<String> texts, UnaryOperator<String> colour) {
        return texts.stream()
                .map(text -> border("│") + " " + colour.apply(Columns.pad(text.stripTrailing(), inner())) + " "
                        + border("│"))
                .toList();
    }

    private List<String> framed(List<WrappedText.Line> lines) {
        return lines.stream()
                .map(line -> border("│") + " " + line.painted()
                        + " ".repeat(Math.max(0, inner() - Columns.of(line.text()))) + " " + border("│"))
                .toList();
    }
}
