package dev.licet.gate.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The files that a repository keeps, as its index says (gitformat-index(5), versions 2 to 4). */
final class Tracked {
    private static final long MOST_BYTES = 64 * 1024 * 1024;
    private static final long MOST_LINK = 4_096;
    private static final int CHECKSUM = 20;
    private static final int HEADER = 12;

    /** Of an entry, up to its flags. */
    private static final int FIXED = 62;

    /** Where the mode stands in an entry, and that of a submodule. */
    private static final int MODE = 24;

    private static final int LINKED_COMMIT = 0xE000;
    private static final int EXTENDED = 0x4000;
    private static final String FILE_PREFIX = "gitdir: ";

    private static final AtomicReference<@Nullable Read> LAST = new AtomicReference<>();

    private Tracked() {}

    /**
     * The kept files at or below {@code start}.
     *
     * @return empty if there are more than {@code most}, or there is no index that can be read whole
     */
    static Optional<List<Path>> below(Path start, int most) throws IOException {
        for (Path folder = start; folder != null; folder = folder.getParent()) {
            Path git = folder.resolve(".git");
            if (Files.exists(git)) {
                if (Files.isDirectory(git) && Files.notExists(git.resolve("HEAD"))) {
                    // Git goes on above: what it makes of such a folder is not for us to say.
                    return Optional.empty();
                }
                Path root = folder;
                return names(index(git))
                        .map(names -> names.stream()
                                .map(root::resolve)
                                .filter(path -> path.startsWith(start))
                                .toList())
                        .filter(paths -> paths.size() <= most);
            }
        }
        return Optional.empty();
    }

    /** The kept files of the repository whose root is {@code root}, relative to it; empty if its index cannot be read whole. */
    static Optional<List<String>> at(Path root) throws IOException {
        Path index = index(root.resolve(".git"));
        if (!Files.exists(index)) {
            return names(index);
        }
        Read last = LAST.get();
        if (last != null && last.isOf(index)) {
            return last.names();
        }
        FileTime changed = Files.getLastModifiedTime(index);
        long size = Files.size(index);
        Optional<List<String>> names = names(index);
        LAST.set(new Read(index, changed, size, names));
        return names;
    }

    /** What an index said as it was last read: an agent asks git many times before it changes. */
    private record Read(Path index, FileTime changed, long size, Optional<List<String>> names) {
        boolean isOf(Path other) throws IOException {
            return index.equals(other) && changed.equals(Files.getLastModifiedTime(other)) && size == Files.size(other);
        }
    }

    private static Path index(Path git) throws IOException {
        if (Files.isDirectory(git)) {
            return git.resolve("index");
        }
        if (!Files.isRegularFile(git) || Files.size(git) > MOST_LINK) {
            throw new IOException("no file with a place: " + git);
        }
        String text = Files.readString(git).strip();
        if (!text.startsWith(FILE_PREFIX)) {
            throw new IOException("no `gitdir:` in " + git);
        }
        return git.resolveSibling(text.substring(FILE_PREFIX.length())).resolve("index");
    }

    private static Optional<List<String>> names(Path index) throws IOException {
        byte[] bytes;
        try {
            if (Files.exists(index) && !Files.isRegularFile(index)) {
                return Optional.empty();
            }
            if (Files.size(index) > MOST_BYTES) {
                return Optional.empty();
            }
            bytes = Files.readAllBytes(index);
        } catch (NoSuchFileException e) {
            // Nothing was ever added.
            return Optional.of(List.of());
        }
        if (bytes.length < HEADER + CHECKSUM || !isWhole(bytes)) {
            return Optional.empty();
        }
        ByteBuffer from = ByteBuffer.wrap(bytes, 0, bytes.length - CHECKSUM);
        int magic = from.getInt();
        int version = from.getInt();
        int count = from.getInt();
        boolean known = magic == 0x44495243 && version >= 2 && version <= 4 && count >= 0;
        return known ? read(from, version, count) : Optional.empty();
    }

    /** Whether the checksum at the end is that of what stands before it; a repository with other hashes has another one. */
    private static boolean isWhole(byte[] bytes) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-1");
            digest.update(bytes, 0, bytes.length - CHECKSUM);
            return Arrays.equals(digest.digest(), Arrays.copyOfRange(bytes, bytes.length - CHECKSUM, bytes.length));
        } catch (NoSuchAlgorithmException e) {
            return false;
        }
    }

    private static Optional<List<String>> read(ByteBuffer from, int version, int count) {
        var names = new ArrayList<String>();
        byte[] last = new byte[0];
        for (int i = 0; i < count; i++) {
            int start = from.position();
            if (from.remaining() < FIXED + 1) {
                return Optional.empty();
            }
            if ((from.getInt(start + MODE) & 0xF000) == LINKED_COMMIT) {
                // Another repository, which is searched too if that is configured anywhere.
                return Optional.empty();
            }
            int flags = from.getShort(start + FIXED - 2);
            from.position(start + FIXED + ((flags & EXTENDED) == 0 ? 0 : 2));
            int kept = version == 4 ? last.length - cut(from) : 0;
            byte @Nullable [] rest = text(from);
            if (kept < 0 || kept > last.length || rest == null) {
                return Optional.empty();
            }
            last = Arrays.copyOf(last, kept + rest.length);
            System.arraycopy(rest, 0, last, kept, rest.length);
            if (version < 4) {
                // Entries are filled up with zeros to a multiple of eight bytes, at least one of them.
                int length = from.position() - 1 - start;
                int end = start + (length + 8) / 8 * 8;
                if (end > from.limit()) {
                    return Optional.empty();
                }
                from.position(end);
            }
            String name = new String(last, StandardCharsets.UTF_8);
            if (name.endsWith("/")) {
                // A folder in the place of what is below it.
                return Optional.empty();
            }
            names.add(name);
        }
        return isShared(from) ? Optional.empty() : Optional.of(names);
    }

    /** How many bytes of the name before are left out; a number in groups of seven bits, each of which but the last adds one. */
    private static int cut(ByteBuffer from) {
        int value = 0;
        while (from.hasRemaining()) {
            int next = from.get() & 0xFF;
            value = (value << 7) | (next & 0x7F);
            if ((next & 0x80) == 0) {
                return value;
            }
            value++;
        }
        return Integer.MAX_VALUE;
    }

    /** Up to the next zero, which is consumed; null if there is none. */
    private static byte @Nullable [] text(ByteBuffer from) {
        int start = from.position();
        while (from.hasRemaining()) {
            if (from.get() == 0) {
                byte[] text = new byte[from.position() - 1 - start];
                from.get(start, text);
                return text;
            }
        }
        return null;
    }

    /** Whether an extension says that entries stand in another file. */
    private static boolean isShared(ByteBuffer from) {
        while (from.remaining() >= 8) {
            int name = from.getInt();
            int length = from.getInt();
            if (name == 0x6C696E6B || length < 0 || length > from.remaining()) {
                return true;
            }
            from.position(from.position() + length);
        }
        return false;
    }
}
