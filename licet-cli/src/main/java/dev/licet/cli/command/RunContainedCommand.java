package dev.licet.cli.command;

import dev.licet.cli.console.Streams;
import dev.licet.cli.install.HookInstaller;
import dev.licet.cli.run.BashWords;
import dev.licet.cli.run.GatedCommand;
import dev.licet.client.LicetClient;
import dev.licet.gate.data.GateException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code licet contained NUMBER}: what a coding agent runs in the place of a command that is to be held in bounds. */
@Command(
        name = "contained",
        hidden = true,
        description = {
            "Run a command of a coding agent within its bounds. The agent's hook puts this in the place of the command.",
            "Each number is good for one run, soon after the hook gave it."
        })
final class RunContainedCommand implements Callable<Integer> {
    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Mixin
    private final Colours colours = new Colours();

    @Parameters(paramLabel = "NUMBER", description = "Which command, as the hook was told.")
    private String number = "";

    private final Streams streams;

    RunContainedCommand(Streams streams) {
        this.streams = streams;
    }

    /** What agents run, but for the number behind it, with the gate of {@code dataDirectory}. */
    static String line(Path dataDirectory) {
        // Always named: the variables of an agent may come from a project.
        return BashWords.quote(HookInstaller.program()) + " contained --data-dir "
                + BashWords.quote(dataDirectory.toAbsolutePath().toString());
    }

    @Override
    public Integer call() throws InterruptedException {
        try (LicetClient client = common.client(null)) {
            return new GatedCommand(client, streams, colours.paint(), common.container(), false)
                    .runContained(taken(client));
        }
    }

    private LicetClient.Replaced taken(LicetClient client) throws InterruptedException {
        try {
            return client.contained(number);
        } catch (GateException e) {
            if (e.getCause() instanceof IOException) {
                throw new GateException(
                        e.getMessage()
                                + "; if it was there before, it may have put the changes in place, or does so once it"
                                + " runs again: look before you make the call again",
                        e);
            }
            throw e;
        }
    }
}
