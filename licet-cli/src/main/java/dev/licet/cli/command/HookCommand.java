package dev.licet.cli.command;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Describes {@code licet hook}, which {@link dev.licet.hook.Hook} runs without any library. */
@Command(
        name = "hook",
        description = {
            "Answer a coding agent's hook: its input comes on standard input, the answer goes to standard output.",
            "When the server gives no answer, the call is blocked (exit status 2) and standard error says why.",
            "`licet install HOST` sets it up."
        },
        footer = {
            "",
            "By hand, in Claude Code's settings.json:",
            "  \"hooks\": { \"PreToolUse\": [ { \"matcher\": \"*\", \"hooks\": [",
            "    { \"type\": \"command\", \"command\": \"/path/to/licet hook claude || exit 2\", \"timeout\": 600,",
            "      \"onFailure\": \"block\" } ] } ] }"
        })
// The options are here for their help; the hook reads them itself.
@SuppressWarnings("unused")
final class HookCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Parameters(
            index = "0",
            paramLabel = "HOST",
            description =
                    "The coding agent: amp, claude, cline, codex, copilot, crush, cursor, gemini, goose, kilo, kiro, opencode, pi, qwen"
                            + " or vscode.")
    private String host = "";

    @Option(names = "--server", paramLabel = "URL", description = "The server's address.")
    private @Nullable String server;

    @Option(names = "--worker", paramLabel = "ID", description = "Whose rules apply (default: local).")
    private @Nullable String worker;

    @Option(
            names = "--wait",
            paramLabel = "SECONDS",
            description = "How long to wait for a person (default: just less than the host waits).")
    private @Nullable String wait;

    @Option(names = "--event", paramLabel = "NAME", description = "The event, for hosts whose input does not name it.")
    private @Nullable String event;

    @Option(
            names = "--offline",
            paramLabel = "WHAT",
            description = {
                "What becomes of a call when no server runs (default: deny).",
                "judge: it is judged by the rules on the spot; what has to be asked is denied and waits for the server."
            })
    private @Nullable String offline;

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "a hook needs its host first: `licet hook claude`");
    }
}
