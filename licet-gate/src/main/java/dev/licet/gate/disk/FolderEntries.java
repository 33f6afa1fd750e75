package dev.licet.gate.disk;

import dev.licet.core.path.FileView.Entries;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What lies in folders. What was found is kept until the folder changes. Thread-safe. */
final class FolderEntries {
    /** Of a folder not more than these are looked at. */
    private static final int MAX_FILES = 20_000;

    /** So many folders are remembered. */
    private static final int MAX_FOLDERS = 2_000;

    /** Two changes of a folder within this time may leave the same time behind. */
    private static final Duration TICK = Duration.ofSeconds(2);

    private final Map<String, Seen> seen = new ConcurrentHashMap<>();

    private record Seen(Instant changed, Entries entries) {}

    /** What lies directly in {@code folder}; nothing if it is no folder that can be looked at. */
    Entries of(String folder) {
        try {
            Path path = Path.of(folder);
            BasicFileAttributes there = Files.readAttributes(path, BasicFileAttributes.class);
            if (!there.isDirectory()) {
                return Entries.NONE;
            }
            Instant changed = there.lastModifiedTime().toInstant();
            Seen known = seen.get(folder);
            if (known != null && known.changed().equals(changed)) {
                return known.entries();
            }
            Entries found = read(path);
            if (changed.plus(TICK).isBefore(Instant.now())) {
                if (seen.size() >= MAX_FOLDERS) {
                    seen.clear();
                }
                seen.put(folder, new Seen(changed, found));
            }
            return found;
        } catch (IOException | DirectoryIteratorException | InvalidPathException e) {
            return Entries.NONE;
        }
    }

    private static Entries read(Path folder) throws IOException {
        var links = new HashSet<String>();
        var folders = new HashSet<String>();
        int files = 0;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
            for (Path file : all) {
                files++;
                if (files > MAX_FILES) {
                    return new Entries(links, folders, false);
                }
                if (Files.isSymbolicLink(file)) {
                    links.add(file.getFileName().toString());
                } else if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
                    folders.add(file.getFileName().toString());
                }
            }
        }
        return new Entries(links, folders, true);
    }
}
