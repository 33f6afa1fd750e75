package dev.licet.cli.command;

import dev.licet.cli.approval.Standing;
import dev.licet.cli.console.ExitCode;
import dev.licet.cli.console.Streams;
import dev.licet.client.LicetClient;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.JsonText;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code licet grants}: what was granted in sessions, and taking it back. */
@Command(
        name = "grants",
        description = {
            "List what was granted in the sessions of a running server, or take a grant back.",
            "What was saved for a worker stands in its permissions.jsonc."
        })
final class GrantsCommand extends JsonCommand {
    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Option(names = "--revoke", paramLabel = "ID", description = "Take this grant back.")
    private @Nullable String revoke;

    GrantsCommand(Streams streams) {
        super(streams);
    }

    @Override
    public Integer call() throws InterruptedException {
        try (LicetClient client = server.client()) {
            if (revoke != null) {
                JsonObject revoked = ServerOptions.document(client.delete("/v1/grants/" + revoke));
                streams.out().println(json ? JsonText.write(revoked) : "Taken back: " + revoke);
                return ExitCode.OK;
            }
            JsonObject document = ServerOptions.document(client.get("/v1/grants"));
            if (json) {
                print(document);
                return ExitCode.OK;
            }
            List<JsonObject> grants = document.elements("grants").stream()
                    .map(JsonObject.class::cast)
                    .toList();
            print(grants, GrantsCommand::line, "No grants in any session.");
            return ExitCode.OK;
        }
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
