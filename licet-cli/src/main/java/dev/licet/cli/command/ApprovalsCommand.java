package dev.licet.cli.command;

import dev.licet.cli.console.ExitCode;
import dev.licet.cli.console.Streams;
import dev.licet.core.json.JsonValue.JsonObject;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code licet approvals}: what waits for an answer. */
@Command(name = "approvals", description = "List what waits for an answer, the oldest first.")
final class ApprovalsCommand extends JsonCommand {
    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Option(names = "--all", description = "The newest in any state, the newest first.")
    private boolean all;

    @Option(names = "--session", paramLabel = "ID", description = "Only those of this session.")
    private @Nullable String session;

    ApprovalsCommand(Streams streams) {
        super(streams);
    }

    @Override
    public Integer call() throws InterruptedException {
        List<JsonObject> approvals = server.all("/v1/approvals" + (all ? "?state=all" : ""), "approvals").stream()
                .filter(this::isWanted)
                .toList();
        print(approvals, this::line, all ? "Nothing was asked yet." : "Nothing waits for an answer.");
        return ExitCode.OK;
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
