package dev.licet.contain;

import dev.licet.core.contain.FileChange;
import dev.licet.core.contain.RefusedChange;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One run of a command within bounds. Start what {@link #builder} makes; once it has ended {@link #changes} tells what it
 * would have changed, and {@link #commit} puts that in place. Whatever is not committed is thrown away with {@link #close}. For
 * one thread.
 */
public final class ContainedRun implements AutoCloseable {
    private final RunFolder folder;
    private final List<Overlay> layers;
    private final ProcessBuilder builder;
    private Optional<List<OverlayChange>> changes = Optional.empty();

    private ContainedRun(RunFolder folder, List<Overlay> layers, ProcessBuilder builder) {
        this.folder = folder;
        this.layers = layers;
        this.builder = builder;
    }

    static ContainedRun prepare(Container.Programs programs, Path kept, ContainedCommand command) throws NotContained {
        String problem = "";
        List<Path> writable = command.bounds().writable().stream().map(Path::of).toList();
        for (Path place : RunFolder.places(kept, writable)) {
            try {
                return prepared(programs, RunFolder.in(place), command);
            } catch (IOException e) {
                problem = e.getMessage();
            }
        }
        throw new NotContained("it cannot be contained: " + problem);
    }

    private static ContainedRun prepared(Container.Programs programs, RunFolder folder, ContainedCommand command)
            throws IOException {
        try {
            var layers = new ArrayList<Overlay>();
            Path masks = Overlay.masks(folder.path());
            List<String> seen = new Scene(command)
                    .arguments(
                            (over, kept) -> {
                                Overlay layer =
                                        Overlay.over(over, folder.path().resolve("layer-" + layers.size()), kept);
                                layers.add(layer);
                                return layer.merged();
                            },
                            masks);
            Files.write(folder.path().resolve("filter"), SeccompFilter.here().orElseThrow());
            var builder = new ProcessBuilder(List.of(
                    programs.unshare().toString(),
                    "--user",
                    "--map-root-user",
                    "--mount",
                    "--propagation",
                    "private",
                    programs.shell().toString(),
                    "--norc",
                    "--noprofile",
                    "-c",
                    script(programs, folder, layers, seen, command)));
            builder.directory(new File("/"));
            builder.environment().clear();
            builder.environment().putAll(command.passed());
            return new ContainedRun(folder, List.copyOf(layers), builder);
        } catch (IOException | RuntimeException e) {
            folder.close();
            throw e;
        }
    }

    /** What mounts the layers, and then becomes the container. */
    private static String script(
            Container.Programs programs,
            RunFolder folder,
            List<Overlay> layers,
            List<String> seen,
            ContainedCommand command)
            throws IOException {
        var lines = new ArrayList<String>();
        // A key that interrupts is for the command, which may want to end in its own way.
        lines.add("trap '' INT QUIT");
        lines.add("PATH=/usr/sbin:/usr/bin:/sbin:/bin");
        // A file that is handed in can be opened anew for something else than it was; what a pipe brings cannot.
        lines.add("if [ -f /dev/fd/0 ] || [ -d /dev/fd/0 ] || [ -b /dev/fd/0 ]; then exec 0< <(exec cat); fi");
        lines.add("if [ -f /dev/fd/1 ]; then exec 1> >(exec cat); fi");
        lines.add("if [ -f /dev/fd/2 ]; then exec 2> >(exec cat >&2); fi");
        layers.forEach(layer -> lines.add(layer.mounting() + " || exit 125"));
        var words = new ArrayList<>(List.of(
                programs.bwrap().toString(),
                "--unshare-user",
                "--uid",
                id("uid"),
                "--gid",
                id("gid"),
                "--unshare-pid",
                "--unshare-ipc",
                "--unshare-uts",
                "--unshare-net",
                "--unshare-cgroup-try",
                "--die-with-parent",
                "--cap-drop",
                "ALL",
                "--seccomp",
                "9"));
        words.addAll(seen);
        words.addAll(List.of("--", programs.env().toString(), "--default-signal=INT,QUIT"));
        words.add("PATH=" + command.passed().get("PATH"));
        words.addAll(command.words());
        lines.add("exec " + Words.line(words) + " 9<"
                + Words.quoted(folder.path().resolve("filter").toString()));
        return String.join("\n", lines);
    }

    /** The number of the user or the group that this process belongs to. */
    private static String id(String name) throws IOException {
        return String.valueOf(Files.getAttribute(Path.of("/proc/self"), "unix:" + name));
    }

    /** What starts the command: its streams may be chosen, nothing else is to be changed. */
    public ProcessBuilder builder() {
        return builder;
    }

    /** Watches {@code process}, which was started as {@link #builder} says, so that it takes no more than its share. */
    public RunWatch watch(Process process) {
        return RunWatch.of(process, folder.path());
    }

    /** What it would change in the folders that it may write in, once it has ended; a folder stands before what is in it. */
    public List<FileChange> changes() throws IOException {
        if (changes.isEmpty()) {
            var found = new ArrayList<OverlayChange>();
            for (Overlay layer : layers) {
                if (layer.kept()) {
                    found.addAll(OverlayChange.in(layer));
                }
            }
            changes = Optional.of(List.copyOf(found));
        }
        return changes.get().stream().map(OverlayChange::told).toList();
    }

    /** Puts in place what {@code referee} does not refuse, once the command has ended. */
    public Settled settle(Settled.Referee referee) throws IOException, InterruptedException {
        List<FileChange> made = changes();
        List<RefusedChange> refused = made.isEmpty() ? List.of() : referee.refused(made);
        List<String> contested =
                commit(refused.stream().map(RefusedChange::path).collect(Collectors.toSet()));
        return new Settled(made, refused, contested);
    }

    /** Has {@link #changes} look anew. */
    void forget() {
        changes = Optional.empty();
    }

    /**
     * Puts what was changed in place, in one step: also when this process is killed meanwhile, all of it or nothing is there
     * after the next {@link Container#recover}.
     *
     * @param refused paths, as {@link #changes} names them, that stay as they are, with all that is below them
     * @return the files that something else has changed meanwhile, for which nothing at all was put in place; none if all is
     */
    public List<String> commit(Set<String> refused) throws IOException {
        changes();
        // One after the other: what one looks at another does not change before it is done.
        try (CommitLock lock = CommitLock.taken()) {
            return lock.holding(() -> committed(refused));
        }
    }

    private List<String> committed(Set<String> refused) throws IOException {
        List<OverlayChange> wanted = changes.orElseThrow().stream()
                .filter(change -> refused.stream().noneMatch(change::isIn))
                .toList();
        Set<Path> removed = wanted.stream()
                .filter(change -> change.kind() == FileChange.Kind.REMOVED)
                .map(OverlayChange::path)
                .collect(Collectors.toSet());
        var conflicts = new ArrayList<String>();
        for (OverlayChange change : wanted) {
            if (change.isContested(folder.path().resolve("filter"), removed)) {
                conflicts.add(change.path().toString());
            }
        }
        if (conflicts.isEmpty() && !wanted.isEmpty()) {
            Journal.write(folder.path(), wanted);
            Journal.finish(folder.path());
        }
        return conflicts;
    }

    @Override
    public void close() throws IOException {
        folder.close();
    }
}
