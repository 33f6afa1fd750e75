package dev.licet.cli.command;

import dev.licet.cli.replay.Lesson;
import dev.licet.cli.replay.Replayer;
import dev.licet.cli.replay.UnreachedHosts;
import dev.licet.cli.report.AuditReport;
import dev.licet.core.decide.NetworkRules;
import dev.licet.core.rule.Policy;
import dev.licet.gate.audit.Audit;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.data.GateException;
import dev.licet.gate.disk.DiskView;
import dev.licet.gate.permissions.PolicyFiles;
import dev.licet.gate.store.Store;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which recorded sessions a command looks at, and by which rules. */
final class RecordedSessions {
    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Mixin
    private final PresetOptions decisive = new PresetOptions();

    @Parameters(
            arity = "0..*",
            paramLabel = "SESSIONS",
            description =
                    "Files of recorded sessions, or folders of them (default: those of the agents on this machine).")
    private List<Path> sessions = List.of();

    @Option(
            names = "--cwd",
            paramLabel = "DIR",
            description = "Where calls were made of which a recording does not say it (default: this directory).")
    private Path cwd = Path.of("");

    @Option(
            names = "--audit",
            description = "The calls that Licet has judged itself, from its record in the data directory.")
    private boolean audit;

    private final UnreachedHosts unreached = new UnreachedHosts();

    /** What commands within bounds did not reach, where the record is looked at; known once {@link #from} was asked. */
    List<Lesson> unreached(Policy policy) {
        return unreached.lessons(policy.rules().stream()
                .filter(NetworkRules::areOf)
                .map(rule -> rule.value().pattern())
                .collect(Collectors.toSet()));
    }

    /** What is named, or else what agents keep on this machine. */
    List<Path> from() {
        if (audit) {
            var all = new ArrayList<>(sessions);
            all.add(record());
            return all;
        }
        List<Path> from = sessions.isEmpty() ? Replayer.sessionsBelow(Path.of(Policies.home())) : sessions;
        if (from.isEmpty()) {
            throw new GateException("no agent keeps sessions in `" + Policies.home()
                    + "`; name files of recorded calls, or folders of them");
        }
        return from;
    }

    /** The record of the data directory, in a file that is gone with this process. */
    private Path record() {
        var directory = new DataDirectory(common.dataDirectoryPath());
        if (!Files.exists(directory.database())) {
            throw new GateException("there is no record in `" + directory.path() + "`; name its --data-dir");
        }
        try (Store store = Store.sqlite(directory.database())) {
            Path file = Files.createTempFile("licet-record", ".jsonl");
            file.toFile().deleteOnExit();
            try (var out = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
                Audit.of(store, directory, InstantSource.system()).forEach(0, entry -> {
                    unreached.add(entry);
                    out.println(AuditReport.jsonLine(entry));
                });
            }
            return file;
        } catch (IOException e) {
            throw new GateException("the record cannot be read: " + e.getMessage(), e);
        }
    }

    PolicyFiles files() {
        return new PolicyFiles(new DataDirectory(common.dataDirectoryPath()), Policies.home(), decisive.choice());
    }

    /** @param rules those of a workspace, from {@code files} */
    Replayer.Surroundings surroundings(PolicyFiles files, BiFunction<PolicyFiles, String, Policy> rules) {
        return new Replayer.Surroundings(
                workspace ->
                        rules.apply(files, workspace).at(InstantSource.system().instant()),
                files.preset(),
                Policies.home(),
                common.dataDirectoryPath().toAbsolutePath().toString(),
                cwd.toAbsolutePath().normalize().toString(),
                new DiskView());
    }
}
