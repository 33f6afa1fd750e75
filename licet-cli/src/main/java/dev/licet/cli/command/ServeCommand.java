package dev.licet.cli.command;

import dev.licet.cli.console.ExitCode;
import dev.licet.cli.console.Streams;
import dev.licet.cli.demo.Demo;
import dev.licet.contain.Container;
import dev.licet.core.call.WorkerId;
import dev.licet.gate.GateOptions;
import dev.licet.gate.data.DataDirectory;
import dev.licet.server.LicetServer;
import dev.licet.server.preview.Bounding;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code licet serve}: the gate, listening on the loopback address. */
@Command(
        name = "serve",
        description = {
            "Run the gate: HTTP API, agent hooks and the inbox page.",
            "It listens on this machine only, unless `server.tls` in licet.yaml says where else."
        })
final class ServeCommand implements Callable<Integer> {
    private static final Duration MAX_CLOSING = Duration.ofSeconds(5);

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Mixin
    private final PresetOptions decisive = new PresetOptions();

    @Option(names = "--port", paramLabel = "PORT", description = "The port, 0 for any (default: ${DEFAULT-VALUE}).")
    private int port = LicetServer.DEFAULT_PORT;

    @Option(names = "--host", paramLabel = "HOST", description = "The loopback address (default: ${DEFAULT-VALUE}).")
    private String host = "127.0.0.1";

    @Option(
            names = "--database",
            paramLabel = "URL",
            defaultValue = "${env:LICET_DATABASE}",
            description = {
                "Keep approvals in a PostgreSQL database that several servers share: jdbc:postgresql://HOST/NAME?user=…",
                "Also from the variable LICET_DATABASE (default: a file in the data directory)."
            })
    private @Nullable String database;

    @Option(
            names = "--demo",
            description =
                    "Watch a scripted agent work through the gate in a scratch workspace that is removed afterwards.")
    private boolean demo;

    @ArgGroup
    private Unattended unattended = new Unattended();

    /** How the demonstration's questions are answered when nobody is there. */
    static final class Unattended {
        @Option(names = "--yes", description = "With --demo: approve whatever is asked, and end.")
        private boolean yes;

        @Option(names = "--no", description = "With --demo: deny whatever is asked, and end.")
        private boolean no;
    }

    private final Streams streams;

    ServeCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (!demo && (unattended.yes || unattended.no)) {
            throw new ParameterException(spec.commandLine(), "--yes and --no belong to --demo");
        }
        if (port < 0 || port > 65_535) {
            throw new ParameterException(spec.commandLine(), "a port is a number from 0 to 65535, not " + port);
        }
        return demo ? demonstrate() : serve();
    }

    private int demonstrate() throws IOException, InterruptedException {
        Demo.Answers answers = Demo.Answers.PERSON;
        if (unattended.yes) {
            answers = Demo.Answers.YES;
        } else if (unattended.no) {
            answers = Demo.Answers.NO;
        }
        return new Demo(streams, host, port, answers)
                .run(common.namesDataDirectory() ? Optional.of(common.dataDirectoryPath()) : Optional.empty());
    }

    private int serve() throws IOException, InterruptedException {
        DataDirectory directory = common.dataDirectory();
        Optional<Container> container = common.container();
        container.ifPresent(this::recover);
        LicetServer server = LicetServer.start(
                directory,
                host,
                port,
                new GateOptions(decisive.choice(), GateOptions.Storage.of(Optional.ofNullable(database))),
                container.map(found -> new Bounding(found, RunContainedCommand.line(directory.path()))));
        var stopped = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            stopped.countDown();
            closeInTime(server);
        }));
        server.gate()
                .policy(WorkerId.STANDARD)
                .fault()
                .ifPresent(fault -> streams.err().println("licet: " + fault));
        server.gate()
                .policy(WorkerId.STANDARD)
                .problems()
                .forEach(problem -> streams.err().println("licet: " + problem));
        String name = common.namesDataDirectory() ? " --data-dir " + directory.path() : "";
        streams.out().println("Licet listens on " + server.url() + " (end with Ctrl-C)");
        server.remoteUrl().ifPresent(url -> streams.out().println("  others  " + url));
        streams.out().println("  inbox   " + server.url() + "/#token=" + directory.token());
        streams.out().println("  answer  licet watch" + name);
        streams.out().println("  rules   " + directory.permissions(WorkerId.STANDARD));
        streams.out().flush();
        stopped.await();
        return ExitCode.OK;
    }

    /** What runs that were cut off have left is ended. */
    private void recover(Container container) {
        try {
            container.recover();
        } catch (IOException e) {
            streams.err().println("licet: what an earlier run left behind cannot be put in place: " + e.getMessage());
        }
    }

    /** What is stored needs no orderly end, so that a connection that does not let go must not keep the process alive. */
    private void closeInTime(LicetServer server) {
        Thread closing = Thread.ofPlatform().daemon().start(() -> close(server));
        try {
            closing.join(MAX_CLOSING);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void close(LicetServer server) {
        try {
            server.close();
        } catch (IOException e) {
            streams.err().println("licet: " + e.getMessage());
        }
    }
}
