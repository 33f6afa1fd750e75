package dev.licet.gate.data;

import dev.licet.core.call.WorkerId;
import dev.licet.core.ticket.TicketKey;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Where the product keeps its data: {@code licet.db}, {@code token}, {@code server}, and
 * {@code workers/{workerId}/permissions.jsonc}.
 *
 * @param path absolute path of the directory
 */
public record DataDirectory(Path path) {
    private static final int TOKEN_BYTES = 32;

    public DataDirectory {
        path = path.toAbsolutePath().normalize();
    }

    /**
     * The directory at {@code path}, created for its owner alone if there is none.
     *
     * @throws GateException when it cannot be created or written
     */
    public static DataDirectory at(Path path) {
        var directory = new DataDirectory(path);
        try {
            if (!Files.isDirectory(directory.path())) {
                Files.createDirectories(directory.path());
                restrict(directory.path(), "rwx------");
            }
        } catch (FileAlreadyExistsException e) {
            throw new GateException("the data directory `" + directory.path() + "` is not a directory", e);
        } catch (IOException e) {
            throw new GateException(
                    "cannot create the data directory `" + directory.path() + "`: " + reason(e)
                            + "; choose another with --data-dir",
                    e);
        }
        if (!Files.isWritable(directory.path())) {
            throw new GateException("the data directory `" + directory.path()
                    + "` is not writable; choose another with --data-dir or change its permissions");
        }
        return directory;
    }

    public Path database() {
        return path.resolve("licet.db");
    }

    /** The permission file of {@code worker}. */
    public Path permissions(WorkerId worker) {
        return path.resolve("workers").resolve(worker.text()).resolve("permissions.jsonc");
    }

    /** Rules for {@code worker} that were taken over from agents, which count less than those of its own file. */
    public Path takenOver(WorkerId worker) {
        return path.resolve("workers").resolve(worker.text()).resolve("taken-over.jsonc");
    }

    /** The bearer token, made at first use and readable by its owner alone. */
    public String token() {
        Path file = path.resolve("token");
        try {
            if (!Files.exists(file)) {
                byte[] random = new byte[TOKEN_BYTES];
                new SecureRandom().nextBytes(random);
                writePrivately(file, HexFormat.of().formatHex(random) + "\n");
            }
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new GateException("cannot use the token file `" + file + "`: " + reason(e), e);
        }
    }

    /** The token of a server that already ran here, without making one. */
    public Optional<String> existingToken() {
        return Files.exists(path.resolve("token")) ? Optional.of(token()) : Optional.empty();
    }

    /**
     * The key that signs tickets and checkpoints, made at first use and readable by its owner alone.
     *
     * @throws GateException when it cannot be read or made
     */
    public TicketKey key() {
        Path file = path.resolve("key");
        try {
            if (!Files.exists(file)) {
                writePrivately(file, newKey().text());
            }
            return TicketKey.parse(Files.readString(file));
        } catch (IllegalArgumentException e) {
            throw new GateException(
                    "the key in `" + file + "` is damaged: " + e.getMessage()
                            + "; restore it, or remove it to get a new one",
                    e);
        } catch (IOException e) {
            throw new GateException("cannot use the key in `" + file + "`: " + reason(e), e);
        }
    }

    /** A directory that there is not: nothing is found in it, and nothing can be written to it. */
    public static DataDirectory nowhere() {
        return new DataDirectory(Path.of("/dev/null/licet"));
    }

    /** A key that was never used. */
    public static TicketKey newKey() {
        try {
            return TicketKey.of(KeyPairGenerator.getInstance("Ed25519").generateKeyPair());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has Ed25519", e);
        }
    }

    /** Where the newest signed checkpoint of the audit stands. */
    public Path auditHead() {
        return path.resolve("audit.head");
    }

    /** The token that hooks show, which can call and nothing else. */
    public Path hookToken() {
        return path.resolve("hook-token");
    }

    /** The Unix-domain socket of a running server. */
    public Path socket() {
        return path.resolve("socket");
    }

    /** Where the tokens of principals other than the owner stand, hashed. */
    public Path tokens() {
        return path.resolve("tokens.json");
    }

    /** Where signed checkpoints of the audit are collected, one a line. */
    public Path auditCheckpoints() {
        return path.resolve("audit.checkpoints");
    }

    /** Replaces {@code file} by one with {@code text} that its owner alone can read, in one step. */
    public static void replace(Path file, String text) throws IOException {
        writePrivately(file, text);
    }

    /** Remembers where the server listens, so that clients of this directory find it. */
    public void announceServer(String url) {
        try {
            writePrivately(path.resolve("server"), url + "\n");
        } catch (IOException e) {
            throw new GateException("cannot write `" + path.resolve("server") + "`: " + reason(e), e);
        }
    }

    /** Where the last server of this directory listened. */
    public Optional<String> announcedServer() {
        try {
            Path file = path.resolve("server");
            return Files.exists(file) ? Optional.of(Files.readString(file).strip()) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /**
     * Takes this directory for one server, until the lock is closed or the process ends.
     *
     * @throws GateException when another server has it
     */
    public FileLock lock() {
        Path file = path.resolve("lock");
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = channel.tryLock();
            if (lock == null) {
                channel.close();
                throw inUse();
            }
            return lock;
        } catch (OverlappingFileLockException e) {
            throw inUse();
        } catch (IOException e) {
            throw new GateException("cannot lock the data directory: " + reason(e), e);
        }
    }

    private GateException inUse() {
        return new GateException("another Licet server uses the data directory `" + path
                + "`; stop it, or choose another with --data-dir");
    }

    private static void writePrivately(Path file, String text) throws IOException {
        Path temporary = Files.createTempFile(file.getParent(), ".new", ".tmp");
        Files.writeString(temporary, text);
        restrict(temporary, "rw-------");
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void restrict(Path file, String permissions) throws IOException {
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        }
    }

    private static String reason(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof FileSystemException system && system.getReason() != null) {
            return system.getReason();
        }
        return String.valueOf(e.getMessage());
    }
}
