package dev.licet.shell.syntax;

import dev.licet.shell.Span;
import java.util.List;
import java.util.Optional;

/** One piece of a {@link Word}, in the order of the text (bash manual, sections "Quoting" and "Shell Expansions"). */
public sealed interface Part {

    /** Text that stands for itself; quoting characters are removed. */
    record Literal(String text) implements Part {}

    /** A double-quoted stretch: nothing in it is split or matched against file names. */
    record DoubleQuoted(List<Part> parts) implements Part {
        public DoubleQuoted {
            parts = List.copyOf(parts);
        }
    }

    /** {@code $name}, {@code ${name}} or a special parameter such as {@code $1} or {@code $?}. */
    record Parameter(String name) implements Part {}

    /**
     * {@code ${name operator operand}} in its many forms.
     *
     * @param prefix {@code !} for indirection, {@code #} for the length, or empty
     * @param subscript what stands between brackets behind the name
     * @param operator {@code :-}, {@code #}, {@code /}, {@code :}, {@code @Q} and so on, or empty
     * @param operands words of the operator; for {@code :} they are arithmetic
     */
    record Expansion(
            String prefix, String name, Optional<Arithmetic> subscript, String operator, List<Word> operands, Span span)
            implements Part {
        public Expansion {
            operands = List.copyOf(operands);
        }
    }

    /** {@code $(…)} or backquotes. */
    record CommandSubstitution(Script script, Span span) implements Part {}

    /** {@code <(…)} or {@code >(…)}, told by {@code direction}. */
    record ProcessSubstitution(char direction, Script script, Span span) implements Part {}

    /** The text of an arithmetic expression with the expansions in it: {@code $((…))}, subscripts, {@code ((…))}. */
    record Arithmetic(List<Part> parts, Span span) implements Part {
        public Arithmetic {
            parts = List.copyOf(parts);
        }
    }

    /** The elements of {@code name=(…)}. */
    record Elements(List<Element> elements) implements Part {
        public Elements {
            elements = List.copyOf(elements);
        }
    }

    /** One element of an array, with its subscript if it is written. */
    record Element(Optional<Arithmetic> subscript, Word value) {}

    /** {@code {a,b}}: every alternative becomes a word of its own. {@code written} is the text as it stands there. */
    record Braces(List<List<Part>> alternatives, String written) implements Part {
        public Braces {
            alternatives = alternatives.stream().map(List::copyOf).toList();
        }
    }

    /** Pattern characters that are not quoted: {@code *}, {@code ?} or {@code [}. */
    record Glob(char character) implements Part {}

    /** An unquoted tilde prefix such as {@code ~} or {@code ~user}, up to the first slash. */
    record Tilde(String prefix) implements Part {}
}
