package dev.licet.core.call;

import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonBoolean;
import dev.licet.core.json.JsonValue.JsonNull;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.shell.Fact;
import dev.licet.shell.Place;
import dev.licet.shell.Span;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The files that a search of a call looks at. Agents hand it to ripgrep, to {@code git grep} or to their own reader: all of
 * them look at hidden files, leave out what git ignores, and look at that as well where a pattern of names matches it.
 */
record SearchedFiles(ToolCall call) {
    /** Arguments that are patterns of the names of files. */
    private static final List<String> FILTERS =
            List.of("include", "glob", "file_pattern", "include_pattern", "includePattern");

    /** Arguments that are what is searched for. Some agents pass it on in a place where it may be an option. */
    private static final List<String> SEARCHED = List.of("pattern", "query", "regex", "queries");

    /** With this what git ignores is looked at, too. */
    private static final String WIDENING = "no_ignore";

    /** Cline's search, which asks for `*` where no pattern is given: that brings back what is ignored. */
    private static final String STARRED = "search_files";

    /** What no search looks at unless it is named. */
    private static final List<String> WITHOUT = List.of(".git", "*/.git", ".git/*", "*/.git/*");

    /** Of more patterns in one argument nothing is said. */
    private static final int MAX_PATTERNS = 64;

    /** Adds what a search of {@code paths}, or of the folder of the call if there are none, reads. */
    void note(List<String> paths, List<Fact> facts) {
        if (SEARCHED.stream().anyMatch(this::isOption)) {
            facts.add(CallFacts.opaque("what is searched for begins with a dash: to some programs it is an option"));
        }
        var names = new ArrayList<String>();
        for (String filter : FILTERS) {
            Optional<JsonValue> said = call.arguments().get(filter).filter(value -> !(value instanceof JsonNull));
            if (said.isPresent()) {
                Set<String> patterns = said.get() instanceof JsonString list ? patterns(list.value()) : Set.of();
                if (patterns.isEmpty() || patterns.size() > MAX_PATTERNS) {
                    facts.add(CallFacts.opaque("the argument `" + filter + "` is no short list of patterns"));
                }
                patterns.forEach(pattern -> facts.add(CallFacts.reads(pattern, call.directory())));
                patterns.stream().filter(pattern -> !pattern.startsWith("!")).forEach(names::add);
            }
        }
        if (names.isEmpty() && call.tool().equals(STARRED)) {
            names.add("*");
        }
        List<Optional<String>> only = names.stream().map(SearchedFiles::name).toList();
        boolean all = only.stream().anyMatch(Optional::isEmpty);
        boolean ignores = names.isEmpty() && !isWidened();
        List<String> searched = paths.isEmpty() ? List.of(".") : paths;
        for (String path : searched) {
            Place below = new Place.Below(
                    path,
                    call.directory(),
                    all ? List.of() : only.stream().flatMap(Optional::stream).toList(),
                    names.isEmpty() ? WITHOUT : List.of(),
                    ignores ? Place.Extent.NOT_IGNORED : Place.Extent.EVERYTHING);
            facts.add(CallFacts.reads(path, call.directory()));
            facts.add(new Fact.Reads(below, Fact.Role.OPERAND, new Span(0, path.length())));
        }
    }

    private boolean isOption(String argument) {
        Stream<JsonValue> said = call.arguments().get(argument).stream()
                .flatMap(value -> value instanceof JsonArray list ? list.elements().stream() : Stream.of(value));
        return said.anyMatch(
                value -> value instanceof JsonString text && text.value().startsWith("-"));
    }

    private boolean isWidened() {
        return call.arguments()
                .get(WIDENING)
                .filter(said -> !(said instanceof JsonNull || (said instanceof JsonBoolean set && !set.value())))
                .isPresent();
    }

    /** The text, and what agents make of it that take it for a list. */
    private static Set<String> patterns(String list) {
        var patterns = new LinkedHashSet<String>();
        if (!list.isEmpty()) {
            patterns.add(list);
            patterns.addAll(parts(list));
        }
        return patterns;
    }

    /** What stands between blanks and commas, but for those between braces. */
    private static List<String> parts(String list) {
        var parts = new ArrayList<String>();
        int start = 0;
        int depth = 0;
        for (int i = 0; i <= list.length(); i++) {
            char c = i == list.length() ? ',' : list.charAt(i);
            boolean between = (c == ',' || Character.isWhitespace(c)) && (depth == 0 || i == list.length());
            if (between) {
                if (i > start) {
                    parts.add(list.substring(start, i));
                }
                start = i + 1;
            } else if (c == '{') {
                depth++;
            } else if (c == '}') {
                depth = Math.max(0, depth - 1);
            }
        }
        return parts;
    }

    /** What {@code pattern} says of a file's name whatever its folder; empty if that may be any, as what is in a folder. */
    private static Optional<String> name(String pattern) {
        int slash = pattern.lastIndexOf('/');
        String folders = pattern.substring(0, slash + 1);
        String name = pattern.substring(slash + 1);
        boolean whole = count(folders, '{') == count(folders, '}');
        return whole && name.chars().anyMatch(c -> c != '*') ? Optional.of(name) : Optional.empty();
    }

    private static long count(String text, char searched) {
        return text.chars().filter(c -> c == searched).count();
    }
}
