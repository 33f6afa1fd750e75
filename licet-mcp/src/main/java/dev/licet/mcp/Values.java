package dev.licet.mcp;

import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonBoolean;
import dev.licet.core.json.JsonValue.JsonNull;
import dev.licet.core.json.JsonValue.JsonNumber;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON as the SDK has it, in maps and lists, and as the gate has it. */
final class Values {
    private Values() {}

    static JsonObject object(Map<?, ?> map) {
        var members = new LinkedHashMap<String, JsonValue>();
        map.forEach((name, value) -> members.put(String.valueOf(name), value(value)));
        return new JsonObject(members);
    }

    private static JsonValue value(@Nullable Object value) {
        return switch (value) {
            case null -> new JsonNull();
            case String text -> new JsonString(text);
            case Boolean flag -> new JsonBoolean(flag);
            case Number number -> new JsonNumber(new BigDecimal(number.toString()));
            case Map<?, ?> map -> object(map);
            case List<?> list -> JsonArray.of(list.stream().map(Values::value).toList());
            default ->
                throw new IllegalArgumentException(
                        "an argument is no JSON: " + value.getClass().getSimpleName());
        };
    }

    static Map<String, Object> map(JsonObject object) {
        var map = new LinkedHashMap<String, Object>();
        object.members().forEach((name, value) -> map.put(name, plain(value)));
        return map;
    }

    @SuppressWarnings("NullAway")
    private static Object plain(JsonValue value) {
        return switch (value) {
            case JsonString text -> text.value();
            case JsonBoolean flag -> flag.value();
            case JsonNumber number -> number.value();
            case JsonObject object -> map(object);
            case JsonArray array -> {
                var list = new ArrayList<Object>();
                array.elements().forEach(each -> list.add(plain(each)));
                yield list;
            }
            // The SDK has nothing else for a null.
            case JsonNull none -> null;
        };
    }
}
