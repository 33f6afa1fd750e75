package dev.licet.core.json;

import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonBoolean;
import dev.licet.core.json.JsonValue.JsonNull;
import dev.licet.core.json.JsonValue.JsonNumber;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON in the maps, lists, texts, numbers and booleans of the JDK, as other libraries have it. */
final class PlainValues {
    /** Digits of a whole number that every {@code long} holds. */
    private static final int LONG_DIGITS = 18;

    private PlainValues() {}

    static JsonObject object(Map<?, ?> map) {
        var members = new LinkedHashMap<String, JsonValue>();
        map.forEach((name, value) -> {
            if (!(name instanceof String text)) {
                throw new IllegalArgumentException("the name of a member is a text, not " + name);
            }
            members.put(text, json(value));
        });
        return new JsonObject(members);
    }

    private static JsonValue json(@Nullable Object value) {
        return switch (value) {
            case null -> new JsonNull();
            case JsonValue json -> json;
            case String text -> new JsonString(text);
            case Boolean flag -> new JsonBoolean(flag);
            case Number number -> number(number);
            case Map<?, ?> map -> object(map);
            case Iterable<?> elements -> array(elements);
            default ->
                throw new IllegalArgumentException("no JSON has a value of "
                        + value.getClass().getName() + "; give texts, numbers, booleans, maps and lists");
        };
    }

    private static JsonNumber number(Number number) {
        try {
            return new JsonNumber(new BigDecimal(number.toString()));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("no number in JSON is " + number, e);
        }
    }

    private static JsonArray array(Iterable<?> elements) {
        var values = new ArrayList<JsonValue>();
        elements.forEach(element -> values.add(json(element)));
        return new JsonArray(values);
    }

    static Map<String, @Nullable Object> map(JsonObject object) {
        var map = new LinkedHashMap<String, @Nullable Object>();
        object.members().forEach((name, value) -> map.put(name, plain(value)));
        return Collections.unmodifiableMap(map);
    }

    private static @Nullable Object plain(JsonValue value) {
        return switch (value) {
            case JsonObject object -> map(object);
            case JsonArray array -> list(array);
            case JsonString text -> text.value();
            case JsonNumber number -> plain(number.value());
            case JsonBoolean flag -> flag.value();
            case JsonNull none -> null;
        };
    }

    private static List<@Nullable Object> list(JsonArray array) {
        var list = new ArrayList<@Nullable Object>();
        array.elements().forEach(element -> list.add(plain(element)));
        return Collections.unmodifiableList(list);
    }

    private static Number plain(BigDecimal number) {
        boolean fits = number.scale() == 0 && number.precision() <= LONG_DIGITS;
        return fits ? (Number) number.longValueExact() : number;
    }
}
