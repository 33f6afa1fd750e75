package dev.licet.cli.replay;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Reads what agents have recorded, one entry after the other however long it is: JSON Lines, or a document with an array of
 * messages. What cannot be read is left out and counted. For one thread.
 */
final class Recordings {
    /** Below a home, where agents keep their sessions. */
    private static final List<String> PLACES = List.of(
            ".claude/projects",
            ".codex/sessions",
            ".copilot/session-state",
            ".gemini/tmp",
            ".local/share/opencode/storage/part",
            ".pi/agent/sessions");

    private static final int DEPTH = 8;

    private final Set<String> seen = new HashSet<>();
    private final Set<String> rejected = new HashSet<>();
    private final Map<String, Integer> left = new TreeMap<>();

    /** The files in {@code given}: themselves, or those below that may be recordings, in the order of their names. */
    static List<Path> files(List<Path> given) {
        var files = new ArrayList<Path>();
        for (Path path : given) {
            if (!Files.exists(path)) {
                throw new GateException("there is no file `" + path + "`");
            }
            try (Stream<Path> below = Files.walk(path, DEPTH)) {
                below.filter(Files::isRegularFile)
                        .filter(file -> file.equals(path)
                                || file.getFileName().toString().matches(".*\\.jsonl?"))
                        .sorted()
                        .forEach(files::add);
            } catch (IOException e) {
                throw new GateException("cannot look through `" + path + "`: " + e.getMessage(), e);
            }
        }
        return files;
    }

    /** Where agents keep the sessions of the person whose home is {@code home}. */
    static List<Path> ofThisMachine(Path home) {
        return PLACES.stream().map(home::resolve).filter(Files::isDirectory).toList();
    }

    /** What was left out so far, by why, with how often. */
    Map<String, Integer> left() {
        return left;
    }

    /** Whether a person did not want {@code call}, as far as the recordings have been read. */
    boolean isRejected(RecordedCall call) {
        return call.key().filter(rejected::contains).isPresent();
    }

    /** Gives every call in {@code file} that was in no other to {@code each}. */
    void read(Path file, Consumer<RecordedCall> each) {
        var form = new RecordingForm(String.valueOf(file.getFileName()).replaceFirst("\\.jsonl?$", ""));
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            if (file.toString().endsWith(".json")) {
                JsonText.elements(
                        in,
                        "messages",
                        (members, element) -> {
                            form.note(members);
                            members.object("info").ifPresent(form::note);
                            if (element instanceof JsonObject entry) {
                                give(form, entry, each);
                            }
                        },
                        whole -> give(form, whole, each));
            } else {
                lines(in, form, each);
            }
        } catch (InvalidJson e) {
            leave("the rest of a file that is no JSON");
        } catch (IOException e) {
            leave("a file that cannot be read to its end");
        }
    }

    private void lines(InputStream in, RecordingForm form, Consumer<RecordedCall> each) throws IOException {
        var line = new ByteArrayOutputStream();
        boolean ended = false;
        while (!ended) {
            line.reset();
            int length = 0;
            int next = in.read();
            while (next >= 0 && next != '\n') {
                if (length++ < JsonText.MAX_BYTES) {
                    line.write(next);
                }
                next = in.read();
            }
            ended = next < 0;
            if (length > JsonText.MAX_BYTES) {
                leave("a line of more than " + JsonText.MAX_BYTES / 1024 + " KiB");
            } else if (length > 0) {
                entry(line.toByteArray()).ifPresent(entry -> give(form, entry, each));
            }
        }
    }

    private Optional<JsonObject> entry(byte[] line) {
        try {
            return Optional.of(JsonText.parseObject(line));
        } catch (InvalidJson e) {
            leave("a line that is no JSON object");
            return Optional.empty();
        }
    }

    private void give(RecordingForm form, JsonObject entry, Consumer<RecordedCall> each) {
        for (RecordedCall call : form.calls(entry)) {
            // A session that is resumed begins with what was there before.
            boolean again = call.key().filter(key -> !seen.add(key)).isPresent();
            if (!again) {
                each.accept(call);
            }
        }
        rejected.addAll(form.rejected(entry));
    }

    private void leave(String what) {
        left.merge(what, 1, Integer::sum);
    }
}
