package dev.licet.core.rule;

/**
 * Something to say about the text of a file.
 *
 * @param file the file's name
 * @param line counted from 1; 0 when the file as a whole is meant
 * @param column counted from 1; 0 when the line as a whole is meant
 * @param message lower-case phrase with the input in backticks
 * @param help the next step
 */
public record Diagnostic(String file, int line, int column, String message, String help) {
    @Override
    public String toString() {
        String place = line == 0 ? file : file + ":" + line + (column == 0 ? "" : ":" + column);
        return place + ": " + message + (help.isEmpty() ? "" : " (" + help + ")");
    }
}
