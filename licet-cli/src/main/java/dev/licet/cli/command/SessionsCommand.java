package dev.licet.cli.command;

import dev.licet.cli.approval.Standing;
import dev.licet.cli.console.ExitCode;
import dev.licet.cli.console.Streams;
import dev.licet.client.LicetClient;
import dev.licet.core.display.SafeText;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.JsonText;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code licet sessions}: the sessions that a server knows. */
@Command(
        name = "sessions",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "List the sessions that a running server knows, with what holds in them beside the rules.")
final class SessionsCommand implements Callable<Integer> {
    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Option(names = "--server", paramLabel = "URL", description = "The server (default: that of the data directory).")
    private @Nullable String server;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    private final Streams streams;

    SessionsCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws InterruptedException {
        try (LicetClient client = common.client(server)) {
            LicetClient.Reply reply = client.get("/v1/sessions");
            if (reply.status() != 200) {
                throw new GateException(reply.detail());
            }
            List<JsonObject> sessions = reply.document().elements("sessions").stream()
                    .map(JsonObject.class::cast)
                    .toList();
            if (json) {
                sessions.forEach(session -> streams.out().println(JsonText.write(session)));
            } else if (sessions.isEmpty()) {
                streams.out().println("There is no session with anything beside the rules.");
            } else {
                sessions.forEach(session -> streams.out().println(line(session)));
            }
            return ExitCode.OK;
        }
    }

    private static String line(JsonObject session) {
        return session.text("workerId").orElse("") + "/"
                + SafeText.oneLine(session.text("sessionId").orElse("")) + "  " + Standing.holds(session);
    }
}
