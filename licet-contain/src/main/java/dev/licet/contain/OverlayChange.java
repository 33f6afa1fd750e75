package dev.licet.contain;

import dev.licet.core.contain.FileChange;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * One file that differs between a layer and what it lies over.
 *
 * @param kind what became of it
 * @param path where it would stand
 * @param upper where it stands in the layer; of one that is removed nothing is there that counts
 */
record OverlayChange(FileChange.Kind kind, Path path, Path upper) {
    private static final String OPAQUE = "overlay.opaque";

    /** The kinds of files in the number that {@code stat(2)} gives. */
    private static final int KIND = 0xf000;

    private static final int DEVICE = 0x2000;
    private static final int FOLDER = 0x4000;
    private static final int FILE = 0x8000;
    private static final int LINK = 0xa000;

    /**
     * What is put in place together.
     *
     * @param removed the paths that are removed first
     * @param made the folders that are made
     */
    record Others(Set<Path> removed, Set<Path> made) {
        static Others of(List<OverlayChange> changes) throws IOException {
            var removed = new HashSet<Path>();
            var made = new HashSet<Path>();
            for (OverlayChange change : changes) {
                if (change.kind() == FileChange.Kind.REMOVED) {
                    removed.add(change.path());
                } else if (change.kind() == FileChange.Kind.MADE && change.isFolder()) {
                    made.add(change.path());
                }
            }
            return new Others(removed, made);
        }

        boolean isMade(Path folder) {
            return made.contains(folder);
        }
    }

    /** What people and rules are told of it. */
    FileChange told() {
        boolean linked = kind != FileChange.Kind.REMOVED && Files.isSymbolicLink(upper);
        return new FileChange(linked ? FileChange.Kind.LINKED : kind, path.toString());
    }

    /** Whether it is {@code told}, or in the folder that this is: by what is told of it, as a name need be no text. */
    boolean isIn(String told) {
        String own = path.toString();
        return own.equals(told) || own.startsWith(told + "/");
    }

    /** All that differs in {@code layer}; a folder stands before what is in it. */
    static List<OverlayChange> in(Overlay layer) throws IOException {
        var changes = new ArrayList<OverlayChange>();
        below(layer.folder(), layer.upper(), isOpaque(layer.upper()) ? Lower.HIDDEN : Lower.SEEN, changes);
        return changes;
    }

    /** What a layer lets through of the folder that it lies over. */
    private enum Lower {
        SEEN,
        /** All that is there is gone, but for what the layer has. */
        HIDDEN,
        /** No folder is there: what has its name, such as a link to one, is gone. */
        NONE
    }

    private static void below(Path folder, Path upper, Lower lower, List<OverlayChange> changes) throws IOException {
        if (lower == Lower.HIDDEN && Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            for (Path each : sorted(folder)) {
                if (!isThere(upper.resolve(each.getFileName()))) {
                    changes.add(new OverlayChange(FileChange.Kind.REMOVED, each, upper.resolve(each.getFileName())));
                }
            }
        }
        for (Path each : sorted(upper)) {
            one(folder.resolve(each.getFileName()), each, lower, changes);
        }
    }

    private static void one(Path path, Path upper, Lower lower, List<OverlayChange> changes) throws IOException {
        // INVARIANT (what is compared): nothing is looked at through a link that gave way to a folder.
        boolean there = lower != Lower.NONE && isThere(path);
        switch (kindOf(upper)) {
            case DEVICE -> {
                // What lies below is hidden by a device of this kind; no program within bounds can make another one.
                if (there) {
                    changes.add(new OverlayChange(FileChange.Kind.REMOVED, path, upper));
                }
            }
            case FOLDER -> {
                boolean over = there && Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
                if (there && !over) {
                    changes.add(new OverlayChange(FileChange.Kind.REMOVED, path, upper));
                }
                if (!over) {
                    changes.add(new OverlayChange(FileChange.Kind.MADE, path, upper));
                } else if (mode(path) != mode(upper)) {
                    changes.add(new OverlayChange(FileChange.Kind.CHANGED, path, upper));
                }
                Lower inside = lower == Lower.HIDDEN || isOpaque(upper) ? Lower.HIDDEN : Lower.SEEN;
                below(path, upper, over ? inside : Lower.NONE, changes);
            }
            case FILE, LINK -> {
                if (there && Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                    changes.add(new OverlayChange(FileChange.Kind.REMOVED, path, upper));
                    changes.add(new OverlayChange(FileChange.Kind.MADE, path, upper));
                } else if (!there) {
                    changes.add(new OverlayChange(FileChange.Kind.MADE, path, upper));
                } else if (!isSame(path, upper)) {
                    changes.add(new OverlayChange(FileChange.Kind.CHANGED, path, upper));
                }
            }
            default -> {
                // Sockets and pipes connect processes that are gone; what they took the place of is gone, too.
                if (there) {
                    changes.add(new OverlayChange(FileChange.Kind.REMOVED, path, upper));
                }
            }
        }
    }

    private static List<Path> sorted(Path folder) throws IOException {
        var found = new ArrayList<Path>();
        try (DirectoryStream<Path> each = Files.newDirectoryStream(folder)) {
            each.forEach(found::add);
        }
        found.sort(null);
        return found;
    }

    private static boolean isThere(Path path) {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }

    private static int mode(Path path) throws IOException {
        return (Integer) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
    }

    private static int kindOf(Path path) throws IOException {
        return mode(path) & KIND;
    }

    boolean isFolder() throws IOException {
        return kindOf(upper) == FOLDER;
    }

    private static boolean isOpaque(Path upper) throws IOException {
        UserDefinedFileAttributeView view =
                Files.getFileAttributeView(upper, UserDefinedFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        return view != null && view.list().contains(OPAQUE);
    }

    /** A file is brought into the layer when it is opened for writing, also where nothing is written. */
    private static boolean isSame(Path path, Path upper) throws IOException {
        boolean alike = mode(path) == mode(upper)
                && names(path) == names(upper)
                && modified(path).equals(modified(upper));
        if (!alike) {
            return false;
        }
        return kindOf(upper) == LINK
                ? Files.readSymbolicLink(path).equals(Files.readSymbolicLink(upper))
                : Files.size(path) == Files.size(upper) && Files.mismatch(path, upper) < 0;
    }

    /** How many names a file has. */
    private static int names(Path path) throws IOException {
        return (Integer) Files.getAttribute(path, "unix:nlink", LinkOption.NOFOLLOW_LINKS);
    }

    private static FileTime modified(Path path) throws IOException {
        return Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Whether something else has changed the file since {@code beginning} was written, or one in the folder that it is.
     *
     * @param others the changes that are put in place with it
     */
    boolean isContested(Path beginning, Others others) throws IOException {
        if (isElsewhere(others.removed())) {
            return true;
        }
        Path above = Objects.requireNonNull(path.getParent(), "a file is in a folder");
        boolean anew = others.isMade(above);
        if (!anew && !Files.isDirectory(above, LinkOption.NOFOLLOW_LINKS)) {
            return true;
        }
        if (kind == FileChange.Kind.MADE) {
            return !anew && isThere(path) && !others.removed().contains(path);
        }
        FileTime begun = changed(beginning);
        if (kind == FileChange.Kind.CHANGED && isFolder()) {
            return false;
        }
        var contested = new boolean[1];
        try {
            Files.walkFileTree(path, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes) throws IOException {
                    return visitFile(each, attributes);
                }

                @Override
                public FileVisitResult visitFile(Path each, BasicFileAttributes attributes) throws IOException {
                    contested[0] |= changed(each).compareTo(begun) > 0;
                    return contested[0] ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
                }
            });
        } catch (NoSuchFileException e) {
            return true;
        }
        return contested[0];
    }

    /** Whether a link has come into its way, so that its name leads to another place by now. */
    private boolean isElsewhere(Set<Path> removed) throws IOException {
        Path above = path.getParent();
        while (above != null && !isThere(above)) {
            above = above.getParent();
        }
        for (Path each = above; each != null; each = each.getParent()) {
            if (removed.contains(each)) {
                return false;
            }
        }
        return above != null && !above.toRealPath().equals(above);
    }

    private static FileTime changed(Path path) throws IOException {
        return (FileTime) Files.getAttribute(path, "unix:ctime", LinkOption.NOFOLLOW_LINKS);
    }
}
