package dev.licet.shell;

/** One word of an argument vector, as far as it is known before execution. */
public sealed interface Argument {

    /** Where the word stands in the text. */
    Span span();

    /** A word whose text is certain; quotes are removed. */
    record Known(String text, Span span) implements Argument {}

    /**
     * A word that an expansion decides; it may also become no word or several.
     *
     * @param start text that every word it can become begins with; empty when nothing is certain
     */
    record Unknown(String start, Span span) implements Argument {
        /** Whether it may turn into something that begins with a dash. */
        public boolean mayBeOption() {
            return start.isEmpty() || start.startsWith("-");
        }
    }
}
