package dev.licet.core.policy;

import dk.brics.automaton.Automaton;
import dk.brics.automaton.BasicOperations;
import dk.brics.automaton.RunAutomaton;
import dk.brics.automaton.State;
import dk.brics.automaton.Transition;
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

    /** What every text that matches begins with. */
    private final String start;

    /** What every text ends with that matches a star with a text behind it; otherwise empty. */
    private final String ending;

    /** What may stand behind that start, as far as it takes no automaton to tell. */
    private final Rest rest;

    private volatile @Nullable Glob ignoringCase;

    private Glob(String pattern, Automaton automaton, boolean crossesBlanks) {
        this.pattern = pattern;
        this.automaton = automaton;
        this.matcher = new RunAutomaton(automaton, false);
        this.starInWord = STAR_IN_WORD.matcher(pattern).find();
        this.literal = isLiteral(pattern);
        this.start = automaton.getCommonPrefix();
        boolean ends = crossesBlanks && pattern.startsWith("*") && isPlain(pattern.substring(1));
        this.ending = ends ? pattern.substring(1) : "";
        this.rest = ending.isEmpty() ? rest(automaton, start.length()) : Rest.ENDING;
    }

    /** Whether no character of {@code text} is special in any place of a pattern. */
    private static boolean isPlain(String text) {
        return text.chars().allMatch(c -> Character.isLetterOrDigit(c) || "./_- ".indexOf(c) >= 0);
    }

    /** What may stand behind the certain start of a pattern: most patterns are a text, or a text with a star behind it. */
    private enum Rest {
        NOTHING,
        ANYTHING,
        /** Anything that ends with the text behind the star. */
        ENDING,
        SOMETHING
    }

    /** What is left to match after {@code length} certain characters. */
    private static Rest rest(Automaton automaton, int length) {
        State state = automaton.getInitialState();
        for (int i = 0; i < length; i++) {
            state = state.getTransitions().iterator().next().getDest();
        }
        if (!state.isAccept() || state.getTransitions().size() > 1) {
            return Rest.SOMETHING;
        }
        if (state.getTransitions().isEmpty()) {
            return Rest.NOTHING;
        }
        Transition only = state.getTransitions().iterator().next();
        boolean all = only.getMin() == Character.MIN_VALUE && only.getMax() == Character.MAX_VALUE;
        return all && only.getDest().equals(state) ? Rest.ANYTHING : Rest.SOMETHING;
    }

    /** The pattern {@code text}, whose `*` matches anything. */
    public static Glob of(String text) {
        return new Glob(text, new GlobParser(text).parse(), true);
    }

    /** The pattern {@code text} with `*` inside a word ending at the next blank; only a `*` that is a word crosses blanks. */
    static Glob ofWords(String text) {
        return new Glob(text, new GlobParser(text).parseWords(), false);
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
        return switch (rest) {
            case NOTHING -> value.equals(start);
            case ANYTHING -> value.startsWith(start);
            case ENDING -> value.endsWith(ending);
            case SOMETHING -> value.startsWith(start) && matcher.run(value);
        };
    }

    /** Whether every text that {@code values} stands for matches. */
    boolean matchesAll(Automaton values) {
        return BasicOperations.subsetOf(values, automaton);
    }

    /** Whether some text that {@code values} stands for matches. */
    boolean matchesSome(Automaton values) {
        return CommonText.exists(values, automaton);
    }

    /** The shortest text that matches. */
    String shortest() {
        String example = automaton.getShortestExample(true);
        return example == null ? "" : example;
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
