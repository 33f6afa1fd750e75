package dev.licet.cli.install;

import dev.licet.core.json.JsonValue.JsonBoolean;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.Jsonc;
import dev.licet.gate.json.Located;
import dev.licet.gate.yaml.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What keeps goose from running our hooks, which are a plug-in to it: settings that leave it out, or one of the same name. */
final class GoosePlugins {
    private static final String NAME = "licet";

    private static final String SETTINGS = ".config/goose/settings.json";

    private GoosePlugins() {}

    /**
     * What is in the way.
     *
     * @param plugin the folder of ours
     * @param root where goose looks for a person's files, usually their home directory
     * @param project the project that it works in
     */
    static List<String> obstacles(Path plugin, Path root, Path project) {
        var found = new ArrayList<String>();
        Path other = project.resolve(".agents/plugins").resolve(NAME);
        if (Files.isDirectory(other) && !other.toAbsolutePath().normalize().equals(plugin.toAbsolutePath())) {
            found.add("`" + other + "` is a plug-in of the project by the same name, which goose takes instead");
        }
        Stream.of(
                        root.resolve(SETTINGS),
                        project.resolve(SETTINGS),
                        project.resolve(".config/goose/settings.local.json"))
                .distinct()
                .filter(file -> read(file).elements("disabledPlugins").contains(new JsonString(NAME)))
                .forEach(file ->
                        found.add("`disabledPlugins` in `" + file + "` names our plug-in, which does not run then"));
        Path configuration = root.resolve(".config/goose/config.yaml");
        boolean off = read(configuration)
                .object("plugins")
                .flatMap(plugins -> plugins.object(plugin.toString()))
                .flatMap(entry -> entry.get("enabled"))
                .equals(Optional.of(new JsonBoolean(false)));
        if (off) {
            found.add("`plugins` in `" + configuration + "` switches our plug-in off");
        }
        return found;
    }

    /** What {@code file} says; nothing where goose could not read it either. */
    private static JsonObject read(Path file) {
        try {
            String text = Files.exists(file) ? Files.readString(file) : "{}";
            if (!file.toString().endsWith(".yaml")) {
                return Jsonc.parseObject(text);
            }
            return Located.json(Yaml.parse(text)) instanceof JsonObject object ? object : JsonObject.empty();
        } catch (IOException | InvalidJson e) {
            return JsonObject.empty();
        }
    }
}
