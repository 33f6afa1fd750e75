package dev.licet.shell;

import java.util.List;
import java.util.Optional;

/**
 * One word of a command line before expansion.
 *
 * @param parts the pieces in order; empty for {@code ''}
 * @param span where the word stands in the text, quotes included
 */
public record Word(List<Part> parts, Span span) {
    public Word {
        parts = List.copyOf(parts);
    }

    /** The text of this word after quote removal, or empty when an expansion decides it. */
    public Optional<String> literal() {
        var text = new StringBuilder();
        for (Part part : parts) {
            if (!appendLiteral(part, text)) {
                return Optional.empty();
            }
        }
        return Optional.of(text.toString());
    }

    /** This word as bash would pass it on, as far as that is known before execution. */
    Argument argument() {
        Optional<String> whole = literal();
        // INVARIANT (tilde): a known argument that begins with `~` begins at home; a quoted one is left unknown.
        if (whole.isPresent() && (beginsAtHome() || !whole.get().startsWith("~"))) {
            return new Argument.Known(whole.get(), span);
        }
        return new Argument.Unknown(whole.isPresent() ? "~" : certainStart(), span);
    }

    /** The file this word names when it is used as a path in {@code directory}. */
    Place place(String directory) {
        return literal()
                .<Place>map(
                        path -> new Place.At(path.startsWith("~") && !beginsAtHome() ? "./" + path : path, directory))
                .orElseGet(Place.Unknown::new);
    }

    private static boolean appendLiteral(Part part, StringBuilder text) {
        return switch (part) {
            case Part.Literal literal -> {
                text.append(literal.text());
                yield true;
            }
            case Part.DoubleQuoted quoted -> {
                boolean all = true;
                for (Part inner : quoted.parts()) {
                    all = all && appendLiteral(inner, text);
                }
                yield all;
            }
            // Home is a path the judge resolves: the text keeps the tilde, so that a quoted "~" must not look the same.
            case Part.Tilde tilde -> {
                text.append(tilde.prefix());
                yield tilde.prefix().equals("~");
            }
            case Part.Parameter parameter -> false;
            case Part.Glob glob -> false;
        };
    }

    /**
     * The text every expansion of this word begins with. Empty when the word may split into several: `a$x` can become
     * `a1 --output=b`, whose second part begins with anything. In double quotes only `$@` does that.
     */
    private String certainStart() {
        boolean maySplit = parts.stream().anyMatch(part -> switch (part) {
            case Part.Parameter parameter -> true;
            case Part.DoubleQuoted quoted -> quoted.parts().contains(new Part.Parameter("@"));
            case Part.Literal literal -> false;
            case Part.Glob glob -> false;
            case Part.Tilde tilde -> false;
        });
        if (maySplit) {
            return "";
        }
        var start = new StringBuilder();
        for (Part part : parts) {
            if (!appendLiteral(part, start)) {
                break;
            }
        }
        return start.toString();
    }

    /** The variable that {@code NAME=…} as an argument of {@code export} sets; empty when an expansion decides it. */
    Optional<String> nameSet() {
        var start = new StringBuilder();
        boolean all = true;
        for (Part part : parts) {
            all = all && appendLiteral(part, start);
        }
        int equals = start.indexOf("=");
        if (equals < 0) {
            return all ? Optional.of(start.toString()) : Optional.empty();
        }
        String name = start.substring(0, equals);
        return Optional.of(name.endsWith("+") ? name.substring(0, name.length() - 1) : name);
    }

    /** Whether this word begins with an unquoted {@code ~} that stands for the home directory. */
    boolean beginsAtHome() {
        return !parts.isEmpty()
                && parts.get(0) instanceof Part.Tilde tilde
                && tilde.prefix().equals("~");
    }
}
