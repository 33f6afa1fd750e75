package dev.licet.gate.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What the {@code .gitignore} files of a repository say of a file, as far as it is certain (gitignore(5)): a pattern that is
 * not understood ignores nothing, and one that takes back does so for everything. Immutable.
 */
record IgnoreRules(List<Rule> rules) {
    /** Larger files say nothing that is certain. */
    private static final int MOST_BYTES = 64 * 1024;

    private static final int MOST_RULES = 2_000;

    /** Takes back whatever is ignored. */
    private static final String UNCLEAR = "!*";

    static final IgnoreRules NONE = new IgnoreRules(List.of());

    IgnoreRules {
        rules = List.copyOf(rules);
    }

    /**
     * One line.
     *
     * @param folder of the file that it stands in
     * @param parts between the slashes; {@code **} stands for any number of folders
     * @param anywhere whether it speaks of a name in whatever folder below
     */
    record Rule(Path folder, List<String> parts, boolean anywhere, boolean foldersOnly, boolean takesBack) {
        boolean matches(Path path, boolean isFolder) {
            if (foldersOnly && !isFolder) {
                return false;
            }
            if (anywhere) {
                return fits(parts.getFirst(), path.getFileName().toString());
            }
            Path inside = folder.relativize(path);
            return matches(inside, 0, 0);
        }

        private boolean matches(Path inside, int name, int part) {
            if (part == parts.size()) {
                return name == inside.getNameCount();
            }
            if (parts.get(part).equals("**")) {
                // At the end it stands for what is in the folder, not for the folder.
                int least = part == parts.size() - 1 ? 1 : 0;
                for (int next = name + least; next <= inside.getNameCount(); next++) {
                    if (matches(inside, next, part + 1)) {
                        return true;
                    }
                }
                return false;
            }
            return name < inside.getNameCount()
                    && fits(parts.get(part), inside.getName(name).toString())
                    && matches(inside, name + 1, part + 1);
        }
    }

    /** Whether the last rule that speaks of {@code path}, an absolute one, ignores it. */
    boolean ignore(Path path, boolean isFolder) {
        for (int i = rules.size() - 1; i >= 0; i--) {
            Rule rule = rules.get(i);
            if (rule.matches(path, isFolder)) {
                return !rule.takesBack();
            }
        }
        return false;
    }

    /** These rules, and behind them those of the file {@code name} in {@code folder}, if there is one. */
    IgnoreRules and(Path folder, String name) {
        List<String> lines = lines(folder.resolve(name));
        if (lines.isEmpty()) {
            return this;
        }
        var all = new ArrayList<>(rules);
        for (String line : lines) {
            add(folder, line, all);
        }
        // Too many: none of them is looked at.
        return all.size() > MOST_RULES ? NONE : new IgnoreRules(all);
    }

    /** Whether a line of the file takes something back that another one ignores. */
    static boolean takesBack(Path file) {
        return lines(file).stream().anyMatch(line -> line.startsWith("!"));
    }

    private static List<String> lines(Path file) {
        if (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        try {
            // Git takes no notice of a link, and a pipe may never end.
            boolean readable = Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && Files.size(file) <= MOST_BYTES;
            String text = readable ? Files.readString(file) : UNCLEAR;
            String whole = (text.startsWith("\uFEFF") ? text.substring(1) : text).replace("\r\n", "\n");
            return whole.indexOf('\r') >= 0 ? List.of(UNCLEAR) : whole.lines().toList();
        } catch (IOException e) {
            // Not UTF-8, too: where programs stop reading differs.
            return List.of(UNCLEAR);
        }
    }

    private static void add(Path folder, String line, List<Rule> rules) {
        String pattern = line.replaceFirst(" +$", "");
        boolean takesBack = pattern.startsWith("!");
        pattern = takesBack ? pattern.substring(1) : pattern;
        if (pattern.isEmpty() || (!takesBack && pattern.startsWith("#"))) {
            return;
        }
        boolean foldersOnly = pattern.endsWith("/");
        pattern = foldersOnly ? pattern.substring(0, pattern.length() - 1) : pattern;
        boolean anywhere = pattern.indexOf('/') < 0;
        List<String> parts = List.of((pattern.startsWith("/") ? pattern.substring(1) : pattern).split("/", -1));
        if (parts.stream().allMatch(IgnoreRules::isPlain)
                && parts.stream().filter("**"::equals).count() <= 2) {
            rules.add(new Rule(folder, parts, anywhere, foldersOnly, takesBack));
        } else if (takesBack) {
            rules.add(new Rule(folder, List.of("*"), true, false, true));
        }
    }

    /** Whether nothing in {@code part} but stars and question marks has a meaning of its own, to git or to ripgrep. */
    private static boolean isPlain(String part) {
        return !part.isEmpty()
                && (part.equals("**") || !part.contains("**"))
                && part.chars().noneMatch(c -> "[\\{\u00A0".indexOf(c) >= 0 || c < ' ')
                && !part.endsWith(" ");
    }

    /** Whether {@code name} is one that {@code pattern}, of letters, {@code *} and {@code ?}, describes. */
    private static boolean fits(String pattern, String name) {
        int at = 0;
        int star = -1;
        int from = 0;
        int i = 0;
        while (i < name.length()) {
            if (at < pattern.length() && pattern.charAt(at) == '*') {
                star = at++;
                from = i;
            } else if (at < pattern.length() && (pattern.charAt(at) == '?' || pattern.charAt(at) == name.charAt(i))) {
                at++;
                i++;
            } else if (star >= 0) {
                at = star + 1;
                i = ++from;
            } else {
                return false;
            }
        }
        while (at < pattern.length() && pattern.charAt(at) == '*') {
            at++;
        }
        return at == pattern.length();
    }
}
