package dev.licet.core.policy;

import dk.brics.automaton.Automaton;
import dk.brics.automaton.BasicOperations;
import dk.brics.automaton.RunAutomaton;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A compiled pattern of a rule. Dialect: picomatch with {@code dot} and {@code bash}, where a {@code *} also crosses
 * {@code /} and newlines. Matching takes time linear in the value. Immutable and thread-safe.
 */
public final class Glob {
    private static final Pattern STAR_IN_WORD = Pattern.compile("[^ *]\\*|\\*[^ *]");

    private final String pattern;
    private final Automaton automaton;
    private final RunAutomaton matcher;
    private final boolean starInWord;
    private final boolean literal;
    private volatile @Nullable Glob ignoringCase;

    private Glob(String pattern, Automaton automaton) {
        this.pattern = pattern;
        this.automaton = automaton;
        this.matcher = new RunAutomaton(automaton, false);
        this.starInWord = STAR_IN_WORD.matcher(pattern).find();
        this.literal = isLiteral(pattern);
    }

    /** The pattern {@code text}, whose `*` matches anything. */
    public static Glob of(String text) {
        return new Glob(text, new GlobParser(text).parse());
    }

    /** The pattern {@code text} with `*` inside a word ending at the next blank; only a `*` that is a word crosses blanks. */
    static Glob ofWords(String text) {
        return new Glob(text, new GlobParser(text).parseWords());
    }

    /** A pattern that matches {@code value} and nothing else. */
    public static String quote(String value) {
        var quoted = new StringBuilder();
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if ("\\*?[]{}()!+@|".indexOf(c) >= 0 && needsQuote(value, i)) {
                quoted.append('\\');
            }
            quoted.append(c);
        }
        return quoted.toString();
    }

    /** `!`, `+` and `@` are special only before a parenthesis or, for `!`, at the start. */
    private static boolean needsQuote(String value, int index) {
        char c = value.charAt(index);
        if (c == '+' || c == '@' || c == '!') {
            boolean beforeGroup = index + 1 < value.length() && value.charAt(index + 1) == '(';
            return beforeGroup || (c == '!' && index == 0);
        }
        return true;
    }

    public String pattern() {
        return pattern;
    }

    /** Whether this is {@code *} or {@code **}: a pattern that names nothing in particular. */
    public boolean isEverything() {
        return pattern.equals("*") || pattern.equals("**");
    }

    /** Whether this has no wildcard: it matches one value, to the letter. */
    boolean isLiteral() {
        return literal;
    }

    private static boolean isLiteral(String pattern) {
        String unescaped = pattern.replaceAll("\\\\.", "");
        return !unescaped.startsWith("!") && unescaped.chars().noneMatch(c -> "*?[{(".indexOf(c) >= 0);
    }

    /** Whether a {@code *} is part of a word, as in {@code src/*}. */
    boolean hasStarInWord() {
        return starInWord;
    }

    /** Whether {@code value} as a whole matches. */
    public boolean matches(String value) {
        return matcher.run(value);
    }

    /** Whether every text that {@code values} stands for matches. */
    boolean matchesAll(Automaton values) {
        return BasicOperations.subsetOf(values, automaton);
    }

    /** Whether some text that {@code values} stands for matches. */
    boolean matchesSome(Automaton values) {
        return !BasicOperations.intersection(values, automaton).isEmpty();
    }

    /** Whether some text matches both this and {@code other}. */
    boolean overlaps(Glob other) {
        return matchesSome(other.automaton);
    }

    /** This pattern in lower case, for values in lower case. */
    Glob ignoringCase() {
        Glob lower = ignoringCase;
        if (lower == null) {
            lower = of(pattern.toLowerCase(Locale.ROOT));
            ignoringCase = lower;
        }
        return lower;
    }
}
