package dev.licet.cli.watch;

/** What a person does at the keyboard. */
sealed interface WatchInput {

    /** One key, as a Unicode code point; {@link #ESCAPE}, {@link #ENTER} and {@link #ERASE} stand for theirs. */
    record Key(int codePoint) implements WatchInput {
        static final int ESCAPE = 27;
        static final int ENTER = '\r';
        static final int ERASE = 127;
    }

    /** A whole line, where keys cannot be read one by one. */
    record Line(String text) implements WatchInput {}

    /** There is nothing more to read. */
    record End() implements WatchInput {}

    /** The person wants to leave. */
    record Interrupt() implements WatchInput {}
}
