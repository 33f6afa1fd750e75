package dev.licet.cli.agent;

import dev.licet.agent.Display;
import dev.licet.core.display.SafeText;
import dev.licet.core.json.CanonicalJson;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.terminal.box.Paint;
import java.io.PrintStream;
import java.util.regex.Pattern;

/** A conversation as lines on a terminal. What a model or a tool says moves no cursor and hides nothing. */
final class Lines implements Display {
    private static final int LONGEST_CALL = 100;
    private static final int MOST_LINES = 6;

    /** Everything that is no ink, but for line breaks and tabs. */
    private static final Pattern UNSEEN = Pattern.compile("[\\p{C}&&[^\\n\\t]]");

    private final PrintStream out;
    private final Paint paint;

    Lines(PrintStream out, Paint paint) {
        this.out = out;
        this.paint = paint;
    }

    @Override
    public void text(String piece) {
        // Pieces end in the middle of lines: only whole lines can be shown as SafeText shows them.
        out.print(UNSEEN.matcher(piece).replaceAll(found -> SafeText.oneLine(found.group())));
        out.flush();
    }

    @Override
    public void said() {
        out.println();
    }

    @Override
    public void calls(String name, JsonObject arguments) {
        String what = arguments
                .text("command")
                .or(() -> arguments.text("path"))
                .or(() -> arguments.text("pattern"))
                .or(() -> arguments.text("description"))
                .orElseGet(() -> CanonicalJson.of(arguments));
        out.println(
                paint.strong("● " + SafeText.oneLine(name)) + " " + SafeText.cut(SafeText.oneLine(what), LONGEST_CALL));
    }

    @Override
    public void told(String name, String result, boolean ran) {
        var lines = SafeText.of(result.replace("\t", "  ")).text().lines().toList();
        lines.stream().limit(MOST_LINES).forEach(line -> out.println("  " + (ran ? line : paint.stop(line))));
        if (lines.size() > MOST_LINES) {
            out.println("  … " + (lines.size() - MOST_LINES) + " more lines");
        }
    }
}
