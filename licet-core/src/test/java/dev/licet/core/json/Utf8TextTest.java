package dev.licet.core.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Utf8TextTest {
    private static final int LONGEST = 40;

    /** As the platform has it, whatever the text holds. */
    private static void check(String text) {
        String sent = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
        var grown = new Utf8Text(4).append("x").append(text);
        assertEquals("x" + sent, grown.toString());
        assertEquals(Sha256.hex(("x" + text).getBytes(StandardCharsets.UTF_8)), grown.hash(Sha256.digest()));
        assertEquals(Sha256.hex(text.getBytes(StandardCharsets.UTF_8)), Sha256.hex(text));
    }

    @Test
    void anyText_hasTheBytesOfThePlatform() {
        check("");
        check("plain");
        check("ä€\ud83d\ude00z");
        check("\ud83d");
        check("\ude00\ud83d\ud83d\ude00");
        var random = new Random(7);
        for (int i = 0; i < 5_000; i++) {
            var text = new StringBuilder();
            for (int left = random.nextInt(LONGEST); left > 0; left--) {
                text.append((char)
                        (random.nextInt(3) == 0
                                ? 0xD700 + random.nextInt(0x1000)
                                : random.nextInt(1 << random.nextInt(17))));
            }
            check(text.toString());
        }
    }

    @Test
    void numbers_haveTheirDigits() {
        for (long number : new long[] {0, 9, 10, 99, 100, Integer.MAX_VALUE, Long.MAX_VALUE, -1, Long.MIN_VALUE}) {
            assertEquals(
                    "n" + number, new Utf8Text(1).append("n").append(number).toString());
        }
    }

    @Test
    void clear_beginsAnew() {
        var text = new Utf8Text(8).append("y".repeat(100_000));
        text.clear();
        assertEquals("z", text.append("z").toString());
    }
}
