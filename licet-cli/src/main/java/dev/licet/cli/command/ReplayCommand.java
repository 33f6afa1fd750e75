package dev.licet.cli.command;

import dev.licet.cli.console.ExitCode;
import dev.licet.cli.console.Streams;
import dev.licet.cli.replay.Remember;
import dev.licet.cli.replay.ReplayReport;
import dev.licet.cli.replay.Replayer;
import dev.licet.core.call.WorkerId;
import dev.licet.core.rule.Policy;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.data.DiskView;
import dev.licet.gate.data.GateException;
import dev.licet.gate.permissions.PolicyFiles;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code licet replay}: what recorded sessions of agents would have been asked. */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Say what recorded sessions of agents would have been asked under these rules, and why.",
            "It reads the sessions that Claude Code, Codex, Copilot CLI, Gemini CLI, OpenCode and Pi keep on this machine, or"
                    + " files of recorded calls: a JSON object a line with tool, arguments, session and cwd. Nothing is run"
                    + " and nothing is written."
        },
        footer = {
            "",
            "Examples:",
            "  licet replay",
            "  licet replay --remember project ~/.claude/projects",
            "  licet replay --policy stricter.jsonc --json calls.jsonl"
        })
final class ReplayCommand extends JsonCommand {
    /** So many calls are judged between two words about how far it is. */
    private static final int PROGRESS = 5_000;

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Parameters(
            arity = "0..*",
            paramLabel = "SESSIONS",
            description =
                    "Files of recorded sessions, or folders of them (default: those of the agents on this machine).")
    private List<Path> sessions = List.of();

    @Option(
            names = "--remember",
            paramLabel = "HOW-FAR",
            description =
                    "How far the person's \"always\" reaches: none, session or project (default: ${DEFAULT-VALUE}).")
    private Remember remember = Remember.SESSION;

    @Option(
            names = "--policy",
            paramLabel = "FILE",
            description = "Judge by this permissions.jsonc, licet.yaml or host.yaml in place of the worker's file.")
    private @Nullable Path policy;

    @Option(
            names = "--cwd",
            paramLabel = "DIR",
            description = "Where calls were made of which a recording does not say it (default: this directory).")
    private Path cwd = Path.of("");

    @Mixin
    private final PresetOptions decisive = new PresetOptions();

    private int told;

    ReplayCommand(Streams streams) {
        super(streams);
    }

    @Override
    public Integer call() {
        List<Path> from = sessions.isEmpty() ? Replayer.sessionsBelow(Path.of(Policies.home())) : sessions;
        if (from.isEmpty()) {
            throw new GateException(
                    "no agent keeps sessions in `" + Policies.home() + "`; name files of recorded calls, or folders");
        }
        var files = new PolicyFiles(new DataDirectory(common.dataDirectoryPath()), Policies.home(), decisive.choice());
        var here = new Replayer.Surroundings(
                rules(files),
                files.preset(),
                Policies.home(),
                common.dataDirectoryPath().toAbsolutePath().toString(),
                cwd.toAbsolutePath().normalize().toString(),
                new DiskView());
        ReplayReport report = new Replayer(here, remember).replay(from, this::tell);
        if (json) {
            print(report.json());
        } else {
            report.lines().forEach(streams.out()::println);
        }
        return ExitCode.OK;
    }

    /** What {@code named} names, or else what agents keep on this machine. */
    static List<Path> sessions(List<Path> named) {
        List<Path> from = named.isEmpty() ? Replayer.sessionsBelow(Path.of(Policies.home())) : named;
        if (from.isEmpty()) {
            throw new GateException("no agent keeps sessions in `" + Policies.home()
                    + "`; name files of recorded calls, or folders of them");
        }
        return from;
    }

    private Function<String, Policy> rules(PolicyFiles files) {
        return workspace -> (policy == null
                        ? files.policy(WorkerId.STANDARD, workspace)
                        : files.around(Policies.read(policy, workspace), workspace))
                .at(InstantSource.system().instant());
    }

    private void tell(int calls) {
        if (calls / PROGRESS > told) {
            told = calls / PROGRESS;
            streams.err().println("licet: " + calls + " calls so far");
        }
    }
}
