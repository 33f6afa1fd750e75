package dev.licet.cli.command;

import dev.licet.client.LicetClient;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.data.GateException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The server that a command talks to. */
final class ServerOptions {
    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Option(names = "--server", paramLabel = "URL", description = "The server (default: that of the data directory).")
    private @Nullable String server;

    LicetClient client() {
        return common.client(server);
    }

    /** The objects in the member {@code name} of what the server answers for {@code path}. */
    List<JsonObject> all(String path, String name) throws InterruptedException {
        try (LicetClient client = client()) {
            return document(client.get(path)).elements(name).stream()
                    .map(JsonObject.class::cast)
                    .toList();
        }
    }

    /**
     * What the server answers.
     *
     * @throws GateException with the server's words when it refuses
     */
    static JsonObject document(LicetClient.Reply reply) {
        if (reply.status() != 200) {
            throw new GateException(reply.detail());
        }
        return reply.document();
    }
}
