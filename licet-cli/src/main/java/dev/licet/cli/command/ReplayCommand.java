package dev.licet.cli.command;

import dev.licet.cli.console.ExitCode;
import dev.licet.cli.console.Streams;
import dev.licet.cli.replay.Remember;
import dev.licet.cli.replay.ReplayReport;
import dev.licet.cli.replay.Replayer;
import dev.licet.core.call.WorkerId;
import dev.licet.core.rule.Policy;
import dev.licet.gate.permissions.PolicyFiles;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code licet replay}: what recorded sessions of agents would have been asked. */
@Command(
        name = "replay",
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
    private final RecordedSessions recorded = new RecordedSessions();

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

    private int told;

    ReplayCommand(Streams streams) {
        super(streams);
    }

    @Override
    public Integer call() {
        Replayer.Surroundings here = recorded.surroundings(recorded.files(), this::rules);
        ReplayReport report = new Replayer(here, remember).replay(recorded.from(), this::tell);
        if (json) {
            print(report.json());
        } else {
            report.lines().forEach(streams.out()::println);
        }
        return ExitCode.OK;
    }

    private Policy rules(PolicyFiles files, String workspace) {
        return policy == null
                ? files.policy(WorkerId.STANDARD, workspace)
                : files.around(Policies.read(policy, workspace), workspace);
    }

    private void tell(int calls) {
        if (calls / PROGRESS > told) {
            told = calls / PROGRESS;
            streams.err().println("licet: " + calls + " calls so far");
        }
    }
}
