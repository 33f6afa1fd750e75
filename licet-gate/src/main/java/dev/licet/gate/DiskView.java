package dev.licet.gate;

import dev.licet.core.policy.FileView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A look at the real disk. Thread-safe. */
public final class DiskView implements FileView {
    private static final int MAX_LINKS = 40;

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
