package dev.licet.core.display;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.text.Bidi;
import java.util.List;
import org.junit.jupiter.api.Test;

class SafeTextTest {
    private static void check(String raw, String shown, int hidden) {
        assertEquals(new SafeText(shown, hidden), SafeText.of(raw));
    }

    @Test
    void ordinaryText_staysAsItIs() {
        check("git commit -m 'é — ✓ 日本 Ünïcode'", "git commit -m 'é — ✓ 日本 Ünïcode'", 0);
        check("a\nb", "a\nb", 0);
        check("привет мир", "привет мир", 0);
    }

    @Test
    void whatIsNotSeen_isSpelled() {
        check("a\u202eb", "a⟨U+202E⟩b", 1);
        check("ls\u200b", "ls⟨U+200B⟩", 1);
        check("a\u00a0b", "a⟨U+00A0⟩b", 1);
        check("x\u001b[2K\ry", "x⟨U+001B⟩[2K⟨U+000D⟩y", 2);
        check("a\tb", "a⟨U+0009⟩b", 1);
        check("\ud83d", "⟨U+D83D⟩", 1);
        check("a\u3164b", "a⟨U+3164⟩b", 1);
        check("\udb40\udc41", "⟨U+E0041⟩", 1);
    }

    @Test
    void lettersOfAnotherScriptInAWord_areMarked() {
        check("g\u0456t push", "gі⟨U+0456⟩t push", 1);
        check("ex\u0430mple.com", "exа⟨U+0430⟩mple.com", 1);
    }

    @Test
    void longGapsAndTrailingBlanks_areCounted() {
        check("ls" + " ".repeat(3000) + "; id", "ls⟨3000 blanks⟩; id", 3000);
        check("ls ", "ls⟨1 blank⟩", 1);
        check("a  \nb", "a⟨2 blanks⟩\nb", 2);
        check("a    b", "a    b", 0);
    }

    @Test
    void nothingIsLeftOut() {
        String raw = "x".repeat(200_000) + "\u0007";
        assertTrue(SafeText.of(raw).text().endsWith("x⟨U+0007⟩"));
        assertEquals(200_000 + "⟨U+0007⟩".length(), SafeText.of(raw).text().length());
    }

    @Test
    void oneVeryLongWord_takesOnePass() {
        String raw = "\u0430".repeat(500_000);
        assertEquals(new SafeText(raw, 0), SafeText.of(raw));
        assertEquals(500_000, SafeText.of(raw + "x").hidden());
    }

    @Test
    void signsThatLookLikeOthers_areFollowedByTheirName() {
        check("a\u037eb", "a\u037e⟨U+037E⟩b", 1);
        check("github.com\u2215x", "github.com\u2215⟨U+2215⟩x", 1);
        check("rm \u2010rf", "rm \u2010⟨U+2010⟩rf", 1);
    }

    @Test
    void partsOfKoreanSyllables_areNamedWhereTheyJoinNothing() {
        check("\u1112\u1161\u11ab \ud558\u11ab", "\u1112\u1161\u11ab \ud558\u11ab", 0);
        check("x\u1161\u1161", "x⟨U+1161⟩⟨U+1161⟩", 2);
        check("\u11a8", "⟨U+11A8⟩", 1);
    }

    @Test
    void tabsThatIndent_areArrows_andOthersAreNamed() {
        check("if x {\n\t\ty()\n}", "if x {\n⇥   ⇥   y()\n}", 0);
        check("a \tb", "a ⟨U+0009⟩b", 1);
        check("⇥", "⟨U+21E5⟩", 1);
    }

    @Test
    void signsThatItUsesItself_areNamed() {
        check("ls ⟨2 blanks⟩", "ls ⟨U+27E8⟩2 blanks⟨U+27E9⟩", 2);
        check("a⏎ b ↪", "a⟨U+23CE⟩ b ⟨U+21AA⟩", 2);
    }

    @Test
    void oneLine_marksNewlines() {
        assertEquals("a⏎ b", SafeText.oneLine("a\nb"));
    }

    @Test
    void marksThatHideOrStrikeThrough_areNamed() {
        for (String hidden : List.of(
                "a\ufe0f",
                "a\ufe00",
                "a\udb40\udd00",
                "\u180f",
                "\ud834\udd59",
                "a\u0338",
                "a\u0336",
                "a\u20e3",
                "a\u20dd",
                "/\u0301",
                "a\u0301\u0302\u0303")) {
            assertTrue(SafeText.of("x" + hidden).hidden() > 0, hidden);
            assertTrue(SafeText.of("x" + hidden).text().contains("⟨U+"), hidden);
        }
        for (String plain : List.of("e\u0301t\u00e9", "a\u0323\u0302", "\u0928\u093f", "\u05e9\u05c1\u05b8")) {
            assertEquals(plain, SafeText.of(plain).text());
        }
    }

    @Test
    void rightToLeftWords_stayWhereTheyAre() {
        String text = "cp \u05d0\u05d1 \u05d2 to\n\u0661\u0662 x\nplain\n";
        String ordered = SafeText.inOrder(text);
        assertEquals("\u200ecp \u05d0\u05d1\u200e \u05d2\u200e to\n\u200e\u0661\u0662\u200e x\nplain\n", ordered);
        assertEquals(ordered, SafeText.inOrder(ordered));
        var bidi = new Bidi(ordered.lines().findFirst().orElseThrow(), Bidi.DIRECTION_DEFAULT_LEFT_TO_RIGHT);
        assertTrue(bidi.getRunCount() > 3 && bidi.getBaseLevel() == 0, bidi.toString());
        assertEquals(
                0,
                bidi.getLevelAt(ordered.indexOf("\u05d1") + 2),
                "the blank between the two words goes on to the right");
    }

    @Test
    void cutting_leavesWholeCharacters() {
        assertEquals("ab", SafeText.cut("ab", 2));
        assertEquals("a…", SafeText.cut("abc", 1));
        assertEquals("a…", SafeText.cut("a\ud83d\ude00", 2));
    }
}
