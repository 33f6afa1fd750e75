package dev.licet.cli.install;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.Jsonc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Settings of Amp that come before those of its person, or make them void: of a project, and of a machine's administrator. */
final class AmpSettings {
    private static final List<String> NAMES = List.of("settings.json", "settings.jsonc");

    private static final Path MANAGED = Path.of("/etc/ampcode/managed-settings.json");

    /** Stands for whatever is in a file that cannot be read. */
    private static final String UNREADABLE = "(what cannot be read)";

    /** What decides about calls. */
    private static final List<String> DECIDING = List.of("amp.permissions", "amp.dangerouslyAllowAll", UNREADABLE);

    private AmpSettings() {}

    /**
     * What is in the way.
     *
     * @param own the settings of the person, which name the gate
     * @param project the folder that Amp works in
     */
    static List<String> obstacles(Path own, Path project) {
        var found = new ArrayList<String>();
        if (read(own).isTrue("amp.dangerouslyAllowAll")) {
            found.add("`amp.dangerouslyAllowAll` is set: no rule decides");
        }
        var others = new ArrayList<Path>();
        for (Path folder = project.toAbsolutePath(); folder != null; folder = folder.getParent()) {
            Path settings = folder.resolve(".amp");
            NAMES.forEach(name -> others.add(settings.resolve(name)));
        }
        others.add(MANAGED);
        for (Path other : others) {
            JsonObject settings = read(other);
            DECIDING.stream()
                    .filter(name -> settings.get(name).isPresent())
                    .forEach(name -> found.add("`" + name + "` in `" + other
                            + "` may come before the rule that asks the gate; take it out there"));
        }
        return found;
    }

    /** What {@code file} says; a member of its own for one that cannot be read. */
    private static JsonObject read(Path file) {
        try {
            return Files.exists(file) ? Jsonc.parseObject(Files.readString(file)) : JsonObject.empty();
        } catch (IOException | InvalidJson e) {
            return JsonObject.empty().with(UNREADABLE, true);
        }
    }
}
