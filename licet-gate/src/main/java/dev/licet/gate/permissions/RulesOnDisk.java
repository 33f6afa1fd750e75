package dev.licet.gate.permissions;

import dev.licet.gate.data.GateException;
import dev.licet.gate.json.InvalidJson;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Rules in a file, with a copy of its last good version beside it. Written atomically and under a lock. */
final class RulesOnDisk implements RuleStorage {
    /** A file lock keeps other processes out, not other threads of this one. */
    private static final ReentrantLock WRITING = new ReentrantLock();

    private static final int MAX_LOCK_TRIES = 150;
    private static final long LOCK_PAUSE_NANOS = 20_000_000;

    private final Path path;
    private final Path lastGood;
    private final boolean keeping;

    /** @param keeping whether its last good version is kept beside it; reading leaves nothing behind otherwise */
    RulesOnDisk(Path path, boolean keeping) {
        this.path = path;
        this.lastGood = path.resolveSibling(
                "." + Objects.requireNonNull(path.getFileName(), "a file has a name") + ".last-good");
        this.keeping = keeping;
    }

    @Override
    public Path path() {
        return path;
    }

    @Override
    public boolean isNew() {
        return !Files.exists(path, LinkOption.NOFOLLOW_LINKS) && !Files.exists(lastGood);
    }

    @Override
    public FileStamp stamp() throws IOException {
        return FileStamp.of(path);
    }

    @Override
    public String read() throws IOException, InvalidJson {
        if (Files.isSymbolicLink(path)) {
            throw InvalidJson.at(
                    "the file is a link, and what it leads to is not protected: put the file itself here", 0, 0);
        }
        return CachedFile.read(path);
    }

    @Override
    public void seed(String text) throws IOException {
        makeFolder();
        replace(path, text);
    }

    private void makeFolder() throws IOException {
        Files.createDirectories(Objects.requireNonNull(path.toAbsolutePath().getParent()));
    }

    @Override
    public String lastGood() throws IOException {
        return Files.readString(lastGood);
    }

    @Override
    public void keep(String text) throws IOException {
        boolean known = Files.exists(lastGood) && Files.readString(lastGood).equals(text);
        if (keeping && !known) {
            replace(lastGood, text);
        }
    }

    @Override
    public void rehearse(String text) throws IOException {
        makeFolder();
        Path trial = temporary(path);
        try {
            Files.writeString(trial, text);
        } finally {
            Files.delete(trial);
        }
    }

    @Override
    public <T> T alone(Work<T> work) throws IOException, InvalidJson {
        WRITING.lock();
        try (FileChannel guard = guard();
                var held = held(guard)) {
            if (!held.isValid()) {
                throw new IOException("the lock was lost");
            }
            return work.run();
        } finally {
            WRITING.unlock();
        }
    }

    private FileChannel guard() throws IOException {
        makeFolder();
        return FileChannel.open(path.resolveSibling(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    /** Another process holds the lock for a moment only; one that does not let go must not stop everything here. */
    private FileLock held(FileChannel guard) throws IOException {
        for (int i = 0; i < MAX_LOCK_TRIES; i++) {
            FileLock lock = guard.tryLock();
            if (lock != null) {
                return lock;
            }
            LockSupport.parkNanos(LOCK_PAUSE_NANOS);
        }
        throw new GateException("another process holds the lock of `" + path + "`; the rule was not saved");
    }

    /** A person may be saving the file right now: what they saved is looked for at the last moment, and not overwritten. */
    @Override
    public boolean replace(String before, String after) throws IOException, InvalidJson {
        Path temporary = written(path, after);
        try {
            if (!present().equals(before)) {
                return false;
            }
            move(temporary, path);
            return true;
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    private String present() throws IOException, InvalidJson {
        return isNew() ? Seed.TEXT : read();
    }

    private static void replace(Path target, String text) throws IOException {
        Path temporary = written(target, text);
        try {
            move(temporary, target);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /** {@code text} in a new file beside {@code target}, safely on the disk. */
    private static Path written(Path target, String text) throws IOException {
        Path temporary = temporary(target);
        try (FileChannel out = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            out.force(true);
        }
        return temporary;
    }

    private static Path temporary(Path target) throws IOException {
        return Files.createTempFile(
                Objects.requireNonNull(target.toAbsolutePath().getParent()), ".permissions", ".tmp");
    }

    private static void move(Path temporary, Path target) throws IOException {
        Path directory = Objects.requireNonNull(target.toAbsolutePath().getParent());
        Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        try (FileChannel folder = FileChannel.open(directory)) {
            folder.force(true);
        } catch (IOException e) {
            // Some systems cannot sync a folder; the rename itself is done.
            return;
        }
    }
}
