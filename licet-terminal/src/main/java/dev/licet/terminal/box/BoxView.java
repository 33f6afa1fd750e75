package dev.licet.terminal.box;

import dev.licet.core.approval.RejectMode;
import dev.licet.terminal.tty.Columns;
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
    private final Paint paint;
    private final int columns;
    private final int rows;

    BoxView(Question question, Paint paint, int columns, int rows) {
        this.question = question;
        this.paint = paint;
        this.columns = columns;
        this.rows = rows;
    }

    private int width() {
        return Math.min(Math.clamp(columns * 9L / 10, MIN_WIDTH, MAX_WIDTH), columns - 1);
    }

    private int inner() {
        return width() - 4;
    }

    /** How long a reason may get. */
    int reasonRoom(Keys keys) {
        return keys == Keys.SEED ? Math.max(MIN_REASON, inner() - 2) : 500;
    }

    /** Whether everything that would run stands in the box. */
    boolean showsAll(Selection selection) {
        return body().size() <= roomForBody(selection);
    }

    /** Everything that would run, without a box around it. */
    List<String> everything() {
        return text(columns - 1);
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
        List<String> body = body();
        int room = roomForBody(selection);
        if (body.size() <= room) {
            lines.addAll(framed(body, UnaryOperator.identity()));
        } else {
            int shown = Math.max(1, room - 1);
            lines.addAll(framed(body.subList(0, shown), UnaryOperator.identity()));
            lines.addAll(framed(List.of("… " + (body.size() - shown) + " more lines, above the box"), paint::emphasis));
        }
        lines.add(rule("├", "┤"));
        lines.addAll(options(selection));
        lines.add(rule("└", "┘"));
        lines.addAll(hint(selection));
        return lines;
    }

    private List<String> body() {
        return text(inner());
    }

    private List<String> text(int width) {
        var lines = new ArrayList<String>(Columns.wrap("Tool: " + question.tool(), width));
        for (Question.Detail detail : question.details()) {
            boolean several = detail.text().contains("\n");
            lines.addAll(Columns.wrap(detail.label() + ":" + (several ? "\n" : " ") + detail.text(), width));
        }
        question.notes().forEach(note -> lines.addAll(Columns.wrap(note, width)));
        return lines;
    }

    private int roomForBody(Selection selection) {
        int around = 3
                + (question.warning().isEmpty() ? 0 : 2)
                + options(selection).size()
                + hint(selection).size();
        return Math.max(MIN_BODY, rows - 1 - around);
    }

    private List<String> options(Selection selection) {
        var lines = new ArrayList<String>();
        for (int i = 0; i < question.options().size(); i++) {
            boolean selected =
                    selection.selected().isPresent() && selection.selected().getAsInt() == i;
            boolean denies = i == question.denial();
            String label = denies ? denial(selection) : question.options().get(i);
            List<String> wrapped = Columns.wrap((selected ? "> " : "  ") + (i + 1) + ". " + label, inner());
            UnaryOperator<String> colour = UnaryOperator.identity();
            if (selected) {
                colour = paint::selected;
            } else if (denies) {
                colour = paint::soft;
            }
            lines.addAll(framed(wrapped, colour));
        }
        return lines;
    }

    private String denial(Selection selection) {
        String what = question.options().get(question.denial());
        if (selection.keys() == Keys.STANDARD && selection.denies()) {
            what += switch (selection.mode()) {
                case HARD, BATCH -> " and stop the agent";
                case EXPLAIN -> " and ask it to explain";
                case SOFT -> ", and the agent goes on";
            };
        }
        String reason = selection.reason().isEmpty() && selection.keys() == Keys.STANDARD
                ? "(optional reason)"
                : selection.reason();
        return (what + ": " + reason).stripTrailing();
    }

    private List<String> hint(Selection selection) {
        int count = question.options().size();
        String text = switch (selection.keys()) {
            case SEED -> "↑/↓ navigate, Enter confirm, 1-" + count + " quick, Ctrl+C cancel";
            case STANDARD ->
                selection.denies()
                        ? "type a reason, Enter denies, Tab: " + modes(selection.mode()) + ", Esc clears, ↑ goes back"
                        : "↑/↓ and Enter, or 1-" + count + "; e edits, w tells why, s shows all, Ctrl+C denies";
        };
        return Columns.wrap(text, columns - 1).stream()
                .map(String::stripTrailing)
                .map(paint::soft)
                .toList();
    }

    private static String modes(RejectMode mode) {
        return switch (mode) {
            case SOFT -> "stop the agent";
            case HARD, BATCH -> "ask it to explain";
            case EXPLAIN -> "let the agent go on";
        };
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
}
