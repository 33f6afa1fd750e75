package dev.licet.cli.agent;

import dev.licet.agent.Conversation;
import dev.licet.agent.Model;
import dev.licet.agent.ModelProblem;
import dev.licet.agent.SkillTool;
import dev.licet.agent.Subagents;
import dev.licet.agent.Transcript;
import dev.licet.agent.tool.AgentTool;
import dev.licet.agent.tool.ServerTool;
import dev.licet.agent.tool.Toolbox;
import dev.licet.agent.tool.Workspace;
import dev.licet.cli.console.ExitCode;
import dev.licet.cli.console.Streams;
import dev.licet.cli.run.BoxAnswerer;
import dev.licet.client.LicetClient;
import dev.licet.contain.Container;
import dev.licet.core.display.SafeText;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.agent.AgentSession;
import dev.licet.gate.agent.Answerer;
import dev.licet.gate.agent.ToolGate;
import dev.licet.gate.call.Submission;
import dev.licet.gate.data.GateException;
import dev.licet.mcp.McpServers;
import dev.licet.mcp.McpTool;
import dev.licet.terminal.box.Paint;
import dev.licet.terminal.tty.Interrupts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Reads what the user says, and has the agent do it. For one thread. */
public final class AgentTerminal {
    private static final String INSTRUCTIONS = """
            You are an agent in a terminal. Do what the user asks with the tools you have.
            A gate judges every call before it runs. When a call is denied or rejected, do not repeat it and do not work \
            around it: do the task without it, or ask the user.
            Be brief. You work in the folder\s""";

    private static final List<String> HELP = List.of(
            "Say what is to be done. Besides:",
            "  !COMMAND     run a command yourself, outside of the gate; the agent sees what came of it",
            "  /tools       the tools that the agent has",
            "  /mode MODE   what runs unasked in this session: always-ask, write, contained, yolo, none; alone: as configured",
            "  /clear       forget the conversation",
            "  /exit        leave; Ctrl-D does so too, Ctrl-C ends a turn");

    private final LicetClient client;
    private final Streams streams;
    private final Options options;
    private final Optional<Container> container;
    private final Toolbox tools;
    private final Conversation conversation;
    private final AgentSession session;
    private final Transcript transcript;

    /**
     * How the agent runs.
     *
     * @param directory where it works
     * @param session the id of its session
     * @param data where transcripts and long outputs are kept
     * @param answerer who answers; empty for a person in this terminal, or elsewhere where there is none
     * @param servers MCP servers whose tools it has, too
     * @param patience how long an answer from elsewhere is waited for where nobody is here
     */
    public record Options(
            Path directory,
            String session,
            Path data,
            Optional<Answerer> answerer,
            Optional<McpServers> servers,
            Duration patience) {}

    public AgentTerminal(LicetClient client, Model model, Streams streams, Paint paint, Options options)
            throws IOException {
        this.client = client;
        this.streams = streams;
        this.options = options;
        this.container = Container.in(options.data().resolve("contained")).found();
        ToolGate gate = ToolGate.over(client.access());
        Optional<Answerer> here = options.answerer().or(() -> BoxAnswerer.here(client, paint));
        this.session = here.map(gate::answering)
                .orElse(gate)
                .session(options.session(), options.directory())
                .waiting(here.isPresent() ? Submission.MAX_WAIT : options.patience());
        var lines = new Lines(streams.out(), paint);
        this.transcript = Transcript.in(options.data().resolve("transcripts"), options.session(), lines);
        String instructions = INSTRUCTIONS + options.directory();
        this.tools = tools(session)
                .with(new Subagents(model, this::tools, session, transcript, instructions, options.directory()));
        this.conversation = new Conversation(model, tools, session, transcript, instructions);
    }

    private Toolbox tools(AgentSession whose) {
        var workspace = new Workspace(options.directory(), options.data().resolve("outputs"));
        Toolbox all = Toolbox.standard(workspace, whose)
                .with(SkillTool.in(options.directory(), Path.of(System.getProperty("user.home", "/"))));
        all = container.map(all::within).orElse(all);
        for (McpTool each : options.servers().map(McpServers::tools).orElse(List.of())) {
            all = all.with(new ServerTool(each, workspace));
        }
        return all;
    }

    /** Does what {@code request} says, and ends. */
    public int once(String request) throws InterruptedException {
        return say(request) ? ExitCode.OK : ExitCode.FAILURE;
    }

    /** Does what the user says, until they leave. */
    public int run() throws IOException, InterruptedException {
        streams.out()
                .println("Working in " + SafeText.oneLine(options.directory().toString())
                        + "; /help tells what else there is.");
        var input = new BufferedReader(new InputStreamReader(streams.in(), StandardCharsets.UTF_8));
        while (true) {
            streams.out().print("\n> ");
            streams.out().flush();
            String line = input.readLine();
            if (line == null || line.strip().equals("/exit")) {
                streams.out().println();
                return ExitCode.OK;
            }
            if (!line.isBlank()) {
                take(line.strip());
            }
        }
    }

    private void take(String line) throws InterruptedException {
        if (line.startsWith("!")) {
            outside(line.substring(1).strip());
            return;
        }
        String[] words = line.split("\\s+", 2);
        switch (words[0]) {
            case "/help" -> HELP.forEach(streams.out()::println);
            case "/tools" -> tools.tools().forEach(this::tell);
            case "/mode" -> mode(words.length == 1 ? "" : words[1]);
            case "/clear" -> {
                conversation.clear();
                streams.out().println("Forgotten.");
            }
            default -> {
                if (line.startsWith("/")) {
                    streams.out().println("There is no " + SafeText.oneLine(words[0]) + "; /help tells what there is.");
                } else {
                    say(line);
                }
            }
        }
    }

    private void tell(AgentTool tool) {
        streams.out()
                .printf("  %-11s %s%n", SafeText.oneLine(tool.gated().name()), SafeText.oneLine(tool.description()));
    }

    private void mode(String mode) throws InterruptedException {
        JsonObject event =
                JsonObject.empty().with("sessionId", options.session()).with("event", "mode");
        LicetClient.Reply reply = client.post("/v1/sessions", mode.isEmpty() ? event : event.with("mode", mode));
        streams.out()
                .println(reply.status() == 200 ? "Mode: " + (mode.isEmpty() ? "as configured" : mode) : reply.detail());
    }

    /** A command of the user's own: they need no permission. */
    private void outside(String command) throws InterruptedException {
        if (command.isEmpty()) {
            return;
        }
        try {
            Process process = new ProcessBuilder("bash", "-c", "--", command)
                    .directory(options.directory().toFile())
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            String output = Interrupts.leftTo(
                    () -> new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            streams.out().print(output);
            conversation.note("I ran `" + command + "` myself. It said:\n" + SafeText.cut(output, 10_000));
        } catch (IOException e) {
            streams.out().println("bash cannot be started: " + e.getMessage());
        }
    }

    private boolean say(String text) throws InterruptedException {
        transcript.user(text);
        try {
            Interrupts.interrupting(() -> conversation.say(text));
            return true;
        } catch (InterruptedException e) {
            streams.out().println("(interrupted)");
        } catch (ModelProblem | GateException | IOException e) {
            streams.out().println("licet: " + SafeText.oneLine(String.valueOf(e.getMessage())));
        }
        return false;
    }
}
