package dev.licet.gate.permissions;

import dev.licet.core.rule.Action;
import dev.licet.core.rule.Diagnostic;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.Rule;
import dev.licet.core.rule.RuleOptions;
import dev.licet.core.rule.RuleText;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.InvalidJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
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

    private final RuleStorage storage;
    private final String home;

    private final ReentrantLock lock = new ReentrantLock();
    private Optional<Loaded> loaded = Optional.empty();
    private final AtomicInteger writes = new AtomicInteger();

    /** What was read, what it says for the workspaces that were asked about, and when it was looked at. */
    private record Loaded(String text, Map<String, Policy> byWorkspace, FileStamp stamp) {}

    private PermissionFile(RuleStorage storage, String home) {
        this.storage = storage;
        this.home = home;
    }

    /** The file at {@code path}; {@code ~} in its patterns is {@code home}. */
    public static PermissionFile at(Path path, String home) {
        return at(path, home, true);
    }

    /** @param keeping whether its last good version is kept beside it; reading leaves nothing behind otherwise */
    static PermissionFile at(Path path, String home, boolean keeping) {
        return new PermissionFile(new RulesOnDisk(path, keeping), home);
    }

    /** Rules that are no file: what "always" adds ends with this process. */
    static PermissionFile given(String text, String home) {
        return new PermissionFile(new GivenRules(text), home);
    }

    public Path path() {
        return storage.path();
    }

    /** How often it was written here: what was read before the last time is out of date. */
    int writes() {
        return writes.get();
    }

    /** Writes a file without rules, which explains itself, if there never was one. */
    public void seed() {
        if (!storage.isNew()) {
            return;
        }
        lock.lock();
        try {
            storage.seed(Seed.TEXT);
        } catch (IOException e) {
            throw new GateException("cannot write `" + path() + "`: " + reason(e), e);
        } finally {
            lock.unlock();
        }
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
                    .faulty(new Diagnostic(path().toString(), 0, 0, "cannot be read: " + reason(e), "check the file"));
        } finally {
            lock.unlock();
        }
    }

    private Loaded load() throws IOException, InvalidJson {
        if (storage.isNew()) {
            var none = new HashMap<>(Map.of("", PermissionText.parse(Seed.TEXT, name(), home, "")));
            return new Loaded(Seed.TEXT, none, FileStamp.NONE);
        }
        FileStamp stamp = storage.stamp();
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
        storage.keep(text);
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
        return Objects.requireNonNull(path().getFileName()).toString();
    }

    private String read() throws IOException, InvalidJson {
        return storage.isNew() ? Seed.TEXT : storage.read();
    }

    /** What held before the file broke: from memory, else from the copy beside the file, else no rule at all. */
    private Policy lastGood(String workspace) {
        try {
            return loaded.isPresent()
                    ? forWorkspace(loaded.get(), workspace)
                    : PermissionText.parse(storage.lastGood(), name(), home, workspace);
        } catch (IOException | InvalidJson e) {
            return Policy.of(List.of());
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
            throw new GateException("cannot read `" + path() + "`: " + e.getMessage(), e);
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
        try {
            return storage.alone(() -> replaced(before, after));
        } catch (IOException | InvalidJson e) {
            throw new GateException("the rules were not saved: cannot write `" + path() + "`: " + e.getMessage(), e);
        }
    }

    private boolean replaced(String before, String after) throws IOException, InvalidJson {
        boolean replaced = storage.replace(before, after);
        if (replaced) {
            writes.incrementAndGet();
        }
        return replaced;
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
            storage.rehearse(after);
        } catch (InvalidJson e) {
            throw broken(e);
        } catch (IOException e) {
            throw notWritten(e);
        }
    }

    private GateException broken(InvalidJson e) {
        return new GateException("the rule was not saved: `" + path() + "` is broken: " + e.getMessage(), e);
    }

    private GateException notWritten(IOException e) {
        return new GateException("the rule was not saved: cannot write `" + path() + "`: " + reason(e), e);
    }

    /**
     * Adds an allow for each of {@code rules}.
     *
     * @throws GateException when the file is broken or cannot be written; it is unchanged then
     */
    public void allow(List<RuleText> rules) {
        add(rules, Action.ALLOW);
    }

    /**
     * Adds a rule that says {@code action} for each of {@code rules}.
     *
     * @throws GateException when the file is broken or cannot be written; it is unchanged then
     */
    public void add(List<RuleText> rules, Action action) {
        try {
            boolean saved = storage.alone(() -> isAdded(rules, action));
            if (!saved) {
                throw new GateException("`" + path() + "` keeps changing; the rule was not saved");
            }
        } catch (InvalidJson e) {
            throw broken(e);
        } catch (IOException e) {
            throw notWritten(e);
        }
    }

    private boolean isAdded(List<RuleText> rules, Action action) throws IOException, InvalidJson {
        for (int i = 0; i < MAX_TRIES; i++) {
            String before = read();
            String after = PermissionEdit.add(before, rules, action);
            PermissionText.parse(after, name(), home, "");
            if (replaced(before, after)) {
                return true;
            }
        }
        return false;
    }

    /**
     * The same for those of {@code rules} that the file does not have: what a person put behind them since counts more.
     *
     * @throws GateException when the file is broken or cannot be written; it is unchanged then
     */
    public void allowMissing(List<RuleText> rules) {
        Set<RuleText> there = policy().rules().stream()
                .filter(rule -> rule.action() == Action.ALLOW && rule.options().equals(RuleOptions.NONE))
                .map(Rule::text)
                .collect(Collectors.toSet());
        List<RuleText> missing =
                rules.stream().filter(rule -> !there.contains(rule)).toList();
        if (!missing.isEmpty()) {
            allow(missing);
        }
    }

    private static String reason(IOException e) {
        return e instanceof NoSuchFileException ? "it does not exist" : String.valueOf(e.getMessage());
    }
}
