package dev.licet.cli.imports;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.dataformat.toml.TomlMapper;

/** Reads TOML. */
final class TomlText {
    private static final TomlMapper MAPPER = new TomlMapper();

    private TomlText() {}

    /** The tables that {@code text} spells. */
    static JsonObject parse(String text) throws InvalidJson {
        try {
            return JsonText.parseObject(MAPPER.readTree(text).toString());
        } catch (JacksonException e) {
            TokenStreamLocation place = e.getLocation();
            String problem = "not valid TOML: " + e.getOriginalMessage();
            throw place == null
                    ? InvalidJson.at(problem, 0, 0)
                    : InvalidJson.at(problem, place.getLineNr(), place.getColumnNr());
        }
    }
}
