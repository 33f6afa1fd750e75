package dev.licet.shell;

/** One redirection of a simple command (bash manual, section "Redirections"). */
public sealed interface Redirection {

    /** Where it stands in the text, the descriptor number included. */
    Span span();

    /** {@code <file}. */
    record Input(Word file, Span span) implements Redirection {}

    /** {@code >file}, {@code >>file}, {@code >|file}, {@code &>file}, {@code &>>file}. */
    record Output(Word file, Span span) implements Redirection {}

    /** {@code <>file}: opened for reading and writing. */
    record Both(Word file, Span span) implements Redirection {}

    /** {@code n>&m}, {@code n<&m} or {@code n>&-}: no file is involved. */
    record Duplicate(Span span) implements Redirection {}

    /** {@code <<<text}: the text is data. */
    record HereString(Word text, Span span) implements Redirection {}
}
