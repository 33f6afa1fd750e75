package dev.licet.cli.command;

import dev.licet.core.preset.Preset;
import dev.licet.core.rule.Mode;
import dev.licet.gate.permissions.PolicyFiles;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options that choose how it is decided; they go before what {@code licet.yaml} says. */
final class PresetOptions {
    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--preset",
            paramLabel = "NAME",
            description =
                    "Decide like licet (also: careful, balanced, trusting), oh-my-pi, molf, connectonion or ollama (default:"
                            + " licet.yaml's, else licet, which is balanced).")
    private @Nullable String preset;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            description =
                    "What no rule names is allowed up to this: none, always-ask, write, contained or yolo (default: the"
                            + " preset's).")
    private @Nullable String mode;

    @Option(
            names = {"--yolo", "--auto-approve"},
            description = "The same as --mode yolo.")
    private boolean yolo;

    PolicyFiles.Choice choice() {
        if (yolo && mode != null && !mode.equals(Mode.YOLO.text())) {
            throw new ParameterException(spec.commandLine(), "--yolo and --mode " + mode + " exclude each other");
        }
        return new PolicyFiles.Choice(
                Optional.ofNullable(preset)
                        .map(name -> Preset.named(name).orElseThrow(() -> unknown("preset", name, Preset.NAMES))),
                Optional.ofNullable(yolo ? Mode.YOLO.text() : mode)
                        .map(name -> Mode.of(name)
                                .orElseThrow(() -> unknown(
                                        "mode",
                                        name,
                                        Arrays.stream(Mode.values())
                                                .map(Mode::text)
                                                .toList()))));
    }

    private ParameterException unknown(String what, String name, List<String> known) {
        return new ParameterException(
                spec.commandLine(), "unknown " + what + " `" + name + "`: use one of " + String.join(", ", known));
    }
}
