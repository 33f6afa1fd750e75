package dev.licet.core.display;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import com.github.difflib.patch.AbstractDelta;
import com.github.difflib.patch.Patch;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What differs between two texts, as lines that begin with {@code -}, {@code +} or a blank, and one more blank behind it; an
 * empty line is the sign alone.
 */
public final class TextDiff {
    /** Texts with more lines than these are shown one after the other: to align them would take too long. */
    private static final int MOST_ALIGNED = 2_000;

    /** So many lines before and after what differs are shown with it. */
    private static final int AROUND = 3;

    private static final String SIGNS = "-+ ";

    /** How a line begins that says where the next ones stand. */
    private static final String PLACE = "@@";

    private TextDiff() {}

    /** All lines of both, as they are. */
    static List<String> whole(String before, String after) {
        List<String> removed = lines(before);
        List<String> added = lines(after);
        var diff = new ArrayList<String>();
        if (removed.size() + added.size() > MOST_ALIGNED) {
            removed.forEach(line -> diff.add(signed("-", line)));
            added.forEach(line -> diff.add(signed("+", line)));
            return diff;
        }
        int at = 0;
        for (AbstractDelta<String> delta : DiffUtils.diff(removed, added).getDeltas()) {
            int start = delta.getSource().getPosition();
            removed.subList(at, start).forEach(line -> diff.add(signed(" ", line)));
            delta.getSource().getLines().forEach(line -> diff.add(signed("-", line)));
            delta.getTarget().getLines().forEach(line -> diff.add(signed("+", line)));
            at = start + delta.getSource().size();
        }
        removed.subList(at, removed.size()).forEach(line -> diff.add(signed(" ", line)));
        return diff;
    }

    /**
     * Only what differs, with a few lines around it, each stretch below a line such as {@code @@ -12,7 +12,8 @@} that says
     * where it stands; nothing is made safe to show. Empty where there are too many lines to align.
     */
    public static String changed(String before, String after) {
        // What ends both ends no line of its own.
        boolean ended = (before.isEmpty() || before.endsWith("\n")) && (after.isEmpty() || after.endsWith("\n"));
        List<String> removed = ended ? ended(before) : lines(before);
        List<String> added = ended ? ended(after) : lines(after);
        if (removed.size() + added.size() > MOST_ALIGNED) {
            return "";
        }
        Patch<String> patch = DiffUtils.diff(removed, added);
        return UnifiedDiffUtils.generateUnifiedDiff("", "", removed, patch, AROUND).stream()
                // The names of the files.
                .skip(2)
                .map(line -> line.startsWith(PLACE) ? line : signed(line.substring(0, 1), line.substring(1)))
                .collect(Collectors.joining("\n"));
    }

    /** {@code lines}, safe to show. Each is made safe by itself, so that its sign is no part of it. */
    static SafeText shown(List<String> lines) {
        List<SafeText> safe = lines.stream().map(TextDiff::shown).toList();
        return new SafeText(
                safe.stream().map(SafeText::text).collect(Collectors.joining("\n")),
                safe.stream().mapToInt(SafeText::hidden).sum());
    }

    private static SafeText shown(String line) {
        boolean signed = line.length() > 1 && SIGNS.indexOf(line.charAt(0)) >= 0 && line.charAt(1) == ' ';
        if (!signed) {
            return SafeText.of(line);
        }
        SafeText rest = SafeText.of(line.substring(2));
        return new SafeText(line.substring(0, 2) + rest.text(), rest.hidden());
    }

    private static String signed(String sign, String line) {
        return line.isEmpty() ? sign.strip() : sign + " " + line;
    }

    /** The lines of {@code text}, each of which ends with a newline. */
    private static List<String> ended(String text) {
        return text.isEmpty()
                ? List.of()
                : List.of(text.substring(0, text.length() - 1).split("\n", -1));
    }

    private static List<String> lines(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split("\n", -1));
    }
}
