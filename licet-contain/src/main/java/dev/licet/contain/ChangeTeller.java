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
import java.nio.file.attribute.BasicFileAttributes;
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
import java.util.TreeMap;
import java.util.stream.Stream;

/** Tells a person what a run changed: each file with what differs in it, as far as that can be read. For one run. */
final class ChangeTeller {
    /** Larger files are not compared, in bytes. */
    private static final int MAX_COMPARED = 256 * 1024;

    /** More of what differs in one file is not shown, in UTF-16 units. */
    private static final int MAX_OF_ONE = 20_000;

    /** More files in a folder that is gone are not counted. */
    private static final int MAX_COUNTED = 10_000;

    /** More is not read, in bytes, all files together. */
    private static final long MAX_READ = 512L << 20;

    /** So many files are shown, besides what is said of repositories. */
    private static final int SHOWN = Preview.MAX_FILES - 20;

    /** The rights in the number that {@code stat(2)} gives; what else stands there is not put in place. */
    private static final int RIGHTS = 0777;

    private static final Set<Integer> USUAL_FILES = Set.of(0644, 0664, 0600, 0640);
    private static final Set<Integer> USUAL_FOLDERS = Set.of(0755, 0775, 0700, 0750);

    private static final int DIGITS = 64;

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
     * @param seen paths that are protected, where that and the whole change is shown
     */
    record Told(List<PreviewedFile> files, int more, String digest, Set<String> seen) {
        /** What stays as it is of {@code refused}: all that nobody may allow, and what nobody has seen. */
        List<RefusedChange> staying(List<RefusedChange> refused) {
            return refused.stream()
                    .filter(each -> !each.asks() || !seen.contains(each.path()))
                    .toList();
        }
    }

    /** What {@code changes} are, of which {@code refused} may not be put in place by themselves. */
    static Told told(List<OverlayChange> changes, List<RefusedChange> refused) throws IOException {
        return new ChangeTeller(refused).told(changes);
    }

    private Told told(List<OverlayChange> changes) throws IOException {
        requireReadable(changes);
        // Those that a person has to look at first.
        List<OverlayChange> ordered = changes.stream()
                .sorted(Comparator.comparing(change -> objection(change).isEmpty()))
                .toList();
        var files = new ArrayList<PreviewedFile>();
        var seen = new HashSet<String>();
        // Names that are no text may be told alike: what is not seen of one is not seen of the other.
        var unseen = new HashSet<String>();
        var ofGit = new TreeMap<String, Integer>();
        int more = 0;
        for (OverlayChange change : ordered) {
            Optional<RefusedChange> objection = objection(change);
            Optional<Path> git = objection.isEmpty() ? account(change) : Optional.empty();
            if (git.isPresent()) {
                ofGit.merge(git.get().toString(), 1, Integer::sum);
            } else if (files.size() == SHOWN) {
                more++;
                objection.ifPresent(each -> unseen.add(each.path()));
            } else {
                PreviewedFile file = file(change, objection);
                files.add(file);
                objection.ifPresent(each -> (file.stays() ? unseen : seen).add(each.path()));
            }
        }
        for (Map.Entry<String, Integer> repository : ofGit.entrySet()) {
            if (files.size() < Preview.MAX_FILES) {
                files.add(ofGit(repository.getKey(), repository.getValue()));
            } else {
                more += repository.getValue();
            }
        }
        seen.removeAll(unseen);
        return new Told(List.copyOf(files), more, digest(changes, files, more), Set.copyOf(seen));
    }

    private static PreviewedFile ofGit(String folder, int files) {
        return new PreviewedFile(
                new FileChange(FileChange.Kind.CHANGED, folder),
                files == 1 ? "1 file of git's account" : files + " files of git's account",
                "",
                "",
                false);
    }

    private PreviewedFile file(OverlayChange change, Optional<RefusedChange> objection) throws IOException {
        Seen seen = seen(change);
        boolean stays = objection.isPresent()
                && (!objection.get().asks()
                        || !seen.whole()
                        || Files.isSymbolicLink(change.upper())
                        || hasMoreNames(change));
        boolean inWhatStays = refused.values().stream()
                .anyMatch(
                        each -> !each.path().equals(change.told().path()) && change.isIn(each.path()) && !each.asks());
        return new PreviewedFile(
                change.told(),
                seen.detail(),
                seen.diff(),
                inWhatStays && objection.isEmpty()
                        ? "it is in a folder that stays out"
                        : objection.map(RefusedChange::why).orElse(""),
                stays || inWhatStays);
    }

    /** By another name of it a file that is protected could be changed without a word. */
    private static boolean hasMoreNames(OverlayChange change) throws IOException {
        return change.kind() != FileChange.Kind.REMOVED
                && Files.isRegularFile(change.upper(), LinkOption.NOFOLLOW_LINKS)
                && (Integer) Files.getAttribute(change.upper(), "unix:nlink", LinkOption.NOFOLLOW_LINKS) > 1;
    }

    private Optional<RefusedChange> objection(OverlayChange change) {
        return Optional.ofNullable(refused.get(change.told().path()));
    }

    /** What takes longer to read than anybody waits is not told. */
    private static void requireReadable(List<OverlayChange> changes) throws IOException {
        long bytes = 0;
        for (OverlayChange change : changes) {
            if (change.kind() != FileChange.Kind.REMOVED
                    && Files.isRegularFile(change.upper(), LinkOption.NOFOLLOW_LINKS)) {
                bytes += Files.size(change.upper());
            }
        }
        if (bytes > MAX_READ) {
            throw new IOException("it writes more than " + MAX_READ / (1 << 20) + " MB");
        }
    }

    /**
     * The folder of a repository in whose account of itself {@code change} is: git keeps it in many small files. Names of
     * branches that go are no account.
     */
    private static Optional<Path> account(OverlayChange change) {
        Path path = change.path();
        for (int i = 0; i < path.getNameCount(); i++) {
            if (path.getName(i).toString().equals(".git")) {
                boolean branchGoes = change.kind() == FileChange.Kind.REMOVED
                        && path.getNameCount() > i + 1
                        && path.getName(i + 1).toString().equals("refs");
                Path folder = Path.of("/").resolve(path.subpath(0, i + 1));
                return branchGoes ? Optional.empty() : Optional.of(folder);
            }
        }
        return Optional.empty();
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
        // INVARIANT (what is read): nothing is where a file is made, whatever its name leads to.
        Optional<String> before = change.kind() == FileChange.Kind.MADE ? Optional.of("") : text(change.path());
        Optional<String> after = text(change.upper());
        if (before.isEmpty() || after.isEmpty()) {
            return new Seen(Files.size(change.upper()) + " bytes, not shown" + rights(change), "", false);
        }
        if (before.equals(after)) {
            return new Seen((change.kind() == FileChange.Kind.MADE ? "empty" : "same text") + rights(change), "", true);
        }
        String diff = TextDiff.changed(before.get(), after.get());
        if (diff.isEmpty()) {
            String lengths =
                    before.get().length() + " characters before, " + after.get().length() + " now, not shown";
            return new Seen(lengths + rights(change), "", false);
        }
        boolean fits = diff.length() <= Math.min(left, MAX_OF_ONE);
        left -= fits ? diff.length() : 0;
        return new Seen(counted(diff) + (fits ? "" : ", not shown") + rights(change), fits ? diff : "", fits);
    }

    private static String counted(String diff) {
        List<String> lines = List.of(diff.split("\n", -1));
        long added = lines.stream().filter(line -> line.startsWith("+")).count();
        long removed = lines.stream().filter(line -> line.startsWith("-")).count();
        return "+" + added + " -" + removed;
    }

    /** The rights that it gets, where they are others than before, or than usual. */
    private static String rights(OverlayChange change) throws IOException {
        int now = mode(change.upper());
        boolean told = change.kind() == FileChange.Kind.CHANGED
                ? mode(change.path()) != now
                : !(change.isFolder() ? USUAL_FOLDERS : USUAL_FILES).contains(now);
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

    /**
     * What identifies {@code changes}: their names, what was there, what is to be there, and what is shown of them. Made anew
     * of the same files they are the same.
     */
    private static String digest(List<OverlayChange> changes, List<PreviewedFile> shown, int more) throws IOException {
        MessageDigest digest = Sha256.digest();
        try (var sink = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
            for (OverlayChange change : changes) {
                // An address keeps names that are no text as they are.
                put(sink, change.told().kind().text(), change.path().toUri().toString(), before(change));
                if (change.kind() != FileChange.Kind.REMOVED) {
                    put(sink, content(change));
                }
            }
            put(
                    sink,
                    new Preview(0, "", shown, more, List.of(), "0".repeat(DIGITS))
                            .form()
                            .toString());
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static void put(OutputStream sink, String... texts) throws IOException {
        for (String text : texts) {
            sink.write(text.getBytes(StandardCharsets.UTF_8));
            sink.write(0);
        }
    }

    /** What was there before, as far as others may have changed it since. */
    private static String before(OverlayChange change) throws IOException {
        if (change.kind() == FileChange.Kind.MADE) {
            return "";
        }
        if (change.kind() == FileChange.Kind.CHANGED) {
            return standing(change.path());
        }
        var all = new StringBuilder();
        try (Stream<Path> below = Files.walk(change.path())) {
            for (Path each : (Iterable<Path>) below::iterator) {
                all.append(each.toUri()).append(' ').append(standing(each)).append('\n');
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return Sha256.hex(all.toString());
    }

    private static String standing(Path path) throws IOException {
        BasicFileAttributes found = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        // A folder says by what is in it whether it is another one.
        return found.isDirectory() ? "folder" : found.size() + " " + found.lastModifiedTime();
    }

    private static String content(OverlayChange change) throws IOException {
        if (Files.isSymbolicLink(change.upper())) {
            Path target = Files.readSymbolicLink(change.upper());
            return (target.isAbsolute() ? "at " : "from here ")
                    + Path.of("/").resolve(target).toUri();
        }
        String rights = Integer.toOctalString(mode(change.upper()));
        if (change.isFolder()) {
            return rights;
        }
        MessageDigest file = Sha256.digest();
        try (InputStream in = Files.newInputStream(change.upper(), LinkOption.NOFOLLOW_LINKS);
                var sink = new DigestOutputStream(OutputStream.nullOutputStream(), file)) {
            in.transferTo(sink);
        }
        return rights + " " + HexFormat.of().formatHex(file.digest());
    }
}
