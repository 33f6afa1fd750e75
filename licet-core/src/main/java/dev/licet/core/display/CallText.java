package dev.licet.core.display;

import dev.licet.core.call.ToolCall;
import dev.licet.core.call.ToolTable;
import dev.licet.core.json.CanonicalJson;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonString;
import java.util.TreeMap;

/**
 * A call as a person has to read it before they answer: everything that would be executed, hidden characters visible.
 *
 * @param tool the tool's name
 * @param where worker, session and directory
 * @param text the command of a shell call that has nothing else to it; otherwise every argument by name
 */
public record CallText(String tool, String where, SafeText text) {

    /** The text of {@code call}. */
    public static CallText of(ToolCall call) {
        String where = call.worker().text() + " · " + call.session().text() + " · " + call.directory();
        return new CallText(SafeText.oneLine(call.tool()), SafeText.oneLine(where), SafeText.of(text(call)));
    }

    private static String text(ToolCall call) {
        var text = new StringBuilder();
        new TreeMap<>(call.environment())
                .forEach((name, value) -> argument("environment " + name, new JsonString(value), text));
        boolean onlyCommand = ToolTable.standard().isPlainCommand(call);
        if (onlyCommand) {
            text.append(call.arguments().text("command").orElseThrow());
        } else {
            call.arguments().members().forEach((name, value) -> argument(name, value, text));
        }
        return text.toString().stripTrailing().isEmpty() ? "(no arguments)" : withoutLastBreak(text.toString());
    }

    /** A value of several lines is indented, so that a line in it never looks like another argument. */
    private static void argument(String name, JsonValue value, StringBuilder text) {
        String shown = value instanceof JsonString string ? string.value() : CanonicalJson.of(value);
        text.append(name.replace("\n", "⏎")).append(':');
        text.append(shown.contains("\n") ? "\n  " + shown.replace("\n", "\n  ") : " " + shown);
        text.append('\n');
    }

    private static String withoutLastBreak(String text) {
        return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    }
}
