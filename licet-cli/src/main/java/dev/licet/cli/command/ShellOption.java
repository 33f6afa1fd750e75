package dev.licet.cli.command;

import dev.licet.shell.Shells;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code --shell}: which shells may run a command line. */
final class ShellOption {
    private Shells shells = Shells.UNKNOWN;

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    @Option(
            names = "--shell",
            paramLabel = "NAMES",
            description =
                    "What runs the command line: bash, zsh, dash, sh or fish, several with commas, `typed` if it is typed"
                            + " into a terminal (default: any of them).")
    void set(String names) {
        shells = Shells.named(names)
                .orElseThrow(() -> new ParameterException(
                        Objects.requireNonNull(command).commandLine(),
                        "no shell is called `" + names + "`; there are bash, zsh, dash, sh, fish and unknown"));
    }

    Shells shells() {
        return shells;
    }
}
