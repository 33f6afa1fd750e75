package dev.licet.gate.permissions;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;

/**
 * By what a file on the disk is told from another version of it.
 *
 * @param settled whether it was last changed so long before it was looked at that a further change shows in its time
 */
record FileStamp(FileTime modified, long size, Object key, boolean settled) {
    /** Times on disks are coarser than changes: of a file changed this recently the text is compared. */
    private static final long SETTLED_MILLIS = 3_000;

    /** Of a file that is not there: it is no other one's. */
    static final FileStamp NONE = new FileStamp(FileTime.fromMillis(0), 0, "", false);

    /** The stamp of the file that {@code path} leads to. */
    static FileStamp of(Path path) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
        Object key = attributes.fileKey();
        FileTime modified = attributes.lastModifiedTime();
        long age = System.currentTimeMillis() - modified.toMillis();
        return new FileStamp(modified, attributes.size(), key == null ? "" : key, age > SETTLED_MILLIS);
    }

    /** Whether the file is still the same when it has the stamp {@code now}. */
    boolean isStill(FileStamp now) {
        return settled && modified.equals(now.modified) && size == now.size && key.equals(now.key);
    }
}
