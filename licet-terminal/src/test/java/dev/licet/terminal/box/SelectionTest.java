package dev.licet.terminal.box;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.approval.RejectMode;
import dev.licet.terminal.tty.Key;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SelectionTest {
    /** Where {@code typed} leads: its characters, but for {@code ^} up, {@code v} down, {@code $} Enter, {@code <} erase, {@code !} Ctrl-C, {@code ~} Esc, {@code \t} Tab. */
    private static Selection.Step press(Keys keys, String typed) {
        var step = new Selection.Step(Selection.begin(keys, 3, 20), Optional.empty());
        for (int i = 0; i < typed.length(); i++) {
            step = step.next().press(key(typed.charAt(i)));
        }
        return step;
    }

    private static Key key(char c) {
        return switch (c) {
            case '^' -> Key.Named.UP;
            case 'v' -> Key.Named.DOWN;
            case '$' -> Key.Named.ENTER;
            case '<' -> Key.Named.ERASE;
            case '!' -> Key.Named.INTERRUPT;
            case '~' -> Key.Named.ESCAPE;
            case '\t' -> Key.Named.TAB;
            default -> new Key.Typed(String.valueOf(c));
        };
    }

    private static Chosen chosen(Keys keys, String typed) {
        return press(keys, typed).chosen().orElseThrow();
    }

    private static Chosen denied(String reason) {
        return new Chosen.Denied(reason, RejectMode.SOFT);
    }

    @Test
    void seedKeys_selectWithoutWrapping_andConfirm() {
        assertEquals(new Chosen.Approved(0), chosen(Keys.SEED, "$"));
        assertEquals(new Chosen.Approved(1), chosen(Keys.SEED, "v$"));
        assertEquals(new Chosen.Approved(1), chosen(Keys.SEED, "vvv^$"));
        assertEquals(new Chosen.Approved(0), chosen(Keys.SEED, "^^$"));
        assertEquals(denied(""), chosen(Keys.SEED, "vv$"));
        assertEquals(new Chosen.Approved(1), chosen(Keys.SEED, "2"));
        assertEquals(denied(""), chosen(Keys.SEED, "3"));
        assertEquals(denied("cancelled"), chosen(Keys.SEED, "!"));
    }

    @Test
    void seedLetters_beginAReason_andDigitsInItAreText() {
        Selection typing = press(Keys.SEED, "use").next();
        assertTrue(typing.denies(), "denying is selected by itself");
        assertEquals("use", typing.reason());
        assertEquals(denied("use 2 spaces"), chosen(Keys.SEED, "use 2 spaces$"));
        assertEquals(denied("ab"), chosen(Keys.SEED, "abc<$"));
        assertEquals("", press(Keys.SEED, "abc~").next().reason());
        assertEquals(new Chosen.Approved(0), chosen(Keys.SEED, "abc^^$"), "who goes back up approves");
        assertEquals(20, press(Keys.SEED, "x".repeat(50)).next().reason().length());
    }

    @Test
    void standardKeys_answerNothingByEnterAlone() {
        assertFalse(press(Keys.STANDARD, "$").chosen().isPresent());
        assertEquals(new Chosen.Approved(0), chosen(Keys.STANDARD, "v$"));
        assertEquals(denied(""), chosen(Keys.STANDARD, "^$"));
        assertEquals(new Chosen.Approved(1), chosen(Keys.STANDARD, "2"));
        assertFalse(press(Keys.STANDARD, "3").chosen().isPresent(), "a reason may follow");
        assertEquals(denied("use 2, or 1"), chosen(Keys.STANDARD, "3use 2, or 1$"));
        assertEquals(denied("cancelled"), chosen(Keys.STANDARD, "!"));
    }

    @Test
    void standardLetters_areCommands_untilDenyingIsSelected() {
        assertEquals(new Chosen.Edit(), chosen(Keys.STANDARD, "e"));
        assertEquals(new Chosen.ShowAll(), chosen(Keys.STANDARD, "s"));
        assertEquals(new Chosen.Why(), chosen(Keys.STANDARD, "vw"));
        assertEquals(OptionalInt.empty(), press(Keys.STANDARD, "yxq").next().selected());
        assertEquals(denied("we see"), chosen(Keys.STANDARD, "3we see$"));
    }

    @Test
    void whatFollowsFromDenying_isChosenByTab() {
        assertEquals(new Chosen.Denied("x", RejectMode.HARD), chosen(Keys.STANDARD, "3\tx$"));
        assertEquals(new Chosen.Denied("", RejectMode.EXPLAIN), chosen(Keys.STANDARD, "3\t\t$"));
        assertEquals(denied(""), chosen(Keys.STANDARD, "3\t\t\t$"));
        assertEquals(denied(""), chosen(Keys.SEED, "vv\t$"));
    }

    @Test
    void aPaste_isText_whateverIsInIt() {
        for (Keys keys : Keys.values()) {
            Selection.Step step = Selection.begin(keys, 3, 20).press(new Key.Pasted("1\n2\r\033[A\u0003no"));
            assertFalse(step.chosen().isPresent());
            assertTrue(step.next().denies());
            assertEquals("1 2 [A no", step.next().reason());
        }
        String much = "x".repeat(1024 * 1024);
        assertEquals(
                20,
                Selection.begin(Keys.SEED, 3, 20)
                        .press(new Key.Pasted(much))
                        .next()
                        .reason()
                        .length());
    }

    @Test
    void whoEverTypedAReason_approvesOnlyByGoingBack() {
        var random = new Random(1);
        var keys = List.of('1', '2', '3', 'a', ' ', '<', '~', '\t', '9');
        for (int i = 0; i < 20_000; i++) {
            Keys kind = random.nextBoolean() ? Keys.SEED : Keys.STANDARD;
            Selection now = press(kind, kind == Keys.SEED ? "a" : "3a").next();
            for (int j = 0; j < 10; j++) {
                char c = keys.get(random.nextInt(keys.size()));
                boolean emptied = now.reason().isEmpty();
                Selection.Step step = now.press(key(c));
                boolean approves =
                        step.chosen().filter(Chosen.Approved.class::isInstance).isPresent();
                assertFalse(approves && !emptied, "a key inside a reason approved");
                now = step.next();
                assertTrue(step.chosen().isPresent() || now.denies());
                if (step.chosen().isPresent()) {
                    break;
                }
            }
        }
    }
}
