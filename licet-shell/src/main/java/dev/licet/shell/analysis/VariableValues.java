package dev.licet.shell.analysis;

import dev.licet.shell.Shape;
import dev.licet.shell.Shell;
import java.util.List;
import java.util.Set;

/** What variables hold: what the line assigned them, and otherwise what the shell itself keeps in them. */
final class VariableValues {
    private static final Set<String> KEPT_EVERYWHERE = Set.of("?", "#", "$", "!", "PPID");

    private final ShellState state;

    VariableValues(ShellState state) {
        this.state = state;
    }

    /** What a variable holds. */
    Shape of(String name, Scope scope) {
        if (state.isUnsetRefused()
                && scope.variables().getOrDefault(name, Shape.ANYTHING).equals(Shape.ANYTHING)) {
            state.mayAbandon(scope);
        }
        Shape assigned = scope.variables().get(name);
        if (assigned != null) {
            return assigned;
        }
        if (name.equals("PWD") && scope.directories().size() == 1) {
            String directory = scope.directories().iterator().next();
            // Where `..` leads behind a link depends on how the shell came there.
            return directory.contains("..") ? Shape.ANYTHING : Shape.of(directory);
        }
        boolean positional = name.matches("[1-9][0-9]?") && scope.arguments().isPresent();
        if (positional) {
            List<Shape> arguments = scope.arguments().get();
            int index = Integer.parseInt(name) - 1;
            return index < arguments.size() ? arguments.get(index) : Shape.of("");
        }
        if (ShellVariables.mayBeSecret(name)) {
            state.notes().readsEnvironment(name);
        }
        Shape kept = ShellVariables.unassigned(name);
        boolean everywhere = kept.text().isPresent() || KEPT_EVERYWHERE.contains(name) || kept.equals(Shape.ANYTHING);
        return everywhere || state.notes().isRunBy(Shell.BASH) ? kept : Shape.ANYTHING;
    }
}
