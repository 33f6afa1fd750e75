package dev.licet.contain;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The folder of one run: its layers, and the journal of their being put in place. A lock tells whether the process of the run
 * is still there. For one thread.
 */
final class RunFolder {
    private static final System.Logger LOG = System.getLogger(RunFolder.class.getName());

    private static final String LOCK = "lock";

    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    /** The rights of its group and of others to write, in the number that {@code stat(2)} gives. */
    private static final int OTHERS_WRITE = 022;

    private final Path path;
    private final FileChannel channel;

    private RunFolder(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /** A new one in {@code folder}. */
    static RunFolder in(Path folder) throws IOException {
        own(folder);
        Path path = Files.createDirectory(folder.resolve("run-" + UUID.randomUUID()), PRIVATE);
        return locked(path).orElseThrow(() -> new IOException("`" + path + "` is in use"));
    }

    private static Optional<RunFolder> locked(Path path) throws IOException {
        FileChannel channel = FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return Optional.of(new RunFolder(path, channel));
            }
        } catch (OverlappingFileLockException e) {
            // A run of this process.
            channel.close();
            return Optional.empty();
        }
        channel.close();
        return Optional.empty();
    }

    Path path() {
        return path;
    }

    /** The folder of a run of ours whose process is gone. */
    private static Optional<RunFolder> ended(Path run) throws IOException {
        try {
            return isOurs(run) ? locked(run) : Optional.empty();
        } catch (NoSuchFileException e) {
            // Another process has ended it meanwhile.
            return Optional.empty();
        }
    }

    /** Ends what processes that are gone have left in {@code folder}. */
    static void recover(Path folder) throws IOException {
        // INVARIANT (journals are ours): what somebody else has put there is not carried out with our rights.
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS) || !isOurs(folder)) {
            return;
        }
        var runs = new ArrayList<Path>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "run-*")) {
            all.forEach(runs::add);
        }
        for (Path run : runs) {
            try {
                Optional<RunFolder> left = ended(run);
                if (left.isPresent()) {
                    finish(left.get());
                }
            } catch (IOException e) {
                // One that cannot be ended is in nobody's way: no other run touches what is its own.
                LOG.log(
                        System.Logger.Level.WARNING,
                        "what `" + run + "` left behind cannot be put in place yet: " + e.getMessage());
            }
        }
    }

    /** The folder of this user that every process finds, whatever its data directory. */
    static Path ofUser() throws IOException {
        Path folder = Path.of("/var/tmp", userName());
        own(folder);
        return folder;
    }

    private static String userName() {
        return "licet-" + System.getProperty("user.name", "user");
    }

    /** Makes {@code folder} if need be; nobody else has anything to do with it. */
    private static void own(Path folder) throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            Path above = folder.getParent();
            if (above != null) {
                Files.createDirectories(above);
            }
            try {
                Files.createDirectory(folder, PRIVATE);
            } catch (FileAlreadyExistsException e) {
                // Another process was faster, or it is a link.
                requireOurs(folder);
            }
        }
        requireOurs(folder);
    }

    private static void requireOurs(Path folder) throws IOException {
        if (!isOurs(folder)) {
            throw new IOException("`" + folder + "` belongs to somebody else, or others may write in it");
        }
    }

    /** What a journal names is done, else this run is kept for a later try; the rest is only in the way. */
    private static void finish(RunFolder left) throws IOException {
        try {
            Journal.Finished finished = CommitLock.holding(() -> Journal.finish(left.path));
            if (!finished.kept().isEmpty()) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "a run was cut off while it put its changes in place, and these were changed since: "
                                + finished.late() + "; what is missing, and what was replaced, is in "
                                + finished.kept());
            }
        } catch (IOException | RuntimeException e) {
            left.channel.close();
            throw e;
        }
        left.discard();
    }

    /** Whether {@code folder} is one of this process's user, in which nobody else may write. */
    private static boolean isOurs(Path folder) throws IOException {
        int mode = (Integer) Files.getAttribute(folder, "unix:mode", LinkOption.NOFOLLOW_LINKS);
        return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                && (mode & OTHERS_WRITE) == 0
                && Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS)
                        .equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    }

    /**
     * Removes it with all that is in it, as far as that can be done; a later run tries the rest. With changes that are put in
     * place in part it stays: a later run puts the others in place.
     */
    void discard() {
        try (channel) {
            if (!Journal.isIn(path)) {
                delete(path);
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "the folder of a run cannot be removed yet", e);
        }
    }

    /** Removes {@code folder} and all that is in it, also where its owner may not look into it. */
    static void delete(Path folder) throws IOException {
        try {
            deleteByName(folder);
        } catch (FileSystemException e) {
            if (!String.valueOf(e.getReason()).contains("too long")) {
                throw e;
            }
            // Folders deeper than any name: this program goes down into them.
            Process process = new ProcessBuilder("/bin/rm", "-rf", "--", folder.toString()).start();
            process.onExit().join();
            if (process.exitValue() != 0) {
                throw e;
            }
        }
    }

    private static void deleteByName(Path folder) throws IOException {
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes) throws IOException {
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path each, BasicFileAttributes attributes) throws IOException {
                    Files.deleteIfExists(each);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path each, IOException failure) throws IOException {
                    if (failure instanceof NoSuchFileException) {
                        return FileVisitResult.CONTINUE;
                    }
                    // A folder that may not be read: it is ours, so that may be changed.
                    Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwx------"));
                    delete(each);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path each, @Nullable IOException failure) throws IOException {
                    Files.deleteIfExists(each);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (NoSuchFileException e) {
            return;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Where runs keep their layers, the first that works: {@code folder} if possible. */
    static List<Path> places(Path folder) {
        return Stream.concat(Stream.of(folder.toAbsolutePath().normalize()), shared())
                .toList();
    }

    /** Those that every process of this user finds. */
    private static Stream<Path> shared() {
        return Stream.of("/var/tmp", "/dev/shm").map(folder -> Path.of(folder, userName()));
    }

    /** Whether one of those lies in a folder of {@code writable}. */
    static boolean isReached(List<Path> writable) {
        return shared().anyMatch(place -> writable.stream().anyMatch(place::startsWith));
    }

    /** Those of them for a run over {@code writable}: in no such folder, and on the disk of the first one if possible. */
    static List<Path> places(Path folder, List<Path> writable) {
        return places(folder).stream()
                .filter(place -> writable.stream().noneMatch(place::startsWith))
                .sorted(Comparator.comparing(place -> !isOnDiskOf(writable.getFirst(), place)))
                .toList();
    }

    private static boolean isOnDiskOf(Path writable, Path place) {
        try {
            return Files.getFileStore(existing(place)).equals(Files.getFileStore(writable));
        } catch (IOException e) {
            return false;
        }
    }

    /** The folder in which {@code path}, an absolute one, lies or would be made. */
    static Path existing(Path path) {
        Path there = path;
        while (!Files.isDirectory(there)) {
            there = Objects.requireNonNull(there.getParent(), "the root is there");
        }
        return there;
    }
}
