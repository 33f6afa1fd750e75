package dev.licet.shell;

/**
 * A stretch of the text that was analysed.
 *
 * @param start index of the first UTF-16 unit, from 0
 * @param end index after the last unit, at least {@code start}
 */
public record Span(int start, int end) {
    public Span {
        if (start < 0 || end < start) {
            throw new IllegalArgumentException("not a span: " + start + ".." + end);
        }
    }

    /** The part of {@code text} that this span covers. */
    public String of(String text) {
        return text.substring(start, end);
    }
}
