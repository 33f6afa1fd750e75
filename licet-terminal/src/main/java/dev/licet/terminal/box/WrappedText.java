package dev.licet.terminal.box;

import dev.licet.core.display.CallText;
import dev.licet.shell.Span;
import dev.licet.terminal.tty.Columns;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Texts as lines of some width.
 *
 * @param width in columns
 * @param keys for whom: a line of the seed's is broken without a mark
 */
public record WrappedText(int width, Paint paint, Keys keys) {
    /** Stands before what continues the line above. */
    private static final String CONTINUES = "↪ ";

    private static final String INDENT = "  ";

    /** A line as it is, and the same with colours. */
    public record Line(String text, String painted) {
        public Line(String text) {
            this(text, text);
        }
    }

    /** {@code text} in lines that {@code colour} paints. */
    public List<Line> lines(String text, UnaryOperator<String> colour) {
        return pieces(text).stream()
                .map(piece -> new Line(mark(piece) + piece.text(), mark(piece) + colour.apply(piece.text())))
                .toList();
    }

    /** {@code text} in lines. */
    public List<Line> lines(String text) {
        return lines(text, UnaryOperator.identity());
    }

    /**
     * {@code detail} behind its label, with what needs approval set off. Lines whose beginning an agent may choose, those of
     * a text that has several and those of arguments, are moved to the right, so that none of them looks like anything that
     * is said about the call; only the seed's box does not.
     */
    public List<Line> detail(Question.Detail detail) {
        boolean indented = keys != Keys.SEED && detail.kind() == CallText.Kind.ARGUMENT;
        return indented ? indented(passage -> passage.behindLabel(detail)) : behindLabel(detail);
    }

    private List<Line> indented(Function<WrappedText, List<Line>> inner) {
        return inner.apply(new WrappedText(width - INDENT.length(), paint, keys)).stream()
                .map(line -> new Line(INDENT + line.text(), INDENT + line.painted()))
                .toList();
    }

    private List<Line> behindLabel(Question.Detail detail) {
        boolean several = detail.text().contains("\n") || detail.kind() == CallText.Kind.DIFF;
        String label = detail.kind().label(detail.label()) + ":";
        if (!several || keys == Keys.SEED) {
            return labelled(detail, label + (several ? "\n" : " "));
        }
        var lines = new ArrayList<>(lines(label));
        lines.addAll(indented(passage -> passage.labelled(detail, "")));
        return lines;
    }

    private List<Line> labelled(Question.Detail detail, String before) {
        if (detail.kind().isSaid()) {
            return lines(before + detail.text(), paint::soft);
        }
        var lines = new ArrayList<Line>();
        int ask = 0;
        char sign = ' ';
        for (Columns.Piece piece : pieces(before + detail.text())) {
            if (!piece.continues()) {
                sign = piece.text().isEmpty() ? ' ' : piece.text().charAt(0);
            }
            while (ask < detail.asks().size() && detail.asks().get(ask).end() + before.length() <= piece.start()) {
                ask++;
            }
            String painted = detail.kind() == CallText.Kind.DIFF
                    ? changed(piece, sign)
                    : emphasised(
                            piece,
                            before.length(),
                            detail.asks().subList(ask, detail.asks().size()));
            lines.add(new Line(mark(piece) + piece.text(), mark(piece) + painted));
        }
        return lines;
    }

    /** The tool of {@code question} and all that it would use. */
    public List<Line> essentials(Question question) {
        var lines = new ArrayList<Line>(lines("Tool: " + question.tool()));
        question.details().forEach(detail -> lines.addAll(detail(detail)));
        return lines;
    }

    /** What else helps to answer {@code question} at {@code now}. */
    public List<Line> notes(Question question, Instant now) {
        var lines = new ArrayList<Line>();
        question.notes().forEach(note -> lines.addAll(lines(note)));
        question.asked().ifPresent(asked -> lines.addAll(lines("waits for " + Ago.text(asked, now), paint::soft)));
        return lines;
    }

    /** A line of the option {@code option}, counted from 0. */
    public record OptionLine(int option, Line line) {}

    /** The options, what is typed, and which is selected. */
    public List<OptionLine> options(List<String> options, Selection selection) {
        var lines = new ArrayList<OptionLine>();
        for (int i = 0; i < options.size(); i++) {
            boolean selected =
                    selection.selected().isPresent() && selection.selected().getAsInt() == i;
            boolean denies = i == options.size() - 1;
            String label = denies ? denial(options.get(i), selection) : options.get(i);
            UnaryOperator<String> colour = UnaryOperator.identity();
            if (selected) {
                colour = paint::selected;
            } else if (denies) {
                colour = paint::soft;
            }
            for (Columns.Piece piece : pieces((selected ? "> " : "  ") + (i + 1) + ". " + label)) {
                String text = mark(piece) + piece.text().stripTrailing();
                lines.add(new OptionLine(i, new Line(text, colour.apply(text))));
            }
        }
        return lines;
    }

    private static String denial(String option, Selection selection) {
        boolean standard = selection.keys() == Keys.STANDARD;
        String follows = standard && selection.denies() ? Hints.follows(selection.mode()) : "";
        String reason = selection.reason().isEmpty() && standard ? "(optional reason)" : selection.reason();
        return (option + follows + ": " + reason).stripTrailing();
    }

    private List<Columns.Piece> pieces(String text) {
        return Columns.pieces(text, width, keys == Keys.SEED ? 0 : Columns.of(CONTINUES));
    }

    private String mark(Columns.Piece piece) {
        return piece.continues() && keys != Keys.SEED ? CONTINUES : "";
    }

    /** A line of a difference in the colour of its sign, which is that of the line it continues. */
    private String changed(Columns.Piece piece, char sign) {
        return switch (sign) {
            case '-' -> paint.stop(piece.text());
            case '+' -> paint.go(piece.text());
            default -> piece.text();
        };
    }

    private String emphasised(Columns.Piece piece, int labelled, List<Span> asks) {
        var painted = new StringBuilder();
        int at = 0;
        for (Span ask : asks) {
            if (ask.start() + labelled >= piece.start() + piece.text().length()) {
                break;
            }
            int start = Math.clamp(
                    (long) ask.start() + labelled - piece.start(),
                    at,
                    piece.text().length());
            int end = Math.clamp(
                    (long) ask.end() + labelled - piece.start(),
                    start,
                    piece.text().length());
            painted.append(piece.text(), at, start)
                    .append(paint.emphasis(piece.text().substring(start, end)));
            at = end;
        }
        return painted.append(piece.text().substring(at)).toString();
    }
}
