package dev.licet.script;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.JsonText;
import java.util.List;

/**
 * One reply of the model.
 *
 * @param text what it says; empty for nothing
 * @param calls the tools it calls, in order
 */
public record Line(String text, List<Call> calls) {
    public Line {
        calls = List.copyOf(calls);
    }

    /**
     * A call of a tool.
     *
     * @param arguments its arguments as the model writes them, which need not be JSON
     */
    public record Call(String tool, String arguments) {
        public static Call of(String tool, JsonObject arguments) {
            return new Call(tool, JsonText.write(arguments));
        }
    }

    public static Line says(String text) {
        return new Line(text, List.of());
    }

    public static Line calls(String tool, JsonObject arguments) {
        return new Line("", List.of(Call.of(tool, arguments)));
    }

    public static Line calls(Call... calls) {
        return new Line("", List.of(calls));
    }

    /** The same with {@code text} before the calls. */
    public Line saying(String text) {
        return new Line(text, calls);
    }
}
