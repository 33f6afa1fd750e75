package dev.licet.core.rule;

import dev.licet.core.glob.Glob;
import dev.licet.core.json.CanonicalJson;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a rule wants of one argument of the call.
 *
 * @param pointer where the argument stands (JSON pointer, RFC 6901); the empty pointer is all arguments
 * @param pattern what it has to match: a string as it is, any other value as canonical JSON, a missing one as the empty
 *     text
 */
public record Condition(String pointer, Glob pattern) {
    private static final Pattern CLIMBING = Pattern.compile("(^|/)\\.\\.($|/)");

    public Condition {
        if (!pointer.isEmpty() && !pointer.startsWith("/")) {
            throw new IllegalArgumentException("a JSON pointer begins with a slash: `" + pointer + "`");
        }
    }

    /** Whether {@code arguments} are as wanted. A wildcard of an allow does not cover a path that climbs out of it. */
    boolean holds(JsonObject arguments, Action action) {
        String text = text(arguments);
        boolean climbs = action == Action.ALLOW
                && !pattern.isLiteral()
                && !pattern.isEverything()
                && CLIMBING.matcher(text).find();
        return !climbs && pattern.matches(text);
    }

    private String text(JsonObject arguments) {
        return find(arguments)
                .map(value -> value instanceof JsonString string ? string.value() : CanonicalJson.of(value))
                .orElse("");
    }

    private Optional<JsonValue> find(JsonObject arguments) {
        Optional<JsonValue> value = Optional.of(arguments);
        if (pointer.isEmpty()) {
            return value;
        }
        for (String part : Arrays.asList(pointer.substring(1).split("/", -1))) {
            String name = part.replace("~1", "/").replace("~0", "~");
            value = value.flatMap(inside -> switch (inside) {
                case JsonObject object -> object.get(name);
                case JsonArray array -> element(array, name);
                case JsonString string -> Optional.empty();
                case JsonValue.JsonNumber number -> Optional.empty();
                case JsonValue.JsonBoolean flag -> Optional.empty();
                case JsonValue.JsonNull none -> Optional.empty();
            });
        }
        return value;
    }

    private static Optional<JsonValue> element(JsonArray array, String index) {
        boolean number = index.matches("0|[1-9][0-9]{0,8}");
        return number && Integer.parseInt(index) < array.elements().size()
                ? Optional.of(array.elements().get(Integer.parseInt(index)))
                : Optional.empty();
    }
}
