package dev.licet.cli.command;

import dev.licet.cli.console.ExitCode;
import dev.licet.cli.console.Streams;
import dev.licet.client.LicetClient;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.JsonText;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code licet approvals}: what waits for an answer. */
@Command(
        name = "approvals",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "List what waits for an answer, the oldest first.")
final class ApprovalsCommand implements Callable<Integer> {
    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Option(names = "--server", paramLabel = "URL", description = "The server (default: that of the data directory).")
    private @Nullable String server;

    @Option(names = "--all", description = "The newest in any state, the newest first.")
    private boolean all;

    @Option(names = "--session", paramLabel = "ID", description = "Only those of this session.")
    private @Nullable String session;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    private final Streams streams;

    ApprovalsCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws InterruptedException {
        try (LicetClient client = common.client(server)) {
            LicetClient.Reply reply = client.get("/v1/approvals" + (all ? "?state=all" : ""));
            if (reply.status() != 200) {
                throw new GateException(reply.detail());
            }
            List<JsonObject> approvals = reply.document().elements("approvals").stream()
                    .map(JsonObject.class::cast)
                    .filter(this::isWanted)
                    .toList();
            if (json) {
                approvals.forEach(approval -> streams.out().println(JsonText.write(approval)));
            } else if (approvals.isEmpty()) {
                streams.out().println(all ? "Nothing was asked yet." : "Nothing waits for an answer.");
            } else {
                approvals.forEach(approval -> streams.out().println(line(approval)));
            }
            return ExitCode.OK;
        }
    }

    private boolean isWanted(JsonObject approval) {
        Optional<String> own = approval.object("call").flatMap(call -> call.text("sessionId"));
        return session == null || own.equals(Optional.of(session));
    }

    private String line(JsonObject approval) {
        JsonObject display = approval.object("display").orElseGet(JsonObject::empty);
        return approval.text("id").orElse("")
                + (all ? "  " + approval.text("state").orElse("") : "")
                + "  " + display.text("where").orElse("")
                + "  " + display.text("tool").orElse("") + ": "
                + display.text("text").orElse("").replace("\n", "⏎ ");
    }
}
