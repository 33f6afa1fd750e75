package dev.licet.cli.command;

import dev.licet.cli.console.ExitCode;
import dev.licet.cli.console.Streams;
import dev.licet.cli.install.HookInstaller;
import dev.licet.cli.service.Service;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.data.GateException;
import dev.licet.server.LicetServer;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code licet service}: the server without a terminal. */
@Command(
        name = "service",
        description = {
            "Run the server without a terminal: as a systemd user service, else in the background.",
            "On macOS and Windows it runs in the background and has to be started again after a restart."
        })
final class ServiceCommand implements Runnable {
    private static final Duration STARTING = Duration.ofMinutes(3);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    /** The command with all that belongs to it. */
    static CommandLine with(Streams streams) {
        return new CommandLine(new ServiceCommand())
                .addSubcommand(new Start(streams))
                .addSubcommand(new Stop(streams))
                .addSubcommand(new Status(streams))
                .addSubcommand(new Log(streams));
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    /** Waits for the server that {@code service} has started, and says where it is. */
    static void await(CommonOptions common, Service service, Streams streams) throws InterruptedException {
        long end = System.nanoTime() + STARTING.toNanos();
        while (!common.hasServer()) {
            if (!service.isRunning() || System.nanoTime() - end > 0) {
                service.log(5).forEach(line -> streams.err().println("  " + line));
                throw new GateException("the server did not start; `licet service log` has what it said");
            }
            Thread.sleep(BETWEEN_LOOKS);
        }
        String url =
                new DataDirectory(common.dataDirectoryPath()).announcedServer().orElse("");
        streams.out().println("Started the server: " + url + ", " + service.what());
    }

    /** What each of them begins with. */
    abstract static class Action implements Callable<Integer> {
        @Mixin
        final CommonOptions common = new CommonOptions();

        final Streams streams;

        Action(Streams streams) {
            this.streams = streams;
        }

        final Service service() throws InterruptedException {
            return Service.of(System.getenv(), common.dataDirectoryPath(), HookInstaller.program());
        }

        final void say(String line) {
            streams.out().println(line);
        }
    }

    /** {@code licet service start}. */
    @Command(name = "start", description = "Make the server run, now and, under systemd, whenever you log in.")
    static final class Start extends Action {
        @Option(names = "--port", paramLabel = "PORT", description = "The port (default: ${DEFAULT-VALUE}).")
        private int port = LicetServer.DEFAULT_PORT;

        Start(Streams streams) {
            super(streams);
        }

        @Override
        public Integer call() throws InterruptedException {
            Service service = service();
            if (!service.isRunning() && common.hasServer()) {
                throw new GateException("a server runs already that is no service: end it first, with Ctrl-C where"
                        + " `licet serve` was started");
            }
            service.start(port);
            await(common, service, streams);
            return ExitCode.OK;
        }
    }

    /** {@code licet service stop}. */
    @Command(name = "stop", description = "End the server, and that it is started again. What waits goes on waiting.")
    static final class Stop extends Action {
        Stop(Streams streams) {
            super(streams);
        }

        @Override
        public Integer call() throws InterruptedException {
            Service service = service();
            boolean ran = service.isRunning();
            if (ran) {
                service.stop();
            }
            say(
                    ran
                            ? "The server has ended. Until it runs again hooks refuse every call."
                            : "The server does not run as a service.");
            return ExitCode.OK;
        }
    }

    /** {@code licet service status}. */
    @Command(name = "status", description = "Say whether the server runs. Exit status 1 when it does not.")
    static final class Status extends Action {
        Status(Streams streams) {
            super(streams);
        }

        @Override
        public Integer call() throws InterruptedException {
            Service service = service();
            boolean answers = common.hasServer();
            say(ServerState.of(service, answers));
            return answers ? ExitCode.OK : ExitCode.FAILURE;
        }
    }

    /** {@code licet service log}. */
    @Command(name = "log", description = "Print what the server said last.")
    static final class Log extends Action {
        @Option(names = "--lines", paramLabel = "NUMBER", description = "At most so many (default: ${DEFAULT-VALUE}).")
        private int lines = 50;

        Log(Streams streams) {
            super(streams);
        }

        @Override
        public Integer call() throws InterruptedException {
            service().log(lines).forEach(this::say);
            return ExitCode.OK;
        }
    }

    /** Whether the server runs, in words. */
    static final class ServerState {
        private ServerState() {}

        static String of(Service service, boolean answers) throws InterruptedException {
            if (service.isRunning()) {
                return answers
                        ? "runs as " + service.what()
                        : "runs as " + service.what() + ", and does not answer yet";
            }
            return answers ? "runs in a terminal" : "does not run: `licet service start` starts it";
        }
    }
}
