package dev.licet.cli.command;

import dev.licet.cli.approval.Standing;
import dev.licet.cli.console.ExitCode;
import dev.licet.cli.console.Streams;
import dev.licet.client.LicetClient;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.JsonText;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code licet grants}: what was granted in sessions, and taking it back. */
@Command(
        name = "grants",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "List what was granted in the sessions of a running server, or take a grant back.",
            "What was saved for a worker stands in its permissions.jsonc."
        })
final class GrantsCommand implements Callable<Integer> {
    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Option(names = "--server", paramLabel = "URL", description = "The server (default: that of the data directory).")
    private @Nullable String server;

    @Option(names = "--revoke", paramLabel = "ID", description = "Take this grant back.")
    private @Nullable String revoke;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    private final Streams streams;

    GrantsCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws InterruptedException {
        LicetClient client = common.client(server);
        if (revoke != null) {
            LicetClient.Reply reply = client.delete("/v1/grants/" + revoke);
            if (reply.status() != 200) {
                throw new GateException(reply.detail());
            }
            streams.out().println(json ? JsonText.write(reply.document()) : "Taken back: " + revoke);
            return ExitCode.OK;
        }
        LicetClient.Reply reply = client.get("/v1/grants");
        if (json) {
            streams.out().println(JsonText.write(reply.document()));
            return ExitCode.OK;
        }
        List<JsonObject> grants = reply.document().elements("grants").stream()
                .map(JsonObject.class::cast)
                .toList();
        if (grants.isEmpty()) {
            streams.out().println("No grants in any session.");
        }
        grants.forEach(grant -> streams.out().println(line(grant)));
        return ExitCode.OK;
    }

    private static String line(JsonObject grant) {
        return "%s  %s/%s  %s  %s"
                .formatted(
                        grant.text("id").orElse(""),
                        grant.text("worker").orElse(""),
                        grant.text("session").orElse(""),
                        grant.text("lifetime").orElse(""),
                        Standing.granted(grant));
    }
}
