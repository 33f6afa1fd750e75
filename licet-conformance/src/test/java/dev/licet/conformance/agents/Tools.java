package dev.licet.conformance.agents;

import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.util.List;
import java.util.Map;

/** What an agent has its tools called, by what they are used for; a use may have several. */
record Tools(List<Tool> all) {
    /** One tool; texts of its arguments that begin with a dollar sign stand for what it is given. */
    record Tool(String use, String name, JsonObject arguments) {
        Wanted with(Map<String, String> values) {
            String called = name.replace("$tool", values.getOrDefault("$tool", ""));
            return Wanted.of(called, filled(arguments, values));
        }

        private static JsonValue filled(JsonValue value, Map<String, String> values) {
            return switch (value) {
                case JsonString text -> new JsonString(values.getOrDefault(text.value(), text.value()));
                case JsonArray array ->
                    JsonArray.of(array.elements().stream()
                            .map(each -> filled(each, values))
                            .toList());
                case JsonObject object -> {
                    JsonObject full = JsonObject.empty();
                    for (Map.Entry<String, JsonValue> member : object.members().entrySet()) {
                        full = full.with(member.getKey(), filled(member.getValue(), values));
                    }
                    yield full;
                }
                default -> value;
            };
        }
    }

    /** A line has a use, the name of the tool, and its arguments as JSON. */
    static Tools of(String lines) {
        return new Tools(lines.lines().map(Tools::tool).toList());
    }

    private static Tool tool(String line) {
        String[] words = line.split(" ", 3);
        try {
            return new Tool(words[0], words[1], JsonText.parseObject(words[2]));
        } catch (InvalidJson e) {
            throw new IllegalArgumentException(line, e);
        }
    }

    /** The calls that do {@code use} with {@code values}. */
    List<Wanted> calls(String use, Map<String, String> values) {
        return all.stream()
                .filter(tool -> tool.use().equals(use))
                .map(tool -> tool.with(values))
                .toList();
    }

    /** The one call that does {@code use} with {@code values}. */
    Wanted call(String use, Map<String, String> values) {
        return calls(use, values).getFirst();
    }
}
