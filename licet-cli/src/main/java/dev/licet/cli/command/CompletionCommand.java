package dev.licet.cli.command;

import dev.licet.cli.console.ExitCode;
import dev.licet.cli.console.Streams;
import dev.licet.gate.data.GateException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code licet completion SHELL}: what completes commands and options at the prompt. */
@Command(
        name = "completion",
        description =
                "Print what completes licet's commands and options in a shell, or put it where the shell finds it.")
final class CompletionCommand implements Callable<Integer> {
    private static final String NAME = "licet";

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    /** The shells that are known. */
    enum Shell {
        bash(
                ".local/share/bash-completion/completions/licet",
                "It counts in new shells, where bash-completion is installed."),
        zsh(
                ".local/share/zsh/site-functions/_licet",
                "Put `fpath+=~/.local/share/zsh/site-functions` above `compinit` in ~/.zshrc."),
        fish(".config/fish/completions/licet.fish", "It counts in new shells.");

        private final String file;
        private final String next;

        Shell(String file, String next) {
            this.file = file;
            this.next = next;
        }
    }

    @Parameters(index = "0", paramLabel = "SHELL", description = "bash, zsh or fish.")
    @SuppressWarnings("NullAway.Init")
    private Shell shell;

    @Option(names = "--install", description = "Write it to the shell's folder below the home directory.")
    private boolean install;

    private final Streams streams;

    CompletionCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        CommandLine root = spec.root().commandLine();
        String script = switch (shell) {
            case bash -> AutoComplete.bash(NAME, root);
            // The same functions, by zsh's own means of running bash's.
            case zsh -> "#compdef licet\nautoload -U +X bashcompinit && bashcompinit\n" + AutoComplete.bash(NAME, root);
            case fish -> fish(root);
        };
        if (!install) {
            streams.out().print(script);
            return ExitCode.OK;
        }
        Path file = Path.of(System.getProperty("user.home")).resolve(shell.file);
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, script);
        } catch (IOException e) {
            throw new GateException("cannot write `" + file + "`: " + e.getMessage(), e);
        }
        streams.out().println("Written: " + file + "\n" + shell.next);
        return ExitCode.OK;
    }

    private static String fish(CommandLine root) {
        var script = new StringBuilder("complete -c licet -f\n");
        root.getSubcommands().forEach((name, command) -> {
            script.append("complete -c licet -n __fish_use_subcommand -a ")
                    .append(name)
                    .append(description(command.getCommandSpec().usageMessage().description()))
                    .append('\n');
            for (OptionSpec option : command.getCommandSpec().options()) {
                if (!option.hidden() && option.longestName().startsWith("--")) {
                    script.append("complete -c licet -n '__fish_seen_subcommand_from ")
                            .append(name)
                            .append("' -l ")
                            .append(option.longestName().substring(2))
                            .append(option.arity().max() > 0 ? " -r" : "")
                            .append(description(option.description()))
                            .append('\n');
                }
            }
            command.getSubcommands()
                    .keySet()
                    .forEach(inner -> script.append("complete -c licet -n '__fish_seen_subcommand_from ")
                            .append(name)
                            .append("' -a ")
                            .append(inner)
                            .append('\n'));
        });
        return script.toString();
    }

    private static String description(String[] lines) {
        return lines.length == 0 ? "" : " -d '" + lines[0].replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
