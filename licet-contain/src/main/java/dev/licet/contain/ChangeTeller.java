package dev.licet.contain;

import dev.licet.core.contain.FileChange;
import dev.licet.core.contain.Preview;
import dev.licet.core.contain.PreviewedFile;
import dev.licet.core.contain.RefusedChange;
import dev.licet.core.display.TextDiff;
import dev.licet.core.json.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Tells a person what a run changed: each file with what differs in it, as far as that can be read. For one run. */
final class ChangeTeller {
    /** Larger files are not compared, in bytes. */
    private static final int MAX_COMPARED = 256 * 1024;

    /** More of what differs in one file is not shown, in UTF-16 units. */
    private static final int MAX_OF_ONE = 20_000;

    /** More files in a folder that is gone are not counted. */
    private static final int MAX_COUNTED = 10_000;

    /** The rights in the number that {@code stat(2)} gives. */
    private static final int RIGHTS = 07777;

    private final Map<String, RefusedChange> refused;
    private int left = Preview.MAX_DIFF;

    private ChangeTeller(List<RefusedChange> refused) {
        this.refused = new HashMap<>();
        refused.forEach(each -> this.refused.put(each.path(), each));
    }

    /**
     * What is told.
     *
     * @param files those that are shown
     * @param more how many are not
     * @param digest of all changes
     * @param unseen paths that are protected, and whose change cannot be shown in full
     */
    record Told(List<PreviewedFile> files, int more, String digest, Set<String> unseen) {
        /** What stays as it is of {@code refused}: all that nobody may allow, and what nobody has seen. */
        List<RefusedChange> staying(List<RefusedChange> refused) {
            return refused.stream()
                    .filter(each -> !each.asks() || unseen.contains(each.path()) || !isShown(each.path()))
                    .toList();
        }

        /** What was protected when a person saw it is what they saw. */
        private boolean isShown(String path) {
            return files.stream()
                    .anyMatch(file -> file.change().path().equals(path)
                            && !file.objection().isEmpty()
                            && !file.stays());
        }
    }

    /** What {@code changes} are, of which {@code refused} may not be put in place by themselves. */
    static Told told(List<OverlayChange> changes, List<RefusedChange> refused) throws IOException {
        return new ChangeTeller(refused).told(changes);
    }

    private Told told(List<OverlayChange> changes) throws IOException {
        // Those that a person has to look at first.
        List<OverlayChange> ordered = changes.stream()
                .sorted(Comparator.comparing(change -> objection(change).isEmpty()))
                .toList();
        var files = new ArrayList<PreviewedFile>();
        var unseen = new HashSet<String>();
        int more = 0;
        for (OverlayChange change : ordered) {
            Optional<RefusedChange> objection = objection(change);
            boolean folded = objection.isEmpty() && isOfGit(change.path());
            if (folded || files.size() == Preview.MAX_FILES) {
                more++;
                objection.ifPresent(each -> unseen.add(each.path()));
                continue;
            }
            Seen seen = seen(change);
            boolean stays = objection.isPresent() && (!objection.get().asks() || !seen.whole());
            if (stays) {
                unseen.add(objection.get().path());
            }
            files.add(new PreviewedFile(
                    change.told(),
                    seen.detail(),
                    seen.diff(),
                    objection.map(RefusedChange::why).orElse(""),
                    stays));
        }
        return new Told(List.copyOf(files), more, digest(changes), Set.copyOf(unseen));
    }

    private Optional<RefusedChange> objection(OverlayChange change) {
        return Optional.ofNullable(refused.get(change.told().path()));
    }

    /** Git keeps its account of the project in many small files. */
    private static boolean isOfGit(Path path) {
        for (Path name : path) {
            if (name.toString().equals(".git")) {
                return true;
            }
        }
        return false;
    }

    /**
     * What can be seen of a change.
     *
     * @param whole whether that is all of it
     */
    private record Seen(String detail, String diff, boolean whole) {}

    private Seen seen(OverlayChange change) throws IOException {
        if (change.kind() == FileChange.Kind.REMOVED) {
            return new Seen(
                    Files.isDirectory(change.path(), LinkOption.NOFOLLOW_LINKS) ? below(change.path()) : "", "", true);
        }
        if (Files.isSymbolicLink(change.upper())) {
            return new Seen("link to " + Files.readSymbolicLink(change.upper()), "", true);
        }
        if (change.isFolder()) {
            return new Seen("folder" + rights(change), "", true);
        }
        Optional<String> before = text(change.path());
        Optional<String> after = text(change.upper());
        if (before.isEmpty() || after.isEmpty()) {
            return new Seen(Files.size(change.upper()) + " bytes, not shown" + rights(change), "", false);
        }
        String diff = TextDiff.changed(before.get(), after.get());
        boolean fits = diff.length() <= Math.min(left, MAX_OF_ONE);
        boolean whole = fits && (!diff.isEmpty() || before.equals(after));
        String shown = fits ? diff : "";
        left -= shown.length();
        return new Seen(
                (before.equals(after) ? "same text" : counted(before.get(), after.get(), diff)) + rights(change),
                shown,
                whole);
    }

    private static String counted(String before, String after, String diff) {
        if (diff.isEmpty()) {
            return before.length() + " characters before, " + after.length() + " now, not shown";
        }
        List<String> lines = List.of(diff.split("\n", -1));
        long added = lines.stream().filter(line -> line.startsWith("+")).count();
        long removed = lines.stream().filter(line -> line.startsWith("-")).count();
        return "+" + added + " -" + removed;
    }

    /** The rights that it gets, where they are others than before, or let it be run. */
    private static String rights(OverlayChange change) throws IOException {
        int now = mode(change.upper());
        boolean there = change.kind() == FileChange.Kind.CHANGED;
        boolean told = there ? mode(change.path()) != now : !change.isFolder() && (now & 0111) != 0;
        return told ? ", rights " + Integer.toOctalString(now) : "";
    }

    private static int mode(Path path) throws IOException {
        return (Integer) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS) & RIGHTS;
    }

    /** The text of a file, which is none if there is no such file; empty if it is too large, or not text. */
    private static Optional<String> text(Path path) throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.of("");
        }
        if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) || Files.size(path) > MAX_COMPARED) {
            return Optional.empty();
        }
        byte[] bytes;
        try (InputStream in = Files.newInputStream(path, LinkOption.NOFOLLOW_LINKS)) {
            bytes = in.readNBytes(MAX_COMPARED + 1);
        }
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return text.indexOf('\0') >= 0 ? Optional.empty() : Optional.of(text);
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    private static String below(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            long files = all.filter(each -> !Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS))
                    .limit(MAX_COUNTED)
                    .count();
            return "folder with " + (files == MAX_COUNTED ? MAX_COUNTED + " files or more" : files + " files");
        } catch (UncheckedIOException e) {
            // Some of it may not be looked into.
            return "folder";
        }
    }

    /** What identifies {@code changes}, whenever and wherever they were made: paths, kinds, rights and content. */
    private static String digest(List<OverlayChange> changes) throws IOException {
        MessageDigest digest = Sha256.digest();
        try (var sink = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
            for (OverlayChange change : changes) {
                sink.write(
                        (change.told().kind().text() + "\0" + change.path() + "\0").getBytes(StandardCharsets.UTF_8));
                if (change.kind() != FileChange.Kind.REMOVED) {
                    sink.write(content(change).getBytes(StandardCharsets.UTF_8));
                }
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static String content(OverlayChange change) throws IOException {
        if (Files.isSymbolicLink(change.upper())) {
            return Files.readSymbolicLink(change.upper()) + "\0";
        }
        String rights = Integer.toOctalString(mode(change.upper())) + "\0";
        if (change.isFolder()) {
            return rights;
        }
        MessageDigest file = Sha256.digest();
        try (InputStream in = Files.newInputStream(change.upper(), LinkOption.NOFOLLOW_LINKS);
                var sink = new DigestOutputStream(OutputStream.nullOutputStream(), file)) {
            in.transferTo(sink);
        }
        return rights + HexFormat.of().formatHex(file.digest()) + "\0";
    }
}
