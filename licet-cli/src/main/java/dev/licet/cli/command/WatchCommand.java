package dev.licet.cli.command;

import dev.licet.cli.Streams;
import dev.licet.cli.watch.Watch;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code licet watch}: pending approvals in this terminal. */
@Command(
        name = "watch",
        mixinStandardHelpOptions = true,
        versionProvider = LicetCommand.Version.class,
        description = {
            "Show approvals as they come and answer them with keys.",
            "Without a terminal, answers are read as lines: y, a, n, or n followed by the reason.",
            "What was typed before a question was shown answers nothing."
        })
final class WatchCommand implements Callable<Integer> {
    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Option(
            names = "--server",
            paramLabel = "URL",
            description = "The server (default: the one of this data directory).")
    private @Nullable String server;

    private final Streams streams;

    WatchCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws InterruptedException {
        return new Watch(common.client(server), streams).run(Watch.AtEndOfInput.LEAVE);
    }
}
