package dev.licet.gate.json;

import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonBoolean;
import dev.licet.core.json.JsonValue.JsonNull;
import dev.licet.core.json.JsonValue.JsonNumber;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;

/** Strict JSON (RFC 8259) as text. Thread-safe. */
public final class JsonText {
    /** Longest text that is read, in bytes of UTF-8. */
    public static final int MAX_BYTES = 1024 * 1024;

    /** Deepest nesting of objects and arrays that is read. */
    public static final int MAX_DEPTH = 64;

    /** Our own documents wrap what came in: they may be somewhat deeper and longer. */
    private static final int OWN_DEPTH = 2 * MAX_DEPTH;

    private static final JsonFactory STRANGERS = factory(MAX_DEPTH);
    private static final JsonFactory OWN = factory(OWN_DEPTH);

    /** What the library adds about where something began. */
    private static final Pattern START = Pattern.compile(" \\(start marker at .*\\)");

    private static final ObjectWriteContext PRETTY = new ObjectWriteContext.Base() {
        @Override
        public PrettyPrinter getPrettyPrinter() {
            return new DefaultPrettyPrinter()
                    .withObjectIndenter(new DefaultIndenter("  ", "\n"))
                    .withArrayIndenter(new DefaultIndenter("  ", "\n"));
        }
    };

    private JsonText() {}

    private static JsonFactory factory(int depth) {
        return JsonFactory.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .streamReadConstraints(
                        StreamReadConstraints.builder().maxNestingDepth(depth).build())
                .build();
    }

    /** The value that {@code bytes} from outside spell in UTF-8, within the limits. */
    public static JsonValue parse(byte[] bytes) throws InvalidJson {
        if (bytes.length > MAX_BYTES) {
            throw new InvalidJson("more than " + MAX_BYTES + " bytes", 0, 0);
        }
        try {
            return parse(
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(bytes))
                            .toString(),
                    STRANGERS);
        } catch (CharacterCodingException e) {
            throw new InvalidJson("not valid UTF-8", 0, 0);
        }
    }

    /** The value that {@code text} spells: one value, no duplicate names, nothing after it. For documents of our own. */
    public static JsonValue parse(String text) throws InvalidJson {
        return parse(text, OWN);
    }

    static JsonValue parse(String text, JsonFactory factory) throws InvalidJson {
        try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() == null) {
                throw new InvalidJson("no JSON value", 1, 1);
            }
            JsonValue value = value(parser);
            if (parser.nextToken() != null) {
                throw fault("text after the JSON value", parser);
            }
            return value;
        } catch (JacksonException e) {
            throw fault(e);
        } catch (ArithmeticException | NumberFormatException e) {
            throw new InvalidJson("a number that is too large to be read", 0, 0);
        }
    }

    /** The object that {@code text} of our own spells. */
    public static JsonObject parseObject(String text) throws InvalidJson {
        return object(parse(text));
    }

    /** The object that {@code bytes} from outside spell in UTF-8, within the limits. */
    public static JsonObject parseObject(byte[] bytes) throws InvalidJson {
        return object(parse(bytes));
    }

    /**
     * Reads an object of any length from {@code in}, which gives one after the other what its array {@code name} has in it.
     *
     * @param each gets the members that came before, and the element
     * @param whole gets an object that has no such array
     */
    public static void elements(
            InputStream in, String name, BiConsumer<JsonObject, JsonValue> each, Consumer<JsonObject> whole)
            throws InvalidJson {
        try (JsonParser parser = STRANGERS.createParser(ObjectReadContext.empty(), in)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw fault("expected a JSON object", parser);
            }
            JsonObject members = JsonObject.empty();
            boolean found = false;
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String member = parser.currentName();
                if (parser.nextToken() == JsonToken.START_ARRAY && member.equals(name)) {
                    found = true;
                    while (parser.nextToken() != JsonToken.END_ARRAY) {
                        each.accept(members, value(parser));
                    }
                } else {
                    members = members.with(member, value(parser));
                }
            }
            if (!found) {
                whole.accept(members);
            }
        } catch (JacksonException e) {
            throw fault(e);
        } catch (ArithmeticException | NumberFormatException e) {
            throw new InvalidJson("a number that is too large to be read", 0, 0);
        }
    }

    static JsonObject object(JsonValue value) throws InvalidJson {
        if (value instanceof JsonObject object) {
            return object;
        }
        throw new InvalidJson("expected a JSON object", 1, 1);
    }

    private static JsonValue value(JsonParser parser) throws InvalidJson {
        return switch (parser.currentToken()) {
            case START_OBJECT -> members(parser);
            case START_ARRAY -> elements(parser);
            case VALUE_STRING -> new JsonString(parser.getString());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new JsonNumber(parser.getDecimalValue());
            case VALUE_TRUE -> new JsonBoolean(true);
            case VALUE_FALSE -> new JsonBoolean(false);
            case VALUE_NULL -> new JsonNull();
            case NOT_AVAILABLE, END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT ->
                throw fault("not a JSON value", parser);
        };
    }

    private static JsonObject members(JsonParser parser) throws InvalidJson {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            members.put(name, value(parser));
        }
        return new JsonObject(members);
    }

    private static JsonArray elements(JsonParser parser) throws InvalidJson {
        var elements = new ArrayList<JsonValue>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            elements.add(value(parser));
        }
        return new JsonArray(elements);
    }

    private static InvalidJson fault(String problem, JsonParser parser) {
        var place = parser.currentTokenLocation();
        return new InvalidJson(problem, place.getLineNr(), place.getColumnNr());
    }

    static InvalidJson fault(JacksonException e) {
        String said = e.getOriginalMessage().lines().findFirst().orElse("not valid JSON");
        String problem = said.contains("comment?")
                ? "a comment, which JSON does not have"
                : START.matcher(said).replaceFirst("");
        var place = e.getLocation();
        return place == null
                ? new InvalidJson(lowerCase(problem), 0, 0)
                : new InvalidJson(lowerCase(problem), place.getLineNr(), place.getColumnNr());
    }

    private static String lowerCase(String problem) {
        return problem.isEmpty() ? problem : problem.substring(0, 1).toLowerCase(Locale.ROOT) + problem.substring(1);
    }

    /** {@code value} as compact text. */
    public static String write(JsonValue value) {
        var out = new StringWriter();
        try (JsonGenerator generator = OWN.createGenerator(ObjectWriteContext.empty(), out)) {
            write(generator, value);
        }
        return out.toString();
    }

    /** {@code value} as text for people: a member a line, indented by two. */
    public static String writePretty(JsonValue value) {
        var out = new StringWriter();
        try (JsonGenerator generator = OWN.createGenerator(PRETTY, out)) {
            write(generator, value);
        }
        return out.toString();
    }

    private static void write(JsonGenerator generator, JsonValue value) {
        switch (value) {
            case JsonObject object -> {
                generator.writeStartObject();
                object.members().forEach((name, member) -> {
                    generator.writeName(name);
                    write(generator, member);
                });
                generator.writeEndObject();
            }
            case JsonArray array -> {
                generator.writeStartArray();
                array.elements().forEach(element -> write(generator, element));
                generator.writeEndArray();
            }
            case JsonString string -> generator.writeString(string.value());
            case JsonNumber number -> generator.writeNumber(number.value());
            case JsonBoolean flag -> generator.writeBoolean(flag.value());
            case JsonNull none -> generator.writeNull();
        }
    }
}
