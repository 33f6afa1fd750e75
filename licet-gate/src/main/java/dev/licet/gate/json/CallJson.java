package dev.licet.gate.json;

import dev.licet.core.call.AgentId;
import dev.licet.core.call.Batch;
import dev.licet.core.call.BatchId;
import dev.licet.core.call.CallContext;
import dev.licet.core.call.CallId;
import dev.licet.core.call.CallSource;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.ToolWords;
import dev.licet.core.call.TurnId;
import dev.licet.core.call.WorkerId;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonBoolean;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.shell.Shells;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The JSON form of a tool call: {@code {callId, tool, arguments, sessionId, workerId, cwd, env?, agent?, turnId?, batchId?,
 * batchRemaining?: [{tool, arguments}], origin?, requester?, client?, task?, schema?, declared?, details?, shell?, containable?}}.
 */
public final class CallJson {
    private static final Set<String> NAMES = Set.of(
            "callId",
            "tool",
            "arguments",
            "sessionId",
            "workerId",
            "cwd",
            "env",
            "agent",
            "turnId",
            "batchId",
            "batchRemaining",
            "origin",
            "requester",
            "client",
            "task",
            "schema",
            "declared",
            "shell",
            "containable",
            "details");

    private CallJson() {}

    /** The form of {@code call}. */
    public static JsonObject write(ToolCall call) {
        JsonObject form = JsonObject.empty()
                .with("callId", call.id().text())
                .with("tool", call.tool())
                .with("arguments", call.arguments())
                .with("sessionId", call.session().text())
                .with("workerId", call.worker().text())
                .with("cwd", call.directory());
        if (!call.environment().isEmpty()) {
            form = form.with("env", JsonObject.ofTexts(new TreeMap<>(call.environment())));
        }
        return withContext(form, call.context());
    }

    private static JsonObject withContext(JsonObject form, CallContext context) {
        JsonObject whole = form;
        if (context.agent().isPresent()) {
            whole = whole.with("agent", context.agent().get().text());
        }
        if (context.turn().isPresent()) {
            whole = whole.with("turnId", context.turn().get().text());
        }
        if (context.batch().isPresent()) {
            whole = whole.with("batchId", context.batch().get().id().text())
                    .with(
                            "batchRemaining",
                            JsonArray.of(context.batch().get().remaining().stream()
                                    .map(call -> JsonObject.empty()
                                            .with("tool", call.tool())
                                            .with("arguments", call.arguments()))
                                    .toList()));
        }
        whole = context.origin().isEmpty() ? whole : whole.with("origin", context.origin());
        whole = context.requester().isEmpty() ? whole : whole.with("requester", context.requester());
        whole = context.source().client().isEmpty()
                ? whole
                : whole.with("client", context.source().client());
        whole = context.source().task().isEmpty()
                ? whole
                : whole.with("task", context.source().task());
        whole = context.shells().equals(Shells.UNKNOWN)
                ? whole
                : whole.with("shell", context.shells().text());
        whole = context.containable() ? whole.with("containable", true) : whole;
        return withWords(whole, context.words());
    }

    private static JsonObject withWords(JsonObject form, ToolWords words) {
        JsonObject whole = form;
        whole = words.schema().members().isEmpty() ? whole : whole.with("schema", words.schema());
        whole = words.declared().members().isEmpty() ? whole : whole.with("declared", words.declared());
        return words.details().isEmpty()
                ? whole
                : whole.with(
                        "details",
                        JsonArray.of(
                                words.details().stream().map(JsonString::new).toList()));
    }

    /**
     * The call that {@code form} describes.
     *
     * @throws IllegalArgumentException naming the member that is missing, wrong or unknown
     */
    public static ToolCall read(JsonObject form) {
        for (String name : form.members().keySet()) {
            if (!NAMES.contains(name)) {
                throw new IllegalArgumentException("a call has no member `" + name + "`");
            }
        }
        return new ToolCall(
                new CallId(text(form, "callId").orElse("call")),
                text(form, "tool").orElseThrow(() -> missing("tool")),
                form.object("arguments").orElseThrow(() -> missing("arguments")),
                new SessionId(text(form, "sessionId").orElse("default")),
                new WorkerId(text(form, "workerId").orElse("local")),
                text(form, "cwd").orElseThrow(() -> missing("cwd")),
                environment(form),
                context(form));
    }

    private static CallContext context(JsonObject form) {
        Optional<Batch> batch = text(form, "batchId").map(id -> new Batch(new BatchId(id), remaining(form)));
        if (batch.isEmpty() && form.get("batchRemaining").isPresent()) {
            throw new IllegalArgumentException("`batchRemaining` needs the member `batchId`");
        }
        return new CallContext(
                text(form, "agent").map(AgentId::new),
                text(form, "turnId").map(TurnId::new),
                batch,
                text(form, "origin").orElse(""),
                text(form, "requester").orElse(""),
                words(form),
                text(form, "shell")
                        .map(
                                shell -> Shells.named(shell)
                                        .orElseThrow(
                                                () -> new IllegalArgumentException(
                                                        "unknown shell `" + shell
                                                                + "`: use bash, zsh, dash, sh, fish or unknown, several of them with commas, and typed")))
                        .orElse(Shells.UNKNOWN),
                new CallSource(text(form, "client").orElse(""), "")
                        .withTask(text(form, "task").orElse("")),
                isTrue(form, "containable"));
    }

    private static boolean isTrue(JsonObject form, String name) {
        return form.get(name)
                .map(value -> {
                    if (value instanceof JsonBoolean flag) {
                        return flag.value();
                    }
                    throw new IllegalArgumentException("`" + name + "` is neither true nor false");
                })
                .orElse(false);
    }

    private static ToolWords words(JsonObject form) {
        if (form.get("schema").isPresent() && form.object("schema").isEmpty()) {
            throw new IllegalArgumentException("`schema` is not an object");
        }
        List<String> details = form.elements("details").stream()
                .map(each -> {
                    if (each instanceof JsonString line) {
                        return line.value();
                    }
                    throw new IllegalArgumentException("each of `details` is a text");
                })
                .toList();
        return new ToolWords(form.object("schema").orElseGet(JsonObject::empty), declared(form), details);
    }

    /** A tier alone, or more; what is neither is kept, so that it counts as malformed. */
    private static JsonObject declared(JsonObject form) {
        return form.get("declared")
                .map(said -> said instanceof JsonObject declared
                        ? declared
                        : JsonObject.empty().with("tier", said))
                .orElseGet(JsonObject::empty);
    }

    private static List<Batch.Remaining> remaining(JsonObject form) {
        if (!(form.get("batchRemaining").orElseGet(() -> JsonArray.of(List.of())) instanceof JsonArray array)) {
            throw new IllegalArgumentException("`batchRemaining` is not an array");
        }
        return array.elements().stream()
                .map(each -> {
                    if (each instanceof JsonObject call
                            && call.text("tool").isPresent()
                            && call.object("arguments").isPresent()) {
                        return new Batch.Remaining(
                                call.text("tool").get(),
                                call.object("arguments").get());
                    }
                    throw new IllegalArgumentException(
                            "each of `batchRemaining` is an object with `tool` and `arguments`");
                })
                .toList();
    }

    private static Map<String, String> environment(JsonObject form) {
        if (form.get("env").isEmpty()) {
            return Map.of();
        }
        var environment = new HashMap<String, String>();
        JsonObject members =
                form.object("env").orElseThrow(() -> new IllegalArgumentException("`env` is not an object"));
        members.members().forEach((name, value) -> {
            if (!(value instanceof JsonString string)) {
                throw new IllegalArgumentException("the variable `" + name + "` in `env` is not a text");
            }
            environment.put(name, string.value());
        });
        return environment;
    }

    private static Optional<String> text(JsonObject form, String name) {
        if (form.get(name).isPresent() && form.text(name).isEmpty()) {
            throw new IllegalArgumentException("`" + name + "` is not a text");
        }
        return form.text(name);
    }

    private static IllegalArgumentException missing(String name) {
        return new IllegalArgumentException("a call needs the member `" + name + "`");
    }
}
