package dev.licet.gate.data;

import dev.licet.core.path.FileView;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
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

    private final boolean ignoresCase;

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
    public Optional<List<String>> below(String absolute) {
        return walked(absolute, Integer.MAX_VALUE);
    }

    /** What is there and at most {@code depth} folders below it, relative to it. */
    private static Optional<List<String>> walked(String absolute, int depth) {
        Path start;
        try {
            start = Path.of(absolute);
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
        if (Files.notExists(start)) {
            return Optional.of(List.of());
        }
        var found = new ArrayList<String>();
        try (Stream<Path> files = Files.walk(start, depth)) {
            Iterator<Path> each = files.iterator();
            while (each.hasNext()) {
                if (found.size() == MAX_BELOW) {
                    return Optional.empty();
                }
                found.add(start.relativize(each.next()).toString().replace(File.separatorChar, '/'));
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
