package dev.licet.shell.analysis;

import dev.licet.shell.Argument;
import dev.licet.shell.Shape;
import dev.licet.shell.Shape.Piece;
import dev.licet.shell.Shell;
import dev.licet.shell.Span;
import dev.licet.shell.syntax.Part;
import dev.licet.shell.syntax.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Expands words as far as that is certain before execution (bash manual, 3.5), and follows the commands in them. Looking
 * at a word and at what it becomes is one step, since commands in it run while it is expanded.
 */
final class Expander implements PartValues {
    /** A word with more alternatives than this becomes any number of unknown words. */
    private static final int MAX_ALTERNATIVES = 256;

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern QUOTING = Pattern.compile("['\"\\\\$`<>]");
    private static final Pattern NAME_CHARACTER = Pattern.compile("[A-Za-z0-9_]");

    /** A variable of which nothing is known: no variable has this name. */
    private static final Part UNKNOWN = new Part.Parameter("");

    private final Interpreter interpreter;
    private final ShellState state;
    private final FactCollector notes;
    private final VariableValues variables;
    private final ArithmeticReader arithmetic;
    private final ParameterReader parameters;

    Expander(Interpreter interpreter, ShellState state) {
        this.interpreter = interpreter;
        this.state = state;
        this.notes = state.notes();
        this.variables = new VariableValues(state);
        this.arithmetic = new ArithmeticReader(this, variables, state);
        this.parameters = new ParameterReader(this, variables, arithmetic, state);
    }

    ArithmeticReader arithmetic() {
        return arithmetic;
    }

    /** The words that {@code word} becomes. */
    List<Argument> arguments(Word word, Scope scope) {
        var arguments = new ArrayList<Argument>();
        addArguments(word, scope, arguments);
        return arguments;
    }

    /** Adds the words that {@code word} becomes. */
    void addArguments(Word word, Scope scope, List<Argument> arguments) {
        Span span = notes.at(word.span());
        Optional<String> literal = word.literal();
        if (literal.isPresent()) {
            arguments.add(argument(literal.get(), span));
        } else if (word.parts().stream().anyMatch(Part.Braces.class::isInstance) && notes.isRunBy(Shell.DASH)) {
            // Dash knows no braces: the word stays as it is.
            word.parts().stream().filter(Part.Braces.class::isInstance).forEach(part -> value(part, scope));
            arguments.addAll(new WordFields(this, state, unexpanded(word.parts()), span).expand(scope));
        } else if (words(word.parts()) > MAX_ALTERNATIVES || isExpandedLater(word, scope)) {
            word.parts().forEach(part -> value(part, scope));
            arguments.add(new Argument.Several(Shape.ANYTHING, span));
        } else {
            for (List<Part> parts : alternatives(word.parts())) {
                if (parts.isEmpty() && notes.isRunBy(Shell.ZSH)) {
                    // Bash leaves out what becomes nothing.
                    arguments.add(new Argument.Known("", span));
                }
                arguments.addAll(new WordFields(this, state, parts, span).expand(scope));
            }
        }
    }

    /** Whether zsh, which looks at braces last, may make other words of them, because a part is split first. */
    private boolean isExpandedLater(Word word, Scope scope) {
        return word.parts().stream().anyMatch(Part.Braces.class::isInstance)
                && word.parts().stream().anyMatch(part -> maySplit(part, scope))
                && notes.isRunBy(Shell.ZSH);
    }

    private boolean maySplit(Part part, Scope scope) {
        return switch (part) {
            case Part.Literal literal -> false;
            case Part.Glob glob -> false;
            case Part.Tilde tilde -> false;
            case Part.Arithmetic expression -> false;
            case Part.ProcessSubstitution substitution -> false;
            case Part.Elements elements -> true;
            case Part.CommandSubstitution substitution -> true;
            case Part.Expansion expansion -> true;
            case Part.Parameter parameter -> value(parameter, scope).equals(Shape.ANYTHING);
            case Part.DoubleQuoted quoted -> quoted.parts().stream().anyMatch(Expander::isList);
            case Part.Braces braces ->
                braces.alternatives().stream().flatMap(List::stream).anyMatch(inner -> maySplit(inner, scope));
        };
    }

    /** Whether a part of a quoted text may be several words. */
    private static boolean isList(Part part) {
        return part instanceof Part.Expansion
                || (part instanceof Part.Parameter parameter && parameter.name().equals("@"));
    }

    /** The parts of a word in which braces stand for themselves. */
    private static List<Part> unexpanded(List<Part> parts) {
        var plain = new ArrayList<Part>();
        var text = new StringBuilder();
        for (Part part : parts) {
            if (part instanceof Part.Literal literal) {
                text.append(literal.text());
            } else if (!(part instanceof Part.Braces braces)) {
                flush(text, plain);
                plain.add(part);
            } else if (QUOTING.matcher(braces.written()).find()) {
                flush(text, plain);
                plain.add(UNKNOWN);
            } else {
                for (char c : braces.written().toCharArray()) {
                    if ("*?[".indexOf(c) < 0) {
                        text.append(c);
                    } else {
                        flush(text, plain);
                        plain.add(new Part.Glob(c));
                    }
                }
            }
        }
        flush(text, plain);
        return plain;
    }

    private static void flush(StringBuilder text, List<Part> parts) {
        if (!text.isEmpty()) {
            parts.add(new Part.Literal(text.toString()));
            text.setLength(0);
        }
    }

    /** A quoted tilde must not look like the home directory. */
    private static Argument argument(String text, Span span) {
        return text.startsWith("~") ? new Argument.Unknown(Shape.of(text), span) : new Argument.Known(text, span);
    }

    /** What {@code part} becomes where nothing is split. */
    @Override
    public Shape value(Part part, Scope scope) {
        return switch (part) {
            case Part.Literal literal -> Homes.quoted(literal);
            case Part.DoubleQuoted quoted -> {
                Shape shape = Shape.of("");
                for (Part inner : quoted.parts()) {
                    shape = Homes.join(shape, value(inner, scope));
                }
                yield shape;
            }
            case Part.Parameter parameter -> variables.of(parameter.name(), scope);
            case Part.Expansion expansion -> parameters.value(expansion, scope);
            case Part.CommandSubstitution substitution -> interpreter.output(substitution.script(), scope);
            case Part.ProcessSubstitution substitution -> {
                interpreter.output(substitution.script(), scope);
                if (substitution.direction() == '>') {
                    state.mixesIn();
                }
                yield Shape.of(new Piece.Pipe());
            }
            case Part.Arithmetic expression -> {
                arithmetic.follow(expression, scope);
                yield arithmetic.result(expression);
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
            case Part.Glob glob -> {
                state.mayAbandon(scope);
                yield Shape.of(new Piece.Name());
            }
            case Part.Tilde tilde -> home(tilde, scope);
        };
    }

    private Shape home(Part.Tilde tilde, Scope scope) {
        if (!tilde.prefix().equals("~")) {
            state.mayAbandon(scope);
        }
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
        boolean behindBraces = false;
        for (Part part : parts) {
            List<List<Part>> tails = new ArrayList<>();
            boolean isBraces = part instanceof Part.Braces;
            if (part instanceof Part.Braces braces) {
                braces.alternatives().forEach(alternative -> tails.addAll(alternatives(alternative)));
            } else {
                tails.add(List.of(part));
            }
            var longer = new ArrayList<List<Part>>();
            for (List<Part> word : words) {
                for (List<Part> tail : tails) {
                    longer.add(isBraces || behindBraces ? joined(word, tail) : plainlyJoined(word, tail));
                }
            }
            behindBraces = isBraces;
            words = longer;
        }
        return words;
    }

    private static List<Part> plainlyJoined(List<Part> word, List<Part> tail) {
        var joined = new ArrayList<>(word);
        joined.addAll(tail);
        return joined;
    }

    /** Braces come before variables: `$x{a,b}` becomes `$xa $xb`, and who knows what these variables hold. */
    private static List<Part> joined(List<Part> word, List<Part> tail) {
        List<Part> joined = plainlyJoined(word, tail);
        boolean named = !word.isEmpty()
                && word.getLast() instanceof Part.Parameter parameter
                && NAME.matcher(parameter.name()).matches();
        boolean longer = !tail.isEmpty()
                && tail.get(0) instanceof Part.Literal literal
                && NAME_CHARACTER.matcher(literal.text()).lookingAt();
        if (named && longer) {
            joined.set(word.size() - 1, UNKNOWN);
        }
        return joined;
    }
}
