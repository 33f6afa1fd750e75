package dev.licet.shell.command;

import dev.licet.shell.Argument;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Patterns of which each name that `find` prints matches one: every alternative of its expression has to ask for some. For one
 * thread.
 */
final class ListedNames {
    private static final Set<String> NEGATIONS = Set.of("!", "-not");
    private static final Set<String> ALTERNATIVES = Set.of("-o", "-or");
    private static final Set<String> EXECUTING = Set.of("-exec", "-ok");
    private static final Set<String> ALONE = Set.of("-print", "-print0", "-prune", "-empty", "-a", "-and");
    private static final Set<String> WITH_VALUE = Set.of(
            "-name",
            "-iname",
            "-type",
            "-maxdepth",
            "-mindepth",
            "-path",
            "-ipath",
            "-size",
            "-mtime",
            "-mmin",
            "-newer");

    private final List<String> words;
    private final boolean prints;
    private int at;
    private boolean odd;

    private ListedNames(List<String> words) {
        this.words = words;
        this.prints = words.stream().anyMatch(ListedNames::isAction);
    }

    /** The patterns of the starting points and expression {@code find}; none where any name may be printed or handed on. */
    static List<String> of(List<Argument> find) {
        var words = new ArrayList<String>();
        for (Argument word : find) {
            Optional<String> text = word.certain();
            boolean expression =
                    !words.isEmpty() || text.filter(ListedNames::begins).isPresent() || text.isEmpty();
            if (expression) {
                // What is not known may be an alternative of its own.
                words.add(text.orElse(","));
            }
        }
        var names = new ListedNames(words);
        Optional<Set<String>> found = names.expression();
        return names.odd || names.at < words.size()
                ? List.of()
                : found.map(List::copyOf).orElse(List.of());
    }

    private static boolean begins(String word) {
        return word.startsWith("-") || word.equals("(") || word.equals("!");
    }

    /** Of the alternatives one has to hold. */
    private Optional<Set<String>> expression() {
        var all = new LinkedHashSet<String>();
        boolean limited = true;
        do {
            int from = at;
            Optional<Set<String>> branch = branch();
            boolean silent = prints && words.subList(from, at).contains("-prune") && !hasPrint(from);
            if (!silent) {
                limited &= branch.isPresent();
                branch.ifPresent(all::addAll);
            }
        } while (takes(ALTERNATIVES));
        return limited && !all.isEmpty() ? Optional.of(all) : Optional.empty();
    }

    private boolean takes(Set<String> expected) {
        boolean there = at < words.size() && expected.contains(words.get(at));
        at += there ? 1 : 0;
        return there;
    }

    private boolean hasPrint(int from) {
        return words.subList(from, at).stream().anyMatch(ListedNames::isAction);
    }

    /** All of it has to hold: what one part asks for is enough. */
    private Optional<Set<String>> branch() {
        Optional<Set<String>> names = Optional.empty();
        while (at < words.size()
                && !ALTERNATIVES.contains(words.get(at))
                && !words.get(at).equals(")")) {
            Optional<Set<String>> part = part();
            names = names.isPresent() ? names : part;
        }
        return names;
    }

    private Optional<Set<String>> part() {
        String word = words.get(at++);
        if (NEGATIONS.contains(word)) {
            if (at < words.size()) {
                part();
            }
            return Optional.empty();
        }
        if (word.equals("(")) {
            Optional<Set<String>> inside = expression();
            odd |= !takes(Set.of(")"));
            return inside;
        }
        if (WITH_VALUE.contains(word) && at < words.size()) {
            String value = words.get(at++);
            return word.equals("-name") ? Optional.of(Set.of(value)) : Optional.empty();
        }
        if (EXECUTING.contains(word)) {
            skipCommand();
            return Optional.empty();
        }
        odd |= !ALONE.contains(word);
        return Optional.empty();
    }

    private static boolean isAction(String word) {
        return word.equals("-print") || word.equals("-print0") || EXECUTING.contains(word);
    }

    /** Up to `;`, or to `{} +`. */
    private void skipCommand() {
        boolean closed = false;
        while (at < words.size() && !closed) {
            String word = words.get(at++);
            closed = word.equals(";") || (word.equals("+") && words.get(at - 2).equals("{}"));
        }
        odd |= !closed;
    }
}
