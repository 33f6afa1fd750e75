package dev.licet.cli.demo;

import dev.licet.agent.Model;
import dev.licet.cli.agent.AgentTerminal;
import dev.licet.cli.console.ExitCode;
import dev.licet.cli.console.Streams;
import dev.licet.client.LicetClient;
import dev.licet.core.call.WorkerId;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.agent.Answerer;
import dev.licet.gate.agent.Reply;
import dev.licet.gate.data.DataDirectory;
import dev.licet.script.Line;
import dev.licet.script.ScriptedModel;
import dev.licet.server.LicetServer;
import dev.licet.terminal.box.Paint;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** {@code licet agent --demo}: the agent, its tools and the gate as they are; only the model follows a script. */
public final class AgentDemo {
    private static final List<String> REQUESTS =
            List.of("Our greeting has a typo, and the test fails. Fix it, and publish it.", "Clean up, then.");

    private static final List<Line> SCRIPT = List.of(
            Line.calls(
                            Line.Call.of("glob", JsonObject.empty().with("pattern", "**/*.sh")),
                            Line.Call.of("shell_exec", command("./tests/run.sh")))
                    .saying("I look at the project, and run the test."),
            Line.calls("read_file", JsonObject.empty().with("path", "src/greet.sh")),
            Line.calls(
                            "edit_file",
                            JsonObject.empty()
                                    .with("path", "src/greet.sh")
                                    .with("old_string", "Helo")
                                    .with("new_string", "Hello"))
                    .saying("There it is."),
            Line.calls("shell_exec", command("./tests/run.sh && git diff --stat")),
            Line.calls("shell_exec", command("git commit -q -am 'Greet properly' && git push -q origin main"))
                    .saying("The test passes. I publish it."),
            Line.calls("read_file", JsonObject.empty().with("path", ".env"))
                    .saying("I have a look at the settings, too."),
            Line.says("The greeting is mended. The settings are none of my business, says the gate."),
            Line.calls("shell_exec", command("rm -rf .git src/*.orig")).saying("I clean up."),
            Line.says("That is all."));

    private final Streams streams;
    private final Paint paint;
    private final Demo.Answers answers;

    public AgentDemo(Streams streams, Paint paint, Demo.Answers answers) {
        this.streams = streams;
        this.paint = paint;
        this.answers = answers;
    }

    private static JsonObject command(String command) {
        return JsonObject.empty().with("command", command);
    }

    /** Runs the conversation and returns the exit status. */
    public int run() throws IOException, InterruptedException {
        DemoWorkspace workspace = DemoWorkspace.create();
        try {
            DataDirectory directory = DataDirectory.at(workspace.data());
            DemoWorkspace.writeRules(directory.permissions(WorkerId.STANDARD));
            try (LicetServer server = LicetServer.start(directory, "127.0.0.1", 0);
                    LicetClient client = new LicetClient(server.url(), directory.token());
                    ScriptedModel model = ScriptedModel.start(SCRIPT)) {
                return talk(client, model, workspace);
            }
        } finally {
            workspace.delete();
        }
    }

    private int talk(LicetClient client, ScriptedModel model, DemoWorkspace workspace)
            throws IOException, InterruptedException {
        streams.out().println("A scripted model, the real agent and the real gate, in " + workspace.project() + ".");
        var terminal = new AgentTerminal(
                client,
                Model.of(Model.Provider.OPENAI, Optional.of(model.url()), Optional.empty(), "script"),
                streams,
                paint,
                new AgentTerminal.Options(
                        workspace.project(),
                        "demo",
                        workspace.data().resolve("agent"),
                        answerer(),
                        Optional.empty(),
                        Duration.ZERO));
        for (String request : REQUESTS) {
            streams.out().println("\n> " + request + "\n");
            terminal.once(request);
        }
        return ExitCode.OK;
    }

    private Optional<Answerer> answerer() {
        return switch (answers) {
            case PERSON -> Optional.empty();
            case YES -> Optional.of(ask -> said("yes", ask.text(), Reply.once()));
            case NO -> Optional.of(ask -> said("no", ask.text(), Reply.skip("")));
        };
    }

    private Reply said(String word, String text, Reply reply) {
        streams.out().println("  asked: " + text.replace("\n", "\n  ") + "  – " + word);
        return reply;
    }
}
