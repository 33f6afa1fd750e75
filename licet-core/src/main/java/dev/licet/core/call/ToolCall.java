package dev.licet.core.call;

import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonBoolean;
import dev.licet.core.json.JsonValue.JsonNull;
import dev.licet.core.json.JsonValue.JsonNumber;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import java.util.Map;
import java.util.regex.Pattern;

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
 * @param context where in the session it belongs
 */
public record ToolCall(
        CallId id,
        String tool,
        JsonObject arguments,
        SessionId session,
        WorkerId worker,
        String directory,
        Map<String, String> environment,
        CallContext context) {
    private static final int MAX_TOOL_NAME = 256;

    /** What is nested deeper cannot be worked with on every thread's stack. */
    private static final int MAX_DEPTH = 500;

    private static final Pattern DRIVE = Pattern.compile("[A-Za-z]:[\\\\/].*");

    /** A call of the session's own agent. */
    public ToolCall(
            CallId id,
            String tool,
            JsonObject arguments,
            SessionId session,
            WorkerId worker,
            String directory,
            Map<String, String> environment) {
        this(id, tool, arguments, session, worker, directory, environment, CallContext.NONE);
    }

    public ToolCall {
        if (tool.isEmpty() || tool.length() > MAX_TOOL_NAME) {
            throw new IllegalArgumentException("a tool name has 1 to 256 characters");
        }
        if (!directory.startsWith("/") && !DRIVE.matcher(directory).matches()) {
            throw new IllegalArgumentException("the working directory is not an absolute path: `" + directory + "`");
        }
        if (Controls.areIn(tool) || Controls.areIn(directory)) {
            throw new IllegalArgumentException("a control character in the name of the tool or of the directory");
        }
        requireShallow(arguments, 0);
        boolean unchanged = isPassable(arguments)
                && isPassable(tool)
                && isPassable(directory)
                && environment.entrySet().stream()
                        .allMatch(each -> isPassable(each.getKey()) && isPassable(each.getValue()));
        if (!unchanged) {
            throw new IllegalArgumentException(
                    "a NUL character or half of a surrogate pair in a text: no system could be passed it unchanged");
        }
        environment = Map.copyOf(environment);
    }

    private static void requireShallow(JsonValue value, int depth) {
        if (depth > MAX_DEPTH) {
            throw new IllegalArgumentException("arguments are nested at most " + MAX_DEPTH + " deep");
        }
        if (value instanceof JsonObject object) {
            object.members().values().forEach(each -> requireShallow(each, depth + 1));
        } else if (value instanceof JsonArray array) {
            array.elements().forEach(each -> requireShallow(each, depth + 1));
        }
    }

    private static boolean isPassable(JsonValue value) {
        return switch (value) {
            case JsonString string -> isPassable(string.value());
            case JsonObject object -> {
                boolean is = true;
                for (var member : object.members().entrySet()) {
                    is &= isPassable(member.getKey()) && isPassable(member.getValue());
                }
                yield is;
            }
            case JsonArray array -> array.elements().stream().allMatch(ToolCall::isPassable);
            case JsonNumber number -> true;
            case JsonBoolean flag -> true;
            case JsonNull none -> true;
        };
    }

    private static boolean isPassable(String text) {
        // For every text of every call: a stream of code points takes ten times as long.
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (c == 0 || Character.isSurrogate(c)) {
                return false;
            }
        }
        return true;
    }

    /** This call of the tool called {@code name}. */
    public ToolCall withTool(String name) {
        return new ToolCall(id, name, arguments, session, worker, directory, environment, context);
    }

    /** This call with other {@code arguments}. */
    public ToolCall withArguments(JsonObject arguments) {
        return arguments.equals(this.arguments)
                ? this
                : new ToolCall(id, tool, arguments, session, worker, directory, environment, context);
    }

    /** This call at another place of the session. */
    public ToolCall in(CallContext context) {
        return new ToolCall(id, tool, arguments, session, worker, directory, environment, context);
    }

    /** What identifies this call; equal for equal content whatever its {@link #id}. */
    public CallDigest digest() {
        return CallDigest.of(this);
    }
}
