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

/** Puts values behind a text, without blanks; canonical ones have one form only (RFC 8785). For one thread. */
final class JsonWriter {
    /** A double holds every integer of so many digits. */
    private static final int EXACT_DIGITS = 15;

    /** Most texts are shorter, in bytes. */
    private static final int USUAL_LENGTH = 256;

    private final boolean canonical;
    private final Utf8Text text;

    JsonWriter(boolean canonical, Utf8Text text) {
        this.canonical = canonical;
        this.text = text;
    }

    /** {@code value} as it is, members in their order. */
    static String compact(JsonValue value) {
        var text = new Utf8Text(USUAL_LENGTH);
        new JsonWriter(false, text).append(value);
        return text.toString();
    }

    void append(JsonValue value) {
        switch (value) {
            case JsonObject object -> append(object);
            case JsonArray array -> append(array);
            case JsonString string -> append(string.value());
            case JsonNumber number -> append(number.value());
            case JsonBoolean flag -> text.append(String.valueOf(flag.value()));
            case JsonNull none -> text.append("null");
        }
    }

    private void append(JsonObject object) {
        String[] names = Members.of(object.members()).names();
        if (canonical) {
            Arrays.sort(names);
        }
        text.append('{');
        for (int i = 0; i < names.length; i++) {
            if (i > 0) {
                text.append(',');
            }
            append(names[i]);
            text.append(':');
            append(Objects.requireNonNull(object.members().get(names[i])));
        }
        text.append('}');
    }

    private void append(JsonArray array) {
        String separator = "[";
        for (JsonValue element : array.elements()) {
            text.append(separator);
            append(element);
            separator = ",";
        }
        text.append(array.elements().isEmpty() ? "[]" : "]");
    }

    /** RFC 8785, 3.2.2.2: only what JSON requires is escaped. */
    private void append(String value) {
        text.append('"');
        int plain = 0;
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < ' ' || c == '"' || c == '\\') {
                text.append(value, plain, i).append(escaped(c));
                plain = i + 1;
            }
        }
        text.append(value, plain, value.length()).append('"');
    }

    private static String escaped(char c) {
        return switch (c) {
            case '"' -> "\\\"";
            case '\\' -> "\\\\";
            case '\b' -> "\\b";
            case '\f' -> "\\f";
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default -> String.format(Locale.ROOT, "\\u%04x", (int) c);
        };
    }

    private void append(BigDecimal number) {
        if (number.scale() == 0 && number.precision() <= EXACT_DIGITS) {
            text.append(number.longValueExact());
        } else {
            text.append(canonical ? shortest(number) : number.toString());
        }
    }

    private static String shortest(BigDecimal number) {
        double nearest = number.doubleValue();
        boolean exact = !Double.isInfinite(nearest) && new BigDecimal(Double.toString(nearest)).compareTo(number) == 0;
        if (!exact) {
            return number.stripTrailingZeros().toString();
        }
        try {
            return NumberToJSON.serializeNumber(nearest);
        } catch (IOException e) {
            throw new IllegalStateException("a finite number without JSON text: " + nearest, e);
        }
    }
}
