package dev.licet.contain;

import dev.licet.core.contain.Bounds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs commands within bounds. On Linux the kernel holds them: name spaces, a view of the files of its own ({@code bwrap}), and
 * layers over the folders that may be written, so that what a command changes stands in place only once it is committed.
 * Thread-safe.
 */
public final class Container {
    /** How long a trial may take. */
    private static final int TRIAL_SECONDS = 10;

    private static final int MAX_SAID = 2_000;

    private final Programs programs;
    private final Path folder;

    private Container(Programs programs, Path folder) {
        this.programs = programs;
        this.folder = folder;
    }

    /** The programs of the system that make a container. */
    record Programs(Path bwrap, Path unshare, Path shell, Path env, Optional<Path> socat) {}

    /** Whether commands can be run within bounds here. */
    public sealed interface Availability {
        /** They can. */
        record Available(Container container) implements Availability {}

        /** They cannot; {@code why} says what is missing, and what would help. */
        record Missing(String why) implements Availability {}

        /** The container, if there is one. */
        default Optional<Container> found() {
            return switch (this) {
                case Available available -> Optional.of(available.container());
                case Missing missing -> Optional.empty();
            };
        }
    }

    /**
     * Whether commands can be run within bounds on this machine; it is tried.
     *
     * @param folder where runs keep what they changed; it is made if need be. What is committed is moved from there where it
     *     is on the same disk as the workspace, else copied.
     */
    public static Availability in(Path folder) {
        String system = System.getProperty("os.name", "");
        if (!system.toLowerCase(Locale.ROOT).contains("linux")) {
            return new Availability.Missing(
                    "commands cannot be contained on " + system + " yet; rules that say `contain` ask");
        }
        Optional<Path> bwrap = program("bwrap");
        if (SeccompFilter.here().isEmpty()) {
            return new Availability.Missing(
                    "commands cannot be contained on a processor called " + System.getProperty("os.arch"));
        }
        if (bwrap.isEmpty()) {
            return new Availability.Missing("`bwrap` is not installed; install the package `bubblewrap`"
                    + " (`apt install bubblewrap`, `dnf install bubblewrap`, `pacman -S bubblewrap`)");
        }
        Optional<Path> unshare = program("unshare");
        Optional<Path> shell = program("bash");
        Optional<Path> env = program("env");
        if (unshare.isEmpty()
                || shell.isEmpty()
                || env.isEmpty()
                || program("mount").isEmpty()) {
            return new Availability.Missing(
                    "`unshare`, `mount`, `bash` and `env` have to be in /usr/bin; install `util-linux` and `coreutils`");
        }
        var container = new Container(
                new Programs(bwrap.get(), unshare.get(), shell.get(), env.get(), program("socat")), folder);
        return container
                .trial()
                .<Availability>map(Availability.Missing::new)
                .orElseGet(() -> new Availability.Available(container));
    }

    private static Optional<Path> program(String name) {
        return Stream.of("/usr/bin", "/bin", "/usr/local/bin", "/usr/sbin", "/sbin")
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** What is wrong with a run of a program that does nothing; empty if it works. */
    private Optional<String> trial() {
        try {
            Path trial = Files.createTempDirectory("licet-trial").toRealPath();
            try {
                return trial(trial);
            } finally {
                RunFolder.delete(trial);
            }
        } catch (IOException e) {
            return Optional.of("a trial failed: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("a trial was interrupted");
        }
    }

    private Optional<String> trial(Path place) throws IOException, InterruptedException {
        Path workspace = Files.createDirectory(place.resolve("workspace"));
        var bounds = new Bounds(List.of(workspace.toString()), List.of());
        var command = new ContainedCommand(bounds, workspace, Map.of(), List.of("/bin/true"), false);
        try (ContainedRun run = ContainedRun.prepare(programs, place, command)) {
            Process process = run.builder().redirectErrorStream(true).start();
            process.getOutputStream().close();
            String said = new String(process.getInputStream().readNBytes(MAX_SAID), StandardCharsets.UTF_8);
            if (!process.waitFor(TRIAL_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return Optional.of("a trial of `bwrap` did not end");
            }
            return process.exitValue() == 0 ? Optional.empty() : Optional.of(explained(said.strip()));
        }
    }

    private static String explained(String said) {
        boolean forbidden = said.contains("unshare failed")
                || said.contains("Operation not permitted")
                || said.contains("uid map")
                || said.contains("No space left");
        String help = forbidden
                ? "; this system forbids user namespaces: `sysctl kernel.unprivileged_userns_clone=1`, on Ubuntu"
                        + " `sysctl kernel.apparmor_restrict_unprivileged_userns=0`, in a container of Docker `--security-opt"
                        + " seccomp=unconfined`"
                : "";
        return "a trial failed: " + (said.isEmpty() ? "it says nothing" : said) + help;
    }

    /** Why commands do not reach the hosts that {@code bounds} let them; empty if they do, or if there are none. */
    public Optional<String> hostObstacle(Bounds bounds) {
        return bounds.hosts().areAny() ? hostObstacle() : Optional.empty();
    }

    /** Why commands reach no host from here, whatever their bounds let them; empty if they do. */
    public Optional<String> hostObstacle() {
        return programs.socat().isPresent()
                ? Optional.empty()
                : Optional.of(
                        "`socat` is not installed; install it (`apt install socat`), so that commands within bounds reach"
                                + " the hosts that rules let them");
    }

    /** The words of a bash that runs {@code line}, and no file of its own before. */
    public static List<String> bash(String line) {
        return List.of("/bin/bash", "--norc", "--noprofile", "-c", "--", line);
    }

    /**
     * Makes ready to run {@code command} within {@code bounds}.
     *
     * @param directory where it starts: one of the folders that it may write in, or below
     * @param environment the variables that it would have; it gets those that hold no secrets
     * @throws NotContained when it cannot be run so
     */
    public ContainedRun prepare(Bounds bounds, Path directory, Map<String, String> environment, List<String> command)
            throws NotContained {
        return prepare(new ContainedCommand(bounds, directory, environment, command, false));
    }

    ContainedRun prepare(ContainedCommand command) throws NotContained {
        try {
            recover();
        } catch (IOException e) {
            throw new NotContained("what an earlier run left behind cannot be put in place: " + e.getMessage(), e);
        }
        return ContainedRun.prepare(programs, folder, command);
    }

    /** Puts in place what a run had begun to put in place when its process was killed, and throws away what others left. */
    public void recover() throws IOException {
        for (Path place : RunFolder.places(folder)) {
            RunFolder.recover(place);
        }
    }
}
