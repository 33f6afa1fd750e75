package dev.licet.contain;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a command within bounds sees of the files: the system's folders, programs on its path, what package managers keep, and
 * the folders it may write in; the home directory otherwise empty, {@code /tmp} of its own. For one thread.
 */
final class Scene {
    private static final List<String> SYSTEM =
            List.of("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/nix/store");

    /** Folders that are new in each run, so that nothing is mounted from there. */
    private static final List<String> OWN = List.of("/proc", "/dev", "/sys", "/run", "/tmp", "/var");

    /** What names the folder of a compiler or of its libraries. */
    private static final List<String> TOOLS =
            List.of("JAVA_HOME", "GOROOT", "NODE_HOME", "MAVEN_HOME", "GRADLE_HOME", "ANDROID_HOME", "DOTNET_ROOT");

    /** Files by which a compiler knows itself. */
    private static final Set<String> SHOWN = Set.of("VERSION", "release", "go.env");

    private final ContainedCommand command;
    private final Optional<HostRelay> relay;
    private final List<String> arguments = new ArrayList<>();

    /** What can be seen beside the folders that it may write in. */
    private final List<Path> shown = new ArrayList<>();

    /** @param relay by which it reaches hosts, if it does */
    Scene(ContainedCommand command, Optional<HostRelay> relay) {
        this.command = command;
        this.relay = relay;
    }

    /** The arguments of {@code bwrap}; where a layer is mounted {@code layers} is told by the folder that it lies over. */
    List<String> arguments(Layers layers, Path masked) throws IOException {
        for (String folder : SYSTEM) {
            system(Path.of(folder));
        }
        add("--dev", "/dev", "--proc", "/proc");
        settings();
        add("--tmpfs", "/tmp", "--dir", "/run", "--dir", "/var/lib");
        if (command.bounds().writable().stream()
                .noneMatch(folder -> Path.of(folder).startsWith("/var/tmp"))) {
            add("--symlink", "/tmp", "/var/tmp");
        }
        home(layers);
        programs();
        for (String folder : command.bounds().writable()) {
            add("--bind", layers.over(Path.of(folder), true).toString(), folder);
        }
        for (String path : command.bounds().masked()) {
            mask(Path.of(path), masked);
        }
        for (Path socket : sockets()) {
            mask(socket, masked);
        }
        relay.ifPresent(way -> arguments.addAll(way.seen()));
        add("--remount-ro", "/", "--chdir", command.directory().toString());
        return arguments;
    }

    /** Where layers are mounted. */
    interface Layers {
        /** Where the layer over {@code folder} is mounted; what is changed in it is kept or not. */
        Path over(Path folder, boolean kept) throws IOException;
    }

    private void add(String... words) {
        arguments.addAll(List.of(words));
    }

    /** What {@code /proc} tells of the whole machine may be read only: the kernel asks who writes there, not from where. */
    private void settings() throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(Path.of("/proc"), "[!0-9]*")) {
            for (Path entry : entries) {
                if (!Files.isSymbolicLink(entry) && (Files.isDirectory(entry) || isWritten(entry))) {
                    readable(entry);
                }
            }
        }
    }

    private static boolean isWritten(Path file) throws IOException {
        return ((Integer) Files.getAttribute(file, "unix:mode") & 0222) != 0;
    }

    private void system(Path folder) throws IOException {
        if (Files.isSymbolicLink(folder)) {
            add("--symlink", Files.readSymbolicLink(folder).toString(), folder.toString());
        } else if (Files.isDirectory(folder)) {
            readable(folder);
        }
    }

    private void readable(Path folder) {
        shown.add(folder);
        add("--ro-bind", folder.toString(), folder.toString());
    }

    private void home(Layers layers) throws IOException {
        Path home = command.home();
        if (!Files.isDirectory(home) || isOfSystem(home) || home.getNameCount() == 0) {
            return;
        }
        add("--tmpfs", home.toString());
        for (String name : DataFile.words("home.txt", "copy")) {
            Path folder = home.resolve(name);
            if (Files.isDirectory(folder) && !isWritable(folder)) {
                add("--bind", layers.over(folder.toRealPath(), false).toString(), folder.toString());
                shown.add(folder);
            }
        }
        for (String name : DataFile.words("home.txt", "read")) {
            Path path = home.resolve(name);
            if (Files.exists(path) && !isWritable(path)) {
                readable(path);
            }
        }
    }

    /** Programs that lie elsewhere are seen with what lies beside them. */
    private void programs() throws IOException {
        Map<String, String> environment = command.passed();
        Stream<Path> searched = Stream.of(environment.getOrDefault("PATH", "").split(":", -1))
                .filter(path -> path.startsWith("/"))
                .map(Path::of)
                .map(path -> path.endsWith("bin") && path.getNameCount() > 2 ? path.getParent() : path);
        Stream<Path> named = TOOLS.stream()
                .map(name -> environment.getOrDefault(name, ""))
                .filter(path -> path.startsWith("/"))
                .map(Path::of);
        for (Path folder : Stream.concat(searched, named).distinct().toList()) {
            if (Files.isDirectory(folder) && isForeign(folder)) {
                parts(folder);
            }
        }
    }

    /** The folders of a program, without files that lie beside them: those may be anybody's. */
    private void parts(Path folder) throws IOException {
        try (DirectoryStream<Path> parts = Files.newDirectoryStream(folder)) {
            for (Path part : parts) {
                String name = part.getFileName().toString();
                boolean shown = Files.isDirectory(part, LinkOption.NOFOLLOW_LINKS)
                        ? !name.startsWith(".")
                        : SHOWN.contains(name) || (Files.isExecutable(part) && !name.startsWith("."));
                if (shown && !Files.isSymbolicLink(part)) {
                    readable(part);
                }
            }
        }
    }

    /** Whether nothing of it is seen yet, and nothing is in it that is not to be. */
    private boolean isForeign(Path folder) {
        Path home = command.home();
        return folder.getNameCount() > 1
                && !isOfSystem(folder)
                && !folder.startsWith(home)
                && !home.startsWith(folder)
                && !isWritable(folder)
                && command.bounds().writable().stream()
                        .noneMatch(writable -> Path.of(writable).startsWith(folder));
    }

    private static boolean isOfSystem(Path path) {
        return Stream.concat(SYSTEM.stream(), OWN.stream()).anyMatch(path::startsWith);
    }

    private boolean isWritable(Path path) {
        return command.bounds().writable().stream().anyMatch(path::startsWith);
    }

    /**
     * Where processes outside listen (Linux, {@code proc(5)}, {@code /proc/net/unix}): who may only read a folder may speak to
     * those in it all the same.
     */
    private static List<Path> sockets() throws IOException {
        var sockets = new ArrayList<Path>();
        Path table = Path.of("/proc/net/unix");
        if (Files.isReadable(table)) {
            for (String line : Files.readAllLines(table, StandardCharsets.ISO_8859_1)) {
                int start = line.indexOf(" /");
                if (start >= 0) {
                    // The bytes of the name as they are.
                    String name = new String(
                            line.substring(start + 1).getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
                    sockets.add(Path.of(name).normalize());
                }
            }
        }
        return sockets.stream().distinct().toList();
    }

    /** What lies where nothing is seen needs no mask. */
    private void mask(Path path, Path masked) throws IOException {
        boolean seen =
                isWritable(path) || shown.stream().anyMatch(there -> path.startsWith(there) || there.startsWith(path));
        if (seen && Files.exists(path, LinkOption.NOFOLLOW_LINKS) && !Files.isSymbolicLink(path)) {
            add(
                    "--ro-bind",
                    masked.resolve(Files.isDirectory(path) ? "folder" : "file").toString(),
                    path.toString());
        }
    }
}
