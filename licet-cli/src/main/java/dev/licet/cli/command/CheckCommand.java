package dev.licet.cli.command;

import dev.licet.cli.console.ExitCode;
import dev.licet.cli.console.Streams;
import dev.licet.cli.report.CheckReport;
import dev.licet.core.call.CallContext;
import dev.licet.core.call.CallId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.ToolKind;
import dev.licet.core.call.ToolTable;
import dev.licet.core.call.WorkerId;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.path.JudgeContext;
import dev.licet.core.rule.Policy;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.disk.DiskView;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import dev.licet.gate.permissions.PolicyFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code licet check}: judges one call without running or holding it. */
@Command(
        name = "check",
        description = {
            "Say what would happen to a tool call, and why.",
            "Exit status: 0 allow, 5 contain, 10 ask, 20 deny, 2 wrong usage."
        },
        footer = {
            "",
            "Examples:",
            "  licet check shell_exec '{\"command\":\"git status && rm -rf build\"}'",
            "  licet check --explain shell_exec 'for f in src/*.c; do wc -l \"$f\"; done > sizes.txt'"
        })
final class CheckCommand extends JsonCommand {
    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Parameters(index = "0", paramLabel = "TOOL", description = "The tool's name, as an agent spells it.")
    private String tool = "";

    @Parameters(
            index = "1",
            paramLabel = "ARGS-JSON",
            description = "Its arguments as a JSON object, or a command line; `-` reads them.")
    private String arguments = "";

    @Mixin
    private final PresetOptions decisive = new PresetOptions();

    @Option(
            names = "--policy",
            paramLabel = "FILE",
            description = "Judge by this permissions.jsonc, licet.yaml or host.yaml in place of the worker's file.")
    private @Nullable Path policy;

    @Mixin
    private final ShellOption shell = new ShellOption();

    @Option(names = "--cwd", paramLabel = "DIR", description = "The working directory (default: this one).")
    private Path cwd = Path.of("");

    @Option(names = "--worker", paramLabel = "ID", description = "Whose rules apply (default: ${DEFAULT-VALUE}).")
    private String worker = "local";

    @Option(names = "--session", paramLabel = "ID", description = "The session (default: ${DEFAULT-VALUE}).")
    private String session = "check";

    @Option(names = "--explain", description = "Draw what the call would do as a tree, with the rule behind each part.")
    private boolean explain;

    CheckCommand(Streams streams) {
        super(streams);
    }

    @Override
    public Integer call() throws IOException {
        ToolCall call;
        try {
            call = new ToolCall(
                    new CallId("check"),
                    tool,
                    argumentObject(),
                    new SessionId(session),
                    new WorkerId(worker),
                    cwd.toAbsolutePath().normalize().toString(),
                    Map.of(),
                    context());
        } catch (InvalidJson e) {
            return usage("the arguments are not a JSON object: " + e.getMessage());
        } catch (IllegalArgumentException e) {
            return usage(String.valueOf(e.getMessage()));
        }
        String home = System.getProperty("user.home", "/");
        PolicyFiles files = files(home);
        Policy rules = rules(files, call).at(InstantSource.system().instant());
        rules.problems().forEach(problem -> streams.err().println("licet: " + problem));
        rules.fault().ifPresent(fault -> streams.err().println("licet: " + fault));
        var surroundings = new JudgeContext(
                call.directory(),
                home,
                common.dataDirectoryPath().toAbsolutePath().toString(),
                new DiskView());
        CheckReport report = CheckReport.of(call, rules, surroundings, files.preset());
        if (json) {
            print(report.json());
        } else {
            (explain ? report.tree() : report.lines()).forEach(streams.out()::println);
        }
        return ExitCode.of(report.decision().action());
    }

    private CallContext context() {
        CallContext context = CallContext.NONE.withShells(shell.shells());
        return common.container().isPresent() ? context.contained() : context;
    }

    /** A command line may be given as it is; for any other tool, and where it begins with a brace, it is JSON. */
    private JsonObject argumentObject() throws IOException, InvalidJson {
        byte[] given = arguments.equals("-") ? streams.in().readAllBytes() : bytes(arguments);
        boolean shell = ToolTable.standard().kind(tool) == ToolKind.SHELL;
        String text = new String(given, StandardCharsets.UTF_8);
        return shell && !text.stripLeading().startsWith("{")
                ? JsonObject.empty().with("command", text)
                : JsonText.parseObject(given);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private int usage(String message) {
        streams.err().println("licet: " + message);
        streams.err().println("`licet check --help` explains its use.");
        return ExitCode.USAGE;
    }

    private PolicyFiles files(String home) {
        return new PolicyFiles(new DataDirectory(common.dataDirectoryPath()), home, decisive.choice());
    }

    private Policy rules(PolicyFiles files, ToolCall call) {
        return policy == null
                ? files.policy(call.worker(), call.directory())
                : files.around(Policies.read(policy, call.directory()), call.directory());
    }
}
