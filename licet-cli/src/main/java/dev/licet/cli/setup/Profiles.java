package dev.licet.cli.setup;

import dev.licet.cli.replay.Remember;
import dev.licet.cli.replay.Replayer;
import dev.licet.core.call.WorkerId;
import dev.licet.core.preset.Preset;
import dev.licet.core.rule.Policy;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.data.GateException;
import dev.licet.gate.disk.DiskView;
import dev.licet.gate.permissions.PolicyFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How much is asked, and the choice of it in {@code licet.yaml}. */
public final class Profiles {
    /** The profiles, from the one that asks most. */
    public static final List<String> NAMES = List.of("careful", "balanced", "trusting");

    /** What may be chosen instead: nothing is held, and all is recorded. */
    public static final String OBSERVE = "observe";

    private static final String STANDARD = "licet";

    /** So much of the newest sessions is read. */
    private static final int MOST_FILES = 30;

    private static final long MOST_BYTES = 16L * 1024 * 1024;

    /** Up to a comment. */
    private static final Pattern PRESET = Pattern.compile("(?m)^preset:[^#\\r\\n]*");

    private static final Pattern HOOKS = Pattern.compile("(?m)^hooks:[^#\\r\\n]*");

    private final DataDirectory directory;
    private final String home;

    public Profiles(DataDirectory directory, String home) {
        this.directory = directory;
        this.home = home;
    }

    /** What some sessions would have meant. */
    public record Noise(int calls, Map<String, Double> inHundred) {}

    /** The name of what decides now. */
    public String current() {
        var files = new PolicyFiles(directory, home, PolicyFiles.Choice.NONE);
        String name = files.preset().name();
        return files.observesHooks() ? OBSERVE : name.equals(STANDARD) ? "balanced" : name;
    }

    /** How many questions the person's last sessions would have meant in a hundred calls; empty where there are none. */
    public Optional<Noise> noise() {
        List<Path> sessions = newest();
        var inHundred = new LinkedHashMap<String, Double>();
        int calls = 0;
        for (String name : NAMES) {
            var files = new PolicyFiles(directory, home, new PolicyFiles.Choice(Preset.named(name), Optional.empty()));
            var here = new Replayer.Surroundings(
                    workspace -> files.policy(WorkerId.STANDARD, workspace)
                            .at(InstantSource.system().instant()),
                    files.preset(),
                    home,
                    directory.path().toAbsolutePath().toString(),
                    home,
                    new DiskView());
            var report = new Replayer(here, Remember.SESSION).replay(sessions, unused -> {});
            calls = report.calls();
            inHundred.put(name, report.inHundred());
        }
        return calls == 0 ? Optional.empty() : Optional.of(new Noise(calls, inHundred));
    }

    private List<Path> newest() {
        var newest = new ArrayList<Path>();
        long bytes = 0;
        List<Path> all = Replayer.files(Replayer.sessionsBelow(Path.of(home)));
        for (Path file : all.stream()
                .sorted(Comparator.comparing(Profiles::changed).reversed())
                .limit(MOST_FILES)
                .toList()) {
            bytes += size(file);
            if (bytes <= MOST_BYTES) {
                newest.add(file);
            }
        }
        return newest;
    }

    private static FileTime changed(Path file) {
        try {
            return Files.getLastModifiedTime(file);
        } catch (IOException e) {
            return FileTime.fromMillis(0);
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return MOST_BYTES;
        }
    }

    /** The first line of {@code before} that {@code pattern} finds, with its comment behind {@code line}. */
    private static String replaced(String before, Pattern pattern, String line) {
        Matcher found = pattern.matcher(before);
        if (!found.find()) {
            return before;
        }
        boolean comment = found.end() < before.length() && before.charAt(found.end()) == '#';
        return before.substring(0, found.start()) + line + (comment ? "  " : "") + before.substring(found.end());
    }

    /** With a file that is broken the standard preset holds, which nobody chose. */
    private boolean decides(String name) {
        try {
            Policy policy = new PolicyFiles(directory, home, PolicyFiles.Choice.NONE).policy(WorkerId.STANDARD, "");
            return policy.fault().isEmpty() && current().equals(name);
        } catch (GateException e) {
            // The file is none any more.
            return false;
        }
    }

    /**
     * Makes the profile {@code name} decide, or has hooks only observed.
     *
     * @return the file that was changed; empty when it decides already
     * @throws GateException when the file cannot be read or written; it is as it was then
     */
    public Optional<Path> choose(String name) {
        if (current().equals(name)) {
            return Optional.empty();
        }
        Path file = directory.path().resolve("licet.yaml");
        try {
            String before = Files.exists(file) ? Files.readString(file) : "";
            boolean observes = name.equals(OBSERVE);
            String line = observes ? "hooks: observe" : "preset: " + name;
            Pattern of = observes ? HOOKS : PRESET;
            String held = observes ? before : replaced(before, HOOKS, "hooks: hold");
            String after = of.matcher(held).find() ? replaced(held, of, line) : line + "\n" + held;
            DataDirectory.at(directory.path());
            DataDirectory.replace(file, after);
            if (!decides(name)) {
                DataDirectory.replace(file, before);
                throw new GateException("`" + file + "` could not be changed: write `" + line + "` into it");
            }
            return Optional.of(file);
        } catch (IOException e) {
            throw new GateException("cannot write `" + file + "`: " + e.getMessage(), e);
        }
    }
}
