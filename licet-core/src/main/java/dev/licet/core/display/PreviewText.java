package dev.licet.core.display;

import dev.licet.core.contain.FileChange;
import dev.licet.core.contain.Preview;
import dev.licet.core.contain.PreviewedFile;
import dev.licet.core.display.CallText.Kind;
import dev.licet.core.display.CallText.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What a command did when it was tried, as a person has to read it before they answer. */
public final class PreviewText {
    private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{N}\\p{M}._/@+,:=~#%^-]+");

    private PreviewText() {}

    /** What the command did, and what approving does, in one line: {@code tried within bounds: changes 3 files; …}. */
    public static String line(Preview preview) {
        String changes = switch (preview.changed()) {
            case 0 -> "changes no file";
            case 1 -> "changes 1 file";
            default -> "changes " + preview.changed() + " files";
        };
        return "tried within bounds: "
                + (preview.isComplete()
                        ? changes + "; approving puts that in place, and does not run it again"
                        : "failed with exit status " + preview.status()
                                + "; approving runs it without bounds, and puts nothing of this in place");
    }

    /** The parts that {@code preview} of a call in {@code directory} has beside those of the call. */
    static List<Part> parts(Preview preview, String directory) {
        var parts = new ArrayList<Part>();
        List<String> summary = summary(preview, directory);
        parts.add(part("preview", Kind.EFFECT, new SafeText(String.join("\n", summary), 0)));
        for (PreviewedFile file : preview.files()) {
            if (!file.diff().isEmpty()) {
                SafeText diff = TextDiff.shown(List.of(file.diff().split("\n", -1)));
                parts.add(part(name(file.change(), directory), Kind.DIFF, diff));
            }
        }
        if (!preview.output().isBlank()) {
            parts.add(part("what it printed", Kind.EFFECT, SafeText.of(preview.output())));
        }
        return parts;
    }

    /** What the command did in {@code directory}, in short: the line for all of it, then one for each file. */
    public static List<String> summary(Preview preview, String directory) {
        var summary = new ArrayList<String>();
        summary.add(line(preview));
        preview.files().forEach(file -> summary.add(SafeText.oneLine(line(file, directory))));
        if (preview.more() > 0) {
            summary.add("and " + preview.more() + " more");
        }
        if (!preview.lost().isEmpty()) {
            summary.add("not kept, as it is outside of the workspace: "
                    + SafeText.oneLine(
                            preview.lost().stream().map(PreviewText::quoted).collect(Collectors.joining(", "))));
        }
        return summary;
    }

    private static Part part(String label, Kind kind, SafeText text) {
        return new Part(SafeText.oneLine(label), kind, text, List.of());
    }

    private static String line(PreviewedFile file, String directory) {
        FileChange change = file.change();
        String detail = file.detail().isEmpty() ? "" : " (" + file.detail() + ")";
        String objection =
                file.objection().isEmpty() ? "" : (file.stays() ? ", stays as it is, " : ", ") + file.objection();
        return change.kind().text() + " " + quoted(name(change, directory)) + detail + objection;
    }

    /** A name that could be taken for more than one is set in quotes. */
    private static String quoted(String name) {
        return PLAIN.matcher(name).matches()
                ? name
                : "\"" + name.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    /** Its path, from {@code directory} where it is in it. */
    private static String name(FileChange change, String directory) {
        return change.path().startsWith(directory + "/")
                ? change.path().substring(directory.length() + 1)
                : change.path();
    }
}
