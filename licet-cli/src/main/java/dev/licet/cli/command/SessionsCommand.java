package dev.licet.cli.command;

import dev.licet.cli.approval.Standing;
import dev.licet.cli.console.ExitCode;
import dev.licet.cli.console.Streams;
import dev.licet.core.display.SafeText;
import dev.licet.core.json.JsonValue.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code licet sessions}: the sessions that a server knows. */
@Command(
        name = "sessions",
        description = "List the sessions that a running server knows, with what holds in them beside the rules.")
final class SessionsCommand extends JsonCommand {
    @Mixin
    private final ServerOptions server = new ServerOptions();

    SessionsCommand(Streams streams) {
        super(streams);
    }

    @Override
    public Integer call() throws InterruptedException {
        print(
                server.all("/v1/sessions", "sessions"),
                SessionsCommand::line,
                "There is no session with anything beside the rules.");
        return ExitCode.OK;
    }

    private static String line(JsonObject session) {
        return session.text("workerId").orElse("") + "/"
                + SafeText.oneLine(session.text("sessionId").orElse("")) + "  " + Standing.holds(session);
    }
}
