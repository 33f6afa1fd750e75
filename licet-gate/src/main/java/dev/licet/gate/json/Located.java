package dev.licet.gate.json;

import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import java.util.List;

/** A value of a JSONC text (JSON with comments and trailing commas) that knows where it stands. */
public sealed interface Located {

    /** Where it stands. */
    Place place();

    /**
     * A stretch of the text.
     *
     * @param start index of the first UTF-16 unit
     * @param end index after the last
     * @param line of the start, counted from 1
     * @param column of the start, counted from 1
     */
    record Place(int start, int end, int line, int column) {}

    /** An object; a name may stand in it more than once. */
    record Members(List<Member> members, Place place) implements Located {
        public Members {
            members = List.copyOf(members);
        }
    }

    record Elements(List<Located> elements, Place place) implements Located {
        public Elements {
            elements = List.copyOf(elements);
        }
    }

    record Text(String value, Place place) implements Located {}

    /** A number or a literal, which {@code kind} is in backticks. */
    record Other(String kind, Place place) implements Located {}

    /** What it is, for messages: {@code an object}, {@code an array}, a value in backticks. */
    default String kindOf() {
        return switch (this) {
            case Members members -> "an object";
            case Elements elements -> "an array";
            case Text text -> "`" + text.value() + "`";
            case Other other -> other.kind();
        };
    }

    /** {@code value} without its places; of a name that stands twice the last. */
    static JsonValue json(Located value) {
        return switch (value) {
            case Members members -> {
                JsonObject object = JsonObject.empty();
                for (Member member : members.members()) {
                    object = object.with(member.name(), json(member.value()));
                }
                yield object;
            }
            case Elements elements ->
                JsonArray.of(elements.elements().stream().map(Located::json).toList());
            case Text text -> new JsonString(text.value());
            case Other other -> literal(other.kind().substring(1, other.kind().length() - 1));
        };
    }

    private static JsonValue literal(String text) {
        try {
            return JsonText.parse(text);
        } catch (InvalidJson e) {
            return new JsonString(text);
        }
    }

    /** One name and its value. */
    record Member(String name, Place namePlace, Located value) {}
}
