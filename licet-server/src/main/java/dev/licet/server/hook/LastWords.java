package dev.licet.server.hook;

import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a person said last to an agent, from the end of the transcript that its hook names: lines of JSON as Claude Code, Codex
 * and those who follow them write them. It titles a session; nobody has checked it.
 */
final class LastWords {
    /** So much of the end of a transcript is looked at, in bytes. */
    private static final int MAX_TAIL = 256 * 1024;

    private static final String END = ".jsonl";

    private LastWords() {}

    /** The last words in the transcript that {@code input}, a hook's, names; empty where there is none that can be read. */
    static Optional<String> in(JsonObject input) {
        return Stream.of("transcript_path", "transcriptPath")
                .flatMap(name -> input.text(name).stream())
                .filter(path -> path.endsWith(END))
                .findFirst()
                .flatMap(LastWords::inFile);
    }

    private static Optional<String> inFile(String name) {
        try {
            Path file = Path.of(name);
            if (!file.isAbsolute() || !Files.isRegularFile(file)) {
                return Optional.empty();
            }
            List<String> lines = tail(file).lines().toList();
            return lines.reversed().stream()
                    .flatMap(line -> said(line).stream())
                    .findFirst();
        } catch (IOException | InvalidPathException | SecurityException e) {
            // A title is not worth a refusal.
            return Optional.empty();
        }
    }

    private static String tail(Path file) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            long start = Math.max(0, channel.size() - MAX_TAIL);
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(MAX_TAIL, channel.size()));
            channel.position(start);
            while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
                // Until the end, or as much as was there.
            }
            String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
            return start == 0 ? text : text.substring(text.indexOf('\n') + 1);
        }
    }

    private static Optional<String> said(String line) {
        // Most lines are an agent's, and long.
        if (!line.contains("\"user")) {
            return Optional.empty();
        }
        try {
            JsonObject entry = JsonText.parseObject(line.getBytes(StandardCharsets.UTF_8));
            boolean own = entry.get("isMeta").isPresent()
                    || entry.get("isSidechain").filter(LastWords::isTrue).isPresent();
            return own ? Optional.empty() : words(entry).map(String::strip).filter(LastWords::isByPerson);
        } catch (InvalidJson e) {
            return Optional.empty();
        }
    }

    private static boolean isTrue(JsonValue value) {
        return value instanceof JsonValue.JsonBoolean flag && flag.value();
    }

    /** Claude Code's {@code message}, Codex's {@code payload}, or the entry itself. */
    private static Optional<String> words(JsonObject entry) {
        JsonObject payload = entry.object("payload").orElse(entry);
        if (payload.text("type").equals(Optional.of("user_message"))) {
            return payload.text("message");
        }
        JsonObject message = payload.object("message").orElse(payload);
        boolean user = message.text("role").equals(Optional.of("user"));
        return user ? content(message.get("content")) : Optional.empty();
    }

    private static Optional<String> content(Optional<JsonValue> content) {
        if (content.isPresent() && content.get() instanceof JsonString text) {
            return Optional.of(text.value());
        }
        String texts = content.stream()
                .flatMap(value -> value instanceof JsonValue.JsonArray parts ? parts.elements().stream() : Stream.of())
                .flatMap(part -> part instanceof JsonObject object ? Stream.of(object) : Stream.of())
                .filter(part -> part.text("type")
                        .filter(List.of("text", "input_text")::contains)
                        .isPresent())
                .flatMap(part -> part.text("text").stream())
                .collect(Collectors.joining(" "));
        return texts.isBlank() ? Optional.empty() : Optional.of(texts);
    }

    /** What a program puts into a conversation for the person stands in tags. */
    private static boolean isByPerson(String text) {
        return !text.isEmpty() && !text.startsWith("<") && !text.startsWith("Caveat:");
    }
}
