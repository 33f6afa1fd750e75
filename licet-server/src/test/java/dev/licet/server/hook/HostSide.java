package dev.licet.server.hook;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.Set;

/** What hosts do with the answers of their hooks, as their documentation and their faults say. */
final class HostSide {
    private HostSide() {}

    /**
     * What becomes of a call.
     *
     * @param verdict {@code runs}, {@code native} (the host goes on to its own rules), {@code refused}, or {@code broken}: the
     *     answer cannot be used, and the call runs
     * @param arguments those it runs with, when the answer changes them
     * @param reason what the model reads
     */
    record Effect(String verdict, Optional<JsonObject> arguments, String reason) {
        static Effect of(String verdict) {
            return new Effect(verdict, Optional.empty(), "");
        }

        boolean mayRun() {
            return !verdict.equals("refused");
        }
    }

    /** What {@code host} does when its hook for {@code event} answers over HTTP. */
    static Effect http(String host, String event, int status, String body, JsonObject arguments) {
        if (status / 100 != 2) {
            return Effect.of("broken");
        }
        return read(host, event, body, arguments);
    }

    /** The same for a command that ended with {@code status} and wrote {@code out}. */
    static Effect command(String host, String event, int status, String out, JsonObject arguments) {
        if (status == 2 && !host.equals("cline")) {
            return Effect.of("refused");
        }
        return status == 0 ? read(host, event, out, arguments) : Effect.of("broken");
    }

    private static Effect read(String host, String event, String body, JsonObject arguments) {
        if (host.equals("amp") || host.equals("kiro")) {
            // The hook ends with a status instead; what the server says beside a refusal is for the model.
            String otherwise = host.equals("amp") ? "runs" : "native";
            return body.isBlank() ? Effect.of(otherwise) : new Effect("refused", Optional.empty(), body);
        }
        if (body.isBlank()) {
            return Effect.of("native");
        }
        JsonObject answer;
        try {
            answer = JsonText.parseObject(body);
        } catch (InvalidJson e) {
            return Effect.of("broken");
        }
        return switch (host) {
            case "claude", "vscode" -> specific(event, answer);
            case "codex" -> codex(event, answer);
            case "gemini" -> gemini(answer, arguments);
            case "crush" -> crush(answer, arguments);
            case "goose" -> goose(answer);
            case "cursor" -> cursor(answer);
            case "copilot" -> copilot(event, answer);
            case "qwen" -> qwen(answer);
            case "opencode", "kilo", "pi" -> module(answer);
            case "cline" -> answer.isTrue("cancel") ? refused(answer, "errorMessage") : Effect.of("native");
            default -> throw new IllegalArgumentException(host);
        };
    }

    private static Effect refused(JsonObject answer, String reason) {
        return new Effect("refused", Optional.empty(), answer.text(reason).orElse(""));
    }

    private static Effect specific(String event, JsonObject answer) {
        JsonObject output = answer.object("hookSpecificOutput").orElseGet(JsonObject::empty);
        if (!output.text("hookEventName").equals(Optional.of(event))) {
            return Effect.of("broken");
        }
        if (event.equals("PermissionRequest")) {
            return behavior(output.object("decision").orElseGet(JsonObject::empty));
        }
        return switch (output.text("permissionDecision").orElse("")) {
            case "allow" -> new Effect("runs", output.object("updatedInput"), "");
            case "deny" -> refused(output, "permissionDecisionReason");
            default -> Effect.of("broken");
        };
    }

    private static Effect behavior(JsonObject decision) {
        return switch (decision.text("behavior").orElse("")) {
            case "allow" -> new Effect("runs", decision.object("updatedInput"), "");
            case "deny" -> refused(decision, "message");
            default -> Effect.of("broken");
        };
    }

    /** Every member that the schema does not know, a plain allow and an ask spoil the whole answer. */
    private static Effect codex(String event, JsonObject answer) {
        JsonObject output = answer.object("hookSpecificOutput").orElseGet(JsonObject::empty);
        if (!Set.of("hookSpecificOutput").containsAll(answer.members().keySet())) {
            return Effect.of("broken");
        }
        if (event.equals("PermissionRequest")) {
            JsonObject decision = output.object("decision").orElseGet(JsonObject::empty);
            boolean known = Set.of("hookEventName", "decision")
                            .containsAll(output.members().keySet())
                    && Set.of("behavior", "message")
                            .containsAll(decision.members().keySet());
            return known ? specific(event, answer) : Effect.of("broken");
        }
        boolean known = Set.of("hookEventName", "permissionDecision", "permissionDecisionReason", "updatedInput")
                .containsAll(output.members().keySet());
        boolean allow = output.text("permissionDecision").equals(Optional.of("allow"));
        boolean usable = allow
                ? output.object("updatedInput").isPresent()
                : !output.text("permissionDecisionReason").orElse("").isEmpty();
        return known && usable ? specific(event, answer) : Effect.of("broken");
    }

    private static Effect gemini(JsonObject answer, JsonObject arguments) {
        if (Set.of("deny", "block").contains(answer.text("decision").orElse(""))) {
            return refused(answer, "reason");
        }
        Optional<JsonObject> changes =
                answer.object("hookSpecificOutput").flatMap(output -> output.object("tool_input"));
        return new Effect("native", changes.map(each -> merged(arguments, each)), "");
    }

    private static JsonObject merged(JsonObject arguments, JsonObject changes) {
        var members = new LinkedHashMap<>(arguments.members());
        members.putAll(changes.members());
        return new JsonObject(members);
    }

    /** With {@code on_failure} anything that is no decision blocks. */
    private static Effect goose(JsonObject answer) {
        return switch (answer.text("decision").orElse("")) {
            case "allow" -> Effect.of("native");
            case "block" -> refused(answer, "reason");
            default -> Effect.of("refused");
        };
    }

    private static Effect crush(JsonObject answer, JsonObject arguments) {
        return switch (answer.text("decision").orElse("")) {
            case "allow" -> new Effect("runs", answer.object("updated_input").map(each -> merged(arguments, each)), "");
            case "deny" -> refused(answer, "reason");
            default -> Effect.of("native");
        };
    }

    /** Nothing but a refusal counts: an answer {@code ask} would be one, too. */
    private static Effect qwen(JsonObject answer) {
        Optional<JsonObject> denied = answer.object("hookSpecificOutput")
                .filter(output -> output.text("permissionDecision").equals(Optional.of("deny")));
        return denied.map(output -> refused(output, "permissionDecisionReason")).orElseGet(() -> Effect.of("native"));
    }

    /** As the modules do it. */
    private static Effect module(JsonObject answer) {
        return answer.text("decision").equals(Optional.of("allow"))
                ? new Effect("runs", answer.object("arguments"), "")
                : refused(answer, "reason");
    }

    private static Effect cursor(JsonObject answer) {
        return switch (answer.text("permission").orElse("")) {
            case "allow" -> Effect.of("runs");
            case "deny" -> refused(answer, "agent_message");
            default -> Effect.of("broken");
        };
    }

    private static Effect copilot(String event, JsonObject answer) {
        if (event.equals("permissionRequest")) {
            return behavior(answer);
        }
        return switch (answer.text("permissionDecision").orElse("")) {
            case "allow" -> new Effect("runs", answer.object("modifiedArgs"), "");
            case "deny" -> refused(answer, "permissionDecisionReason");
            default -> Effect.of("broken");
        };
    }
}
