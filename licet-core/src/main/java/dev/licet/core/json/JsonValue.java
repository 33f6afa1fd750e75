package dev.licet.core.json;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A JSON value (RFC 8259). Immutable; {@code toString} is its compact text, members in their order. */
public sealed interface JsonValue {

    /** An object; members keep the order of the text, names are unique. */
    record JsonObject(Map<String, JsonValue> members) implements JsonValue {
        private static final JsonObject NONE = new JsonObject(Map.of());

        public JsonObject {
            members = Members.of(members);
        }

        /** The object without members. */
        public static JsonObject empty() {
            return NONE;
        }

        /** An object of texts, in the order of {@code texts}. */
        public static JsonObject ofTexts(Map<String, String> texts) {
            if (texts.isEmpty()) {
                return NONE;
            }
            var members = new LinkedHashMap<String, JsonValue>();
            texts.forEach((name, text) -> members.put(name, new JsonString(text)));
            return new JsonObject(members);
        }

        /**
         * What {@code map} holds: texts, numbers, booleans, {@code null}, JSON values, and maps and collections of such.
         * Other libraries convert from and to this, Jackson by {@code mapper.convertValue(node, Map.class)}.
         *
         * @throws IllegalArgumentException for anything else, a name that is no text, an infinite number or none
         */
        public static JsonObject ofMap(Map<String, ?> map) {
            return PlainValues.object(map);
        }

        /**
         * The same in maps, lists, {@link String}, {@link Boolean} and {@code null}; a whole number of at most 18 digits is
         * a {@link Long}, any other a {@link BigDecimal}. Nothing of it can be changed.
         */
        public Map<String, @Nullable Object> toMap() {
            return PlainValues.map(this);
        }

        /** This object with one more member at the end, or with that member's value replaced. */
        public JsonObject with(String name, JsonValue value) {
            return new JsonObject(Members.of(members).with(name, value));
        }

        public JsonObject with(String name, String value) {
            return with(name, new JsonString(value));
        }

        public JsonObject with(String name, long value) {
            return with(name, new JsonNumber(BigDecimal.valueOf(value)));
        }

        public JsonObject with(String name, boolean value) {
            return with(name, new JsonBoolean(value));
        }

        /** This object without the member called {@code name}. */
        public JsonObject without(String name) {
            var copy = new LinkedHashMap<>(members);
            copy.remove(name);
            return new JsonObject(copy);
        }

        /** The member called {@code name}, or empty when there is none. */
        public Optional<JsonValue> get(String name) {
            return Optional.ofNullable(members.get(name));
        }

        /** The text of the member called {@code name}, or empty when there is none or it is no string. */
        public Optional<String> text(String name) {
            return members.get(name) instanceof JsonString string ? Optional.of(string.value()) : Optional.empty();
        }

        /** The object that is the member called {@code name}, or empty when there is none or it is no object. */
        public Optional<JsonObject> object(String name) {
            return members.get(name) instanceof JsonObject object ? Optional.of(object) : Optional.empty();
        }

        /** The number called {@code name}; empty when there is none, or something else. */
        public Optional<BigDecimal> number(String name) {
            return get(name).orElse(null) instanceof JsonNumber number ? Optional.of(number.value()) : Optional.empty();
        }

        /** The elements of the array called {@code name}; none when there is no such array. */
        public List<JsonValue> elements(String name) {
            return members.get(name) instanceof JsonArray array ? array.elements() : List.of();
        }

        /** Whether the member called {@code name} is {@code true}. */
        public boolean isTrue(String name) {
            return members.get(name) instanceof JsonBoolean flag && flag.value();
        }

        @Override
        public String toString() {
            return JsonWriter.compact(this);
        }
    }

    record JsonArray(List<JsonValue> elements) implements JsonValue {
        public JsonArray {
            elements = List.copyOf(elements);
        }

        /** An array of what {@code elements} holds, in its order. */
        public static JsonArray of(List<? extends JsonValue> elements) {
            return new JsonArray(new ArrayList<>(elements));
        }

        @Override
        public String toString() {
            return JsonWriter.compact(this);
        }
    }

    record JsonString(String value) implements JsonValue {
        @Override
        public String toString() {
            return JsonWriter.compact(this);
        }
    }

    record JsonNumber(BigDecimal value) implements JsonValue {
        @Override
        public String toString() {
            return JsonWriter.compact(this);
        }
    }

    record JsonBoolean(boolean value) implements JsonValue {
        @Override
        public String toString() {
            return JsonWriter.compact(this);
        }
    }

    record JsonNull() implements JsonValue {
        @Override
        public String toString() {
            return JsonWriter.compact(this);
        }
    }
}
