package dev.licet.cli.command;

import dev.licet.cli.console.ExitCode;
import dev.licet.cli.console.Streams;
import dev.licet.core.display.SafeText;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.Rule;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.permissions.PolicyFiles;
import dev.licet.gate.permissions.RuleFile;
import dev.licet.gate.permissions.Trust;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code licet trust}: lets the rules that a workspace brings allow, too. */
@Command(
        name = "trust",
        description = {
            "Trust the rules that a workspace brings (.licet/permissions.jsonc, else .co/host.yaml).",
            "Until then they only deny. Trust holds for this content: a changed file has to be trusted anew."
        })
final class TrustCommand implements Callable<Integer> {
    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Parameters(index = "0", arity = "0..1", paramLabel = "DIR", description = "The workspace (default: this one).")
    private Path workspace = Path.of("");

    @Option(names = "--revoke", description = "No longer trust them.")
    private boolean revoke;

    private final Streams streams;

    TrustCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws IOException {
        Path directory = workspace.toAbsolutePath().normalize();
        String home = System.getProperty("user.home", "/");
        Trust trust = new PolicyFiles(common.dataDirectory(), home, PolicyFiles.Choice.NONE).trust();
        Optional<Path> file = Trust.projectFile(directory);
        if (revoke) {
            boolean own = trust.remove(directory.resolve(".licet").resolve("permissions.jsonc"));
            boolean host = trust.remove(directory.resolve(".co").resolve("host.yaml"));
            streams.out().println(own || host ? "No longer trusted." : "Nothing of `" + directory + "` was trusted.");
            return ExitCode.OK;
        }
        if (file.isEmpty()) {
            throw new GateException("`" + directory + "` brings no rules: there is no .licet/permissions.jsonc in it");
        }
        Policy policy;
        try {
            policy = RuleFile.parse(Files.readString(file.get()), file.get().toString(), home, directory.toString());
        } catch (InvalidJson e) {
            throw new GateException("cannot trust `" + file.get() + "`: " + e.getMessage(), e);
        }
        trust.add(file.get());
        streams.out().println("Trusted: " + file.get());
        for (Rule rule : policy.rules()) {
            streams.out()
                    .println("  " + rule.action().text() + "  "
                            + SafeText.oneLine(
                                    rule.tool().pattern() + ": " + rule.value().pattern()));
        }
        policy.problems().forEach(problem -> streams.err().println("licet: " + problem));
        return ExitCode.OK;
    }
}
