package dev.licet.contain;

import dev.licet.core.contain.Bounds;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A command that is to run within bounds.
 *
 * @param isWatched whether it is told what it leaves running
 */
record ContainedCommand(
        Bounds bounds, Path directory, Map<String, String> environment, List<String> words, boolean isWatched) {
    private static final Pattern PASSED = Pattern.compile(DataFile.of("environment.txt").stream()
            .flatMap(line -> List.of(line.split(" +")).stream())
            .map(name -> Pattern.quote(name).replace("*", "\\E.*\\Q"))
            .collect(Collectors.joining("|")));

    ContainedCommand {
        environment = Map.copyOf(environment);
        words = List.copyOf(words);
    }

    /** The variables that it is given. */
    Map<String, String> passed() {
        var passed = new HashMap<String, String>();
        environment.forEach((name, value) -> {
            if (PASSED.matcher(name).matches()) {
                passed.put(name, value);
            }
        });
        passed.putIfAbsent("PATH", "/usr/local/bin:/usr/bin:/bin");
        passed.put("HOME", home().toString());
        passed.put("TMPDIR", "/tmp");
        return passed;
    }

    /** The home directory, which it sees only in part. */
    Path home() {
        return Path.of(System.getProperty("user.home", "/nonexistent"));
    }
}
