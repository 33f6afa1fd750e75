package dev.licet.cli.command;

import dev.licet.cli.console.ExitCode;
import dev.licet.cli.console.Streams;
import dev.licet.cli.install.Setup;
import dev.licet.cli.run.BashWords;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.data.GateException;
import dev.licet.hook.Places;
import dev.licet.server.access.Principal;
import dev.licet.server.access.Role;
import dev.licet.server.access.TokenFile;
import dev.licet.server.hook.Hooks;
import dev.licet.server.hook.Host;
import dev.licet.server.hook.HostVersion;
import dev.licet.server.hook.HttpHooks;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code licet install HOST}: puts the hooks into a coding agent's configuration, or takes them out. */
@Command(
        name = "install",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Hook a coding agent up to the gate: its configuration is merged, what was there is kept beside it.",
            "Hosts: claude, codex, gemini, cursor, copilot, vscode (of a project), cline, qwen, opencode, pi."
        })
final class InstallCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Parameters(index = "0", paramLabel = "HOST", description = "The coding agent.")
    private String host = "";

    @Option(names = "--project", paramLabel = "DIR", description = "The project, for vscode (default: this folder).")
    private Path project = Path.of("");

    @Option(names = "--worker", paramLabel = "ID", description = "Whose rules apply (default: local).")
    private @Nullable String worker;

    @Option(
            names = "--http",
            negatable = true,
            description =
                    "Claude Code only: call the server directly (default: where its version blocks when that fails).")
    private @Nullable Boolean http;

    @Option(names = "--dry-run", description = "Only print what the configuration would be.")
    private boolean dryRun;

    @Option(names = "--uninstall", description = "Take the hooks out again.")
    private boolean uninstall;

    private final Streams streams;

    InstallCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws InterruptedException {
        Setup setup;
        try {
            setup = Setup.of(host, System.getenv(), project.toAbsolutePath());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
        boolean direct = !uninstall && direct();
        Setup.Plan plan = plan(setup, direct);
        if (dryRun) {
            streams.out().print(plan.after().orElse(""));
            streams.err().println(plan.changes() ? "Would change " + setup.file() : "Nothing would change.");
            return ExitCode.OK;
        }
        if (!plan.changes()) {
            streams.out()
                    .println(uninstall ? "There is no hook of Licet in " + setup.file() : "It is installed already.");
            return ExitCode.OK;
        }
        Optional<Path> backup = setup.apply(plan);
        streams.out().println((uninstall ? "Taken out of " : "Installed in ") + setup.file());
        backup.ifPresent(path -> streams.out().println("What was there is in " + path));
        if (!uninstall) {
            if (!setup.next().isEmpty()) {
                streams.out().println(setup.next());
            }
            streams.out().println("Start the gate with `licet serve`, then try the hooks with `licet doctor`.");
        }
        return ExitCode.OK;
    }

    private Setup.Plan plan(Setup setup, boolean direct) {
        if (uninstall) {
            return setup.uninstall();
        }
        if (!direct) {
            return setup.install(command());
        }
        DataDirectory directory = common.dataDirectory();
        String url = directory.announcedServer().orElse(Places.DEFAULT_SERVER) + "/hooks/" + host;
        return setup.installHttp(url, dryRun ? "(a token for this host)" : token(directory));
    }

    /** A token that can call and nothing else: it stands where the agent can read it. */
    private String token(DataDirectory directory) {
        var principal = new Principal(host + "-hook", Role.AGENT, Role.AGENT.rights(), Set.of(), Set.of());
        var file = new TokenFile(directory);
        file.all().stream()
                .filter(token -> token.principal().name().equals(principal.name()))
                .forEach(token -> file.revoke(token.id()));
        return file.make(principal, Instant.now(), Optional.empty()).text();
    }

    /** Whether the host calls the server itself: only where a server that is down blocks the call. */
    private boolean direct() throws InterruptedException {
        Optional<HttpHooks> hooks = Hooks.host(host).flatMap(Host::http);
        if (hooks.isEmpty()) {
            if (Boolean.TRUE.equals(http)) {
                throw new GateException("only Claude Code has hooks over HTTP");
            }
            return false;
        }
        if (http != null) {
            return http;
        }
        return worker == null
                && HostVersion.of(hooks.get().program())
                        .filter(hooks.get()::blockInCaseOfFailure)
                        .isPresent();
    }

    private String command() {
        var command = new StringBuilder(BashWords.quote(
                Optional.ofNullable(System.getenv("LICET_PROGRAM")).orElse("licet")));
        command.append(" hook ").append(host);
        // Always named: the variables of an agent may come from a project.
        command.append(" --data-dir ")
                .append(BashWords.quote(
                        common.dataDirectoryPath().toAbsolutePath().toString()));
        if (worker != null) {
            command.append(" --worker ").append(BashWords.quote(worker));
        }
        return command.toString();
    }
}
