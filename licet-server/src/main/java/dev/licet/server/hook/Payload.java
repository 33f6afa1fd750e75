package dev.licet.server.hook;

import dev.licet.core.call.CallContext;
import dev.licet.core.call.CallId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.TurnId;
import dev.licet.core.call.WorkerId;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Reads the parts that the inputs of hooks have in common. What is missing or odd is an {@code IllegalArgumentException}. */
final class Payload {
    private final JsonObject input;

    Payload(JsonObject input) {
        this.input = input;
    }

    /** The first of {@code names} that is a text. */
    Optional<String> text(String... names) {
        for (String name : names) {
            if (input.text(name).isPresent()) {
                return input.text(name);
            }
        }
        return Optional.empty();
    }

    /** The same, which has to be there. */
    String required(String... names) {
        return text(names).orElseThrow(() -> missing(names[0]));
    }

    static IllegalArgumentException missing(String name) {
        return new IllegalArgumentException("the hook's input lacks `" + name + "`");
    }

    /** The arguments that are the first member called one of {@code names}: an object, or a text that holds one. */
    JsonObject arguments(String... names) {
        String name = Stream.of(names)
                .filter(each -> input.get(each).isPresent())
                .findFirst()
                .orElseThrow(() -> missing(names[0]));
        JsonValue value = input.get(name).orElseThrow();
        if (value instanceof JsonObject object) {
            return object;
        }
        if (value instanceof JsonString string) {
            try {
                return JsonText.parseObject(string.value());
            } catch (InvalidJson e) {
                throw new IllegalArgumentException("`" + name + "` is not valid JSON: " + e.getMessage(), e);
            }
        }
        throw new IllegalArgumentException("`" + name + "` is no object");
    }

    /** The directory of the call: {@code cwd} or {@code working_dir}, else the first folder of the workspace. */
    String directory() {
        Optional<String> cwd = text("cwd", "working_dir").filter(text -> !text.isEmpty());
        if (cwd.isPresent()) {
            return cwd.get();
        }
        for (String name : List.of("workspace_roots", "workspaceRoots")) {
            for (JsonValue root : input.elements(name)) {
                if (root instanceof JsonString string && !string.value().isEmpty()) {
                    return string.value();
                }
            }
        }
        throw missing("cwd");
    }

    /** The call of {@code tool} with {@code arguments}, made in {@code session}. */
    ToolCall call(String tool, JsonObject arguments, String session, Host.Place place) {
        return new ToolCall(
                new CallId(text("tool_use_id", "toolUseId", "tool_call_id").orElse("call")),
                tool,
                arguments,
                new SessionId(session),
                new WorkerId(place.worker()),
                directory(),
                Map.of(),
                new CallContext(Optional.empty(), text("turn_id").map(TurnId::new), Optional.empty(), "", requester()));
    }

    /** The call that an input asks about by {@code before}, the only event about calls; empty for any other event. */
    Optional<HookCall> of(String before, Host.Place place) {
        String event = text("hook_event_name").orElse(before);
        return event.equals(before)
                ? Optional.of(new HookCall(
                        call(required("tool_name"), arguments("tool_input"), required("session_id"), place),
                        event,
                        false))
                : Optional.empty();
    }

    /**
     * The call that an input in Claude Code's form asks about, by the event {@code before} or, again, by {@code request}; empty
     * for any other event.
     */
    Optional<HookCall> eitherOf(
            String before, String request, Function<Payload, JsonObject> arguments, Host.Place place) {
        String event = text("hook_event_name").or(place::event).orElse(before);
        if (!event.equals(before) && !event.equals(request)) {
            return Optional.empty();
        }
        ToolCall call = call(required("tool_name"), arguments.apply(this), required("session_id"), place);
        return Optional.of(new HookCall(call, event, event.equals(request)));
    }

    /** The subagent that makes the call, where the host says so. It is not known to the gate, so it is a remark only. */
    private String requester() {
        var parts = new ArrayList<String>();
        boolean main = input.get("parent_agent_id")
                .filter(JsonValue.JsonNull.class::isInstance)
                .isPresent();
        if (main) {
            return "";
        }
        text("agent_type", "agentType").ifPresent(parts::add);
        text("agent_id", "agentId").ifPresent(parts::add);
        return parts.isEmpty() ? "" : "subagent " + String.join(" ", parts);
    }
}
