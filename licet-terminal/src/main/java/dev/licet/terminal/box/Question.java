package dev.licet.terminal.box;

import dev.licet.core.display.CallText;
import dev.licet.shell.Span;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a person is asked. Every text in it is safe to show, such as {@link dev.licet.core.display.SafeText} makes it.
 *
 * @param tool the tool's name
 * @param details what would run, by what it is: {@code Command}, {@code Query}
 * @param warning what stands above all; empty for nothing
 * @param notes what else helps to decide, a line each
 * @param asked since when the call waits; empty where that is not to be shown
 * @param options what can be answered, of which the last denies
 */
public record Question(
        String tool,
        List<Detail> details,
        String warning,
        List<String> notes,
        Optional<Instant> asked,
        List<String> options) {
    public Question {
        details = List.copyOf(details);
        notes = List.copyOf(notes);
        options = List.copyOf(options);
        if (options.size() < 2 || options.size() > 9) {
            throw new IllegalArgumentException("a question has 2 to 9 options, not " + options.size());
        }
    }

    /**
     * One thing that would be used.
     *
     * @param text what it is, in one line or several
     * @param asks the stretches of {@code text} that need somebody's approval
     */
    public record Detail(String label, String text, CallText.Kind kind, List<Span> asks) {
        public Detail {
            asks = List.copyOf(asks);
        }

        public Detail(String label, String text) {
            this(label, text, CallText.Kind.ARGUMENT, List.of());
        }
    }
}
