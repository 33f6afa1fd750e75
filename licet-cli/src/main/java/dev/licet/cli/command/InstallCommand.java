package dev.licet.cli.command;

import dev.licet.cli.console.ExitCode;
import dev.licet.cli.console.Streams;
import dev.licet.cli.install.HookInstaller;
import dev.licet.cli.install.Setup;
import java.nio.file.Path;
import java.util.Optional;
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
        description = {
            "Hook a coding agent up to the gate: its configuration is merged, what was there is kept beside it.",
            "Hosts: amp, claude, cline, codex, copilot, crush, cursor, gemini, goose, kilo, kiro, opencode, pi, qwen,",
            "vscode (of a project)."
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

    @Option(
            names = "--trust",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "Codex only: have it trust these hooks, as its /hooks does (default); it runs no others.")
    private boolean trust = true;

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
        var installer = new HookInstaller(
                common.dataDirectoryPath(), Optional.ofNullable(worker), Optional.ofNullable(http), trust);
        Setup.Plan plan = uninstall ? setup.uninstall() : installer.plan(setup, dryRun);
        if (dryRun) {
            streams.out().print(plan.after().orElse(""));
            streams.err().println(plan.changes() ? "Would change " + setup.file() : "Nothing would change.");
            return ExitCode.OK;
        }
        if (!plan.changes()) {
            streams.out()
                    .println(uninstall ? "There is no hook of Licet in " + setup.file() : "It is installed already.");
            finish(installer, setup);
            return ExitCode.OK;
        }
        Optional<Path> backup = setup.apply(plan);
        streams.out().println((uninstall ? "Taken out of " : "Installed in ") + setup.file());
        backup.ifPresent(path -> streams.out().println("What was there is in " + path));
        if (!uninstall) {
            finish(installer, setup);
            streams.out().println("Start the gate with `licet serve`, then try the hooks with `licet doctor`.");
        }
        return ExitCode.OK;
    }

    private void finish(HookInstaller installer, Setup setup) throws InterruptedException {
        if (!uninstall) {
            installer.finish(setup).ifPresent(streams.out()::println);
        }
    }
}
