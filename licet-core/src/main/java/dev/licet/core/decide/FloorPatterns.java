package dev.licet.core.decide;

import dev.licet.core.glob.Glob;
import dev.licet.core.path.JudgeContext;
import dev.licet.core.path.PathForms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Patterns of the floor for absolute paths. Every one of them contains some certain text, and one pass over a path finds
 * those whose text it contains: most paths are compared with no pattern at all. Immutable and thread-safe.
 */
final class FloorPatterns {
    private static final int BUCKETS = 4_096;
    private static final Entry[] NONE = {};

    private final List<Entry> always = new ArrayList<>();

    /** The characters that the texts begin with. */
    private final BitSet beginning = new BitSet();

    /** By the first two of them. */
    private final Entry[][] byBeginning = new Entry[BUCKETS][];

    private final List<Glob> all = new ArrayList<>();

    /** A pattern, and a text that all it matches contain. */
    private record Entry(String piece, Glob glob) {}

    FloorPatterns(List<String> patterns) {
        Arrays.fill(byBeginning, NONE);
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
            beginning.set(piece.charAt(0));
            int bucket = bucket(piece.charAt(0), piece.charAt(1));
            Entry[] entries = byBeginning[bucket];
            byBeginning[bucket] = Arrays.copyOf(entries, entries.length + 1);
            byBeginning[bucket][entries.length] = new Entry(piece, glob);
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
        for (String form : path.forms()) {
            if (matches(form, context)) {
                return true;
            }
        }
        return path.written().startsWith("/") && matches(path.written(), context);
    }

    /** Whether {@code name}, an absolute path, or the folder of that name matches. */
    boolean matches(String name, JudgeContext context) {
        if (!context.files().ignoresCase()) {
            return matches(name);
        }
        String folded = Glob.folded(name);
        return all.stream()
                .map(Glob::ignoringCase)
                .anyMatch(glob -> glob.matches(folded) || glob.matches(folded + "/"));
    }

    private boolean matches(String path) {
        String folder = path + "/";
        for (Entry entry : always) {
            if (matches(entry, path, folder)) {
                return true;
            }
        }
        for (int i = 0; i + 1 < folder.length(); i++) {
            if (!beginning.get(folder.charAt(i))) {
                continue;
            }
            for (Entry entry : byBeginning[bucket(folder.charAt(i), folder.charAt(i + 1))]) {
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
