package dev.licet.terminal.box;

import java.util.List;

/**
 * What a person is asked. Every text in it is safe to show, such as {@link dev.licet.core.display.SafeText} makes it.
 *
 * @param tool the tool's name
 * @param details what would run, by what it is: {@code Command}, {@code Query}
 * @param warning what stands above all; empty for nothing
 * @param notes what else helps to decide, a line each
 * @param options what can be answered, of which the last denies
 */
public record Question(String tool, List<Detail> details, String warning, List<String> notes, List<String> options) {
    public Question {
        details = List.copyOf(details);
        notes = List.copyOf(notes);
        options = List.copyOf(options);
        if (options.size() < 2 || options.size() > 9) {
            throw new IllegalArgumentException("a question has 2 to 9 options, not " + options.size());
        }
    }

    /** One thing that would be used; it may have several lines. */
    public record Detail(String label, String text) {}

    /** The option that denies. */
    int denial() {
        return options.size() - 1;
    }
}
