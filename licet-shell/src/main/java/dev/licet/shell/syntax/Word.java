package dev.licet.shell.syntax;

import dev.licet.shell.Span;
import java.util.List;
import java.util.Optional;

/**
 * One word of a command line before expansion.
 *
 * @param parts the pieces in order; quotes with nothing in them are an empty {@link Part.DoubleQuoted}
 * @param span where the word stands in the text, quotes included
 */
public record Word(List<Part> parts, Span span) {
    public Word {
        parts = List.copyOf(parts);
    }

    /** The text of this word after quote removal when no expansion of any kind is in it. */
    public Optional<String> literal() {
        if (parts.isEmpty()) {
            return Optional.of("");
        }
        if (parts.size() == 1 && parts.get(0) instanceof Part.Literal only) {
            return Optional.of(only.text());
        }
        var text = new StringBuilder();
        for (Part part : parts) {
            if (part instanceof Part.Literal literal) {
                text.append(literal.text());
            } else if (part instanceof Part.DoubleQuoted quoted) {
                Optional<String> inside = new Word(quoted.parts(), span).literal();
                if (inside.isEmpty()) {
                    return Optional.empty();
                }
                text.append(inside.get());
            } else {
                return Optional.empty();
            }
        }
        return Optional.of(text.toString());
    }
}
