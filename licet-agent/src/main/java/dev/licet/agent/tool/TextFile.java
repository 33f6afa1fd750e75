package dev.licet.agent.tool;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.util.Set;
import java.util.UUID;

/**
 * A file of text, with what it takes to write it back as it was.
 *
 * @param text what stands in it, without the mark at its beginning
 * @param charset how it is encoded
 * @param mark whether a byte order mark begins it
 */
record TextFile(String text, Charset charset, boolean mark) {
    /** Larger files are not read whole. */
    private static final long MAX_BYTES = 20L * 1024 * 1024;

    private static final Set<PosixFilePermission> WRITING =
            Set.of(PosixFilePermission.OWNER_WRITE, PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

    private static final char BYTE_ORDER_MARK = '\ufeff';

    /** A new file. */
    static TextFile of(String text) {
        return new TextFile(text, StandardCharsets.UTF_8, false);
    }

    /** Reads {@code path}; what is not text is a problem. */
    static TextFile read(Path path) throws IOException, ToolProblem {
        if (Files.isDirectory(path)) {
            throw new ToolProblem("`" + path + "` is a directory; use glob to see what is in it");
        }
        if (!Files.exists(path)) {
            throw new ToolProblem("there is no file `" + path + "`; use glob to find it");
        }
        if (!Files.isRegularFile(path)) {
            throw new ToolProblem("`" + path + "` is no file of text, but a device, a pipe or a socket");
        }
        long size = Files.size(path);
        if (size > MAX_BYTES) {
            throw new ToolProblem("`" + path + "` has " + size + " bytes, more than " + MAX_BYTES
                    + "; use grep, or shell_exec with head, tail or sed");
        }
        return decoded(path, Files.readAllBytes(path));
    }

    private static TextFile decoded(Path path, byte[] bytes) throws ToolProblem {
        boolean utf32 = bytes.length >= 4 && bytes[2] == 0 && bytes[3] == 0;
        if (!utf32 && bytes.length >= 2 && (bytes[0] & 0xff) == 0xff && (bytes[1] & 0xff) == 0xfe) {
            return decoded(path, bytes, StandardCharsets.UTF_16LE);
        }
        if (bytes.length >= 2 && (bytes[0] & 0xff) == 0xfe && (bytes[1] & 0xff) == 0xff) {
            return decoded(path, bytes, StandardCharsets.UTF_16BE);
        }
        for (byte each : bytes) {
            if (each == 0) {
                throw new ToolProblem("`" + path + "` is a binary file of " + bytes.length + " bytes, and not shown");
            }
        }
        return decoded(path, bytes, StandardCharsets.UTF_8);
    }

    private static TextFile decoded(Path path, byte[] bytes, Charset charset) throws ToolProblem {
        try {
            String text = charset.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            boolean mark = !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK;
            return new TextFile(mark ? text.substring(1) : text, charset, mark);
        } catch (CharacterCodingException e) {
            throw new ToolProblem("`" + path + "` is neither UTF-8 nor UTF-16: a binary file, or of another encoding");
        }
    }

    /** The same file with another text. */
    TextFile with(String text) {
        return new TextFile(text, charset, mark);
    }

    /**
     * Puts this in the place of what is at {@code path}, all of it or nothing: readers see the old text or the new. A link is
     * followed, so that the file it leads to is written, which is what the gate has judged.
     */
    void write(Path path) throws IOException {
        Path target = Files.isSymbolicLink(path) ? path.toRealPath() : path;
        Path folder = target.toAbsolutePath().getParent();
        if (folder == null) {
            throw new IOException("`" + target + "` is no file");
        }
        Files.createDirectories(folder);
        // Not a temporary file of Java's: a new file gets the permissions that new files get here.
        Path temporary = Files.createFile(folder.resolve(".licet-" + UUID.randomUUID() + ".tmp"));
        try {
            keepOwnerAndPermissions(target, temporary);
            try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
                ByteBuffer bytes = charset.encode(mark ? BYTE_ORDER_MARK + text : text);
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    private static void keepOwnerAndPermissions(Path target, Path temporary) throws IOException {
        if (!Files.exists(target)) {
            return;
        }
        try {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(target);
            if (WRITING.stream().noneMatch(permissions::contains)) {
                throw new AccessDeniedException(target.toString(), null, "nobody may write to it");
            }
            UserPrincipal owner = Files.getOwner(target);
            if (!owner.equals(Files.getOwner(temporary))) {
                Files.setOwner(temporary, owner);
            }
            Files.setPosixFilePermissions(temporary, permissions);
        } catch (UnsupportedOperationException | NoSuchFileException e) {
            // A file system without such permissions, or a file that is gone by now.
            return;
        }
    }
}
