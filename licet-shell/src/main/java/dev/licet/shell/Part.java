package dev.licet.shell;

import java.util.List;

/** One piece of a {@link Word}, in the order of the text (bash manual, section "Quoting" and "Shell Expansions"). */
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

    /** An unquoted pattern character: {@code *}, {@code ?} or {@code [}. */
    record Glob(char character) implements Part {}

    /** An unquoted tilde prefix such as {@code ~} or {@code ~user}, up to the first slash. */
    record Tilde(String prefix) implements Part {}
}
