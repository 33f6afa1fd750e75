package dev.licet.gate.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class JsonTextTest {
    private static InvalidJson refused(String text) {
        return assertThrows(InvalidJson.class, () -> JsonText.parse(text), text);
    }

    @Test
    void whatIsParsed_isWrittenTheSame() throws InvalidJson {
        String text = "{\"b\":[1,2.50,-3E+5,true,false,null,\"é\\n\\\"\"],\"a\":{}}";
        assertEquals(text, JsonText.write(JsonText.parse(text)));
    }

    @Test
    void duplicateNames_areRefusedWithPlace() {
        assertTrue(refused("{\"a\": 1,\n  \"a\": 2}").toString().contains("(line 2"));
        assertTrue(refused("{\"a\":{\"b\":1,\"\\u0062\":2}}").toString().contains("line 1"));
    }

    @Test
    void whatHasNoEnd_isRefusedInPlainWords() {
        assertEquals(
                "unexpected end-of-input: expected close marker for Array (line 2, column 1)",
                refused("[1\n").getMessage());
    }

    @Test
    void whatIsNotStrictJson_isRefused() {
        for (String text : new String[] {
            "", " ", "{", "{}x", "{} {}", "{'a':1}", "{a:1}", "[1,]", "// c\n{}", "NaN", "01", "\"\u0001\"", "\ufeff{}"
        }) {
            refused(text);
        }
        assertThrows(InvalidJson.class, () -> JsonText.parse(new byte[] {'"', (byte) 0xff, '"'}));
        assertThrows(InvalidJson.class, () -> JsonText.parseObject("[]"));
    }

    @Test
    void depthAndSize_haveLimits() throws InvalidJson {
        JsonText.parse(bytes("[".repeat(JsonText.MAX_DEPTH) + "]".repeat(JsonText.MAX_DEPTH)));
        String tooDeep = "[".repeat(JsonText.MAX_DEPTH + 1) + "]".repeat(JsonText.MAX_DEPTH + 1);
        assertThrows(InvalidJson.class, () -> JsonText.parse(bytes(tooDeep)));
        JsonText.parse(tooDeep);
        String longest = "\"" + "x".repeat(JsonText.MAX_BYTES - 2) + "\"";
        JsonText.parse(bytes(longest));
        assertThrows(InvalidJson.class, () -> JsonText.parse(bytes(longest + " ")));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
