package dev.licet.core.policy;

import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * One line of a policy.
 *
 * @param tool the tool it speaks of: a name or a pattern
 * @param value what the tool is pointed at; {@code *} is everything
 * @param words {@code value} as an allow for a command reads it: a {@code *} inside a word ends at the next blank
 * @param action what it says
 * @param origin where it stands
 */
public record Rule(Glob tool, Glob value, Glob words, Action action, Origin origin) {

    /** A relative path, but none into the packages that a project installs. */
    private static final Pattern OWN_SCRIPT = Pattern.compile(
            "(\\./)?(?!(node_modules|vendor|venv|env)/)([A-Za-z0-9_][A-Za-z0-9_.-]*/)*[A-Za-z0-9_][A-Za-z0-9_.-]*");

    /** Where a rule stands: a file's name and its line, counted from 1. */
    public record Origin(String file, int line) {
        @Override
        public String toString() {
            return file + ":" + line;
        }
    }

    /** The rule that {@code tool} and {@code value} spell. */
    public static Rule of(String tool, String value, Action action, Origin origin) {
        return new Rule(Glob.of(tool), Glob.of(value), Glob.ofWords(value), action, origin);
    }

    /** Whether it speaks of everything the tool can do. */
    boolean isToolLevel() {
        return value.isEverything();
    }

    /** Whether it allows everything that a program can be told to do: {@code make *}. */
    boolean namesOnlyProgram() {
        return value.pattern().matches("[^ *?\\[{(]+ \\*");
    }

    /** Whether its first word is {@code program}, to the letter, and that is a script of the project's own. */
    boolean namesScript(String program) {
        return program.indexOf('/') >= 0
                && OWN_SCRIPT.matcher(program).matches()
                && value.pattern().startsWith(program + " ");
    }

    /** Whether the word at {@code index} is a folder and a star, and {@code file} is below that folder. */
    boolean namesFolderOf(String file, int index) {
        String[] all = value.pattern().split(" ", -1);
        boolean plain = index < all.length
                && Arrays.stream(all).limit(index).noneMatch(word -> word.contains("*") || word.contains("?"));
        return plain
                && all[index].matches("[A-Za-z0-9_./-]*[A-Za-z0-9_-]/\\*")
                && !file.contains("..")
                && file.startsWith(all[index].substring(0, all[index].length() - 1));
    }

    /** How many words of this rule spell {@code option}: to the letter up to a {@code =} or a wildcard. */
    long spelled(String option) {
        return Arrays.stream(value.pattern().split(" ", -1))
                .map(word -> word.replaceFirst("[=*?].*", "").replace("\\", ""))
                .filter(word -> !word.isEmpty() && word.equals(option))
                .count();
    }
}
