package dev.licet.core.glob;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class GlobTest {
    private static void check(String pattern, String value, boolean expected) {
        assertEquals(expected, Glob.of(pattern).matches(value), pattern + " on " + value);
    }

    @Test
    void star_crossesEverything() {
        check("*", "", true);
        check("*", "a/b\nc", true);
        check("*", "./x", true);
        check("*", "..", true);
        check("src/*", "src/a/b", true);
        check("src/*", "srca", false);
        check("git *", "git", false);
    }

    @Test
    void syntax_meansWhatPicomatchSays() {
        check("a?c", "abc", true);
        check("a?c", "ac", false);
        check("[a-c]x", "bx", true);
        check("[^a-c]x", "bx", false);
        check("[^a-c]x", "/x", false);
        check("[!a]", "!", true);
        check("[!a]", "b", false);
        check("[ab]", "[ab]", true);
        check("[[:digit:]]x", "7x", true);
        check("a?c", "a/c", false);
        check("src/**", "src", true);
        check("src/**/a", "src/a", true);
        check("src/**/a", "src/x/y/a", true);
        check("**/a", "a", true);
        check("**/a", "xa", false);
        check("@(a)?b", "b", true);
        check("+(a)?b", "b", false);
        check("*(a|)b", "b", false);
        check("!!a", "a", true);
        check("!(a)b", "ab", false);
        check("{a,b{c,d}}", "bd", true);
        check("{a,b}", "c", false);
        check("{a}", "{a}", true);
        check("+(ab)", "abab", true);
        check("?(ab)c", "c", true);
        check("@(a|b)", "b", true);
        check("!(a)", "a", false);
        check("!(a)", "b", true);
        check("!a*", "ab", false);
        check("!a*", "ba", true);
        check("a\\*b", "a*b", true);
        check("a\\*b", "axb", false);
    }

    @Test
    void unclosedSyntax_standsForItself() {
        check("a{b", "a{b", true);
        check("a[b", "a[b", true);
        check("a(b", "a(b", true);
        check("a\\", "a\\", true);
    }

    @Test
    void bracketAndColonThatNameNoClass_areMembers() {
        check("[[:]", "[", true);
        check("[[:]", ":", true);
        check("[[:]", "]", false);
        check("[[:]]", "[]", true);
        check("[[:]x", ":x", true);
        check("[a[:]b]", "ab]", true);
        check("[^[:]]", "x]", true);
        check("[^[:]]", ":]", false);
        check("[[:foo:]]", "f]", true);
        check("[[:foo:]]", "f", false);
        check("[[:alpha:]x]", "x", true);
    }

    @Test
    void everyText_isAPattern() {
        var random = new Random(11);
        String alphabet = "{{}}[[]](()),,||!?*+@:^\\/a";
        for (int round = 0; round < 20_000; round++) {
            var pattern = new StringBuilder();
            for (int i = random.nextInt(12); i >= 0; i--) {
                pattern.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            String text = pattern.toString();
            // A pattern is read when something is matched with it for the first time.
            assertDoesNotThrow(() -> Glob.of(text).matches("a"), text);
            assertDoesNotThrow(() -> Glob.ofWords(text).matches("a"), text);
        }
    }

    @Test
    void quoted_matchesItselfAndNothingElse() {
        var random = new Random(7);
        String alphabet = "ab*?[]{}()!+@|\\,./ -$";
        for (int round = 0; round < 3_000; round++) {
            var value = new StringBuilder();
            for (int i = random.nextInt(8); i >= 0; i--) {
                value.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            Glob quoted = Glob.of(Glob.quote(value.toString()));
            assertTrue(quoted.matches(value.toString()), value::toString);
            int change = random.nextInt(value.length());
            char other = value.charAt(change) == 'a' ? 'b' : 'a';
            assertEquals(
                    false,
                    quoted.matches(value.substring(0, change) + other + value.substring(change + 1)),
                    value::toString);
            assertEquals(false, quoted.matches(value + "x"), value::toString);
        }
    }

    @Test
    void byWords_aStarInsideAWordEndsAtTheBlank() {
        assertEquals(true, Glob.ofWords("cat src/*").matches("cat src/a/b"));
        assertEquals(false, Glob.ofWords("cat src/*").matches("cat src/a /etc/passwd"));
        assertEquals(true, Glob.ofWords("cat *").matches("cat src/a /etc/passwd"));
        assertEquals(false, Glob.ofWords("cat *").matches("catx y"));
    }

    @Test
    void hostilePattern_matchesInLinearTime() {
        assertEquals(false, Glob.of("*a*a*a*a*a*a*b").matches("a".repeat(100_000)));
    }
}
