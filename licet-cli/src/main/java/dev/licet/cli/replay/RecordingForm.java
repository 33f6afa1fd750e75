package dev.licet.cli.replay;

import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds calls in the entries of one recording, whichever agent wrote it: each entry tells by itself what it is, and the
 * session and its directory hold until another entry names others. For one recording and one thread.
 */
final class RecordingForm {
    /** A rejection is told in the first words. */
    private static final int BEGINNING = 600;

    private static final Pattern REJECTION = Pattern.compile(
            "(?i)doesn.t want to (proceed|take this action)|(rejected|cancelled|denied) by (the )?user|user (has )?(rejected|denied)"
                    + "|denied-interactively-by-user|rejected permission|interrupted by user for tool use");

    private String session;
    private Optional<String> directory = Optional.empty();

    /** Of the record of a gate, the calls by what tells them apart, each as often as it came. */
    private final Map<String, List<RecordedCall>> judged = new HashMap<>();

    /** @param session the session of entries that name none */
    RecordingForm(String session) {
        this.session = session;
    }

    /** The calls that {@code entry} tells of. */
    List<RecordedCall> calls(JsonObject entry) {
        Optional<JsonObject> what = entry.object("what");
        if (what.isPresent() && entry.text("step").isPresent()) {
            return entry.text("step").filter("judged"::equals).isPresent()
                    ? List.of(judged(what.get(), entry.number("number")))
                    : List.of();
        }
        if (entry.text("tool").isPresent() && entry.object("arguments").isPresent()) {
            return List.of(recorded(entry));
        }
        if (entry.text("type").filter("tool"::equals).isPresent()) {
            return openCode(entry).stream().toList();
        }
        Optional<JsonObject> payload = entry.object("payload");
        if (payload.isPresent()) {
            return codex(payload.get()).stream().toList();
        }
        Optional<JsonObject> data = entry.object("data");
        if (data.isPresent()) {
            return copilot(entry, data.get()).stream().toList();
        }
        note(entry);
        if (!entry.elements("parts").isEmpty()) {
            entry.object("info").ifPresent(info -> {
                note(info);
                info.object("path").ifPresent(this::note);
            });
            return objects(entry.elements("parts")).stream()
                    .filter(part -> part.text("type").filter("tool"::equals).isPresent())
                    .flatMap(part -> openCode(part).stream())
                    .toList();
        }
        if (!entry.elements("toolCalls").isEmpty()) {
            return objects(entry.elements("toolCalls")).stream()
                    .flatMap(call -> call("Gemini CLI", call, "name", "args").stream())
                    .toList();
        }
        List<JsonValue> content =
                entry.object("message").orElse(JsonObject.empty()).elements("content");
        var calls = new ArrayList<RecordedCall>();
        for (JsonObject block : objects(content)) {
            switch (block.text("type").orElse("")) {
                case "tool_use" -> call("Claude Code", block, "name", "input").ifPresent(calls::add);
                case "toolCall" -> call("Pi", block, "name", "arguments").ifPresent(calls::add);
                default -> {}
            }
        }
        return calls;
    }

    /** The calls, by {@link RecordedCall#key}, of which {@code entry}, read before, says that a person did not want them. */
    List<String> rejected(JsonObject entry) {
        if (entry.text("outcome").filter("rejected"::equals).isPresent()
                && entry.text("tool").isPresent()) {
            return recorded(entry).key().stream().toList();
        }
        Optional<String> digest = entry.object("what")
                .filter(what -> what.text("state").filter("rejected"::equals).isPresent())
                .flatMap(what -> what.text("digest"));
        return digest.isPresent()
                ? judged.getOrDefault(digest.get(), List.of()).stream()
                        .flatMap(call -> call.key().stream())
                        .toList()
                : ids(entry).stream().map(id -> RecordedCall.key(session, id)).toList();
    }

    private static List<String> ids(JsonObject entry) {
        var rejected = new ArrayList<String>();
        entry.object("payload")
                .filter(payload -> payload.text("type").orElse("").endsWith("_call_output") && isRejection(payload))
                .flatMap(payload -> payload.text("call_id"))
                .ifPresent(rejected::add);
        entry.object("data")
                .filter(data ->
                        data.object("error").filter(RecordingForm::isRejection).isPresent())
                .flatMap(data -> data.text("toolCallId"))
                .ifPresent(rejected::add);
        for (JsonObject call : objects(entry.elements("toolCalls"))) {
            call.text("id")
                    .filter(id ->
                            call.text("status").filter("cancelled"::equals).isPresent())
                    .ifPresent(rejected::add);
        }
        List<JsonObject> parts = entry.text("type").filter("tool"::equals).isPresent()
                ? List.of(entry)
                : objects(entry.elements("parts"));
        for (JsonObject part : parts) {
            part.text("id")
                    .filter(id -> part.object("state")
                            .filter(RecordingForm::isRejection)
                            .isPresent())
                    .ifPresent(rejected::add);
        }
        for (JsonObject block :
                objects(entry.object("message").orElse(JsonObject.empty()).elements("content"))) {
            block.text("tool_use_id")
                    .filter(id -> block.isTrue("is_error") && isRejection(block))
                    .ifPresent(rejected::add);
        }
        return rejected;
    }

    /** Whether the beginning of what was told to the model says so. */
    private static boolean isRejection(JsonObject told) {
        return Stream.of("content", "output", "message", "error")
                .flatMap(name -> told.get(name).stream())
                .map(value -> value instanceof JsonString text ? text.value() : JsonText.write(value))
                .map(text -> text.substring(0, Math.min(text.length(), BEGINNING)))
                .anyMatch(text -> REJECTION.matcher(text).find());
    }

    /** What holds for the entries that follow. */
    void note(JsonObject entry) {
        directory = entry.text("cwd").or(() -> entry.text("directory")).or(() -> directory);
        session = entry.text("sessionId")
                .or(() -> entry.text("sessionID"))
                .orElse(
                        entry.text("type").filter("session"::equals).isPresent()
                                ? entry.text("id").orElse(session)
                                : session);
    }

    private RecordedCall judged(JsonObject what, Optional<BigDecimal> number) {
        var call = new RecordedCall(
                "Licet's record",
                what.text("sessionId").orElse(session),
                number.map(BigDecimal::toPlainString),
                what.text("tool").orElse(""),
                what.object("arguments").orElse(JsonObject.empty()),
                what.text("cwd"));
        what.text("digest")
                .ifPresent(digest -> judged.computeIfAbsent(digest, each -> new ArrayList<>())
                        .add(call));
        return call;
    }

    private RecordedCall recorded(JsonObject entry) {
        note(entry);
        return new RecordedCall(
                entry.text("agent").orElse("recorded calls"),
                entry.text("session").orElse(session),
                entry.number("n").map(BigDecimal::toPlainString),
                entry.text("tool").orElse(""),
                entry.object("arguments").orElse(JsonObject.empty()),
                directory);
    }

    private Optional<RecordedCall> codex(JsonObject payload) {
        String type = payload.text("type").orElse("");
        if (!type.endsWith("_call")) {
            payload.text("cwd").ifPresent(there -> directory = Optional.of(there));
            session = payload.text("id")
                    .filter(id -> payload.text("cwd").isPresent())
                    .orElse(session);
            return Optional.empty();
        }
        JsonValue given = payload.get("arguments")
                .or(() -> payload.get("input"))
                .or(() -> payload.get("action"))
                .orElse(JsonObject.empty());
        JsonObject arguments = given instanceof JsonString text
                ? parsed(text.value()).orElse(JsonObject.empty().with("input", text.value()))
                : given instanceof JsonObject object ? object : JsonObject.empty();
        return Optional.of(new RecordedCall(
                "Codex",
                session,
                payload.text("call_id"),
                payload.text("name").orElse("local_shell"),
                arguments,
                arguments.text("workdir").filter(there -> there.startsWith("/")).or(() -> directory)));
    }

    private Optional<RecordedCall> copilot(JsonObject entry, JsonObject data) {
        String type = entry.text("type").orElse("");
        if (type.equals("session.start")) {
            note(data);
            data.object("context").ifPresent(this::note);
        }
        return type.equals("tool.execution_start")
                ? call("Copilot CLI", data, "toolName", "arguments")
                : Optional.empty();
    }

    private Optional<RecordedCall> openCode(JsonObject part) {
        note(part);
        return part.object("state")
                .flatMap(state -> state.object("input"))
                .map(input -> new RecordedCall(
                        "OpenCode", session, part.text("id"), part.text("tool").orElse(""), input, directory));
    }

    private Optional<RecordedCall> call(String agent, JsonObject call, String name, String arguments) {
        return call.text(name)
                .map(tool -> new RecordedCall(
                        agent,
                        session,
                        call.text("id").or(() -> call.text("toolCallId")),
                        tool,
                        call.object(arguments).orElse(JsonObject.empty()),
                        directory));
    }

    private static Optional<JsonObject> parsed(String text) {
        try {
            return Optional.of(JsonText.parseObject(text.getBytes(StandardCharsets.UTF_8)));
        } catch (InvalidJson e) {
            return Optional.empty();
        }
    }

    private static List<JsonObject> objects(List<JsonValue> values) {
        return values.stream()
                .filter(JsonObject.class::isInstance)
                .map(JsonObject.class::cast)
                .toList();
    }
}
