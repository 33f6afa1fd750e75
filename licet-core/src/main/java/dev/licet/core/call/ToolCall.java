package dev.licet.core.call;

import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonBoolean;
import dev.licet.core.json.JsonValue.JsonNull;
import dev.licet.core.json.JsonValue.JsonNumber;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import java.util.Map;

/**
 * One tool call as an agent wants it executed. Immutable once received.
 *
 * @param id what the caller calls it
 * @param tool the tool's name, as the agent spells it
 * @param arguments what the model passes to the tool
 * @param session the conversation it belongs to
 * @param worker where it would be executed
 * @param directory absolute path of the working directory
 * @param environment variables set for this call only, by name
 */
public record ToolCall(
        CallId id,
        String tool,
        JsonObject arguments,
        SessionId session,
        WorkerId worker,
        String directory,
        Map<String, String> environment) {
    private static final int MAX_TOOL_NAME = 256;

    public ToolCall {
        if (tool.isEmpty() || tool.length() > MAX_TOOL_NAME) {
            throw new IllegalArgumentException("a tool name has 1 to 256 characters");
        }
        if (!directory.startsWith("/") && !directory.matches("[A-Za-z]:[\\\\/].*")) {
            throw new IllegalArgumentException("the working directory is not an absolute path: `" + directory + "`");
        }
        if (hasNul(arguments) || tool.indexOf('\0') >= 0 || directory.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("a NUL character in a text: no system could be passed it unchanged");
        }
        environment = Map.copyOf(environment);
    }

    private static boolean hasNul(JsonValue value) {
        return switch (value) {
            case JsonString string -> string.value().indexOf('\0') >= 0;
            case JsonObject object ->
                object.members().entrySet().stream()
                        .anyMatch(member -> member.getKey().indexOf('\0') >= 0 || hasNul(member.getValue()));
            case JsonArray array -> array.elements().stream().anyMatch(ToolCall::hasNul);
            case JsonNumber number -> false;
            case JsonBoolean flag -> false;
            case JsonNull none -> false;
        };
    }

    /** What identifies this call; equal for equal content whatever its {@link #id}. */
    public CallDigest digest() {
        return CallDigest.of(this);
    }
}
