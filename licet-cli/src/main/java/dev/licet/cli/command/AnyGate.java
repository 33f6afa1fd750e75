package dev.licet.cli.command;

import dev.licet.client.LicetClient;
import dev.licet.core.call.SessionKey;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.rule.Mode;
import dev.licet.gate.GateOptions;
import dev.licet.gate.data.GateException;
import dev.licet.gate.permissions.PolicyFiles;
import dev.licet.server.LicetServer;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The gate that a command puts calls through: that of a server, or where none runs one of its own for as long. */
final class AnyGate {
    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Mixin
    private final PresetOptions decisive = new PresetOptions();

    @Option(
            names = "--server",
            paramLabel = "URL",
            description = "The server (default: that of the data directory; where none runs, a gate of its own).")
    private @Nullable String server;

    /** What is done with a client of the gate. */
    interface Work {
        int with(LicetClient client) throws IOException, InterruptedException;
    }

    CommonOptions common() {
        return common;
    }

    /** Does {@code work} in {@code session}, under the preset and mode that were chosen. */
    int open(SessionKey session, Work work) throws IOException, InterruptedException {
        PolicyFiles.Choice choice = decisive.choice();
        if (server != null || common.hasServer()) {
            try (LicetClient client = common.client(server)) {
                if (choice.preset().isPresent()) {
                    throw new GateException("a server decides by a preset of its own: start that one with --preset "
                            + choice.preset().get().name() + ", or name another --data-dir");
                }
                if (choice.mode().isPresent()) {
                    choose(client, session, choice.mode().get());
                }
                return work.with(client);
            }
        }
        try (LicetServer own = LicetServer.start(
                        common.dataDirectory(), "127.0.0.1", 0, GateOptions.STANDARD.withChoice(choice));
                LicetClient client =
                        new LicetClient(own.url(), common.dataDirectory().token())) {
            return work.with(client);
        }
    }

    private static void choose(LicetClient client, SessionKey session, Mode mode) throws InterruptedException {
        ServerOptions.document(client.post(
                "/v1/sessions",
                JsonObject.empty()
                        .with("workerId", session.worker().text())
                        .with("sessionId", session.session().text())
                        .with("event", "mode")
                        .with("mode", mode.text())));
    }
}
