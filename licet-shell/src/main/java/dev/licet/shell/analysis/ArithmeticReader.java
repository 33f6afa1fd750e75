package dev.licet.shell.analysis;

import dev.licet.shell.Fact;
import dev.licet.shell.Shape;
import dev.licet.shell.Shell;
import dev.licet.shell.Span;
import dev.licet.shell.syntax.Part;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Follows arithmetic (bash manual, 6.5). The value of a variable in it is an expression again, and a subscript in that may
 * run commands; so every name must be known to hold a number.
 */
final class ArithmeticReader {
    private static final Pattern NUMBER = Pattern.compile("\\d+#[0-9a-zA-Z@_]+|0[xX][0-9a-fA-F]+|\\d+");
    private static final Pattern TOKEN =
            Pattern.compile("(" + NUMBER.pattern() + ")|(?:(\\+\\+|--)\\s*)?([A-Za-z_][A-Za-z0-9_]*)"
                    + "(\\s*(?:\\+\\+|--|(?:[-+*/%&|^]|<<|>>|\\*\\*|&&|\\|\\||\\^\\^)?=(?!=)))?|(\\[)");

    /** Division and powers fail with some numbers, and so do numbers of a base. */
    private static final Pattern FAILING = Pattern.compile("[/%#.]|\\*\\*|<<|>>|\\b0\\d");

    /** Dash knows neither of them as an operator. */
    private static final Pattern STEP = Pattern.compile("\\+\\+|--");

    /** With these zsh has numbers that are not whole. */
    private static final Pattern FRACTION = Pattern.compile("\\.|\\*\\*|\\b(?:Inf|NaN)\\b");

    /** One assignment of an expression in which nothing is conditional and nothing fails. */
    private static final Pattern CERTAIN = Pattern.compile("\\s*([A-Za-z_]\\w*\\s*([-+*]?=(?!=))?)?[\\s\\w()+*<>-]*");

    private static final Pattern NAME_END = Pattern.compile("[A-Za-z_]\\w*$");
    private static final Pattern NAME_START = Pattern.compile("[A-Za-z_]");

    private static final String WHY = "bash evaluates a value in arithmetic, which can run commands";

    private final PartValues values;
    private final VariableValues variables;
    private final ShellState state;
    private final FactCollector notes;

    ArithmeticReader(PartValues values, VariableValues variables, ShellState state) {
        this.values = values;
        this.variables = variables;
        this.state = state;
        this.notes = state.notes();
    }

    /** The scope after {@code expression}; whatever may not be a number becomes {@link Fact.Opaque}. */
    Scope follow(Part.Arithmetic expression, Scope scope) {
        return text(written(expression, scope), expression.span(), scope);
    }

    /** What `$((expression))` gives. */
    Shape result(Part.Arithmetic expression) {
        boolean fraction = expression.parts().stream()
                .anyMatch(part -> part instanceof Part.Literal literal
                        && FRACTION.matcher(literal.text()).find());
        return Shape.of(fraction && notes.isRunBy(Shell.ZSH) ? new Shape.Piece.Anything() : new Shape.Piece.Digits());
    }

    /** The scope behind the head of `for ((first; test; next))`: only the first part is certain to be evaluated. */
    Scope head(Part.Arithmetic expression, Scope scope) {
        String[] parts = written(expression, scope).split(";", 2);
        Scope begun = text(parts[0], expression.span(), scope);
        return parts.length < 2 ? begun : begun.or(text(parts[1], expression.span(), begun));
    }

    /** The text of {@code expression} with some number in the place of each expansion. */
    private String written(Part.Arithmetic expression, Scope scope) {
        var text = new StringBuilder();
        boolean behindNumber = false;
        for (Part part : expression.parts()) {
            if (part instanceof Part.Literal literal) {
                if (behindNumber && NAME_START.matcher(literal.text()).lookingAt()) {
                    notes.opaque(WHY, expression.span());
                }
                behindNumber = false;
                text.append(literal.text());
                continue;
            }
            Shape value = values.value(part, scope);
            if (value.isNumber()) {
                // A number next to a name is part of another name: `a$x` may be a1.
                if (NAME_END.matcher(text).find()) {
                    notes.opaque(WHY, expression.span());
                }
                behindNumber = true;
                text.append('7');
            } else if (value.text().filter(String::isEmpty).isEmpty()) {
                notes.opaque(WHY, expression.span());
            }
        }
        return text.toString();
    }

    /** The scope after the expression {@code text}. */
    Scope text(String text, Span span, Scope scope) {
        boolean fails = FAILING.matcher(text).find() || (STEP.matcher(text).find() && notes.isRunBy(Shell.DASH));
        if (fails) {
            state.mayAbandon(scope);
        }
        boolean certain = !fails && CERTAIN.matcher(text).matches();
        Scope now = scope;
        Matcher tokens = TOKEN.matcher(text);
        while (tokens.find()) {
            if (tokens.group(5) != null) {
                notes.opaque("a subscript in arithmetic", span);
            } else if (tokens.group(3) != null) {
                String assigning = tokens.group(4) == null ? tokens.group(2) : tokens.group(4);
                Scope after = name(tokens.group(3), assigning, span, now);
                // `0 && (x=1)` assigns nothing, and what fails neither.
                now = certain ? after : now.or(after);
            }
        }
        return now;
    }

    private Scope name(String name, @Nullable String assignment, Span span, Scope scope) {
        boolean assigns = assignment != null;
        boolean evaluates = assignment == null || !assignment.strip().equals("=");
        if (evaluates && !variables.of(name, scope).isNumber()) {
            notes.opaque(WHY, span);
        }
        if (!assigns) {
            return scope;
        }
        state.sets(name, Shape.of(new Shape.Piece.Digits()), notes.at(span), scope);
        return scope.withNumbers(Set.of(name)).withVariable(name, Shape.of(new Shape.Piece.Digits()));
    }
}
