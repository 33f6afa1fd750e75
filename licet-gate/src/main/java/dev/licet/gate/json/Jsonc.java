package dev.licet.gate.json;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.Located.Member;
import dev.licet.gate.json.Located.Members;
import dev.licet.gate.json.Located.Place;
import java.util.ArrayList;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/** Reads JSONC: JSON with {@code //} and block comments and trailing commas, as editors write configuration. */
public final class Jsonc {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
            .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(JsonText.MAX_DEPTH)
                    .build())
            .build();

    private Jsonc() {}

    /** The value that {@code text} spells, with places. */
    public static Located parse(String text) throws InvalidJson {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() == null) {
                throw new InvalidJson("the file is empty", 1, 1);
            }
            Located value = value(parser);
            if (parser.nextToken() != null) {
                throw new InvalidJson(
                        "text after the end",
                        parser.currentTokenLocation().getLineNr(),
                        parser.currentTokenLocation().getColumnNr());
            }
            return value;
        } catch (JacksonException e) {
            throw JsonText.fault(e);
        }
    }

    /** The object that {@code text} spells, without places; of two members of one name the later one counts. */
    public static JsonObject parseObject(String text) throws InvalidJson {
        return JsonText.object(JsonText.parse(text, FACTORY));
    }

    private static Located value(JsonParser parser) {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.START_OBJECT) {
            return members(parser);
        }
        if (token == JsonToken.VALUE_STRING) {
            String text = parser.getString();
            return new Located.Text(text, place(parser));
        }
        if (token == JsonToken.START_ARRAY) {
            return elements(parser);
        }
        return new Located.Other("`" + parser.getString() + "`", place(parser));
    }

    private static Members members(JsonParser parser) {
        Place start = place(parser);
        var members = new ArrayList<Member>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            Place namePlace = place(parser);
            parser.nextToken();
            members.add(new Member(name, namePlace, value(parser)));
        }
        return new Members(members, new Place(start.start(), end(parser), start.line(), start.column()));
    }

    private static Located.Elements elements(JsonParser parser) {
        Place start = place(parser);
        var elements = new ArrayList<Located>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            elements.add(value(parser));
        }
        return new Located.Elements(elements, new Place(start.start(), end(parser), start.line(), start.column()));
    }

    private static Place place(JsonParser parser) {
        var location = parser.currentTokenLocation();
        return new Place((int) location.getCharOffset(), end(parser), location.getLineNr(), location.getColumnNr());
    }

    private static int end(JsonParser parser) {
        return (int) parser.currentLocation().getCharOffset();
    }
}
