package dev.licet.cli.command;

import dev.licet.cli.console.ExitCode;
import dev.licet.cli.console.Streams;
import dev.licet.gate.data.GateException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;

/** {@code licet}: the root command, and the wiring of all others. */
@Command(
        name = "licet",
        synopsisSubcommandLabel = "COMMAND",
        description = "The approval gate between AI agents and their tools.",
        footer = {
            "",
            "Try:",
            "  licet serve --demo",
            "  licet check shell_exec '{\"command\":\"git status && rm -rf build\"}'",
            "",
            "`licet help COMMAND` explains a command. Exit status: 0 allow or done, 10 ask, 20 deny, 2 wrong usage, 1 failure."
        })
public final class LicetCommand implements Runnable {
    private static final int MAX_TYPOS = 2;

    /** What picocli's help says about a command it does not know. */
    private static final Pattern UNKNOWN_COMMAND = Pattern.compile("Unknown subcommand '(.*)'");

    /** One of the commands below this one. */
    private record Part(String name, Function<Streams, Object> make) {}

    private static final List<Part> PARTS = List.of(
            new Part("serve", ServeCommand::new),
            new Part("watch", WatchCommand::new),
            new Part("check", CheckCommand::new),
            new Part("hook", streams -> new HookCommand()),
            new Part("facts", FactsCommand::new),
            new Part("contained", RunContainedCommand::new),
            new Part("corpus", CorpusCommand::new),
            new Part("replay", ReplayCommand::new),
            new Part("learn", LearnCommand::new),
            new Part("import", ImportCommand::new),
            new Part("export", ExportCommand::new),
            new Part("lint", LintCommand::new),
            new Part("test", TestCommand::new),
            new Part("diff", DiffCommand::new),
            new Part("run", RunCommand::new),
            new Part("agent", AgentCommand::new),
            new Part("box", BoxCommand::new),
            new Part("approvals", ApprovalsCommand::new),
            new Part("approve", AnswerCommands.Approve::new),
            new Part("deny", AnswerCommands.Deny::new),
            new Part("sessions", SessionsCommand::new),
            new Part("grants", GrantsCommand::new),
            new Part("trust", TrustCommand::new),
            new Part("audit", AuditCommand::with),
            new Part("token", TokenCommand::with),
            new Part("setup", SetupCommand::new),
            new Part("status", StatusCommand::new),
            new Part("service", ServiceCommand::with),
            new Part("install", InstallCommand::new),
            new Part("doctor", DoctorCommand::new),
            new Part("completion", CompletionCommand::new),
            new Part("man", ManCommand::new),
            new Part("help", streams -> new HelpCommand()));

    /** These tell of all others. */
    private static final Set<String> OF_ALL = Set.of("help", "completion", "man");

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    private LicetCommand() {}

    /** Runs one command line and returns its exit status. */
    public static int run(List<String> args, Streams streams) {
        var root = new CommandLine(new LicetCommand());
        needed(args).forEach(part -> root.addSubcommand(part.make().apply(streams)));
        helped(root);
        // A word that begins with @ is a word.
        root.setExpandAtFiles(false);
        root.setCaseInsensitiveEnumValuesAllowed(true);
        root.setOut(new PrintWriter(streams.out(), true, StandardCharsets.UTF_8));
        root.setErr(new PrintWriter(streams.err(), true, StandardCharsets.UTF_8));
        root.setExecutionExceptionHandler((e, command, parsed) -> failed(e, streams));
        root.setParameterExceptionHandler((e, unused) -> wrong(e, streams));
        return root.execute(args.toArray(String[]::new));
    }

    /** What {@code args} may need: to read the options of all commands takes longer than most of them. */
    private static List<Part> needed(List<String> args) {
        if (args.isEmpty() || OF_ALL.contains(args.getFirst())) {
            return PARTS;
        }
        List<Part> named = PARTS.stream()
                .filter(part -> part.name().equals(args.getFirst()))
                .toList();
        return named.isEmpty() ? PARTS : named;
    }

    /** Every command explains itself and says its version. */
    private static void helped(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        if (!spec.helpCommand()) {
            spec.mixinStandardHelpOptions(true).versionProvider(new Version());
            command.getSubcommands().values().forEach(LicetCommand::helped);
        }
    }

    private static int failed(Exception e, Streams streams) {
        if (e instanceof GateException || e instanceof IllegalArgumentException) {
            streams.err().println("licet: " + e.getMessage());
        } else {
            streams.err().println("licet: this should not happen: " + e);
        }
        return ExitCode.FAILURE;
    }

    private static int wrong(CommandLine.ParameterException e, Streams streams) {
        streams.err().println("licet: " + String.valueOf(e.getMessage()).replaceFirst("^Error: ", ""));
        suggestion(e).ifPresent(suggestion -> streams.err().println("Did you mean `" + suggestion + "`?"));
        String name = e.getCommandLine().getCommandSpec().qualifiedName();
        streams.err().println("`" + name + " --help` explains its use.");
        return ExitCode.USAGE;
    }

    /** The command or option that is spelled most like the first word that is none. */
    private static Optional<String> suggestion(CommandLine.ParameterException e) {
        Optional<String> unknown = unknownWord(e);
        if (unknown.isEmpty()) {
            return Optional.empty();
        }
        String wrong = unknown.get();
        CommandSpec named = e.getCommandLine().getCommandSpec();
        CommandSpec command = named.userObject() instanceof HelpCommand ? named.parent() : named;
        Stream<String> options = command.options().stream().map(OptionSpec::longestName);
        return Stream.concat(command.subcommands().keySet().stream(), options)
                .min(Comparator.comparingInt(name -> distance(wrong, name)))
                .filter(name -> distance(wrong, name) <= MAX_TYPOS);
    }

    private static Optional<String> unknownWord(CommandLine.ParameterException e) {
        if (e instanceof CommandLine.UnmatchedArgumentException unmatched) {
            return unmatched.getUnmatched().stream().findFirst();
        }
        Matcher help = UNKNOWN_COMMAND.matcher(String.valueOf(e.getMessage()));
        return help.find() ? Optional.of(help.group(1)) : Optional.empty();
    }

    /** How many letters have to be put in, left out or replaced to get from {@code a} to {@code b}. */
    private static int distance(String a, String b) {
        int[] row = IntStream.rangeClosed(0, b.length()).toArray();
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
