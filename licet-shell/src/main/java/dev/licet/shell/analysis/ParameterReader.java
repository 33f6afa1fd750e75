package dev.licet.shell.analysis;

import dev.licet.shell.Shape;
import dev.licet.shell.Shape.Piece;
import dev.licet.shell.Shell;
import dev.licet.shell.syntax.Part;
import dev.licet.shell.syntax.Word;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Follows {@code ${…}} (bash manual, 3.5.3). */
final class ParameterReader {
    /** Operators that every shell knows. */
    private static final Set<String> POSIX = Set.of("", ":-", "-", ":?", "?", ":+", "+", "%", "%%", "#", "##");

    /** Operators that never fail. */
    private static final Set<String> PLAIN = Set.of("", ":-", "-", ":+", "+", "%", "%%", "#", "##", ":=", "=");

    /** Operators that leave a value as it is, or put another in its place. */
    private static final Set<String> WHOLE = Set.of("", ":-", "-", ":?", "?", ":+", "+");

    private final PartValues values;
    private final VariableValues variables;
    private final ArithmeticReader arithmetic;
    private final ShellState state;
    private final FactCollector notes;

    ParameterReader(PartValues values, VariableValues variables, ArithmeticReader arithmetic, ShellState state) {
        this.values = values;
        this.variables = variables;
        this.arithmetic = arithmetic;
        this.state = state;
        this.notes = state.notes();
    }

    /** What {@code expansion} becomes; commands in it are followed even where they run in some cases only. */
    Shape value(Part.Expansion expansion, Scope scope) {
        boolean all = expansion
                .subscript()
                .filter(subscript -> subscript.parts().equals(List.of(new Part.Literal("@")))
                        || subscript.parts().equals(List.of(new Part.Literal("*"))))
                .isPresent();
        if (!all) {
            expansion.subscript().ifPresent(subscript -> arithmetic.follow(subscript, scope));
        }
        boolean plain = PLAIN.contains(expansion.operator())
                && expansion.subscript().isEmpty()
                && !expansion.prefix().equals("!");
        if (!plain) {
            state.mayAbandon(scope);
        }
        if (expansion.operator().equals("@P")) {
            notes.opaque("bash expands the value of a variable once more", expansion.span());
        }
        if (expansion.prefix().equals("!") && !all) {
            return indirect(expansion, scope);
        }
        boolean counts = expansion.prefix().equals("#");
        Shape held = counts ? Shape.of(new Piece.Digits()) : variables.of(expansion.name(), scope);
        if (expansion.operator().equals(":")) {
            return part(expansion, scope);
        }
        List<Shape> operands = expansion.operands().stream()
                .map(word -> values.text(word, scope))
                .toList();
        boolean fails =
                expansion.operator().endsWith("?") && !expansion.operator().startsWith("@");
        if (fails
                && expansion.operands().stream().anyMatch(word -> word.literal().isEmpty())) {
            notes.opaque("the message of `?` may show what a variable holds", expansion.span());
        }
        if (counts) {
            return held;
        }
        if (expansion.operator().endsWith("=") && !expansion.operator().equals("@=")) {
            notes.readsEnvironment(expansion.name());
            // The assignment is certain only where the variable was empty: its value is unknown either way.
            state.sets(expansion.name(), Shape.ANYTHING, notes.at(expansion.span()), scope);
            return Shape.ANYTHING;
        }
        Shape value = expansion.subscript().isPresent() ? Shape.ANYTHING : held;
        if (value.start().startsWith("~") && !WHOLE.contains(expansion.operator())) {
            // It begins with the home directory, which is longer than a tilde.
            return Shape.ANYTHING;
        }
        if (!value.equals(Shape.ANYTHING) && !POSIX.contains(expansion.operator()) && !notes.isRunBy(Shell.BASH)) {
            return Shape.ANYTHING;
        }
        return changed(expansion.operator(), value, operands);
    }

    /** `${!x}`: the value of x names the variable, and may name one with a subscript that runs commands. */
    private Shape indirect(Part.Expansion expansion, Scope scope) {
        boolean names =
                expansion.operator().startsWith("@") || expansion.operator().equals("*");
        if (names) {
            return Shape.ANYTHING;
        }
        Optional<String> name = variables.of(expansion.name(), scope).text();
        boolean plain =
                name.filter(text -> text.matches("[A-Za-z_][A-Za-z0-9_]*")).isPresent();
        if (!plain || !expansion.operator().isEmpty() || expansion.subscript().isPresent()) {
            notes.opaque("which variable is expanded is not known before execution", expansion.span());
            return Shape.ANYTHING;
        }
        return variables.of(name.orElseThrow(), scope);
    }

    /** `${x:offset:length}`: both are arithmetic. */
    private Shape part(Part.Expansion expansion, Scope scope) {
        for (Word operand : expansion.operands()) {
            arithmetic.follow(new Part.Arithmetic(operand.parts(), expansion.span()), scope);
        }
        return Shape.ANYTHING;
    }

    private static Shape changed(String operator, Shape value, List<Shape> operands) {
        Optional<String> text = value.text();
        Optional<String> operand =
                operands.isEmpty() ? Optional.of("") : operands.get(0).text();
        boolean certain = text.filter(ParameterReader::isAscii).isPresent() && operand.isPresent();
        return switch (operator) {
            case "" -> value;
            case ":-", "-" -> text.filter(known -> !known.isEmpty()).isPresent() ? value : Shape.ANYTHING;
            case ":?", "?" -> value;
            case "^^" ->
                certain && operand.orElseThrow().isEmpty()
                        ? Shape.of(text.orElseThrow().toUpperCase(Locale.ROOT))
                        : Shape.ANYTHING;
            case ",," ->
                certain && operand.orElseThrow().isEmpty()
                        ? Shape.of(text.orElseThrow().toLowerCase(Locale.ROOT))
                        : Shape.ANYTHING;
            case "%", "%%" ->
                certain && isPlain(operand.orElseThrow())
                        ? Shape.of(withoutEnd(text.orElseThrow(), operand.orElseThrow()))
                        : Shape.ANYTHING;
            case "#", "##" ->
                certain && isPlain(operand.orElseThrow())
                        ? Shape.of(withoutStart(text.orElseThrow(), operand.orElseThrow()))
                        : Shape.ANYTHING;
            default -> Shape.ANYTHING;
        };
    }

    /** Of other letters the locale decides what changes. */
    private static boolean isAscii(String text) {
        return text.chars().allMatch(c -> c < 128);
    }

    private static boolean isPlain(String pattern) {
        return pattern.matches("[\\w./-]*");
    }

    private static String withoutEnd(String text, String end) {
        return text.endsWith(end) ? text.substring(0, text.length() - end.length()) : text;
    }

    private static String withoutStart(String text, String start) {
        return text.startsWith(start) ? text.substring(start.length()) : text;
    }
}
