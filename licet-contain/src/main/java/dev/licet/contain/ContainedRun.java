package dev.licet.contain;

import dev.licet.core.command.CommandText;
import dev.licet.core.contain.FileChange;
import dev.licet.core.contain.HostUse;
import dev.licet.core.contain.Hosts;
import dev.licet.core.contain.RefusedChange;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One run of a command within bounds. Start what {@link #builder} makes; once it has ended {@link #changes} tells what it
 * would have changed, and {@link #commit} puts that in place. Whatever is not committed is thrown away with {@link #close}. For
 * one thread.
 */
public final class ContainedRun implements AutoCloseable {
    /** What of the system's calls is let through; written before anything runs, so it tells when that was. */
    private static final String FILTER = "filter";

    /** What {@code bwrap} says of the first process within the bounds. */
    private static final String STARTED = "started";

    /** Is there if a layer could not be mounted. */
    private static final String UNMOUNTED = "unmounted";

    /** Names what the command has left running; only there for one that is watched. */
    private static final String LEFT = "left";

    private static final String LOST = "lost ";

    /**
     * What runs a command that is watched, and then tells whether a process is still there, but for the first one within the
     * bounds, itself, and those that end in a moment; and which files are where nothing is kept.
     */
    private static final String WATCHING = """
            "$@" 7>&-
            status=$?
            places=(/tmp)
            [ "$(/usr/bin/stat -f -c %T "$HOME" 2> /dev/null)" = tmpfs ] && places+=("$HOME")
            /usr/bin/find "${places[@]}" -xdev -fstype tmpfs '(' -type f -o -type l ')' -print0 2> /dev/null |
              /usr/bin/head -c 4000 | /usr/bin/tr '\\n\\0' '?\\n' | /usr/bin/sed 's/^/lost /' >&7
            for attempt in 1 2 3 4 5 6; do
              left=
              for each in /proc/[0-9]*; do
                case ${each#/proc/} in 1|$$) continue;; esac
                { read -r line < $each/stat; } 2> /dev/null || continue
                case ${line##*)} in ' Z'*) ;; *) left=$line;; esac
              done
              [ "$left" ] || exit $status
              [ $attempt = 6 ] || sleep 0.05
            done
            echo left >&7
            exit $status
            """;

    private static final Pattern FIRST_PROCESS = Pattern.compile("\"child-pid\": *([0-9]+)");

    /** So long the kernel may take to end what a command has left running. */
    private static final Duration ENDING = Duration.ofSeconds(10);

    private final RunFolder folder;
    private final List<Overlay> layers;
    private final ProcessBuilder builder;
    private final Optional<HostRelay> relay;
    private Optional<List<OverlayChange>> changes = Optional.empty();
    private List<Path> origins = List.of();
    private Journal.Finished finished = Journal.Finished.ALL;

    private ContainedRun(RunFolder folder, List<Overlay> layers, ProcessBuilder builder, Optional<HostRelay> relay) {
        this.folder = folder;
        this.layers = layers;
        this.builder = builder;
        this.relay = relay;
    }

    static ContainedRun prepare(Container.Programs programs, Path kept, ContainedCommand command) throws NotContained {
        String problem = "";
        List<Path> writable = command.bounds().writable().stream().map(Path::of).toList();
        // INVARIANT (journals are ours): nothing within bounds can write one.
        if (RunFolder.isReached(writable)) {
            throw new NotContained("it cannot be contained: what earlier runs keep lies in the workspace");
        }
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
        Optional<HostRelay> relay = Optional.empty();
        try {
            relay = relay(programs, folder, command);
            var layers = new ArrayList<Overlay>();
            Path masks = Overlay.masks(folder.path());
            List<String> seen = new Scene(command, relay)
                    .arguments(
                            (over, kept) -> {
                                Overlay layer =
                                        Overlay.over(over, folder.path().resolve("layer-" + layers.size()), kept);
                                layers.add(layer);
                                return layer.merged();
                            },
                            masks);
            Files.write(folder.path().resolve(FILTER), SeccompFilter.here().orElseThrow());
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
                    script(programs, folder, layers, seen, command, relay)));
            builder.directory(new File("/"));
            builder.environment().clear();
            builder.environment().putAll(command.passed());
            if (relay.isPresent()) {
                builder.environment().putAll(HostRelay.variables());
            }
            return new ContainedRun(folder, List.copyOf(layers), builder, relay);
        } catch (IOException | RuntimeException e) {
            relay.ifPresent(HostRelay::close);
            folder.discard();
            throw e;
        }
    }

    private static Optional<HostRelay> relay(Container.Programs programs, RunFolder folder, ContainedCommand command)
            throws IOException {
        Hosts hosts = command.bounds().hosts();
        return hosts.areAny() && programs.socat().isPresent()
                ? Optional.of(HostRelay.in(folder.path(), programs.socat().get(), hosts))
                : Optional.empty();
    }

    /** What mounts the layers, and then becomes the container. */
    private static String script(
            Container.Programs programs,
            RunFolder folder,
            List<Overlay> layers,
            List<String> seen,
            ContainedCommand command,
            Optional<HostRelay> relay)
            throws IOException {
        var lines = new ArrayList<String>();
        // A key that interrupts is for the command, which may want to end in its own way.
        lines.add("trap '' INT QUIT");
        lines.add("PATH=/usr/sbin:/usr/bin:/sbin:/bin");
        // A file that is handed in can be opened anew for something else than it was; what a pipe brings cannot.
        lines.add("if [ -f /dev/fd/0 ] || [ -d /dev/fd/0 ] || [ -b /dev/fd/0 ]; then exec 0< <(exec cat); fi");
        lines.add("written=()");
        lines.add("if [ -f /dev/fd/1 ]; then exec 1> >(exec cat); written+=($!); fi");
        lines.add("if [ -f /dev/fd/2 ]; then exec 2> >(exec cat >&2); written+=($!); fi");
        String unmounted = CommandText.inQuotes(folder.path().resolve(UNMOUNTED).toString());
        layers.forEach(layer -> lines.add(layer.mounting() + " || { : > " + unmounted + "; exit 125; }"));
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
                "9",
                "--info-fd",
                "8"));
        words.addAll(seen);
        words.addAll(List.of("--", programs.env().toString(), "--default-signal=INT,QUIT"));
        words.add("PATH=" + command.passed().get("PATH"));
        if (command.isWatched()) {
            words.addAll(List.of("/bin/bash", "--norc", "--noprofile", "-c", WATCHING, "licet"));
        }
        relay.ifPresent(way -> words.addAll(way.words()));
        words.addAll(command.words());
        String bounded = words.stream().map(CommandText::inQuotes).collect(Collectors.joining(" ")) + " 9<"
                + CommandText.inQuotes(folder.path().resolve(FILTER).toString()) + " 8>"
                + CommandText.inQuotes(folder.path().resolve(STARTED).toString())
                + (command.isWatched()
                        ? " 7>"
                                + CommandText.inQuotes(
                                        folder.path().resolve(LEFT).toString())
                        : "");
        // A signal to a whole group of processes stays among its own; at a terminal they share that of the person's
        // job.
        lines.add("own=(); [ -t 0 ] || [ -t 1 ] || [ -t 2 ] || own=(setsid)");
        String started = "\"${own[@]}\" " + bounded;
        lines.add("[ ${#written[@]} -gt 0 ] || exec " + started);
        // What was written is in its file before the command is said to have ended.
        lines.add(started);
        lines.add("status=$?; exec 1>&- 2>&-; wait \"${written[@]}\"; exit $status");
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

    /** What it had to do with hosts, once it has ended; from then on it reaches none. */
    public List<HostUse> hosts() {
        return relay.map(HostRelay::uses).orElseGet(List::of);
    }

    /** Which hosts it did not reach, a line each, with the rule that would let it; none if it reached all that it wanted. */
    public List<String> unreached() {
        List<HostUse> refused = hosts().stream().filter(use -> !use.isReached()).toList();
        return HostNotes.of(refused);
    }

    /** What it would change in the folders that it may write in, once it has ended; a folder stands before what is in it. */
    public List<FileChange> changes() throws IOException {
        return overlayChanges().stream().map(OverlayChange::told).toList();
    }

    /** The same, with where it lies. */
    List<OverlayChange> overlayChanges() throws IOException {
        if (changes.isEmpty()) {
            awaitEnd();
            var found = new ArrayList<OverlayChange>();
            for (Overlay layer : layers) {
                if (layer.kept()) {
                    found.addAll(OverlayChange.in(layer));
                }
            }
            changes = Optional.of(List.copyOf(found));
        }
        return changes.get();
    }

    /**
     * Waits until no process is left within the bounds: {@code bwrap} itself ends as soon as the command does, and what that has
     * left running could change files while they are judged and put in place.
     */
    private void awaitEnd() throws IOException {
        // INVARIANT (what is judged is what is put in place): nothing changes it in between.
        if (Files.exists(folder.path().resolve(UNMOUNTED))) {
            throw new NotContained(
                    "it cannot be contained, and was not run: no layer can be mounted over the workspace");
        }
        long end = System.nanoTime() + ENDING.toNanos();
        while (!isOver()) {
            if (System.nanoTime() - end > 0) {
                throw new IOException("something of it still runs");
            }
            LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
        }
    }

    /** Whether the command, which was watched, has left something running, which ended with it. */
    boolean hasLeftSomething() throws IOException {
        return left().contains("left");
    }

    /** Files that the command, which was watched, has left where nothing is kept; some of them where they are many. */
    List<String> lost() throws IOException {
        return left().stream()
                .filter(line -> line.startsWith(LOST))
                .map(line -> line.substring(LOST.length()))
                .toList();
    }

    private List<String> left() throws IOException {
        Path told = folder.path().resolve(LEFT);
        return Files.exists(told)
                ? new String(Files.readAllBytes(told), StandardCharsets.UTF_8)
                        .lines()
                        .toList()
                : List.of();
    }

    /** Whether no process is left within the bounds: with the first one of its own the kernel ends all others. */
    boolean isOver() throws IOException {
        Path started = folder.path().resolve(STARTED);
        Matcher first = FIRST_PROCESS.matcher(Files.exists(started) ? Files.readString(started) : "");
        return !first.find() || !isFirstOfItsOwn(first.group(1));
    }

    /** Whether the process {@code id} lives, and is the first of a name space (Linux, {@code proc_pid_status(5)}). */
    private static boolean isFirstOfItsOwn(String id) {
        try {
            boolean first = false;
            for (String line : Files.readAllLines(Path.of("/proc", id, "status"), StandardCharsets.ISO_8859_1)) {
                if (line.startsWith("State:") && line.contains("Z")) {
                    return false;
                }
                first |= line.startsWith("NSpid:") && line.endsWith("\t1");
            }
            return first;
        } catch (IOException e) {
            // It is gone.
            return false;
        }
    }

    /** Puts in place what {@code referee} does not refuse, once the command has ended. */
    public Settled settle(Settled.Referee referee) throws IOException, InterruptedException {
        List<FileChange> made = changes();
        var refused = new ArrayList<RefusedChange>(made.isEmpty() ? List.of() : referee.refused(made));
        List<String> contested =
                commit(refused.stream().map(RefusedChange::path).collect(Collectors.toSet()));
        origins.forEach(
                path -> refused.add(new RefusedChange(path.toString(), "what it was moved to stays out", false)));
        finished.late()
                .forEach(path -> refused.add(new RefusedChange(
                        path.toString(), "something else has changed it, or nothing can be put there", false)));
        return new Settled(made, refused, contested, finished.kept());
    }

    /**
     * Puts what was changed in place, or nothing of it: also when this process is killed meanwhile, after the next {@link
     * Container#recover}. If something else changes the same files between the one and the other those stay as they are, and
     * what is nowhere else then is kept.
     *
     * @param refused paths, as {@link #changes} names them, that stay as they are, with all that is below them
     * @return the files that something else has changed meanwhile, for which nothing at all was put in place; none if all is
     */
    public List<String> commit(Set<String> refused) throws IOException {
        changes();
        // One after the other: what one looks at another does not change before it is done.
        return CommitLock.holding(() -> committed(refused));
    }

    private List<String> committed(Set<String> refused) throws IOException {
        List<OverlayChange> all = changes.orElseThrow();
        List<OverlayChange> allowed = all.stream()
                .filter(change -> refused.stream().noneMatch(change::isIn))
                .toList();
        List<OverlayChange> staying = all.stream()
                .filter(change -> refused.stream().anyMatch(change::isIn))
                .toList();
        origins = new Moved(allowed, staying)
                .origins().stream().map(OverlayChange::path).toList();
        // What took the place of what stays cannot be put there either.
        List<OverlayChange> wanted = allowed.stream()
                .filter(change -> origins.stream().noneMatch(change.path()::startsWith))
                .toList();
        var others = OverlayChange.Others.of(wanted);
        var conflicts = new ArrayList<String>();
        for (OverlayChange change : wanted) {
            if (change.isContested(folder.path().resolve(FILTER), others)) {
                conflicts.add(change.path().toString());
            }
        }
        if (conflicts.isEmpty() && !wanted.isEmpty()) {
            Journal.write(folder.path(), wanted);
            finished = Journal.finish(folder.path());
        }
        return conflicts;
    }

    /** Throws away what was not put in place; what cannot be removed now is by a later run. */
    @Override
    public void close() {
        relay.ifPresent(HostRelay::close);
        folder.discard();
    }
}
