package dev.licet.core.call;

import dev.licet.core.json.CanonicalJson;
import dev.licet.core.json.JsonValue.JsonObject;
import java.util.List;

/**
 * What a tool says of itself with a call, as whoever submits the call passes it on.
 *
 * @param schema the JSON Schema of its arguments, which helps a person to change them and decides nothing; empty for none
 * @param declared what it would do at most, as {@code {tier, override?, reason?, policyKey?, policy?}}; empty for nothing said
 * @param details lines that help a person to decide
 */
public record ToolWords(JsonObject schema, JsonObject declared, List<String> details) {
    /** A tool that says nothing. */
    public static final ToolWords NONE = new ToolWords(JsonObject.empty(), JsonObject.empty(), List.of());

    /** Longest schema, and longest declaration, in characters of their canonical form. */
    public static final int MAX_SCHEMA = 64 * 1024;

    /** Most lines of details. */
    public static final int MAX_DETAILS = 50;

    /** Longest line of details, in UTF-16 units. */
    public static final int MAX_DETAIL = 4_000;

    public ToolWords {
        details = List.copyOf(details);
        for (JsonObject each : List.of(schema, declared)) {
            if (!each.members().isEmpty() && CanonicalJson.of(each).length() > MAX_SCHEMA) {
                throw new IllegalArgumentException(
                        "the schema and the declaration of a tool have at most " + MAX_SCHEMA + " characters each");
            }
        }
        if (!isFitting(details)) {
            throw new IllegalArgumentException("a call has at most " + MAX_DETAILS + " details of at most " + MAX_DETAIL
                    + " characters, none empty");
        }
    }

    private static boolean isFitting(List<String> lines) {
        boolean fits = lines.size() <= MAX_DETAILS;
        for (int i = 0; fits && i < lines.size(); i++) {
            fits = !lines.get(i).isEmpty() && lines.get(i).length() <= MAX_DETAIL;
        }
        return fits;
    }

    /** Of {@code lines} as much as there is room for. */
    public static List<String> fitting(List<String> lines) {
        return isFitting(lines)
                ? lines
                : lines.stream()
                        .filter(line -> !line.isEmpty())
                        .limit(MAX_DETAILS)
                        .map(line -> line.length() <= MAX_DETAIL ? line : line.substring(0, MAX_DETAIL))
                        .toList();
    }
}
