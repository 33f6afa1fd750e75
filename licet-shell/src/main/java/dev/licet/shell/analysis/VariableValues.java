package dev.licet.shell.analysis;

import dev.licet.shell.Shape;
import dev.licet.shell.Shape.Piece;
import dev.licet.shell.Shell;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What variables hold: what the line assigned them, and otherwise what the shell itself keeps in them. */
final class VariableValues {
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
            Map.entry("!", Shape.of(new Piece.Count())),
            Map.entry("$", Shape.of(new Piece.Digits())));

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
        Shape kept = KEPT.getOrDefault(name, Shape.ANYTHING);
        boolean everywhere = kept.text().isPresent() || KEPT_EVERYWHERE.contains(name) || kept.equals(Shape.ANYTHING);
        return everywhere || state.notes().isRunBy(Shell.BASH) ? kept : Shape.ANYTHING;
    }
}
