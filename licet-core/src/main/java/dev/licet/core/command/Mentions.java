package dev.licet.core.command;

import dev.licet.shell.Argument;
import dev.licet.shell.Fact;
import dev.licet.shell.SideEffect;
import dev.licet.shell.Span;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Commands that may be in a text that was not read, because it is too long, too deep or not understood: every stretch
 * between two signs that separate commands, quotes taken away. A deny of one of them is a deny; nothing is allowed by it.
 */
public final class Mentions {
    /** So many different ones are looked at. */
    private static final int MAX_MENTIONS = 20_000;

    /** So many words of each count. */
    private static final int MAX_WORDS = 256;

    private static final String SEPARATORS = ";|&(){}`\n\r$<>";

    /** Words that another command may stand behind. */
    private static final Set<String> BEFORE = Set.of(
            "if", "then", "else", "elif", "do", "while", "until", "!", "time", "exec", "command", "builtin", "eval",
            "env", "nohup", "nice", "xargs", "sudo", "doas", "coproc", "setsid", "stdbuf", "watch");

    private Mentions() {}

    /** The commands that {@code text} may have in it, each once, as facts of something started in {@code directory}. */
    public static List<Fact.Runs> in(String text, String directory) {
        var seen = new HashSet<String>();
        var found = new ArrayList<Fact.Runs>();
        int start = 0;
        for (int i = 0; i <= text.length() && found.size() < MAX_MENTIONS; i++) {
            if (i == text.length() || SEPARATORS.indexOf(text.charAt(i)) >= 0) {
                if (i > start && seen.add(text.substring(start, i))) {
                    add(text, start, i, directory, found);
                }
                start = i + 1;
            }
        }
        return found;
    }

    private static void add(String text, int start, int end, String directory, List<Fact.Runs> found) {
        var span = new Span(start, end);
        var words = new ArrayList<Argument>();
        for (String word : text.substring(start, end).strip().split("[ \\t]+", -1)) {
            String plain = word.replace("'", "").replace("\"", "").replace("\\", "");
            boolean before = words.isEmpty() && (BEFORE.contains(plain) || plain.matches("[A-Za-z_][A-Za-z0-9_]*=.*"));
            if (words.size() == MAX_WORDS) {
                break;
            }
            if (!plain.isEmpty() && !before) {
                words.add(new Argument.Known(plain, span));
            }
        }
        if (!words.isEmpty()) {
            found.add(new Fact.Runs(
                    words, words, 0, 0, Fact.Standing.COMMAND, List.of(), SideEffect.ANY, directory, span));
        }
    }
}
