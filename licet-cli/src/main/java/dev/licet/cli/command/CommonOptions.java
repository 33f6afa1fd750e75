package dev.licet.cli.command;

import dev.licet.client.LicetClient;
import dev.licet.contain.Container;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.data.GateException;
import dev.licet.hook.Places;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that several commands share. */
final class CommonOptions {
    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Where Licet keeps its data (default: LICET_HOME, else ~/.licet).")
    private @Nullable Path dataDirectory;

    Path dataDirectoryPath() {
        return dataDirectory == null ? Places.dataDirectory(System.getenv()) : dataDirectory;
    }

    boolean namesDataDirectory() {
        return dataDirectory != null;
    }

    /** What holds commands in bounds on this machine. */
    Container.Availability containment() {
        return Container.in(dataDirectoryPath().toAbsolutePath().resolve("contained"));
    }

    /** The same, if there is such a thing. */
    Optional<Container> container() {
        return containment().found();
    }

    DataDirectory dataDirectory() {
        return DataDirectory.at(dataDirectoryPath());
    }

    /** Whether a server answers that this data directory remembers. */
    boolean hasServer() {
        var directory = new DataDirectory(dataDirectoryPath());
        if (System.getenv("LICET_SERVER") != null) {
            return true;
        }
        if (directory.existingToken().isEmpty() || directory.announcedServer().isEmpty()) {
            return false;
        }
        try (LicetClient client = client(null)) {
            return client.get("/health").status() == 200;
        } catch (GateException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** A client of the server that {@code server} names, else of the one that this data directory remembers. */
    LicetClient client(@Nullable String server) {
        var directory = new DataDirectory(dataDirectoryPath());
        String token = Optional.ofNullable(System.getenv("LICET_TOKEN"))
                .or(directory::existingToken)
                .orElseThrow(() -> new GateException("there is no token in `" + directory.path()
                        + "`; start the server with `licet serve`, name its --data-dir, or set LICET_TOKEN"));
        String url = Optional.ofNullable(server)
                .or(() -> Optional.ofNullable(System.getenv("LICET_SERVER")))
                .or(directory::announcedServer)
                .orElse(Places.DEFAULT_SERVER);
        return new LicetClient(url, token);
    }
}
