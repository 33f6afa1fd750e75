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

    /** How much of what would run stands in the box at least. */
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
        return body().size() <= roomForBody(selection);
    }

    /** Everything that would run, without a box around it. */
    List<String> everything() {
        return text(columns - 1).stream().map(Passage.Line::painted).toList();
    }

    List<String> lines(Selection selection) {
        if (columns < NARROWEST) {
            return List.of(Columns.head("too narrow for the question; Ctrl+C denies", Math.max(1, columns - 1)));
        }
        var lines = new ArrayList<String>();
        lines.add(rule("┌", "┐"));
        if (!question.warning().isEmpty()) {
            lines.addAll(framed(
                    List.of(Columns.centre(Columns.cut(question.warning(), inner()), inner())), paint::warning));
            lines.add(rule("├", "┤"));
        }
        List<Passage.Line> body = body();
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

    private List<Passage.Line> body() {
        return text(inner());
    }

    private List<Passage.Line> text(int width) {
        Passage passage = passage(width);
        var lines = new ArrayList<>(passage.essentials(question));
        lines.addAll(passage.notes(question, now));
        return lines;
    }

    private Passage passage(int width) {
        return new Passage(width, paint, look.keys());
    }

    private int roomForBody(Selection selection) {
        int around = 3
                + (question.warning().isEmpty() ? 0 : 2)
                + options(selection).size()
                + hint(selection).size();
        return Math.max(MIN_BODY, look.rows() - 1 - around);
    }

    private List<String> options(Selection selection) {
        return framed(passage(inner()).options(question.options(), selection));
    }

    private List<String> hint(Selection selection) {
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

    private List<String> framed(List<Passage.Line> lines) {
        return lines.stream()
                .map(line -> border("│") + " " + line.painted()
                        + " ".repeat(Math.max(0, inner() - Columns.of(line.text()))) + " " + border("│"))
                .toList();
    }
}
