package dev.licet.core.decide;

import dev.licet.core.glob.Glob;
import dev.licet.core.path.JudgeContext;
import dev.licet.core.path.PathForms;
import java.util.ArrayList;
import java.util.List;

/**
 * Patterns of the floor for absolute paths. Every one of them contains some certain text, and one pass over a path finds
 * those whose text it contains: most paths are compared with no pattern at all. Immutable and thread-safe.
 */
final class FloorPatterns {
    private static final int BUCKETS = 4_096;

    private final List<Entry> always = new ArrayList<>();
    private final List<List<Entry>> byBeginning = new ArrayList<>();
    private final List<Glob> all = new ArrayList<>();

    /** A pattern, and a text that all it matches contain. */
    private record Entry(String piece, Glob glob) {}

    FloorPatterns(List<String> patterns) {
        for (int i = 0; i < BUCKETS; i++) {
            byBeginning.add(List.of());
        }
        patterns.forEach(this::add);
    }

    private void add(String pattern) {
        Glob glob = Glob.of(pattern);
        all.add(glob);
        List<String> pieces = pieces(pattern);
        if (pieces.isEmpty()) {
            always.add(new Entry("", glob));
        }
        for (String piece : pieces) {
            int bucket = bucket(piece.charAt(0), piece.charAt(1));
            var entries = new ArrayList<>(byBeginning.get(bucket));
            entries.add(new Entry(piece, glob));
            byBeginning.set(bucket, List.copyOf(entries));
        }
    }

    private static int bucket(char first, char second) {
        return (first * 61 + second) & (BUCKETS - 1);
    }

    /** Every pattern. */
    List<Glob> all() {
        return all;
    }

    /** Whether {@code path}, or the folder that it is, matches by what it is called or by where links lead. */
    boolean matches(PathForms path, JudgeContext context) {
        if (context.files().ignoresCase()) {
            return all.stream().map(Glob::ignoringCase).anyMatch(glob -> {
                return path.forms().stream()
                        .map(Glob::folded)
                        .anyMatch(form -> glob.matches(form) || glob.matches(form + "/"));
            });
        }
        return path.forms().stream().anyMatch(this::matches)
                || (path.written().startsWith("/") && matches(path.written()));
    }

    private boolean matches(String path) {
        String folder = path + "/";
        for (Entry entry : always) {
            if (matches(entry, path, folder)) {
                return true;
            }
        }
        for (int i = 0; i + 1 < folder.length(); i++) {
            List<Entry> entries = byBeginning.get(bucket(folder.charAt(i), folder.charAt(i + 1)));
            for (int k = 0; k < entries.size(); k++) {
                Entry entry = entries.get(k);
                if (folder.startsWith(entry.piece(), i) && matches(entry, path, folder)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean matches(Entry entry, String path, String folder) {
        return entry.glob().matches(path) || entry.glob().matches(folder);
    }

    /** The longest text without wildcards, once for each alternative of the only braces; none if that is not certain. */
    private static List<String> pieces(String pattern) {
        int open = pattern.indexOf('{');
        int close = pattern.indexOf('}');
        boolean plain = open < 0 && close < 0;
        boolean nested = pattern.indexOf('{', open + 1) >= 0;
        if (!plain && (nested || close < open)) {
            return List.of();
        }
        var pieces = new ArrayList<String>();
        String inside = plain ? "" : pattern.substring(open + 1, close);
        for (String alternative : inside.split(",", -1)) {
            String piece = plain
                    ? longest(pattern)
                    : longest(pattern.substring(0, open) + alternative + pattern.substring(close + 1));
            if (piece.length() < 2) {
                return List.of();
            }
            pieces.add(piece);
        }
        return pieces;
    }

    private static String longest(String pattern) {
        String longest = "";
        for (String piece : pattern.split("[*?\\[\\](){}!|\\\\]+", -1)) {
            longest = piece.length() > longest.length() ? piece : longest;
        }
        return longest;
    }
}
