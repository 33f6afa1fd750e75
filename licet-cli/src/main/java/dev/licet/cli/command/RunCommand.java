package dev.licet.cli.command;

import dev.licet.cli.console.Streams;
import dev.licet.cli.run.BashWords;
import dev.licet.cli.run.GatedCommand;
import dev.licet.client.LicetClient;
import dev.licet.contain.Container;
import dev.licet.core.call.CallContext;
import dev.licet.core.call.CallId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.SessionKey;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.WorkerId;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.data.GateException;
import dev.licet.shell.Shells;
import dev.licet.terminal.box.Paint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code licet run -- COMMAND…}: a shell command through the gate, by hand. */
@Command(
        name = "run",
        description = {
            "Put a shell command through the gate: judge it, ask you if it has to be asked, run it.",
            "One word is a line of bash; several are a program with its arguments.",
            "Ends with the command's exit status; 20 when it is denied, 10 when nobody has answered."
        })
final class RunCommand implements Callable<Integer> {
    @Mixin
    private final AnyGate gate = new AnyGate();

    @Option(
            names = "--session",
            paramLabel = "ID",
            description = "The session it belongs to (default: one of the shell that this runs in).")
    private @Nullable String session;

    @Option(names = "--worker", paramLabel = "ID", description = "The worker whose rules hold (default: local).")
    private String worker = "local";

    @Option(names = "--cwd", paramLabel = "DIR", description = "Where it runs (default: here).")
    private Path directory = Path.of("");

    @Option(
            names = "--wait",
            paramLabel = "SECONDS",
            description = "Without a terminal: how long to wait for an answer from elsewhere (default: 0).")
    private int wait;

    @Option(names = "--no-bounds", description = "Do not run it within bounds: where that would be done, ask.")
    private boolean unbounded;

    @Option(
            names = "--no-preview",
            description = "Where it is asked, do not run it within bounds first to see what it changes.")
    private boolean blind;

    @Mixin
    private final Colours colours = new Colours();

    @Parameters(arity = "1..*", paramLabel = "COMMAND", description = "The command, behind --.")
    private List<String> words = new ArrayList<>();

    private final Streams streams;

    RunCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path place = directory.toAbsolutePath().normalize();
        if (!Files.isDirectory(place)) {
            throw new GateException("`" + place + "` is no directory; choose another with --cwd");
        }
        var call = new ToolCall(
                new CallId("run-" + UUID.randomUUID()),
                "bash",
                JsonObject.empty().with("command", BashWords.line(words)),
                new SessionId(session == null ? ofShell(place) : session),
                new WorkerId(worker),
                place.toString(),
                Map.of(),
                CallContext.NONE.withShells(Shells.BASH));
        return gate.open(SessionKey.of(call), client -> run(client, call));
    }

    /** What is granted in one shell is not granted in the next. */
    private static String ofShell(Path place) {
        return ProcessHandle.current()
                        .parent()
                        .map(shell -> "shell-" + shell.pid()
                                + shell.info()
                                        .startInstant()
                                        .map(start -> "-" + start.getEpochSecond())
                                        .orElse(""))
                        .orElse("shell")
                + "-" + Integer.toHexString(place.toString().hashCode());
    }

    private int run(LicetClient client, ToolCall call) throws InterruptedException {
        Paint paint = colours.paint();
        Optional<Container> container =
                unbounded ? Optional.empty() : gate.common().container();
        return new GatedCommand(client, streams, paint, container, !blind)
                .run(call, Duration.ofSeconds(Math.max(0, wait)));
    }
}
