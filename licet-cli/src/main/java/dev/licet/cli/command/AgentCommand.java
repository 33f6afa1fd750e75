package dev.licet.cli.command;

import dev.licet.agent.Model;
import dev.licet.cli.agent.AgentTerminal;
import dev.licet.cli.console.Streams;
import dev.licet.cli.demo.AgentDemo;
import dev.licet.cli.demo.Demo;
import dev.licet.cli.run.BoxAnswerer;
import dev.licet.client.LicetClient;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.SessionKey;
import dev.licet.core.call.WorkerId;
import dev.licet.core.display.SafeText;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.InvalidJson;
import dev.licet.mcp.McpServers;
import dev.licet.terminal.box.Paint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code licet agent}: an agent in the terminal, whose every tool runs behind the gate. */
@Command(
        name = "agent",
        description = {
            "Talk to a small agent whose every tool runs behind the gate; you are asked here, in a box.",
            "With words it does what they say, and ends. --demo shows a whole conversation without any model."
        })
final class AgentCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final AnyGate gate = new AnyGate();

    @Option(names = "--demo", description = "A scripted model in a scratch folder; nothing to set up.")
    private boolean demo;

    @ArgGroup
    private @Nullable Answering answering;

    /** Who answers in a demonstration. */
    static final class Answering {
        @Option(names = "--yes", description = "With --demo: approve whatever is asked.")
        private boolean yes;

        @Option(names = "--no", description = "With --demo: deny whatever is asked.")
        private boolean no;
    }

    @Option(
            names = "--provider",
            paramLabel = "NAME",
            description = "Who serves the model: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Model.Provider provider = Model.Provider.OPENAI;

    @Option(names = "--model", paramLabel = "NAME", description = "The model, as who serves it calls it.")
    private @Nullable String model;

    @Option(
            names = "--base-url",
            paramLabel = "URL",
            description = {
                "Where it is served: any endpoint that speaks like OpenAI's (default: the provider's own).",
                "The key is read from OPENAI_API_KEY, ANTHROPIC_API_KEY or OLLAMA_API_KEY."
            })
    private @Nullable String address;

    @Option(names = "--session", paramLabel = "ID", description = "The session it belongs to (default: a new one).")
    private @Nullable String session;

    @Option(names = "--cwd", paramLabel = "DIR", description = "Where it works (default: here).")
    private Path directory = Path.of("");

    @Option(
            names = "--wait",
            paramLabel = "SECONDS",
            description = "Without a terminal: how long to wait for an answer from elsewhere (default: 0).")
    private int wait;

    @Option(
            names = "--mcp-config",
            paramLabel = "FILE",
            description = {
                "Start the MCP servers that it lists under `mcpServers`, each with `command`, `args`, `env`, and `trusted`",
                "if its own words about its tools count (default: agent/mcp.json of the data directory, if there is one)."
            })
    private @Nullable Path servers;

    @Mixin
    private final Colours colours = new Colours();

    @Parameters(arity = "0..*", paramLabel = "WORD", description = "What is to be done.")
    private List<String> words = new ArrayList<>();

    private final Streams streams;

    AgentCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Paint paint = BoxAnswerer.isTerminal() ? colours.paint() : Paint.PLAIN;
        if (demo) {
            return new AgentDemo(streams, paint, answers()).run();
        }
        if (answering != null) {
            throw new ParameterException(spec.commandLine(), "--yes and --no are for --demo");
        }
        if (model == null) {
            throw new ParameterException(
                    spec.commandLine(), "name a --model, such as `--provider ollama --model qwen3`, or try --demo");
        }
        Path place = directory.toAbsolutePath().normalize();
        if (!Files.isDirectory(place)) {
            throw new GateException("`" + place + "` is no directory; choose another with --cwd");
        }
        String id = session == null ? "agent-" + UUID.randomUUID() : session;
        var key = new SessionKey(WorkerId.STANDARD, new SessionId(id));
        String name = model;
        return gate.open(key, client -> run(client, name, id, place, paint));
    }

    private Demo.Answers answers() {
        if (answering == null) {
            return Demo.Answers.PERSON;
        }
        if (answering.yes) {
            return Demo.Answers.YES;
        }
        return answering.no ? Demo.Answers.NO : Demo.Answers.PERSON;
    }

    private int run(LicetClient client, String name, String id, Path place, Paint paint)
            throws IOException, InterruptedException {
        Path file = servers == null ? gate.common().dataDirectory().path().resolve("agent/mcp.json") : servers;
        if (servers == null && !Files.exists(file)) {
            return run(client, name, id, place, paint, Optional.empty());
        }
        try (McpServers started = McpServers.start(file)) {
            started.problems().forEach(problem -> streams.err().println(SafeText.oneLine(problem)));
            return run(client, name, id, place, paint, Optional.of(started));
        } catch (InvalidJson e) {
            throw new GateException("`" + file + "` lists no MCP servers: " + e.getMessage(), e);
        } catch (NoSuchFileException e) {
            throw new GateException("there is no file `" + file + "`; name another with --mcp-config", e);
        }
    }

    private int run(LicetClient client, String name, String id, Path place, Paint paint, Optional<McpServers> started)
            throws IOException, InterruptedException {
        Model known = Model.of(
                provider,
                Optional.ofNullable(address),
                Optional.ofNullable(System.getenv(provider.keyVariable())),
                name);
        var terminal = new AgentTerminal(
                client,
                known,
                streams,
                paint,
                new AgentTerminal.Options(
                        place,
                        id,
                        gate.common().dataDirectory().path().resolve("agent"),
                        Optional.empty(),
                        started,
                        Duration.ofSeconds(Math.max(0, wait))));
        return words.isEmpty() ? terminal.run() : terminal.once(String.join(" ", words));
    }
}
