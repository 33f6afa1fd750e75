package dev.licet.shell.command;

import dev.licet.shell.Argument;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Patterns of which each name that `find` acts on matches one: wherever it prints, runs a command or removes something, what
 * stands before that has to ask for some. For one thread.
 */
final class ListedNames {
    private static final Set<String> NEGATIONS = Set.of("!", "-not");
    private static final Set<String> ALTERNATIVES = Set.of("-o", "-or");
    private static final Set<String> EXECUTING = Set.of("-exec", "-ok");
    private static final Set<String> ACTING = Set.of("-print", "-print0", "-delete");
    private static final Set<String> ALONE = Set.of("-prune", "-empty", "-a", "-and");
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

    /** What is read alike there and here: no bytes or ranges, whose order is the locale's, no classes, no braces. */
    private static final Pattern PLAIN = Pattern.compile("(?!!)([^\\[\\]{}\\\\?()|^\\n]|\\[[A-Za-z0-9]+])+");

    /** Those of the expression; empty what is not certain. */
    private final List<Optional<String>> words;

    private int at;

    /** Whether something is there of which it is not known what it asks for. */
    private boolean odd;

    private boolean acts;

    /** Whether it acts on files of any name. */
    private boolean any;

    /** Of the names that it acts on each matches one. */
    private final Set<String> acted = new LinkedHashSet<>();

    private ListedNames(List<Optional<String>> words) {
        this.words = words;
    }

    /** The patterns of the starting points and expression {@code find}; none where any name may be printed or handed on. */
    static List<String> of(List<Argument> find) {
        var words = new ArrayList<Optional<String>>();
        for (Argument word : find) {
            Optional<String> text = word.certain();
            boolean expression =
                    !words.isEmpty() || text.filter(ListedNames::begins).isPresent() || text.isEmpty();
            if (expression) {
                words.add(text);
            }
        }
        var names = new ListedNames(words);
        Optional<Set<String>> printed = names.expression(Optional.empty());
        boolean unknown = names.odd || names.at < words.size() || names.any;
        if (unknown) {
            return List.of();
        }
        return names.acts ? List.copyOf(names.acted) : printed.map(List::copyOf).orElse(List.of());
    }

    private static boolean begins(String word) {
        return word.startsWith("-") || word.equals("(") || word.equals("!");
    }

    /**
     * What names match where some alternative holds.
     *
     * @param before what they match in any case
     */
    private Optional<Set<String>> expression(Optional<Set<String>> before) {
        var all = new LinkedHashSet<String>();
        boolean limited = true;
        do {
            Optional<Set<String>> branch = branch(before);
            limited &= branch.isPresent();
            branch.ifPresent(all::addAll);
        } while (takes(ALTERNATIVES));
        return limited ? Optional.of(all) : Optional.empty();
    }

    private boolean takes(Set<String> expected) {
        boolean there = is(expected);
        at += there ? 1 : 0;
        return there;
    }

    private boolean is(Set<String> expected) {
        return at < words.size() && words.get(at).filter(expected::contains).isPresent();
    }

    /** All of it has to hold, one after the other: what one part asks for is enough for those behind it. */
    private Optional<Set<String>> branch(Optional<Set<String>> before) {
        Optional<Set<String>> names = before;
        while (at < words.size() && !is(ALTERNATIVES) && !is(Set.of(")"))) {
            Optional<Set<String>> part = part(names);
            names = names.isPresent() ? names : part;
        }
        return names;
    }

    private Optional<Set<String>> part(Optional<Set<String>> before) {
        String word = words.get(at++).orElse("");
        if (NEGATIONS.contains(word)) {
            if (at < words.size()) {
                part(before);
            }
            return Optional.empty();
        }
        if (word.equals("(")) {
            Optional<Set<String>> inside = expression(before);
            odd |= !takes(Set.of(")"));
            return inside;
        }
        if (WITH_VALUE.contains(word) && at < words.size()) {
            Optional<String> value = words.get(at++);
            return word.equals("-name")
                    ? value.filter(pattern -> PLAIN.matcher(pattern).matches()).map(Set::of)
                    : Optional.empty();
        }
        if (EXECUTING.contains(word)) {
            skipCommand(word.equals("-exec"));
            act(before);
        } else if (ACTING.contains(word)) {
            act(before);
        } else {
            odd |= !ALONE.contains(word);
        }
        return Optional.empty();
    }

    private void act(Optional<Set<String>> names) {
        acts = true;
        any |= names.isEmpty();
        names.ifPresent(acted::addAll);
    }

    /** Up to `;`, or to `{} +` where {@code many} may be given at once. */
    private void skipCommand(boolean many) {
        boolean closed = false;
        while (at < words.size() && !closed) {
            String word = words.get(at++).orElse("");
            // What is not certain may be the end.
            odd |= word.isEmpty();
            closed = word.equals(";")
                    || (many
                            && word.equals("+")
                            && words.get(at - 2).filter("{}"::equals).isPresent());
        }
        odd |= !closed;
    }
}
