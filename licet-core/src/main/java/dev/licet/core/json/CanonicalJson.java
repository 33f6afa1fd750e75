package dev.licet.core.json;

import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonBoolean;
import dev.licet.core.json.JsonValue.JsonNull;
import dev.licet.core.json.JsonValue.JsonNumber;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import org.erdtman.jcs.NumberToJSON;

/**
 * The canonical text of a JSON value (RFC 8785): members sorted by UTF-16 units, no blanks, shortest numbers.
 *
 * <p>A number that no double holds exactly keeps all its digits instead of being rounded, so that two different calls
 * never share a text.
 */
public final class CanonicalJson {
    /** Most texts are shorter, in UTF-16 units. */
    private static final int USUAL_LENGTH = 512;

    /** A double holds every integer of so many digits. */
    private static final int EXACT_DIGITS = 15;

    private CanonicalJson() {}

    /** The canonical text of {@code value}. */
    public static String of(JsonValue value) {
        var text = new StringBuilder(USUAL_LENGTH);
        append(value, text);
        return text.toString();
    }

    private static void append(JsonValue value, StringBuilder text) {
        switch (value) {
            case JsonObject object -> appendObject(object, text);
            case JsonArray array -> appendArray(array, text);
            case JsonString string -> appendString(string.value(), text);
            case JsonNumber number -> text.append(number(number.value()));
            case JsonBoolean flag -> text.append(flag.value());
            case JsonNull none -> text.append("null");
        }
    }

    private static void appendObject(JsonObject object, StringBuilder text) {
        String[] names = object.members().keySet().toArray(String[]::new);
        Arrays.sort(names);
        text.append('{');
        for (int i = 0; i < names.length; i++) {
            text.append(i == 0 ? "" : ",");
            appendString(names[i], text);
            text.append(':');
            append(Objects.requireNonNull(object.members().get(names[i])), text);
        }
        text.append('}');
    }

    private static void appendArray(JsonArray array, StringBuilder text) {
        String separator = "[";
        for (JsonValue element : array.elements()) {
            text.append(separator);
            append(element, text);
            separator = ",";
        }
        text.append(array.elements().isEmpty() ? "[]" : "]");
    }

    /** RFC 8785, 3.2.2.2: only what JSON requires is escaped. */
    private static void appendString(String value, StringBuilder text) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"' -> text.append("\\\"");
                case '\\' -> text.append("\\\\");
                case '\b' -> text.append("\\b");
                case '\f' -> text.append("\\f");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                default -> {
                    if (c < ' ') {
                        text.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
                    } else {
                        text.append(c);
                    }
                }
            }
        }
        text.append('"');
    }

    private static String number(BigDecimal value) {
        if (value.scale() == 0 && value.precision() <= EXACT_DIGITS) {
            return value.toPlainString();
        }
        double nearest = value.doubleValue();
        boolean exact = !Double.isInfinite(nearest) && new BigDecimal(Double.toString(nearest)).compareTo(value) == 0;
        if (!exact) {
            return value.stripTrailingZeros().toString();
        }
        try {
            return NumberToJSON.serializeNumber(nearest);
        } catch (IOException e) {
            throw new IllegalStateException("a finite number without JSON text: " + nearest, e);
        }
    }
}
