package dev.licet.shell.analysis;

import dev.licet.shell.Shape;
import dev.licet.shell.syntax.Command;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a shell at one point of a command line. Immutable: what changes it gives another one.
 *
 * @param directories where it may be working; one in most cases
 * @param variables what is certain about the values that the line assigned
 * @param functions the bodies that a name may stand for
 * @param arguments of the function that runs; empty outside of functions, where they are unknown
 */
record Scope(
        Set<String> directories,
        Map<String, Shape> variables,
        Map<String, List<Command>> functions,
        Optional<List<Shape>> arguments) {
    /** More directories than this are not followed. */
    static final int MAX_DIRECTORIES = 4;

    static Scope in(String directory) {
        return new Scope(Set.of(directory), Map.of(), Map.of(), Optional.empty());
    }

    Scope withDirectories(Set<String> changed) {
        return new Scope(changed, variables, functions, arguments);
    }

    Scope withVariable(String name, Shape value) {
        if (value.equals(variables.get(name))) {
            return this;
        }
        var changed = new HashMap<>(variables);
        changed.put(name, value);
        return new Scope(directories, changed, functions, arguments);
    }

    Scope withFunction(String name, Command body) {
        var changed = new HashMap<>(functions);
        changed.put(name, List.of(body));
        return new Scope(directories, variables, changed, arguments);
    }

    Scope withArguments(List<Shape> values) {
        return new Scope(directories, variables, functions, Optional.of(List.copyOf(values)));
    }

    /** This with the arguments that {@code outer} has. */
    Scope returningTo(Scope outer) {
        return new Scope(directories, variables, functions, outer.arguments);
    }

    /** The same shell as another process starts it: no variables, functions or arguments of this one are certain there. */
    Scope fresh() {
        return new Scope(directories, Map.of(), Map.of(), Optional.empty());
    }

    /** Forgets the values of {@code names}; numbers stay numbers. */
    Scope forgetting(Set<String> names) {
        Scope changed = this;
        for (String name : names) {
            Shape value = variables.getOrDefault(name, Shape.ANYTHING);
            changed =
                    changed.withVariable(name, value.isNumber() ? Shape.of(new Shape.Piece.Digits()) : Shape.ANYTHING);
        }
        return changed;
    }

    /** Either this or {@code other}. */
    Scope or(Scope other) {
        if (equals(other)) {
            return this;
        }
        var joined = new LinkedHashSet<>(directories);
        joined.addAll(other.directories);
        Optional<List<Shape>> sameArguments = arguments.equals(other.arguments) ? arguments : Optional.empty();
        return new Scope(joined, joinedVariables(other), joinedFunctions(other), sameArguments);
    }

    private Map<String, Shape> joinedVariables(Scope other) {
        if (variables.equals(other.variables)) {
            return variables;
        }
        var joined = new HashMap<String, Shape>();
        variables.forEach((name, value) -> joined.put(name, either(value, other.variables.get(name))));
        other.variables.forEach((name, value) -> joined.putIfAbsent(name, Shape.ANYTHING));
        return joined;
    }

    private static Shape either(Shape value, @Nullable Shape other) {
        if (value.equals(other)) {
            return value;
        }
        boolean numbers = other != null && value.isNumber() && other.isNumber();
        return numbers ? Shape.of(new Shape.Piece.Digits()) : Shape.ANYTHING;
    }

    private Map<String, List<Command>> joinedFunctions(Scope other) {
        if (functions.equals(other.functions)) {
            return functions;
        }
        var joined = new HashMap<>(functions);
        other.functions.forEach((name, bodies) -> joined.merge(name, bodies, (left, right) -> {
            var all = new LinkedHashSet<>(left);
            all.addAll(right);
            return new ArrayList<>(all);
        }));
        return joined;
    }
}
