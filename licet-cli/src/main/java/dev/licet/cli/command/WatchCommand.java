package dev.licet.cli.command;

import dev.licet.cli.console.ExitCode;
import dev.licet.cli.console.Streams;
import dev.licet.cli.inbox.InboxScreen;
import dev.licet.cli.watch.Watch;
import dev.licet.client.LicetClient;
import dev.licet.gate.data.GateException;
import dev.licet.terminal.tty.Tty;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code licet watch}: pending approvals in this terminal. */
@Command(
        name = "watch",
        description = {
            "Show everything that waits for an answer, what was answered, grants and sessions, and answer it.",
            "The whole screen is used; ? shows the keys. A key allows only what was shown to its end.",
            "With --lines one approval is asked about after the other; without a terminal answers are read as lines:"
                    + " y, a, n, or n followed by the reason; r runs what would be put in place."
        })
final class WatchCommand implements Callable<Integer> {
    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Option(
            names = "--server",
            paramLabel = "URL",
            description = "The server (default: the one of this data directory).")
    private @Nullable String server;

    @Option(names = "--lines", description = "Ask about one approval after the other, below what is on the screen.")
    private boolean lines;

    @Mixin
    private final Colours colours = new Colours();

    private final Streams streams;

    WatchCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws InterruptedException {
        try (LicetClient client = common.client(server)) {
            Optional<Tty> terminal =
                    lines ? Optional.empty() : streams.terminals().open(Tty.Output.STANDARD);
            return terminal.isPresent()
                    ? watch(terminal.get(), client)
                    : new Watch(client, streams, colours.paint()).run(Watch.AtEndOfInput.LEAVE);
        }
    }

    private int watch(Tty terminal, LicetClient client) throws InterruptedException {
        int unsent;
        try (Tty tty = terminal) {
            unsent = new InboxScreen(tty, colours.paint(), client, InstantSource.system()).run();
        }
        if (unsent > 0) {
            throw new GateException(
                    unsent + " of your answers did not reach the server; look again with `licet watch`");
        }
        return ExitCode.OK;
    }
}
