package dev.licet.gate.permissions;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.Sha256;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Which versions of files that came with a workspace their owner trusts: by absolute path, the SHA-256 of the content. A
 * file that has changed since is not trusted. Thread-safe.
 */
public final class Trust {
    private final Path file;
    private final ReentrantLock lock = new ReentrantLock();

    /** What {@code file} remembers; it is made when something is trusted. */
    public Trust(Path file) {
        this.file = file;
    }

    /** Whether the version of {@code path} that has {@code text} is trusted. */
    boolean covers(Path path, String text) {
        return trusted().text(name(path)).filter(Sha256.hex(text)::equals).isPresent();
    }

    /**
     * Trusts the present version of {@code path}.
     *
     * @throws GateException when it cannot be read, or the memory cannot be written
     */
    public void add(Path path) {
        String text;
        try {
            if (Files.isSymbolicLink(path)
                    || Files.isSymbolicLink(path.toAbsolutePath().getParent())) {
                throw InvalidJson.at("it is a link, and what it leads to may change", 0, 0);
            }
            text = CachedFile.read(path);
        } catch (IOException | InvalidJson e) {
            throw new GateException("cannot trust `" + path + "`: " + e.getMessage(), e);
        }
        lock.lock();
        try {
            write(trusted().with(name(path), Sha256.hex(text)));
        } finally {
            lock.unlock();
        }
    }

    /** No longer trusts any version of {@code path}; says whether one was trusted. */
    public boolean remove(Path path) {
        lock.lock();
        try {
            var members = new LinkedHashMap<>(trusted().members());
            boolean known = members.remove(name(path)) != null;
            if (known) {
                write(new JsonObject(members));
            }
            return known;
        } finally {
            lock.unlock();
        }
    }

    /** A memory that cannot be read trusts nothing. */
    private JsonObject trusted() {
        try {
            return Files.exists(file) ? JsonText.parseObject(Files.readString(file)) : JsonObject.empty();
        } catch (IOException | InvalidJson e) {
            return JsonObject.empty();
        }
    }

    private void write(JsonObject trusted) {
        try {
            Path temporary = Files.createTempFile(file.toAbsolutePath().getParent(), ".trusted", ".tmp");
            Files.writeString(temporary, JsonText.write(trusted) + "\n");
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new GateException("cannot write `" + file + "`: " + e.getMessage(), e);
        }
    }

    private static String name(Path path) {
        return path.toAbsolutePath().normalize().toString();
    }

    /** The file of rules that the workspace in {@code directory} brings, where it brings one. */
    public static Optional<Path> projectFile(Path directory) {
        Path own = directory.resolve(".licet").resolve("permissions.jsonc");
        Path host = directory.resolve(".co").resolve("host.yaml");
        if (Files.exists(own, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.of(own);
        }
        return Files.exists(host, LinkOption.NOFOLLOW_LINKS) ? Optional.of(host) : Optional.empty();
    }
}
