package dev.licet.core.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonBoolean;
import dev.licet.core.json.JsonValue.JsonNull;
import dev.licet.core.json.JsonValue.JsonNumber;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

class CanonicalJsonTest {
    private static String number(String text) {
        return CanonicalJson.of(new JsonNumber(new BigDecimal(text)));
    }

    @Test
    void numbers_areWrittenAsInRfc8785AppendixB() {
        assertEquals("0", number("-0"));
        assertEquals("1e+30", number("1E30"));
        assertEquals("4.5", number("4.50"));
        assertEquals("0.002", number("2e-3"));
        assertEquals("1e-27", number("0.000000000000000000000000001"));
        assertEquals("9007199254740992", number("9007199254740992"));
        assertEquals("333333333.3333333", number("333333333.3333333"));
    }

    @Test
    void numbersThatNoDoubleHolds_keepTheirDigits() {
        assertEquals("9007199254740993", number("9007199254740993"));
        assertNotEquals(number("9007199254740993"), number("9007199254740992"));
        assertNotEquals(number("1e400"), number("1e401"));
    }

    @Test
    void members_areSortedByUtf16Units_andStringsEscapeOnlyWhatTheyMust() {
        JsonObject object = JsonObject.empty()
                .with("\ud83d\ude00", "x")
                .with("\ufb33", "y")
                .with("a", new JsonArray(List.of(new JsonNull(), new JsonBoolean(true))))
                .with("", "\u0001\u007f\"\\/\n€");
        assertEquals(
                "{\"\":\"\\u0001\u007f\\\"\\\\/\\n€\",\"a\":[null,true],\"\ud83d\ude00\":\"x\",\"\ufb33\":\"y\"}",
                CanonicalJson.of(object));
    }

    @Test
    void emptyValues_haveTheirBrackets() {
        assertEquals(
                "[{},[],\"\"]",
                CanonicalJson.of(
                        new JsonArray(List.of(JsonObject.empty(), new JsonArray(List.of()), new JsonString("")))));
    }
}
