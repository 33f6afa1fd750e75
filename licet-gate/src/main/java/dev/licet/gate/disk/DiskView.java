package dev.licet.gate.disk;

import dev.licet.core.path.FileView;
import dev.licet.shell.Place;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A look at the real disk. Thread-safe. */
public final class DiskView implements FileView {
    private static final int MAX_LINKS = 40;

    /** A folder with more files and folders in it is not looked at. */
    private static final int MAX_BELOW = 5_000;

    /** The same for those that are left where git ignores or does not keep the others. */
    private static final int MAX_OWN = 20_000;

    /** Longer files are not read. */
    private static final int MAX_TEXT = 64 * 1024;

    private final boolean ignoresCase;
    private final FolderEntries entries = new FolderEntries();

    public DiskView() {
        String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        this.ignoresCase = system.contains("mac") || system.contains("windows");
    }

    @Override
    public boolean ignoresCase() {
        return ignoresCase;
    }

    @Override
    public String canonical(String absolute) {
        try {
            return resolve(Path.of(absolute), MAX_LINKS).toString();
        } catch (InvalidPathException e) {
            return absolute;
        }
    }

    @Override
    public Optional<List<String>> names(String absolute) {
        return walked(absolute, 1)
                .map(found -> found.stream().filter(name -> !name.isEmpty()).toList());
    }

    @Override
    public Entries entries(String absolute) {
        return entries.of(absolute);
    }

    @Override
    public Optional<List<String>> below(String absolute) {
        return walked(absolute, Integer.MAX_VALUE);
    }

    @Override
    public Optional<List<String>> below(String absolute, Place.Extent extent) {
        return switch (extent) {
            case EVERYTHING -> below(absolute);
            case LISTED -> below(absolute).flatMap(paths -> withLinked(absolute, paths));
            case LINKED -> walked(absolute, Integer.MAX_VALUE, FileVisitOption.FOLLOW_LINKS);
            case NOT_IGNORED -> own(absolute, start -> Unignored.below(start, MAX_OWN));
            case TRACKED -> own(absolute, start -> Tracked.below(start, MAX_OWN));
        };
    }

    /**
     * {@code paths} below {@code absolute}, and what lies behind the links among them that lead elsewhere: `find d/` goes there, and
     * what git keeps may have become a link.
     */
    private static Optional<List<String>> withLinked(String absolute, List<String> paths) {
        try {
            Path start = Path.of(absolute).toRealPath();
            var found = new ArrayList<>(paths);
            for (String path : paths) {
                Path link = start.resolve(path);
                boolean leads = Files.isSymbolicLink(link)
                        && Files.isDirectory(link)
                        && !link.toRealPath().startsWith(start);
                Optional<List<String>> behind = leads
                        ? walked(link.toString(), Integer.MAX_VALUE, FileVisitOption.FOLLOW_LINKS)
                        : Optional.of(List.of());
                if (behind.isEmpty() || found.size() + behind.get().size() > MAX_BELOW) {
                    return Optional.empty();
                }
                behind.get().stream().filter(name -> !name.isEmpty()).forEach(name -> found.add(path + "/" + name));
            }
            return Optional.of(found);
        } catch (IOException | InvalidPathException e) {
            return paths.isEmpty() ? Optional.of(paths) : Optional.empty();
        }
    }

    @Override
    public Optional<List<String>> kept(String root) {
        try {
            return Tracked.at(Path.of(root));
        } catch (IOException | InvalidPathException e) {
            return Optional.empty();
        }
    }

    @Override
    public Optional<List<String>> named(String folder, List<String> patterns) {
        try {
            Path start = Path.of(folder);
            return Files.isDirectory(start) ? NamedFiles.below(start, patterns) : Optional.empty();
        } catch (IOException | UncheckedIOException | InvalidPathException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    @Override
    public boolean isLink(String absolute) {
        return Files.isSymbolicLink(Path.of(absolute));
    }

    @Override
    public Optional<String> text(String absolute) {
        try {
            Path file = Path.of(absolute);
            return Files.isRegularFile(file) && Files.size(file) <= MAX_TEXT
                    ? Optional.of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8))
                    : Optional.empty();
        } catch (IOException | InvalidPathException e) {
            return Optional.empty();
        }
    }

    /** What {@code listing} finds; else everything that is there. */
    private Optional<List<String>> own(String absolute, Listing listing) {
        try {
            // What a link names is searched like the folder that it leads to, by that one's rules.
            Path start = Path.of(absolute).toRealPath();
            return listing.below(start)
                    .map(paths ->
                            paths.stream().map(path -> relative(start, path)).toList())
                    .or(() -> below(absolute));
        } catch (IOException | InvalidPathException e) {
            // Nothing is there, or what git ignores is not known.
            return below(absolute);
        }
    }

    private interface Listing {
        Optional<List<Path>> below(Path start) throws IOException;
    }

    private static String relative(Path start, Path path) {
        return start.relativize(path).toString().replace(File.separatorChar, '/');
    }

    /** What is there and at most {@code depth} folders below it, relative to it. */
    private static Optional<List<String>> walked(String absolute, int depth, FileVisitOption... options) {
        Path start;
        try {
            Path named = Path.of(absolute);
            if (Files.notExists(named)) {
                return Optional.of(List.of());
            }
            start = named.toRealPath();
        } catch (IOException | InvalidPathException e) {
            return Optional.empty();
        }
        var found = new ArrayList<String>();
        try (Stream<Path> files = Files.walk(start, depth, options)) {
            Iterator<Path> each = files.iterator();
            while (each.hasNext()) {
                if (found.size() == MAX_BELOW) {
                    return Optional.empty();
                }
                found.add(relative(start, each.next()));
            }
        } catch (IOException | UncheckedIOException e) {
            return Optional.empty();
        }
        return Optional.of(found);
    }

    /** Walks the parts as the system does: links first, `..` afterwards; parts that do not exist stay as they are. */
    private static Path resolve(Path path, int linksLeft) {
        Path current = path.getRoot();
        if (current == null) {
            return path;
        }
        for (int i = 0; i < path.getNameCount(); i++) {
            String name = path.getName(i).toString();
            if (name.equals("..")) {
                Path parent = current.getParent();
                current = parent == null ? current : parent;
            } else if (!name.equals(".") && !name.isEmpty()) {
                Path next = current.resolve(name);
                // A link in /proc means another file to the process that executes the call: the floor asks for those.
                Path target = next.startsWith("/proc") || next.startsWith("/dev/fd") ? null : linkTarget(next);
                if (target != null && linksLeft > 0) {
                    Path rest = i + 1 < path.getNameCount() ? path.subpath(i + 1, path.getNameCount()) : Path.of("");
                    return resolve(current.resolve(target).resolve(rest), linksLeft - 1);
                }
                current = next;
            }
        }
        return current;
    }

    private static @Nullable Path linkTarget(Path path) {
        try {
            return Files.isSymbolicLink(path) ? Files.readSymbolicLink(path) : null;
        } catch (IOException e) {
            return null;
        }
    }
}
