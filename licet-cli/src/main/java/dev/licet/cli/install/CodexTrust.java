package dev.licet.cli.install;

import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonNumber;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import dev.licet.server.hook.OwnHooks;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Has Codex trust our hooks: it runs no others. Codex says itself which hooks it finds and by what hash it knows each again,
 * and it notes the trust. Source: the app server of Codex 0.169.0, {@code hooks/list} and {@code config/value/write}.
 */
public final class CodexTrust {
    private static final int SECONDS = 30;

    private final Writer to;
    private final BufferedReader from;
    private int number;

    private CodexTrust(Writer to, BufferedReader from) {
        this.to = to;
        this.from = from;
    }

    /**
     * Has Codex trust the hooks of {@code setup}, which are installed.
     *
     * @return why it does not; empty where it does
     */
    public static Optional<String> give(Setup setup) throws InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder("codex", "app-server")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            return Optional.of("the program `codex` cannot be started");
        }
        var ending = new CompletableFuture<Void>();
        ending.orTimeout(SECONDS, TimeUnit.SECONDS).exceptionally(late -> {
            end(process);
            return null;
        });
        try (Writer to = process.outputWriter(StandardCharsets.UTF_8);
                BufferedReader from = process.inputReader(StandardCharsets.UTF_8)) {
            return new CodexTrust(to, from).give(setup.file(), setup.installed());
        } catch (IOException | InvalidJson e) {
            return Optional.of("its app server does not answer as it should: " + e.getMessage());
        } finally {
            ending.complete(null);
            end(process);
            process.waitFor(SECONDS, TimeUnit.SECONDS);
        }
    }

    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private Optional<String> give(Path file, List<OwnHooks.Found> own) throws IOException, InvalidJson {
        JsonObject client = JsonObject.empty().with("name", "licet").with("version", "1");
        JsonObject capabilities = JsonObject.empty().with("experimentalApi", true);
        call("initialize", JsonObject.empty().with("clientInfo", client).with("capabilities", capabilities));
        send(JsonObject.empty().with("method", "initialized"));
        Set<String> files =
                Stream.of(file.toString(), file.toRealPath().toString()).collect(Collectors.toSet());
        Set<String> commands =
                own.stream().flatMap(hook -> hook.command().stream()).collect(Collectors.toSet());
        for (JsonObject hook : hooks(files, commands)) {
            String key = hook.text("key").orElseThrow(() -> new IOException("a hook without a key"));
            String hash = hook.text("currentHash").orElseThrow(() -> new IOException("a hook without a hash"));
            JsonObject trust = JsonObject.empty().with("enabled", true).with("trusted_hash", hash);
            call(
                    "config/value/write",
                    JsonObject.empty()
                            .with("keyPath", "hooks.state." + JsonText.write(new JsonString(key)))
                            .with("value", trust)
                            .with("mergeStrategy", "replace"));
        }
        long trusted = hooks(files, commands).stream()
                .filter(hook -> hook.text("trustStatus").equals(Optional.of("trusted")))
                .count();
        return trusted == own.size() && trusted > 0
                ? Optional.empty()
                : Optional.of("it trusts " + trusted + " of " + own.size() + " hooks");
    }

    /** Those of our hooks that Codex finds. */
    private List<JsonObject> hooks(Set<String> files, Set<String> commands) throws IOException, InvalidJson {
        String here = Path.of("").toAbsolutePath().toString();
        JsonObject listed =
                call("hooks/list", JsonObject.empty().with("cwds", JsonArray.of(List.of(new JsonString(here)))));
        return objects(listed, "data")
                .flatMap(each -> objects(each, "hooks"))
                .filter(hook -> hook.text("sourcePath").filter(files::contains).isPresent()
                        && hook.text("command").filter(commands::contains).isPresent())
                .toList();
    }

    private static Stream<JsonObject> objects(JsonObject form, String name) {
        return form.elements(name).stream().filter(JsonObject.class::isInstance).map(JsonObject.class::cast);
    }

    private JsonObject call(String method, JsonObject params) throws IOException, InvalidJson {
        number++;
        send(JsonObject.empty().with("id", number).with("method", method).with("params", params));
        while (true) {
            String line = from.readLine();
            if (line == null) {
                throw new EOFException("it ended while `" + method + "` was asked");
            }
            JsonObject answer = JsonText.parseObject(line.getBytes(StandardCharsets.UTF_8));
            boolean mine = answer.get("id")
                    .filter(id ->
                            id instanceof JsonNumber value && value.value().intValue() == number)
                    .isPresent();
            if (mine) {
                return answer.object("result").orElseThrow(() -> new IOException("it refuses `" + method + "`"));
            }
        }
    }

    private void send(JsonObject message) throws IOException {
        to.write(JsonText.write(message));
        to.write("\n");
        to.flush();
    }
}
