package dev.licet.contain;

import dev.licet.core.contain.Bounds;
import dev.licet.core.contain.FileChange;
import dev.licet.core.contain.HostUse;
import dev.licet.core.contain.Hosts;
import dev.licet.core.rule.Action;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** A workspace in which lines of bash are run within bounds. */
final class Contained {
    private final Path workspace;
    private final Container container;
    private List<String> masked = List.of();
    private Hosts hosts = Hosts.NONE;

    private Contained(Path workspace, Container container) {
        this.workspace = workspace;
        this.container = container;
    }

    /** A workspace in {@code folder}, with runs kept beside it. */
    static Contained in(Path folder) throws IOException {
        installed();
        Path workspace = Files.createDirectories(folder.resolve("workspace")).toRealPath();
        return switch (Container.in(folder.resolve("runs"))) {
            case Container.Availability.Available available -> new Contained(workspace, available.container());
            case Container.Availability.Missing missing -> throw new IllegalStateException(missing.why());
        };
    }

    /** On Debian as root what is missing is installed; elsewhere the failing test says so. */
    private static void installed() throws IOException {
        boolean missing =
                Stream.of("bwrap", "socat", "curl").anyMatch(name -> !Files.isExecutable(Path.of("/usr/bin", name)));
        if (missing && Files.isExecutable(Path.of("/usr/bin/apt-get"))) {
            // What it prints is no word of the process that a test reads.
            var install = new ProcessBuilder(
                    "flock",
                    Path.of(System.getProperty("java.io.tmpdir"), "licet-tests-apt")
                            .toString(),
                    "sh",
                    "-c",
                    "exec >&2; apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq bubblewrap socat curl");
            install.inheritIO().start().onExit().join();
        }
    }

    Contained masking(String... names) {
        this.masked = List.of(names).stream()
                .map(name -> workspace.resolve(name).toString())
                .toList();
        return this;
    }

    /** Lets lines reach what {@code patterns} name. */
    Contained reaching(String... patterns) {
        this.hosts = new Hosts(List.of(List.of(patterns).stream()
                .map(pattern -> new Hosts.Said(pattern, Action.CONTAIN))
                .toList()));
        return this;
    }

    Path workspace() {
        return workspace;
    }

    Container container() {
        return container;
    }

    /** A file in the workspace. */
    Path file(String name, String text) throws IOException {
        Path file = workspace.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    /** What became of a line: all that it wrote, and how it ended. */
    record End(int status, String output, List<FileChange> changes, List<String> conflicts, List<HostUse> hosts) {}

    ContainedRun prepare(String line) throws IOException {
        var bounds = new Bounds(List.of(workspace.toString()), masked, hosts);
        return container.prepare(
                bounds,
                workspace,
                Map.of("PATH", "/usr/local/bin:/usr/bin:/bin", "AWS_SECRET_ACCESS_KEY", "geheim"),
                Container.bash(line));
    }

    /** Runs {@code line}, and puts what it changed in place but for {@code refused}. */
    End run(String line, String... refused) throws IOException, InterruptedException {
        try (ContainedRun run = prepare(line)) {
            Process process = run.builder().redirectErrorStream(true).start();
            run.watch(process);
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int status = process.waitFor();
            List<FileChange> changes = run.changes();
            return new End(status, output, changes, run.commit(Set.of(refused)), run.hosts());
        }
    }
}
