package dev.licet.cli.command;

import dev.licet.cli.console.ExitCode;
import dev.licet.cli.console.Streams;
import dev.licet.client.LicetClient;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.data.GateException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code licet approve ID} and {@code licet deny ID}. */
final class AnswerCommands {
    private AnswerCommands() {}

    /** What both have in common. */
    abstract static class Answering extends JsonCommand {
        @Mixin
        private final ServerOptions server = new ServerOptions();

        @Parameters(index = "0", paramLabel = "ID", description = "As `licet approvals` shows it.")
        private String id = "";

        Answering(Streams streams) {
            super(streams);
        }

        abstract String verb();

        abstract JsonObject body();

        @Override
        public Integer call() throws InterruptedException {
            if (!id.matches("[A-Za-z0-9-]{4,64}")) {
                throw new GateException("`" + id + "` is no approval's id; `licet approvals` lists them");
            }
            try (LicetClient client = server.client()) {
                LicetClient.Reply reply =
                        client.post("/v1/approvals/" + id + "/" + verb(), body().with("channel", "terminal"));
                if (json) {
                    print(reply.document());
                    return reply.status() == 200 ? ExitCode.OK : ExitCode.FAILURE;
                }
                if (reply.status() != 200) {
                    throw new GateException(reply.detail());
                }
                Optional<String> state =
                        reply.document().object("approval").flatMap(approval -> approval.text("state"));
                streams.out().println(id + " " + state.orElse(verb()));
                return ExitCode.OK;
            }
        }
    }

    /** {@code licet approve ID}. */
    @Command(name = "approve", description = "Approve a call that waits: once, or for longer.")
    static final class Approve extends Answering {
        @Option(names = "--always", description = "Save the rules that the approval shows.")
        private boolean always;

        @Option(
                names = "--session-grant",
                paramLabel = "KIND",
                description = "Allow for the rest of the session: call, exact, folder, prefix, path or tool.")
        private @Nullable String kind;

        @Option(names = "--comment", paramLabel = "TEXT", description = "Told to the model.")
        private String comment = "";

        Approve(Streams streams) {
            super(streams);
        }

        @Override
        String verb() {
            return "approve";
        }

        @Override
        JsonObject body() {
            JsonObject body = JsonObject.empty();
            body = always ? body.with("always", true) : body;
            body = kind == null
                    ? body
                    : body.with(
                            "remember", JsonObject.empty().with("kind", kind).with("lifetime", "session"));
            return comment.isEmpty() ? body : body.with("comment", comment);
        }
    }

    /** {@code licet deny ID}. */
    @Command(name = "deny", description = "Deny a call that waits.")
    static final class Deny extends Answering {
        @Option(names = "--reason", paramLabel = "TEXT", description = "Told to the model.")
        private String reason = "";

        @Option(
                names = "--mode",
                paramLabel = "MODE",
                description = {
                    "What follows: soft (the agent goes on), hard (it stops), explain (it has to explain);",
                    "default: soft."
                })
        private String mode = "soft";

        Deny(Streams streams) {
            super(streams);
        }

        @Override
        String verb() {
            return "deny";
        }

        @Override
        JsonObject body() {
            JsonObject body = JsonObject.empty().with("mode", mode);
            return reason.isEmpty() ? body : body.with("feedback", reason);
        }
    }
}
