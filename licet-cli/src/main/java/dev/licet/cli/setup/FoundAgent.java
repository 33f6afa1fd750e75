package dev.licet.cli.setup;

import dev.licet.cli.install.Setup;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** A coding agent of this machine. */
public record FoundAgent(Setup setup) {
    /** What agents are started as where that is not what they are called here. */
    private static final Map<String, List<String>> PROGRAMS =
            Map.of("cursor", List.of("cursor", "cursor-agent"), "kiro", List.of("kiro", "kiro-cli"));

    /** What those have for themselves whose hooks are in a folder that others have as well. */
    private static final Map<String, String> FOLDERS = Map.of("goose", ".config/goose");

    /** The agents whose program is on the path, or whose folder is in the person's home, in alphabetical order. */
    public static List<FoundAgent> all(Map<String, String> environment) {
        var found = new ArrayList<FoundAgent>();
        Path home = Path.of(environment.getOrDefault("HOME", System.getProperty("user.home", "/")));
        for (String host : Setup.hosts()) {
            Setup setup = Setup.of(host, environment, home);
            // What belongs to a project is set up there.
            boolean everywhere = !setup.host().configuration().place().inProject();
            boolean program = PROGRAMS.getOrDefault(host, List.of(host)).stream()
                    .anyMatch(name -> isOnPath(name, environment.getOrDefault("PATH", "")));
            if (everywhere && (program || Files.isDirectory(folder(setup, home)))) {
                found.add(new FoundAgent(setup));
            }
        }
        return found;
    }

    private static boolean isOnPath(String name, String path) {
        return Stream.of(path.split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
    }

    /** What the agent has for itself: {@code .claude}, {@code .config/opencode}. */
    private static Path folder(Setup setup, Path home) {
        String own = FOLDERS.get(setup.host().name());
        if (own != null) {
            return home.resolve(own);
        }
        Path file = setup.file().toAbsolutePath();
        if (!file.startsWith(home)) {
            return Objects.requireNonNullElse(file.getParent(), file);
        }
        Path inside = home.relativize(file);
        int shared = inside.startsWith(".config") ? 2 : 1;
        return home.resolve(inside.subpath(0, Math.min(shared, inside.getNameCount())));
    }

    /** As `licet install` names it. */
    public String name() {
        return setup.host().name();
    }

    /** The file that is changed, with a tilde where it is in {@code home}. */
    public String file(Path home) {
        Path file = setup.file().toAbsolutePath();
        return file.startsWith(home) ? "~/" + home.relativize(file) : file.toString();
    }
}
