package dev.licet.cli.command;

import dev.licet.cli.console.ExitCode;
import dev.licet.cli.console.Streams;
import dev.licet.cli.report.AuditReport;
import dev.licet.client.LicetClient;
import dev.licet.core.audit.AuditStep;
import dev.licet.core.audit.Checkpoint;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.audit.Audit;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.JsonText;
import dev.licet.gate.store.AuditSearch;
import dev.licet.gate.store.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code licet audit}: the record of what was asked, answered and executed. */
@Command(name = "audit", description = "Check, search and export the record of what was asked, answered and executed.")
final class AuditCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    /** The command with all that belongs to it. */
    static CommandLine with(Streams streams) {
        return new CommandLine(new AuditCommand())
                .addSubcommand(new Verify(streams))
                .addSubcommand(new Search(streams))
                .addSubcommand(new Export(streams))
                .addSubcommand(new Mark(streams))
                .addSubcommand(new Prune(streams));
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    /** Where the record is; it is read beside a server that runs. */
    static final class Place {
        @Mixin
        private final CommonOptions common = new CommonOptions();

        @Option(
                names = "--database",
                paramLabel = "URL",
                defaultValue = "${env:LICET_DATABASE}",
                description = "The PostgreSQL database of the servers (default: the file in the data directory).")
        private @Nullable String database;

        /** What is done with the record; gives the exit status. */
        interface Reading {
            int read(Audit audit) throws IOException;
        }

        int reading(Reading reading) throws IOException {
            var directory = new DataDirectory(common.dataDirectoryPath());
            if (database == null && !Files.exists(directory.database())) {
                throw new GateException("there is no record in `" + directory.path() + "`; name its --data-dir");
            }
            try (Store store = database == null ? Store.sqlite(directory.database()) : Store.postgres(database)) {
                return reading.read(Audit.of(store, directory, InstantSource.system()));
            }
        }
    }

    /** {@code licet audit verify}. */
    @Command(
            name = "verify",
            description = {
                "Look whether any entry was altered, removed or moved, and whether every signed checkpoint is met.",
                "Exit status 0 when the record is whole, 1 when not."
            })
    private static final class Verify extends JsonCommand {
        @Mixin
        private final Place place = new Place();

        @Option(
                names = "--checkpoint",
                paramLabel = "FILE",
                description = "Checkpoints that were kept elsewhere (`licet audit checkpoint`), one a line.")
        private @Nullable Path checkpoints;

        Verify(Streams streams) {
            super(streams);
        }

        @Override
        public Integer call() throws IOException {
            List<Checkpoint> kept = checkpoints == null ? List.of() : read(checkpoints);
            return place.reading(audit -> {
                Audit.Verified verified = audit.verify(kept);
                if (json) {
                    print(verified.document());
                } else {
                    verified.problems().forEach(problem -> streams.out().println("✗ " + problem));
                    streams.out()
                            .println((verified.problems().isEmpty() ? "✓ whole: " : "not whole: ") + verified.entries()
                                    + " entries, " + verified.checkpoints() + " signed checkpoints, last entry "
                                    + verified.head().number() + " "
                                    + verified.head().hash());
                }
                return verified.problems().isEmpty() ? ExitCode.OK : ExitCode.FAILURE;
            });
        }

        private static List<Checkpoint> read(Path file) throws IOException {
            try {
                return Files.readAllLines(file).stream()
                        .filter(line -> !line.isBlank())
                        .map(Checkpoint::parse)
                        .toList();
            } catch (IllegalArgumentException e) {
                throw new GateException("`" + file + "` holds something else than checkpoints, one a line", e);
            } catch (IOException e) {
                throw new GateException("cannot read `" + file + "`: " + e.getMessage(), e);
            }
        }
    }

    /** {@code licet audit search}. */
    @Command(name = "search", description = "List entries, the newest first. All that is given has to fit.")
    private static final class Search implements Callable<Integer> {
        @Mixin
        private final Place place = new Place();

        @Option(names = "--step", paramLabel = "STEP", description = "judged, asked, answered, released, redeemed, …")
        private @Nullable String step;

        @Option(names = "--worker", paramLabel = "WORKER", description = "The worker.")
        private @Nullable String worker;

        @Option(names = "--session", paramLabel = "SESSION", description = "The session.")
        private @Nullable String session;

        @Option(names = "--tool", paramLabel = "TOOL", description = "The tool.")
        private @Nullable String tool;

        @Option(names = "--text", paramLabel = "TEXT", description = "What stands anywhere in the entry.")
        private @Nullable String text;

        @Option(
                names = "--refused",
                description = "What commands could not do within bounds, or changed there and may not.")
        private boolean refused;

        @Option(names = "--since", paramLabel = "TIME", description = "2027-01-31, 2027-01-31T18:00:00Z, or 7d ago.")
        private @Nullable String since;

        @Option(names = "--until", paramLabel = "TIME", description = "The time before which it was.")
        private @Nullable String until;

        @Option(names = "--limit", paramLabel = "N", description = "Most entries (default: ${DEFAULT-VALUE}).")
        private int limit = 50;

        @Option(names = "--json", description = "Print the entries as JSON Lines.")
        private boolean json;

        private final Streams streams;

        @Spec
        @SuppressWarnings("NullAway.Init")
        private CommandSpec spec;

        Search(Streams streams) {
            this.streams = streams;
        }

        @Override
        public Integer call() throws IOException {
            Optional<String> named = refused ? Optional.of(AuditStep.BOUNDED.text()) : Optional.ofNullable(step);
            if (named.isPresent() && AuditStep.of(named.get()).isEmpty()) {
                throw new ParameterException(
                        spec.commandLine(),
                        "unknown step `" + named.get() + "`: use one of "
                                + Arrays.stream(AuditStep.values())
                                        .map(AuditStep::text)
                                        .collect(Collectors.joining(", ")));
            }
            var search = new AuditSearch(
                    named,
                    Optional.ofNullable(worker),
                    Optional.ofNullable(session),
                    Optional.ofNullable(tool),
                    text == null ? List.of() : List.of(List.of(text)),
                    time(spec, since),
                    time(spec, until),
                    0,
                    limit);
            return place.reading(audit -> {
                audit.search(search)
                        .forEach(entry ->
                                streams.out().println(json ? AuditReport.jsonLine(entry) : AuditReport.line(entry)));
                return ExitCode.OK;
            });
        }
    }

    private static Optional<Instant> time(CommandSpec spec, @Nullable String text) {
        if (text == null) {
            return Optional.empty();
        }
        try {
            if (text.matches("[0-9]{1,5}[smhd]")) {
                return Optional.of(Instant.now()
                        .minus(Duration.parse(
                                text.endsWith("d")
                                        ? "P" + text.toUpperCase(Locale.ROOT)
                                        : "PT" + text.toUpperCase(Locale.ROOT))));
            }
            return Optional.of(
                    text.length() == 10
                            ? LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC)
                            : Instant.parse(text));
        } catch (DateTimeParseException e) {
            throw new ParameterException(
                    spec.commandLine(), "`" + text + "` is no time: write 2027-01-31, 2027-01-31T18:00:00Z or 7d", e);
        }
    }

    /** {@code licet audit export}. */
    @Command(name = "export", description = "Print every entry in order, to be kept or read elsewhere.")
    private static final class Export implements Callable<Integer> {
        /** How entries are printed. */
        enum Format {
            jsonl,
            csv
        }

        @Mixin
        private final Place place = new Place();

        @Option(
                names = "--format",
                paramLabel = "FORMAT",
                description = "jsonl (JSON Lines with hashes) or csv (default: ${DEFAULT-VALUE}).")
        private Format format = Format.jsonl;

        private final Streams streams;

        Export(Streams streams) {
            this.streams = streams;
        }

        @Override
        public Integer call() throws IOException {
            return place.reading(audit -> {
                if (format == Format.csv) {
                    streams.out().println(AuditReport.CSV_HEADER);
                }
                audit.forEach(
                        0,
                        entry -> streams.out()
                                .println(
                                        format == Format.csv
                                                ? AuditReport.csvLine(entry)
                                                : AuditReport.jsonLine(entry)));
                return ExitCode.OK;
            });
        }
    }

    /** {@code licet audit checkpoint}. */
    @Command(
            name = "checkpoint",
            description = {
                "Print a signed line that names the newest entry. Kept where nobody of this machine can change it,",
                "it shows later whether the record was cut or rewritten (`licet audit verify --checkpoint FILE`)."
            })
    private static final class Mark implements Callable<Integer> {
        @Mixin
        private final Place place = new Place();

        private final Streams streams;

        Mark(Streams streams) {
            this.streams = streams;
        }

        @Override
        public Integer call() throws IOException {
            return place.reading(audit -> {
                streams.out().println(audit.checkpoint().line());
                return ExitCode.OK;
            });
        }
    }

    /** {@code licet audit prune}. */
    @Command(
            name = "prune",
            description = "Have the running server remove what ended before a time, and note that it did.")
    private static final class Prune implements Callable<Integer> {
        @Mixin
        private final ServerOptions server = new ServerOptions();

        @Option(
                names = "--before",
                paramLabel = "TIME",
                required = true,
                description = "2027-01-31, 2027-01-31T18:00:00Z, or 90d ago.")
        private @Nullable String before;

        private final Streams streams;

        @Spec
        @SuppressWarnings("NullAway.Init")
        private CommandSpec spec;

        Prune(Streams streams) {
            this.streams = streams;
        }

        @Override
        public Integer call() throws InterruptedException {
            Instant time = time(spec, before).orElseThrow();
            try (LicetClient client = server.client()) {
                JsonObject pruned = ServerOptions.document(
                        client.post("/v1/audit/prune", JsonObject.empty().with("before", time.toString())));
                streams.out()
                        .println("Removed what ended before " + time + "; the record begins behind entry "
                                + JsonText.write(pruned.get("removedUpTo").orElseThrow()));
                return ExitCode.OK;
            }
        }
    }
}
