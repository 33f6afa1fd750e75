package dev.licet.shell.analysis;

import dev.licet.shell.Shape;
import dev.licet.shell.syntax.Command;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a shell at one point of a command line. Immutable: what changes it gives another one.
 *
 * <p>Law: knowing less never makes a line allowed. Whoever narrows what is known says why it is certain; what may or may
 * not happen leaves {@link #or} of both.
 *
 * @param directories where it may be working; one in most cases
 * @param variables what is certain about the values that the line assigned
 * @param functions what a name may stand for that is or may be one of a function
 * @param arguments of the function that runs; empty where they are unknown
 * @param frame the function that runs
 * @param numbers variables that arithmetic may have made
 */
record Scope(
        Set<String> directories,
        Map<String, Shape> variables,
        Map<String, Bodies> functions,
        Optional<List<Shape>> arguments,
        Frame frame,
        Numbers numbers) {
    /** More directories than this are not followed. */
    static final int MAX_DIRECTORIES = 4;

    /**
     * What a name may be called for.
     *
     * @param each the bodies that it may have
     * @param certain whether it has one of them in any case; otherwise a program may have that name
     */
    record Bodies(List<Command> each, boolean certain) {
        Bodies {
            each = List.copyOf(each);
        }

        Bodies or(@Nullable Bodies other) {
            if (other == null) {
                return new Bodies(each, false);
            }
            var all = new LinkedHashSet<>(each);
            all.addAll(other.each);
            return new Bodies(new ArrayList<>(all), certain && other.certain);
        }
    }

    /**
     * The function that runs.
     *
     * @param inside whether one does
     * @param locals variables that are or may be its own: what they hold is gone when it returns
     */
    record Frame(boolean inside, Set<String> locals) {
        static final Frame OUTSIDE = new Frame(false, Set.of());
        static final Frame INSIDE = new Frame(true, Set.of());

        Frame {
            locals = Set.copyOf(locals);
        }

        Frame with(String local) {
            var more = new HashSet<>(locals);
            more.add(local);
            return new Frame(inside, more);
        }

        Frame or(Frame other) {
            if (equals(other)) {
                return this;
            }
            var all = new HashSet<>(locals);
            all.addAll(other.locals);
            return new Frame(inside || other.inside, all);
        }
    }

    /**
     * The variables that did not exist before arithmetic assigned them: for zsh they are numbers, and what is assigned to
     * them later is evaluated (zshmisc(1), arithmetic evaluation).
     *
     * @param any whether every variable may be one
     */
    record Numbers(boolean any, Set<String> names) {
        static final Numbers NONE = new Numbers(false, Set.of());
        static final Numbers ANY = new Numbers(true, Set.of());

        Numbers {
            names = Set.copyOf(names);
        }

        boolean mayBe(String name) {
            return any || names.contains(name);
        }

        Numbers with(String name) {
            return mayBe(name) ? this : or(new Numbers(false, Set.of(name)));
        }

        Numbers or(Numbers other) {
            if (equals(other) || other.equals(NONE)) {
                return this;
            }
            var all = new HashSet<>(names);
            all.addAll(other.names);
            return new Numbers(any || other.any, all);
        }
    }

    static Scope in(String directory) {
        return new Scope(Set.of(directory), Map.of(), Map.of(), Optional.empty(), Frame.OUTSIDE, Numbers.NONE);
    }

    Scope withDirectories(Set<String> changed) {
        return new Scope(changed, variables, functions, arguments, frame, numbers);
    }

    /** A variable that shells keep themselves is never known: what is assigned to it need not stay there. */
    Scope withVariable(String name, Shape value) {
        Shape known = Variables.isKept(name) ? Shape.ANYTHING : Homes.known(value);
        if (numbers.mayBe(name) && known.isNumber()) {
            known = Shape.of(new Shape.Piece.Digits());
        }
        if (known.equals(variables.get(name))) {
            return this;
        }
        var changed = new HashMap<>(variables);
        changed.put(name, known);
        return new Scope(directories, changed, functions, arguments, frame, numbers);
    }

    /** Arithmetic may have assigned {@code names}. */
    Scope withNumbers(Set<String> names) {
        Numbers changed = numbers;
        for (String name : names) {
            boolean existed = !variables.getOrDefault(name, Shape.ANYTHING).equals(Shape.ANYTHING);
            changed = existed ? changed : changed.with(name);
        }
        return changed.equals(numbers) ? this : new Scope(directories, variables, functions, arguments, frame, changed);
    }

    Scope withFunction(String name, Command body) {
        var changed = new HashMap<>(functions);
        changed.put(name, new Bodies(List.of(body), true));
        return new Scope(directories, variables, changed, arguments, frame, numbers);
    }

    Scope withArguments(List<Shape> values) {
        return new Scope(directories, variables, functions, Optional.of(List.copyOf(values)), frame, numbers);
    }

    Scope withoutArguments() {
        return new Scope(directories, variables, functions, Optional.empty(), frame, numbers);
    }

    /** {@code name} is the function's own from now on. */
    Scope withLocal(String name) {
        return new Scope(directories, variables, functions, arguments, frame.with(name), numbers);
    }

    /** Inside of a function that is called with {@code values}; with unknown ones if that is empty. */
    Scope called(Optional<List<Shape>> values) {
        return new Scope(directories, variables, functions, values, Frame.INSIDE, numbers);
    }

    private Scope withoutVariable(String name) {
        var left = new HashMap<>(variables);
        left.remove(name);
        return new Scope(directories, left, functions, arguments, frame, numbers);
    }

    /** Inside of a function that is called later, when variables may have other values. */
    Scope calledLater() {
        return new Scope(directories, Map.of(), functions, Optional.empty(), Frame.INSIDE, numbers);
    }

    /** Behind the call of a function: {@code outer} is what was known before it. Its own variables are gone. */
    Scope returningTo(Scope outer) {
        Scope now = this;
        for (String local : frame.locals()) {
            now = ShellVariables.isKnownUnassigned(local) || outer.variables.containsKey(local)
                    ? now.withVariable(local, Shape.ANYTHING)
                    : now.withoutVariable(local);
        }
        return new Scope(directories, now.variables, functions, outer.arguments, outer.frame, numbers);
    }

    /** What runs later, in this shell: directory and functions are those of this place, variables may have changed. */
    Scope later() {
        return new Scope(directories, Map.of(), functions, Optional.empty(), Frame.OUTSIDE, Numbers.ANY);
    }

    /** The same shell as another process starts it: no variables, functions or arguments of this one are certain there. */
    Scope fresh() {
        return new Scope(directories, Map.of(), Map.of(), Optional.empty(), Frame.OUTSIDE, Numbers.NONE);
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

    /** The same of those that the line has assigned: before its first assignment each holds what it held before the line. */
    Scope forgettingAssigned(Set<String> names) {
        var assigned = new HashSet<>(names);
        assigned.removeIf(name -> !variables.containsKey(name) && !ShellVariables.isKnownUnassigned(name));
        return forgetting(assigned);
    }

    /** What of this is known to the letter. */
    Knowledge knowledge() {
        var known = new HashMap<String, String>();
        variables.forEach((name, value) -> value.text().ifPresent(text -> known.put(name, text)));
        Optional<String> directory =
                directories.size() == 1 ? Optional.of(directories.iterator().next()) : Optional.empty();
        Optional<List<String>> words = arguments
                .filter(all -> all.stream().allMatch(value -> value.text().isPresent()))
                .map(all ->
                        all.stream().map(value -> value.text().orElseThrow()).toList());
        return new Knowledge(known, directory, words);
    }

    /** Either this or {@code other}. */
    Scope or(Scope other) {
        if (equals(other)) {
            return this;
        }
        var joined = new LinkedHashSet<>(directories);
        joined.addAll(other.directories);
        Optional<List<Shape>> sameArguments = arguments.equals(other.arguments) ? arguments : Optional.empty();
        return new Scope(
                joined,
                joinedVariables(other),
                joinedFunctions(other),
                sameArguments,
                frame.or(other.frame),
                numbers.or(other.numbers));
    }

    /** What may not have been assigned may hold what it held before the line: it is not among the variables of the line. */
    private Map<String, Shape> joinedVariables(Scope other) {
        if (variables.equals(other.variables)) {
            return variables;
        }
        var joined = new HashMap<String, Shape>();
        variables.forEach((name, value) -> {
            Shape there = other.variables.get(name);
            if (there != null || ShellVariables.isKnownUnassigned(name)) {
                joined.put(name, either(value, there));
            }
        });
        other.variables.keySet().stream()
                .filter(ShellVariables::isKnownUnassigned)
                .forEach(name -> joined.putIfAbsent(name, Shape.ANYTHING));
        return joined;
    }

    private static Shape either(Shape value, @Nullable Shape other) {
        if (value.equals(other)) {
            return value;
        }
        boolean numbers = other != null && value.isNumber() && other.isNumber();
        return numbers ? Shape.of(new Shape.Piece.Digits()) : Shape.ANYTHING;
    }

    private Map<String, Bodies> joinedFunctions(Scope other) {
        if (functions.equals(other.functions)) {
            return functions;
        }
        var joined = new HashMap<String, Bodies>();
        functions.forEach((name, bodies) -> joined.put(name, bodies.or(other.functions.get(name))));
        other.functions.forEach((name, bodies) -> joined.putIfAbsent(name, bodies.or(null)));
        return joined;
    }
}
