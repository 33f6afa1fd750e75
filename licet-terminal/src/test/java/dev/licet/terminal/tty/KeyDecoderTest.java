package dev.licet.terminal.tty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyDecoderTest {
    /** Stands for a pause in what the terminal sends. */
    private static final char PAUSE = '\uffff';

    private static final int LONG_SILENCE = 1_000;

    private static List<Key> keys(String sent) throws IOException {
        int[] at = {0};
        int[] silence = {0};
        KeyDecoder.Source source = millis -> {
            if (at[0] >= sent.length()) {
                // Whoever waits on is told at last that the terminal is gone.
                return silence[0]++ < LONG_SILENCE ? KeyDecoder.EXPIRED : -1;
            }
            char c = sent.charAt(at[0]++);
            return c == PAUSE ? KeyDecoder.EXPIRED : c;
        };
        var decoder = new KeyDecoder(source);
        var keys = new ArrayList<Key>();
        while (at[0] < sent.length()) {
            int first = source.read(1);
            if (first != KeyDecoder.EXPIRED) {
                keys.add(decoder.key(first));
            }
        }
        return keys;
    }

    private static List<Key> typed(String text) {
        return text.codePoints()
                .<Key>mapToObj(c -> new Key.Typed(Character.toString(c)))
                .toList();
    }

    @Test
    void whatIsTyped_isTyped() throws Exception {
        assertEquals(typed("aÄ中1😀"), keys("aÄ中1😀"));
        assertEquals(
                List.of(
                        Key.Named.ENTER,
                        Key.Named.ENTER,
                        Key.Named.TAB,
                        Key.Named.ERASE,
                        Key.Named.INTERRUPT,
                        Key.Named.SUSPEND),
                keys("\r\n\t\177\003\032"));
        assertEquals(List.of(Key.Named.OTHER, Key.Named.OTHER), keys("\000\ud83d"));
    }

    @Test
    void keysWithSequences_areKnown_inEitherMode() throws Exception {
        assertEquals(
                List.of(
                        Key.Named.UP,
                        Key.Named.UP,
                        Key.Named.DOWN,
                        Key.Named.END,
                        Key.Named.PAGE_UP,
                        Key.Named.BACK_TAB),
                keys("\033[A\033OA\033[B\033[F\033[5~\033[Z"));
    }

    @Test
    void everyOtherSequence_isOneKeyThatMeansNothing() throws Exception {
        for (String sequence : List.of(
                "\033[15~",
                "\033[24~",
                "\033[3~",
                "\033[2~",
                "\033[1;5C",
                "\033[a",
                "\033[[A",
                "\033OP",
                "\0331",
                "\033y",
                "\033\033[A",
                "\033[24;1R",
                "\033[>0;276;0c",
                "\033[?1;2c",
                "\033[<0;12;3m",
                "\033[<35;12;3M",
                "\033[<0;0;3M",
                "\033[<0;12;99999999999M",
                "\033]11;rgb:1/2/3\007",
                "\033]11;rgb:1/2/3\033\\",
                "\033P1+r12\033\\")) {
            List<Key> found = keys(sequence + "x");
            assertEquals(List.of(Key.Named.OTHER, new Key.Typed("x")), found, sequence.substring(1));
        }
    }

    @Test
    void aSequenceThatIsTorn_isTakenToItsEnd() throws Exception {
        assertEquals(List.of(Key.Named.ESCAPE), keys("\033" + PAUSE + "[24;1R"));
        assertEquals(List.of(Key.Named.OTHER), keys("\033[2" + PAUSE + "4;1R"));
        assertEquals(List.of(Key.Named.OTHER), keys("\033]11;rgb" + PAUSE + ":1/2/3\007"));
        assertEquals(List.of(Key.Named.ESCAPE, new Key.Typed("1")), keys("\033" + PAUSE + PAUSE + "1"));
    }

    @Test
    void aPaste_isOneText_withWhateverIsInIt() throws Exception {
        assertEquals(
                List.of(new Key.Pasted("1\n2\033[A\003"), new Key.Typed("3")),
                keys("\033[200~1\n2\033[A\003\033[201~3"));
        assertEquals(List.of(Key.Named.CLOSED), keys("\033[200~1\n2"), "one that does not end");
    }

    @Test
    void aPasteThatStalls_leavesNoKeyBehind() throws Exception {
        String stalled = "1" + PAUSE + "\n1" + PAUSE + PAUSE + PAUSE + "y\n";
        for (String begin : List.of("\033[200~", "\033" + PAUSE + "[200~", "\033[2" + PAUSE + "00~")) {
            assertEquals(
                    List.of(new Key.Pasted("1\n1y\n"), new Key.Typed("3")),
                    keys(begin + stalled + "\033[201~3"),
                    begin);
        }
        assertEquals(List.of(Key.Named.INTERRUPT), keys("\033[200~" + stalled + PAUSE + "\003"), "whose end got lost");
        String endless = "1\n".repeat(1_500_000);
        assertEquals(List.of(Key.Named.OTHER, new Key.Typed("3")), keys("\033[200~" + endless + "\033[201~3"));
    }

    @Test
    void noSequence_leavesADigitBehind() throws Exception {
        var random = new Random(7);
        for (int i = 0; i < 50_000; i++) {
            var sequence = new StringBuilder("\033[");
            for (int j = random.nextInt(8); j > 0; j--) {
                sequence.append((char) (' ' + random.nextInt('@' - ' ')));
            }
            sequence.append((char) ('@' + random.nextInt(0x7f - '@')));
            if (sequence.toString().equals("\033[[")) {
                continue;
            }
            for (Key key : keys(sequence.toString())) {
                assertFalse(key instanceof Key.Typed, sequence.substring(1));
            }
        }
    }

    @Test
    void theMouse_isClicksAndTheWheel() throws Exception {
        assertEquals(List.of(new Key.Clicked(11, 2)), keys("\033[<0;12;3M"));
        assertEquals(List.of(new Key.Scrolled(-1), new Key.Scrolled(1)), keys("\033[<64;1;1M\033[<65;1;1M"));
    }

    @Test
    void theMouseInItsOldForm_typesNothing() throws Exception {
        // Its coordinates are bytes, and one of them may be a letter.
        assertEquals(List.of(Key.Named.OTHER), keys("\033[M`y&"));
        // A key of the keypad that comes in two parts.
        assertEquals(List.of(Key.Named.OTHER), keys("\033O" + PAUSE + "y"));
        assertEquals(List.of(Key.Named.OTHER), keys("\033\033O" + PAUSE + "y"));
    }
}
