package dev.licet.gate.permissions;

import dev.licet.core.rule.Action;
import dev.licet.core.rule.Diagnostic;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.RuleOptions;
import dev.licet.core.rule.RuleText;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.InvalidJson;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

/**
 * One worker's {@code permissions.jsonc}. Read at every call, so that an edit counts at the next one; written only by
 * "always", atomically and under a lock. While the file cannot be read, its last good version holds. Thread-safe.
 */
public final class PermissionFile {
    /** Largest file that is read, in bytes. */
    public static final int MAX_BYTES = 10 * 1024 * 1024;

    private static final int MAX_TRIES = 10;

    /** The rules for so many workspaces are kept at hand. */
    private static final int MAX_WORKSPACES = 64;

    /** A file lock keeps other processes out, not other threads of this one. */
    private static final ReentrantLock WRITING = new ReentrantLock();

    private final Path path;
    private final Path lastGood;
    private final String home;
    private final boolean keeping;
    private static final int MAX_LOCK_TRIES = 150;
    private static final long LOCK_PAUSE_NANOS = 20_000_000;

    private final ReentrantLock lock = new ReentrantLock();
    private Optional<Loaded> loaded = Optional.empty();
    private final AtomicInteger writes = new AtomicInteger();

    /** What was read, what it says for the workspaces that were asked about, and when it was looked at. */
    private record Loaded(String text, Map<String, Policy> byWorkspace, FileStamp stamp) {}

    private PermissionFile(Path path, Path lastGood, String home, boolean keeping) {
        this.path = path;
        this.lastGood = lastGood;
        this.home = home;
        this.keeping = keeping;
    }

    /** The file at {@code path}; {@code ~} in its patterns is {@code home}. */
    public static PermissionFile at(Path path, String home) {
        return at(path, home, true);
    }

    /** @param keeping whether its last good version is kept beside it; reading leaves nothing behind otherwise */
    static PermissionFile at(Path path, String home, boolean keeping) {
        Path name = Objects.requireNonNull(path.getFileName(), "a file has a name");
        return new PermissionFile(path, path.resolveSibling("." + name + ".last-good"), home, keeping);
    }

    public Path path() {
        return path;
    }

    /** How often it was written here: what was read before the last time is out of date. */
    int writes() {
        return writes.get();
    }

    /** Whether there never was one. What is gone may have been stricter than a fresh start: that is a fault. */
    private boolean isNew() {
        return !Files.exists(path, LinkOption.NOFOLLOW_LINKS) && !Files.exists(lastGood);
    }

    /** Writes a file without rules, which explains itself, if there never was one. */
    public void seed() {
        if (!isNew()) {
            return;
        }
        try {
            makeFolder();
            lock.lock();
            try {
                replace(path, Seed.TEXT);
            } finally {
                lock.unlock();
            }
        } catch (IOException e) {
            throw new GateException("cannot write `" + path + "`: " + reason(e), e);
        }
    }

    private void makeFolder() throws IOException {
        Files.createDirectories(Objects.requireNonNull(path.toAbsolutePath().getParent()));
    }

    /** The rules as they are now, for no workspace in particular. */
    public Policy policy() {
        return policy("");
    }

    /**
     * The rules as they are now for {@code workspace}; when the file cannot be read, those of its last good version with
     * the fault.
     */
    public Policy policy(String workspace) {
        lock.lock();
        try {
            return forWorkspace(load(), workspace);
        } catch (InvalidJson e) {
            return lastGood(workspace)
                    .faulty(new Diagnostic(
                            name(), e.line(), e.column(), e.problem(), "mend the file; its last good version holds"));
        } catch (IOException e) {
            return lastGood(workspace)
                    .faulty(new Diagnostic(path.toString(), 0, 0, "cannot be read: " + reason(e), "check the file"));
        } finally {
            lock.unlock();
        }
    }

    private Loaded load() throws IOException, InvalidJson {
        if (isNew()) {
            var none = new HashMap<>(Map.of("", PermissionText.parse(Seed.TEXT, name(), home, "")));
            return new Loaded(Seed.TEXT, none, FileStamp.NONE);
        }
        FileStamp stamp = FileStamp.of(path);
        if (loaded.isPresent() && loaded.get().stamp().isStill(stamp)) {
            return loaded.get();
        }
        String text = read();
        if (loaded.isPresent() && loaded.get().text().equals(text)) {
            loaded = Optional.of(new Loaded(text, loaded.get().byWorkspace(), stamp));
            return loaded.get();
        }
        var policies = new HashMap<String, Policy>();
        policies.put("", PermissionText.parse(text, name(), home, ""));
        loaded = Optional.of(new Loaded(text, policies, stamp));
        remember(text);
        return loaded.get();
    }

    private Policy forWorkspace(Loaded file, String workspace) throws InvalidJson {
        Policy known = file.byWorkspace().get(file.text().contains("${workspace}") ? workspace : "");
        if (known != null) {
            return known;
        }
        if (file.byWorkspace().size() >= MAX_WORKSPACES) {
            file.byWorkspace().keySet().removeIf(each -> !each.isEmpty());
        }
        Policy policy = PermissionText.parse(file.text(), name(), home, workspace);
        file.byWorkspace().put(workspace, policy);
        return policy;
    }

    private String name() {
        return Objects.requireNonNull(path.getFileName()).toString();
    }

    private String read() throws IOException, InvalidJson {
        if (Files.isSymbolicLink(path)) {
            throw InvalidJson.at(
                    "the file is a link, and what it leads to is not protected: put the file itself here", 0, 0);
        }
        return isNew() ? Seed.TEXT : CachedFile.read(path);
    }

    /** What held before the file broke: from memory, else from the copy beside the file, else no rule at all. */
    private Policy lastGood(String workspace) {
        try {
            return loaded.isPresent()
                    ? forWorkspace(loaded.get(), workspace)
                    : PermissionText.parse(Files.readString(lastGood), name(), home, workspace);
        } catch (IOException | InvalidJson e) {
            return Policy.of(List.of());
        }
    }

    private void remember(String text) throws IOException {
        boolean known = Files.exists(lastGood) && Files.readString(lastGood).equals(text);
        if (keeping && !known) {
            replace(lastGood, text);
        }
    }

    /**
     * The text of the file.
     *
     * @throws GateException when it cannot be read
     */
    public String text() {
        lock.lock();
        try {
            return read();
        } catch (IOException | InvalidJson e) {
            throw new GateException("cannot read `" + path + "`: " + e.getMessage(), e);
        } finally {
            lock.unlock();
        }
    }

    /** The rules as they would be for {@code workspace} with {@code text} in the file. */
    public Policy read(String text, String workspace) throws InvalidJson {
        return PermissionText.parse(text, name(), home, workspace);
    }

    /**
     * The same.
     *
     * @throws IllegalArgumentException when it cannot be read, with line and column
     */
    public Policy parsed(String text, String workspace) {
        try {
            return read(text, workspace);
        } catch (InvalidJson e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /** Why {@code text} would not do as the file's; empty when it would. */
    public Optional<String> invalid(String text) {
        if (text.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
            return Optional.of("the file would have more than " + MAX_BYTES + " bytes");
        }
        try {
            return PermissionText.parse(text, name(), home, "").problems().stream()
                    .findFirst()
                    .map(Diagnostic::toString);
        } catch (InvalidJson e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Replaces the text {@code before} by {@code after}; says whether the file still had it.
     *
     * @throws GateException when the file cannot be written; it is unchanged then
     */
    public boolean replace(String before, String after) {
        WRITING.lock();
        try (FileChannel guard = guard();
                var held = held(guard)) {
            return held.isValid() && replaceUnchanged(before, after);
        } catch (IOException | InvalidJson e) {
            throw new GateException("the rules were not saved: cannot write `" + path + "`: " + e.getMessage(), e);
        } finally {
            WRITING.unlock();
        }
    }

    /** What the policy would be after {@link #allow}, without writing anything; empty while the file cannot be edited. */
    public Optional<Policy> preview(List<RuleText> rules, String workspace) {
        lock.lock();
        try {
            return Optional.of(PermissionText.parse(PermissionEdit.allow(read(), rules), name(), home, workspace));
        } catch (IOException | InvalidJson e) {
            return Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Does all that {@link #allow} does, but leaves the file as it is.
     *
     * @throws GateException when the file is broken or cannot be written
     */
    public void rehearse(List<RuleText> rules) {
        try {
            String after = PermissionEdit.allow(read(), rules);
            PermissionText.parse(after, name(), home, "");
            makeFolder();
            Path trial = temporary(path);
            try {
                Files.writeString(trial, after);
            } finally {
                Files.delete(trial);
            }
        } catch (InvalidJson e) {
            throw broken(e);
        } catch (IOException e) {
            throw notWritten(e);
        }
    }

    private GateException broken(InvalidJson e) {
        return new GateException("the rule was not saved: `" + path + "` is broken: " + e.getMessage(), e);
    }

    private GateException notWritten(IOException e) {
        return new GateException("the rule was not saved: cannot write `" + path + "`: " + reason(e), e);
    }

    /**
     * Adds an allow for each of {@code rules}.
     *
     * @throws GateException when the file is broken or cannot be written; it is unchanged then
     */
    public void allow(List<RuleText> rules) {
        WRITING.lock();
        try (FileChannel guard = guard();
                var held = held(guard)) {
            for (int i = 0; i < MAX_TRIES && held.isValid(); i++) {
                String before = read();
                String after = PermissionEdit.allow(before, rules);
                PermissionText.parse(after, name(), home, "");
                if (replaceUnchanged(before, after)) {
                    return;
                }
            }
            throw new GateException("`" + path + "` keeps changing; the rule was not saved");
        } catch (InvalidJson e) {
            throw broken(e);
        } catch (IOException e) {
            throw notWritten(e);
        } finally {
            WRITING.unlock();
        }
    }

    /**
     * The same for those of {@code rules} that the file does not have: what a person put behind them since counts more.
     *
     * @throws GateException when the file is broken or cannot be written; it is unchanged then
     */
    public void allowMissing(List<RuleText> rules) {
        Set<RuleText> there = policy().rules().stream()
                .filter(rule -> rule.action() == Action.ALLOW && rule.options().equals(RuleOptions.NONE))
                .map(rule -> new RuleText(rule.tool().pattern(), rule.value().pattern()))
                .collect(Collectors.toSet());
        List<RuleText> missing =
                rules.stream().filter(rule -> !there.contains(rule)).toList();
        if (!missing.isEmpty()) {
            allow(missing);
        }
    }

    private FileChannel guard() throws IOException {
        makeFolder();
        return FileChannel.open(path.resolveSibling(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    /** Another process holds the lock for a moment only; one that does not let go must not stop everything here. */
    private FileLock held(FileChannel guard) throws IOException {
        for (int i = 0; i < MAX_LOCK_TRIES; i++) {
            FileLock lock = guard.tryLock();
            if (lock != null) {
                return lock;
            }
            LockSupport.parkNanos(LOCK_PAUSE_NANOS);
        }
        throw new GateException("another process holds the lock of `" + path + "`; the rule was not saved");
    }

    /** A person may be saving the file right now: what they saved is looked for at the last moment, and not overwritten. */
    private boolean replaceUnchanged(String before, String after) throws IOException, InvalidJson {
        Path temporary = written(path, after);
        try {
            if (!read().equals(before)) {
                return false;
            }
            move(temporary, path);
            writes.incrementAndGet();
            return true;
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    private static void replace(Path target, String text) throws IOException {
        Path temporary = written(target, text);
        try {
            move(temporary, target);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /** {@code text} in a new file beside {@code target}, safely on the disk. */
    private static Path written(Path target, String text) throws IOException {
        Path temporary = temporary(target);
        try (FileChannel out = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            out.force(true);
        }
        return temporary;
    }

    private static Path temporary(Path target) throws IOException {
        return Files.createTempFile(
                Objects.requireNonNull(target.toAbsolutePath().getParent()), ".permissions", ".tmp");
    }

    private static void move(Path temporary, Path target) throws IOException {
        Path directory = Objects.requireNonNull(target.toAbsolutePath().getParent());
        Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        try (FileChannel folder = FileChannel.open(directory)) {
            folder.force(true);
        } catch (IOException e) {
            // Some systems cannot sync a folder; the rename itself is done.
            return;
        }
    }

    private static String reason(IOException e) {
        return e instanceof NoSuchFileException ? "it does not exist" : String.valueOf(e.getMessage());
    }
}
