package dev.licet.gate.permissions;

import dev.licet.core.rule.Diagnostic;
import dev.licet.gate.json.InvalidJson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** A file that is looked at on every use and read anew when it has changed. Not thread-safe: its user has the lock. */
final class CachedFile<T> {
    /** Reads the text of a version of the file. */
    interface Parser<T> {
        T parse(String text) throws InvalidJson;
    }

    /**
     * What is known of the file.
     *
     * @param value what its last good version says; empty if there never was one
     * @param fault why its present version cannot be read
     */
    record Known<T>(Optional<T> value, Optional<Diagnostic> fault) {}

    private record Version<T>(String text, FileStamp stamp, T value) {}

    private final Path path;
    private final Parser<T> parser;
    private Optional<Version<T>> lastGood = Optional.empty();

    CachedFile(Path path, Parser<T> parser) {
        this.path = path;
        this.parser = parser;
    }

    /** What the file says now; nothing where there is none. */
    Known<T> known() {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return lastGood.isEmpty()
                    ? new Known<>(Optional.empty(), Optional.empty())
                    : faulty(new Diagnostic(path.toString(), 0, 0, "the file is gone", "restart to go without it"));
        }
        try {
            return new Known<>(Optional.of(load()), Optional.empty());
        } catch (InvalidJson e) {
            return faulty(new Diagnostic(path.toString(), e.line(), e.column(), e.problem(), "mend the file"));
        } catch (IOException e) {
            String reason = e instanceof NoSuchFileException ? "it does not exist" : String.valueOf(e.getMessage());
            return faulty(new Diagnostic(path.toString(), 0, 0, "cannot be read: " + reason, "check the file"));
        }
    }

    private Known<T> faulty(Diagnostic fault) {
        return new Known<>(lastGood.map(Version::value), Optional.of(fault));
    }

    private T load() throws IOException, InvalidJson {
        FileStamp stamp = FileStamp.of(path);
        if (lastGood.isPresent() && lastGood.get().stamp().isStill(stamp)) {
            return lastGood.get().value();
        }
        String text = read(path);
        boolean same = lastGood.isPresent() && lastGood.get().text().equals(text);
        T value = same ? lastGood.get().value() : parser.parse(text);
        lastGood = Optional.of(new Version<>(text, stamp, value));
        return value;
    }

    /** The text of the file at {@code path}. */
    static String read(Path path) throws IOException, InvalidJson {
        if (Files.isDirectory(path)) {
            throw InvalidJson.at("a directory stands in the place of the file", 0, 0);
        }
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            throw InvalidJson.at("it is no ordinary file", 0, 0);
        }
        byte[] bytes;
        try (InputStream in = Files.newInputStream(path)) {
            bytes = in.readNBytes(PermissionFile.MAX_BYTES + 1);
        }
        if (bytes.length > PermissionFile.MAX_BYTES) {
            throw InvalidJson.at("the file has more than " + PermissionFile.MAX_BYTES + " bytes", 0, 0);
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw InvalidJson.at("the file is not valid UTF-8", 0, 0);
        }
    }
}
