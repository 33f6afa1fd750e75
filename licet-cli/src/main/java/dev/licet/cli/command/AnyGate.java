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
import java.util.Optional;
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
                return choice.mode().isPresent()
                        ? inMode(choice.mode().get(), client, session, work)
                        : work.with(client);
            }
        }
        try (LicetServer own = LicetServer.start(
                        common.dataDirectory(), "127.0.0.1", 0, GateOptions.STANDARD.withChoice(choice));
                LicetClient client =
                        new LicetClient(own.url(), common.dataDirectory().token())) {
            return work.with(client);
        }
    }

    /** What is chosen for a command is not chosen for those that come after it in the same session. */
    private static int inMode(Mode mode, LicetClient client, SessionKey session, Work work)
            throws IOException, InterruptedException {
        Optional<String> before = ServerOptions.document(client.get("/v1/sessions")).elements("sessions").stream()
                .map(JsonObject.class::cast)
                .filter(each -> each.text("workerId")
                                .equals(Optional.of(session.worker().text()))
                        && each.text("sessionId")
                                .equals(Optional.of(session.session().text())))
                .findFirst()
                .flatMap(each -> each.text("mode"));
        choose(client, session, Optional.of(mode.text()));
        try {
            return work.with(client);
        } finally {
            choose(client, session, before);
        }
    }

    private static void choose(LicetClient client, SessionKey session, Optional<String> mode)
            throws InterruptedException {
        JsonObject event = JsonObject.empty()
                .with("workerId", session.worker().text())
                .with("sessionId", session.session().text())
                .with("event", "mode");
        ServerOptions.document(client.post(
                "/v1/sessions", mode.map(name -> event.with("mode", name)).orElse(event)));
    }
}
