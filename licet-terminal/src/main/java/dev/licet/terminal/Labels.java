package dev.licet.terminal;

import dev.licet.core.display.SafeText;
import java.util.List;
import java.util.regex.Pattern;

/** What the options of a box are called. */
public final class Labels {
    /** What stands above a call that has to do with files outside of its workspace. */
    public static final String OUTSIDE = "!! OUTSIDE PROJECT !!";

    private static final Pattern FOLDER = Pattern.compile("[a-z]+:.*/");

    private Labels() {}

    /** Whether {@code pattern} is that of a command in a folder: {@code cat:src/}. */
    static boolean isFolder(String pattern) {
        return FOLDER.matcher(pattern).matches();
    }

    /** What an option called {@code label} would cover whose rules are {@code patterns}; for one folder it is spelled out. */
    public static String always(String label, List<String> patterns) {
        if (patterns.size() != 1 || !isFolder(patterns.getFirst())) {
            return label;
        }
        String[] parts = patterns.getFirst().split(":", 2);
        String where = parts[1].equals("./") ? "./ directory" : parts[1] + " directory (includes subdirs)";
        return label + ": " + SafeText.oneLine(parts[0]) + " in " + SafeText.oneLine(where);
    }
}
