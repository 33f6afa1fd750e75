package dev.licet.shell.analysis;

import dev.licet.shell.Argument;
import dev.licet.shell.Shape;
import dev.licet.shell.Shape.Piece;
import dev.licet.shell.Span;
import dev.licet.shell.syntax.Part;
import dev.licet.shell.syntax.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Expands words as far as that is certain before execution (bash manual, 3.5), and follows the commands in them. Looking
 * at a word and at what it becomes is one step, since commands in it run while it is expanded.
 */
final class Expander {
    /** A word with more alternatives than this becomes any number of unknown words. */
    private static final int MAX_ALTERNATIVES = 256;

    private static final String SPLITTING = " \t\n";
    private static final String MATCHING = "*?[\\";

    /** Variables that bash itself keeps, as long as the line does not assign them. */
    private static final Map<String, Shape> KEPT = Map.ofEntries(
            Map.entry("HOME", Shape.of("~")),
            Map.entry("RANDOM", Shape.of(new Piece.Digits())),
            Map.entry("SECONDS", Shape.of(new Piece.Digits())),
            Map.entry("LINENO", Shape.of(new Piece.Digits())),
            Map.entry("UID", Shape.of(new Piece.Digits())),
            Map.entry("EUID", Shape.of(new Piece.Digits())),
            Map.entry("PPID", Shape.of(new Piece.Digits())),
            Map.entry("BASHPID", Shape.of(new Piece.Digits())),
            Map.entry("EPOCHSECONDS", Shape.of(new Piece.Digits())),
            Map.entry("?", Shape.of(new Piece.Digits())),
            Map.entry("#", Shape.of(new Piece.Digits())),
            Map.entry("$", Shape.of(new Piece.Digits())));

    private final Walker walker;
    private final Notes notes;
    private final ArithmeticReader arithmetic;

    Expander(Walker walker, Notes notes) {
        this.walker = walker;
        this.notes = notes;
        this.arithmetic = new ArithmeticReader(this, notes);
    }

    ArithmeticReader arithmetic() {
        return arithmetic;
    }

    /** The words that {@code word} becomes. */
    List<Argument> arguments(Word word, Scope scope) {
        Span span = notes.at(word.span());
        Optional<String> literal = word.literal();
        if (literal.isPresent()) {
            return List.of(argument(literal.get(), span));
        }
        if (words(word.parts()) > MAX_ALTERNATIVES) {
            word.parts().forEach(part -> value(part, scope));
            return List.of(new Argument.Several(Shape.ANYTHING, span));
        }
        List<List<Part>> alternatives = alternatives(word.parts());
        var arguments = new ArrayList<Argument>();
        alternatives.forEach(parts -> arguments.addAll(new Fields(parts, span).expand(scope)));
        return arguments;
    }

    /** A quoted tilde must not look like the home directory. */
    private static Argument argument(String text, Span span) {
        return text.startsWith("~") ? new Argument.Unknown(Shape.of(text), span) : new Argument.Known(text, span);
    }

    /** The one text that {@code word} becomes where it is not split: a value, a pattern, the lines of a here-document. */
    Shape text(Word word, Scope scope) {
        Shape shape = Shape.of("");
        for (Part part : word.parts()) {
            shape = shape.then(value(part, scope));
        }
        return shape;
    }

    /** What a variable holds. */
    Shape variable(String name, Scope scope) {
        Shape assigned = scope.variables().get(name);
        if (assigned != null) {
            return assigned;
        }
        if (name.equals("PWD") && scope.directories().size() == 1) {
            return Shape.of(scope.directories().iterator().next());
        }
        boolean positional = name.matches("[1-9][0-9]?") && scope.arguments().isPresent();
        if (positional) {
            List<Shape> arguments = scope.arguments().get();
            int index = Integer.parseInt(name) - 1;
            return index < arguments.size() ? arguments.get(index) : Shape.of("");
        }
        return KEPT.getOrDefault(name, Shape.ANYTHING);
    }

    /** What {@code part} becomes where nothing is split. */
    Shape value(Part part, Scope scope) {
        return switch (part) {
            case Part.Literal literal -> Shape.of(literal.text());
            case Part.DoubleQuoted quoted -> {
                Shape shape = Shape.of("");
                for (Part inner : quoted.parts()) {
                    shape = shape.then(value(inner, scope));
                }
                yield shape;
            }
            case Part.Parameter parameter -> variable(parameter.name(), scope);
            case Part.Expansion expansion -> new ParameterReader(this, notes).value(expansion, scope);
            case Part.CommandSubstitution substitution -> walker.output(substitution.script(), scope);
            case Part.ProcessSubstitution substitution -> {
                walker.output(substitution.script(), scope);
                yield Shape.of(new Piece.Pipe());
            }
            case Part.Arithmetic expression -> {
                arithmetic.follow(expression, scope);
                yield Shape.of(new Piece.Digits());
            }
            case Part.Elements elements -> {
                elements.elements().forEach(element -> {
                    element.subscript().ifPresent(subscript -> arithmetic.follow(subscript, scope));
                    arguments(element.value(), scope);
                });
                yield Shape.ANYTHING;
            }
            case Part.Braces braces -> {
                braces.alternatives().forEach(parts -> parts.forEach(inner -> value(inner, scope)));
                yield Shape.ANYTHING;
            }
            case Part.Glob glob -> Shape.of(new Piece.Name());
            case Part.Tilde tilde -> home(tilde, scope);
        };
    }

    private static Shape home(Part.Tilde tilde, Scope scope) {
        boolean own = tilde.prefix().equals("~") && !scope.variables().containsKey("HOME");
        return own ? Shape.of("~") : Shape.ANYTHING;
    }

    /** How many words braces make of one; more than {@link #MAX_ALTERNATIVES} are not counted on. */
    private static int words(List<Part> parts) {
        int words = 1;
        for (Part part : parts) {
            if (part instanceof Part.Braces braces) {
                int inside = 0;
                for (List<Part> alternative : braces.alternatives()) {
                    inside += words(alternative);
                }
                words *= Math.min(inside, MAX_ALTERNATIVES + 1);
                if (words > MAX_ALTERNATIVES) {
                    return words;
                }
            }
        }
        return words;
    }

    /** The words that braces make of one, each without braces. */
    private static List<List<Part>> alternatives(List<Part> parts) {
        if (parts.stream().noneMatch(Part.Braces.class::isInstance)) {
            return List.of(parts);
        }
        List<List<Part>> words = List.of(List.of());
        for (Part part : parts) {
            List<List<Part>> tails = new ArrayList<>();
            if (part instanceof Part.Braces braces) {
                braces.alternatives().forEach(alternative -> tails.addAll(alternatives(alternative)));
            } else {
                tails.add(List.of(part));
            }
            var longer = new ArrayList<List<Part>>();
            for (List<Part> word : words) {
                for (List<Part> tail : tails) {
                    var joined = new ArrayList<>(word);
                    joined.addAll(tail);
                    longer.add(joined);
                }
            }
            words = longer;
        }
        return words;
    }

    /** One word without braces on its way to become none, one or several. */
    private final class Fields {
        private final List<Part> parts;
        private final Span span;
        private final List<Argument> done = new ArrayList<>();
        private Shape current = Shape.of("");
        private boolean present;
        private boolean matches;
        private boolean splits;
        private boolean inBracket;

        Fields(List<Part> parts, Span span) {
            this.parts = parts;
            this.span = span;
        }

        List<Argument> expand(Scope scope) {
            for (Part part : parts) {
                part(part, scope);
            }
            if (splits || inBracket) {
                return List.of(new Argument.Several(Shape.ANYTHING, span));
            }
            if (present || !current.pieces().isEmpty()) {
                done.add(finish());
            }
            return done;
        }

        private Argument finish() {
            if (matches) {
                return new Argument.Several(current, span);
            }
            Optional<String> text = current.text();
            boolean home = !parts.isEmpty() && isHome(parts.get(0));
            boolean known = text.isPresent() && (!text.get().startsWith("~") || home);
            return known ? new Argument.Known(text.get(), span) : new Argument.Unknown(current, span);
        }

        private boolean isHome(Part first) {
            return switch (first) {
                case Part.Tilde tilde -> true;
                case Part.Parameter parameter -> true;
                case Part.DoubleQuoted quoted ->
                    !quoted.parts().isEmpty() && isHome(quoted.parts().get(0));
                default -> false;
            };
        }

        private void part(Part part, Scope scope) {
            switch (part) {
                case Part.Literal literal -> {
                    present = true;
                    add(literalOutsideBracket(literal.text()));
                }
                case Part.DoubleQuoted quoted -> {
                    present = present || !isOnlyAllArguments(quoted);
                    quoted.parts().forEach(inner -> quotedPart(inner, scope));
                }
                case Part.Glob glob -> {
                    present = true;
                    boolean query = glob.character() == '?' && current.start().contains("://");
                    matches = matches || !query;
                    if (query) {
                        // A file would have to be called like the address up to its query.
                        add(Shape.of("?"));
                    } else if (inBracket) {
                        splits = true;
                    } else {
                        add(Shape.of(new Piece.Name()));
                    }
                    inBracket = inBracket || glob.character() == '[';
                }
                case Part.Tilde tilde -> {
                    present = true;
                    add(value(tilde, scope));
                }
                case Part.ProcessSubstitution substitution -> {
                    present = true;
                    add(value(substitution, scope));
                }
                case Part.Arithmetic expression -> {
                    present = true;
                    add(value(expression, scope));
                }
                case Part.Parameter parameter -> split(value(parameter, scope), scope);
                case Part.Expansion expansion -> split(value(expansion, scope), scope);
                case Part.CommandSubstitution substitution -> {
                    Shape output = value(substitution, scope);
                    boolean listed =
                            output.pieces().size() == 1 && output.pieces().get(0) instanceof Piece.Listed;
                    if (listed && parts.size() == 1) {
                        // Each word of a listing is taken for a path that was listed; a blank in a name would tear it
                        // apart.
                        matches = true;
                        current = output;
                    } else {
                        split(output, scope);
                    }
                }
                case Part.Braces braces -> splits = true;
                case Part.Elements elements -> {
                    present = true;
                    add(value(elements, scope));
                }
            }
        }

        /** `"$@"` becomes as many words as there are arguments. */
        private boolean isOnlyAllArguments(Part.DoubleQuoted quoted) {
            return quoted.parts().equals(List.of(new Part.Parameter("@")));
        }

        private void quotedPart(Part part, Scope scope) {
            boolean all =
                    part instanceof Part.Parameter parameter && parameter.name().equals("@");
            boolean elements = part instanceof Part.Expansion expansion
                    && expansion.subscript().isPresent()
                    && expansion.subscript().get().parts().equals(List.of(new Part.Literal("@")));
            if (!all) {
                Shape value = value(part, scope);
                splits = splits || elements || isAllArguments(part);
                add(value);
                return;
            }
            boolean alone = parts.size() == 1
                    && scope.arguments().isPresent()
                    && !scope.variables().containsKey("@");
            if (!alone) {
                splits = true;
                return;
            }
            for (Shape argument : scope.arguments().get()) {
                done.add(argument.text()
                        .<Argument>map(text -> new Argument.Known(text, span))
                        .orElseGet(() -> new Argument.Unknown(argument, span)));
            }
        }

        private boolean isAllArguments(Part part) {
            return part instanceof Part.Expansion expansion && expansion.name().equals("@");
        }

        private Shape literalOutsideBracket(String text) {
            if (!inBracket) {
                return Shape.of(text);
            }
            int close = text.indexOf(']', startsWithClosing(text) ? 2 : 1);
            if (close < 0 || text.substring(0, close).indexOf('/') >= 0) {
                splits = true;
                return Shape.of("");
            }
            inBracket = false;
            return Shape.of(text.substring(close + 1));
        }

        /** A bracket that comes first, negation aside, is one of the characters. */
        private static boolean startsWithClosing(String text) {
            return text.startsWith("]") || text.startsWith("!]") || text.startsWith("^]");
        }

        private void add(Shape more) {
            if (inBracket) {
                // An expansion inside of brackets may close them.
                splits = splits || !more.pieces().isEmpty();
                return;
            }
            boolean again = more.equals(Shape.of(new Piece.Name()))
                    && !current.pieces().isEmpty()
                    && current.pieces().getLast() instanceof Piece.Name;
            if (!again && !splits) {
                current = current.then(more);
            }
        }

        /** Outside of quotes a value is split at blanks and matched against file names. */
        private void split(Shape value, Scope scope) {
            if (inBracket || scope.variables().containsKey("IFS")) {
                splits = true;
                return;
            }
            boolean certain = value.pieces().stream().allMatch(piece -> switch (piece) {
                case Piece.Fixed fixed -> fixed.text().chars().noneMatch(c -> MATCHING.indexOf(c) >= 0);
                case Piece.Digits digits -> true;
                case Piece.Pipe pipe -> true;
                case Piece.Name name -> false;
                case Piece.Listed listed -> false;
                case Piece.Anything anything -> false;
            });
            boolean oneListed = parts.size() == 1
                    && value.pieces().size() == 1
                    && value.pieces().get(0) instanceof Piece.Listed;
            boolean name = parts.size() == 1 && value.pieces().stream().noneMatch(Piece.Anything.class::isInstance);
            if (oneListed || (name && !certain && isOneName(value))) {
                matches = true;
                add(value);
            } else if (!certain) {
                splits = true;
            } else {
                splitFixed(value);
            }
        }

        /** A file name that a glob found: like the word of a listing it is taken for one word. */
        private boolean isOneName(Shape value) {
            return value.pieces().stream()
                    .noneMatch(piece -> piece instanceof Piece.Fixed fixed
                            && fixed.text()
                                    .chars()
                                    .anyMatch(c -> SPLITTING.indexOf(c) >= 0 || MATCHING.indexOf(c) >= 0));
        }

        private void splitFixed(Shape value) {
            for (Piece piece : value.pieces()) {
                if (!(piece instanceof Piece.Fixed fixed)) {
                    present = true;
                    add(Shape.of(piece));
                    continue;
                }
                for (int i = 0; i < fixed.text().length(); i++) {
                    char c = fixed.text().charAt(i);
                    if (SPLITTING.indexOf(c) < 0) {
                        present = true;
                        add(Shape.of(String.valueOf(c)));
                    } else if (present || !current.pieces().isEmpty()) {
                        done.add(finish());
                        current = Shape.of("");
                        present = false;
                    }
                }
            }
        }
    }
}
