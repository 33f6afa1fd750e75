package dev.licet.cli.command;

import dev.licet.cli.console.ExitCode;
import dev.licet.cli.console.Streams;
import dev.licet.gate.data.GateException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code licet man}: pages of the manual. */
@Command(
        name = "man",
        description = {
            "Print the page of the manual on a command, or install all pages.",
            "To read one: licet man run | man -l -"
        })
final class ManCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "The command (default: licet itself).")
    private List<String> command = List.of();

    @Option(names = "--install", description = "Write all pages below ~/.local/share/man, where man looks.")
    private boolean install;

    @Option(names = "--output", paramLabel = "DIR", description = "Write all pages to this folder.")
    private @Nullable Path output;

    private final Streams streams;

    ManCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        if (output != null && install) {
            throw new IllegalArgumentException("choose between --output and --install");
        }
        if (output != null) {
            return write(output);
        }
        if (install) {
            return write(Path.of(System.getProperty("user.home")).resolve(".local/share/man/man1"));
        }
        String name = command.stream().map(word -> "-" + word).collect(Collectors.joining("", "licet", ""));
        CommandSpec found = ManPage.commands(spec.root()).stream()
                .filter(each -> ManPage.name(each).equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "there is no command `" + String.join(" ", command) + "`; `licet --help` lists them"));
        streams.out().print(ManPage.of(found));
        return ExitCode.OK;
    }

    private int write(Path folder) {
        List<CommandSpec> commands = ManPage.commands(spec.root());
        try {
            Files.createDirectories(folder);
            for (CommandSpec each : commands) {
                Files.writeString(folder.resolve(ManPage.name(each) + ".1"), ManPage.of(each));
            }
        } catch (IOException e) {
            throw new GateException("cannot write to `" + folder + "`: " + e.getMessage(), e);
        }
        streams.out()
                .println("Written: " + commands.size() + " pages to " + folder + "\nTry: man -l "
                        + folder.resolve("licet.1") + (install ? ", or man licet" : ""));
        return ExitCode.OK;
    }
}
