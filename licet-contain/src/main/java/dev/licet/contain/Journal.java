package dev.licet.contain;

import dev.licet.core.contain.FileChange;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The steps that put the changes of a run in place. Once the journal stands on the disk they are taken, by this process or by a
 * later one, but for those into whose way something else has come; before that none is. Each may be taken again.
 */
final class Journal {
    private static final System.Logger LOG = System.getLogger(Journal.class.getName());

    private static final String NAME = "journal";

    /** Folders beside what is changed, where that is on another disk than the run. */
    private static final String STAGE = ".licet-run-";

    /** Says where that is. */
    private static final String STAGED = "stage";

    private static final int COPY_MINUTES = 30;

    /** The bits by which a program has the rights of its owner or group. */
    private static final int SET_ID = 06000;

    private Journal() {}

    /**
     * One step.
     *
     * @param with the address of the file that is put in place, or that what is removed becomes; of a folder what it looks like
     * @param before what was at its target when the journal was written
     * @param aside the address that another name of what was there gets; empty for none
     */
    private record Step(Deed deed, String with, Path target, String before, String aside) {
        static Step remove(Path target, Path waste) throws IOException {
            return new Step(Deed.REMOVE, waste.toUri().toString(), target, standing(target), "");
        }

        static Step put(Path source, Path target, Path waste) throws IOException {
            return new Step(
                    Deed.PUT,
                    source.toUri().toString(),
                    target,
                    standing(target),
                    waste.toUri().toString());
        }

        Step(Deed deed, String with, Path target) {
            this(deed, with, target, "", "");
        }

        /** An address keeps names that are no text as they are. */
        String line() {
            return deed.name() + "\t" + with + "\t" + target.toUri() + "\t" + before + "\t" + aside;
        }

        static Step of(String line) {
            String[] fields = line.split("\t", -1);
            return new Step(Deed.valueOf(fields[0]), fields[1], Path.of(URI.create(fields[2])), fields[3], fields[4]);
        }

        /** Whether something else has changed the target since, so that the step would take that away. */
        boolean isLate() throws IOException {
            return !standing(target).equals(before);
        }

        Path other() {
            return Path.of(URI.create(with));
        }
    }

    /** What is at {@code path}: of a file which one, and when its content was changed. */
    private static String standing(Path path) throws IOException {
        try {
            BasicFileAttributes found =
                    Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return found.isDirectory()
                    ? String.valueOf(found.fileKey())
                    : found.fileKey() + " " + found.size() + " " + found.lastModifiedTime();
        } catch (NoSuchFileException e) {
            return "none";
        }
    }

    private enum Deed {
        REMOVE,
        FOLDER,
        PUT,
        /** A folder is given the rights and the time that it had in the layer. */
        LOOK
    }

    /** Writes the journal of {@code changes} into the folder {@code run}. */
    static void write(Path run, List<OverlayChange> changes) throws IOException {
        var steps = new ArrayList<Step>();
        var removals = new ArrayList<Step>();
        var looks = new ArrayList<Step>();
        Set<Path> replaced = changes.stream()
                .filter(change -> change.kind() != FileChange.Kind.REMOVED)
                .map(OverlayChange::path)
                .collect(Collectors.toSet());
        Optional<Path> stage = stage(run, changes);
        Path waste = Files.createDirectories(stage.orElse(run).resolve("waste"));
        int number = 0;
        for (OverlayChange change : changes) {
            Path aside = waste.resolve(String.valueOf(number));
            if (change.kind() == FileChange.Kind.REMOVED) {
                // What was moved is at its new place before it is gone from the old one.
                (replaced.contains(change.path()) ? steps : removals).add(Step.remove(change.path(), aside));
            } else if (change.isFolder()) {
                steps.add(new Step(Deed.FOLDER, "", change.path()));
                looks.add(new Step(Deed.LOOK, look(change.upper()), change.path()));
            } else {
                Path source = change.upper();
                if (stage.isPresent()) {
                    source = stage.get().resolve(String.valueOf(number));
                    copy(change.upper(), source);
                }
                strip(source);
                withoutOwnersRights(source);
                steps.add(Step.put(source, change.path(), aside));
            }
            number++;
        }
        steps.addAll(removals);
        // What is in a folder changes its time: the innermost come first.
        steps.addAll(looks.reversed());
        stand(run, steps);
    }

    private static void stand(Path run, List<Step> steps) throws IOException {
        Path draft = run.resolve("draft");
        Files.write(draft, steps.stream().map(Step::line).toList(), StandardCharsets.UTF_8);
        force(draft);
        Files.move(draft, run.resolve(NAME), StandardCopyOption.ATOMIC_MOVE);
        force(run);
    }

    private static void force(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Where files have to be copied to first, so that they can be moved in one step; empty where they are on the same disk. */
    private static Optional<Path> stage(Path run, List<OverlayChange> changes) throws IOException {
        Path there = RunFolder.existing(changes.getFirst().path());
        if (Files.getFileStore(there).equals(Files.getFileStore(run))) {
            return Optional.empty();
        }
        Path stage = there.resolve(STAGE + run.getFileName());
        Files.write(run.resolve(STAGED), List.of(stage.toUri().toString()));
        return Optional.of(Files.createDirectory(stage));
    }

    /** A copy with all that belongs to it, by the program that knows how. */
    private static void copy(Path source, Path target) throws IOException {
        Process process = new ProcessBuilder(
                        "/bin/cp", "-a", "--reflink=auto", "--", source.toString(), target.toString())
                .redirectErrorStream(true)
                .start();
        try {
            process.getOutputStream().close();
            String said = new String(process.getInputStream().readNBytes(1_000), StandardCharsets.UTF_8);
            if (!process.waitFor(COPY_MINUTES, TimeUnit.MINUTES) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new IOException("`" + source.getFileName() + "` cannot be copied: " + said.strip());
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while a file was copied", e);
        }
    }

    /** The layer's own marks are nobody's business later. */
    private static void strip(Path file) throws IOException {
        if (Files.isSymbolicLink(file)) {
            return;
        }
        UserDefinedFileAttributeView view = Files.getFileAttributeView(file, UserDefinedFileAttributeView.class);
        if (view != null) {
            for (String name : view.list()) {
                if (name.startsWith("overlay.")) {
                    view.delete(name);
                }
            }
        }
    }

    /** No program starts with the rights of its owner because of what a command within bounds has left. */
    private static void withoutOwnersRights(Path file) throws IOException {
        int mode = (Integer) Files.getAttribute(file, "unix:mode", LinkOption.NOFOLLOW_LINKS);
        if (!Files.isSymbolicLink(file) && (mode & SET_ID) != 0) {
            // Setting the permissions sets no such bit.
            Files.setPosixFilePermissions(file, Files.getPosixFilePermissions(file));
        }
    }

    /** Whether there is a journal in {@code run}: its steps may have been taken in part. */
    static boolean isIn(Path run) {
        return Files.exists(run.resolve(NAME), LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * What became of the steps of a journal.
     *
     * @param late files that are left as they are: something else has changed them since it was written, or nothing can be put
     *     there
     * @param kept the folders in which all is that is nowhere else then; none if every step is taken
     */
    record Finished(List<Path> late, List<Path> kept) {
        static final Finished ALL = new Finished(List.of(), List.of());
    }

    /**
     * Takes the steps that the journal in {@code run} names, if there is one, and throws away what goes with it. INVARIANT
     * (nothing lost): if one cannot be taken nothing more is removed, and what was is kept.
     */
    static Finished finish(Path run) throws IOException {
        Path journal = run.resolve(NAME);
        if (!Files.exists(journal)) {
            unstage(run);
            return Finished.ALL;
        }
        List<Step> steps = Files.readAllLines(journal, StandardCharsets.UTF_8).stream()
                .map(Step::of)
                .toList();
        var late = new ArrayList<Path>();
        for (Step step : steps) {
            boolean goesOn = late.isEmpty() || step.deed() != Deed.REMOVE;
            if (!goesOn || !taken(step)) {
                late.add(step.target());
            }
        }
        if (late.isEmpty()) {
            // All is in place: what is left of the run is only in the way.
            Files.delete(journal);
            unstage(run);
            return Finished.ALL;
        }
        steps.forEach(Journal::bringBack);
        return new Finished(List.copyOf(late), keep(run));
    }

    /**
     * Puts {@code run} where no later run looks for it, with the folder beside the workspace where its files are.
     *
     * @return where that is; if it cannot be put aside its journal stays, and a later run tries again
     */
    private static List<Path> keep(Path run) {
        Path kept = run.resolveSibling(run.getFileName().toString().replaceFirst("^run-", "kept-"));
        try {
            Files.move(run, kept, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "the folder of a run cannot be put aside", e);
            kept = run;
        }
        return Stream.concat(Stream.of(kept), staged(kept).stream()).toList();
    }

    private static Optional<Path> staged(Path run) {
        try {
            return Optional.of(
                    Path.of(URI.create(Files.readString(run.resolve(STAGED)).strip())));
        } catch (IOException e) {
            // There is none: all is on one disk.
            return Optional.empty();
        }
    }

    private static boolean taken(Step step) {
        try {
            return take(step);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "a change cannot be put in place", e);
            return false;
        }
    }

    /** What was removed to make room, and nothing took its place, is there again. */
    private static void bringBack(Step step) {
        if (step.deed() == Deed.REMOVE && isThere(step.other()) && !isThere(step.target())) {
            try {
                Files.move(step.other(), step.target(), StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException e) {
                // It is kept where it is.
                LOG.log(System.Logger.Level.DEBUG, "a file cannot be brought back", e);
            }
        }
    }

    private static void unstage(Path run) {
        Optional<Path> stage = staged(run);
        if (stage.isPresent()) {
            try {
                RunFolder.delete(stage.get());
            } catch (IOException e) {
                // All is in place: an empty folder that stays is no reason to say that nothing is.
                LOG.log(System.Logger.Level.DEBUG, "what was beside the workspace cannot be removed", e);
            }
        }
    }

    /** Whether {@code step} is taken, or was; else something else has come into its way. */
    private static boolean take(Step step) throws IOException {
        Path above = step.target().getParent();
        // INVARIANT (the place that was judged): no step is taken through a link that has come into its way.
        if (above == null
                || !Files.isDirectory(above, LinkOption.NOFOLLOW_LINKS)
                || !above.toRealPath().equals(above)) {
            return false;
        }
        return switch (step.deed()) {
            case REMOVE -> remove(step);
            case FOLDER -> makeFolder(step.target());
            case PUT -> put(step);
            case LOOK -> look(step.with(), step.target());
        };
    }

    private static boolean remove(Step step) throws IOException {
        Path waste = step.other();
        if (isThere(waste) || !isThere(step.target())) {
            return true;
        }
        if (step.isLate()) {
            return false;
        }
        Files.move(step.target(), waste, StandardCopyOption.ATOMIC_MOVE);
        return true;
    }

    private static boolean put(Step step) throws IOException {
        Path source = step.other();
        if (!isThere(source)) {
            return true;
        }
        // What was there, and is removed first, is gone by now.
        if (isThere(step.target())) {
            if (step.isLate()) {
                return false;
            }
            setAside(step.target(), Path.of(URI.create(step.aside())));
        }
        Files.move(source, step.target(), StandardCopyOption.ATOMIC_MOVE);
        return true;
    }

    /** Gives what is at {@code target} another name, so that it is there until all steps are taken. */
    private static void setAside(Path target, Path aside) {
        if (!isThere(aside)) {
            try {
                Files.createLink(aside, target);
            } catch (IOException | UnsupportedOperationException e) {
                LOG.log(System.Logger.Level.DEBUG, "a file that is replaced has no second name", e);
            }
        }
    }

    private static boolean makeFolder(Path target) throws IOException {
        try {
            Files.createDirectory(target);
            return true;
        } catch (FileAlreadyExistsException e) {
            return Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS);
        }
    }

    private static String look(Path folder) throws IOException {
        PosixFileAttributes look = Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        return PosixFilePermissions.toString(look.permissions()) + " "
                + look.lastModifiedTime().toInstant();
    }

    private static boolean look(String look, Path folder) throws IOException {
        String[] fields = look.split(" ", -1);
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        PosixFileAttributeView view =
                Files.getFileAttributeView(folder, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        view.setPermissions(PosixFilePermissions.fromString(fields[0]));
        view.setTimes(FileTime.from(Instant.parse(fields[1])), null, null);
        return true;
    }

    private static boolean isThere(Path path) {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }
}
