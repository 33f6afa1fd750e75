package dev.licet.contain;

import dev.licet.core.contain.FileChange;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Changes that stay out of the workspace. What was moved to their names, as it was or changed on the way, stays where it was,
 * or it would be nowhere.
 */
final class Moved {
    /** So much of a file is compared, in bytes, from its beginning and from its end. */
    private static final int COMPARED = 256 * 1024;

    /** More is not held in memory, in bytes. */
    private static final long MAX_COMPARED = 64L << 20;

    /** Of so many of its lines, in parts of a hundred, a file that was changed is known. */
    private static final int KNOWN_BY = 50;

    private final List<OverlayChange> allowed;
    private final List<OverlayChange> staying;

    /**
     * Changes that are to be put in place.
     *
     * @param staying those that are not
     */
    Moved(List<OverlayChange> allowed, List<OverlayChange> staying) {
        this.allowed = allowed;
        this.staying = new ArrayList<>(staying);
    }

    /** Those of the changes that would take away what stays out elsewhere, or what these have moved. */
    List<OverlayChange> origins() throws IOException {
        var left = new ArrayList<OverlayChange>();
        for (OverlayChange change : allowed) {
            if (takesAway(change)) {
                left.add(change);
            }
        }
        var origins = new ArrayList<OverlayChange>();
        boolean more = !left.isEmpty();
        while (more) {
            // Of too much nobody can tell what it was made of.
            boolean anything = bytes() > MAX_COMPARED;
            List<Content> contents = anything ? List.of() : contents();
            var found = new ArrayList<OverlayChange>();
            for (OverlayChange change : left) {
                if (anything || (!contents.isEmpty() && isAmong(change.path(), contents))) {
                    found.add(change);
                }
            }
            left.removeAll(found);
            origins.addAll(found);
            staying.addAll(found);
            more = !found.isEmpty() && !left.isEmpty();
        }
        return List.copyOf(origins);
    }

    private long bytes() throws IOException {
        long bytes = 0;
        for (OverlayChange change : staying) {
            if (change.kind() != FileChange.Kind.REMOVED
                    && Files.isRegularFile(change.upper(), LinkOption.NOFOLLOW_LINKS)) {
                bytes += Math.min(Files.size(change.upper()), 2L * COMPARED);
            }
        }
        return bytes;
    }

    private List<Content> contents() throws IOException {
        var contents = new ArrayList<Content>();
        for (OverlayChange change : staying) {
            if (change.kind() != FileChange.Kind.REMOVED) {
                Content content = Content.of(change.upper());
                if (!content.isNothing()) {
                    contents.add(content);
                }
            }
        }
        return contents;
    }

    /** Whether what is there is there no more once {@code change} is made. */
    private static boolean takesAway(OverlayChange change) throws IOException {
        return switch (change.kind()) {
            case REMOVED -> true;
            case CHANGED -> !change.isFolder();
            case MADE, LINKED -> false;
        };
    }

    /** Whether the file or link {@code lower}, or one in it, is what {@code contents} were made of. */
    private static boolean isAmong(Path lower, List<Content> contents) throws IOException {
        try (Stream<Path> files = Files.walk(lower)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Content content = Content.of(file);
                if (!content.isNothing() && contents.stream().anyMatch(content::isIn)) {
                    return true;
                }
            }
            return false;
        } catch (NoSuchFileException e) {
            // Something else has taken it away: that is a contest.
            return false;
        } catch (UncheckedIOException e) {
            // What may not be looked into may be anything.
            return true;
        }
    }

    /**
     * What a file holds.
     *
     * @param link where a link leads; empty for a file
     */
    private record Content(String link, Bytes start, Bytes end) {
        static Content of(Path path) throws IOException {
            if (Files.isSymbolicLink(path)) {
                return new Content(Files.readSymbolicLink(path).toString(), Bytes.NONE, Bytes.NONE);
            }
            if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
                return new Content("", Bytes.NONE, Bytes.NONE);
            }
            long size = Files.size(path);
            try (InputStream in = Files.newInputStream(path, LinkOption.NOFOLLOW_LINKS)) {
                byte[] start = in.readNBytes(COMPARED);
                if (size <= COMPARED) {
                    return new Content("", new Bytes(start), new Bytes(start));
                }
                in.skipNBytes(Math.max(0, size - 2L * COMPARED));
                byte[] rest = in.readNBytes(COMPARED);
                byte[] end = rest.length == COMPARED
                        ? rest
                        : Arrays.copyOfRange(start, start.length - (COMPARED - rest.length), start.length);
                return new Content("", new Bytes(start), new Bytes(end));
            }
        }

        boolean isNothing() {
            return link.isEmpty() && start.isEmpty();
        }

        /** Whether {@code other} has been made of this: it is the same, is longer, or has most of its lines. */
        boolean isIn(Content other) {
            if (!link.isEmpty() || !other.link.isEmpty()) {
                return link.equals(other.link);
            }
            return other.start.beginsWith(start) || other.end.endsWith(end) || other.start.hasLinesOf(start);
        }
    }

    /** A stretch of a file. */
    private static final class Bytes {
        static final Bytes NONE = new Bytes(new byte[0]);

        /** What is shorter is the beginning of many files. */
        private static final int TELLING = 8;

        /** So few lines are in many files. */
        private static final int FEW = 3;

        private final byte[] all;
        private Optional<Set<String>> lines = Optional.empty();

        Bytes(byte[] all) {
            this.all = all;
        }

        boolean isEmpty() {
            return all.length == 0;
        }

        boolean beginsWith(Bytes other) {
            int length = other.all.length;
            return Arrays.equals(all, other.all)
                    || (length >= TELLING
                            && length <= all.length
                            && Arrays.equals(all, 0, length, other.all, 0, length));
        }

        boolean endsWith(Bytes other) {
            int length = other.all.length;
            return length >= TELLING
                    && length <= all.length
                    && Arrays.equals(all, all.length - length, all.length, other.all, 0, length);
        }

        boolean hasLinesOf(Bytes other) {
            Set<String> here = lines();
            Set<String> there = other.lines();
            long common = there.stream().filter(here::contains).count();
            return there.size() >= FEW && common * 100 >= (long) KNOWN_BY * there.size();
        }

        private Set<String> lines() {
            if (lines.isEmpty()) {
                var found = new HashSet<String>();
                for (String line : new String(all, StandardCharsets.ISO_8859_1).split("\n", -1)) {
                    if (!line.isBlank()) {
                        found.add(line.strip());
                    }
                }
                lines = Optional.of(found);
            }
            return lines.get();
        }
    }
}
