package dev.licet.core.glob;

import dk.brics.automaton.Automaton;
import dk.brics.automaton.BasicOperations;
import dk.brics.automaton.RunAutomaton;
import java.text.Normalizer;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A pattern of a rule. Dialect: picomatch with {@code dot} and {@code bash}, where a {@code *} also crosses {@code /} and
 * newlines. Matching takes time linear in the value. An automaton is built only for a pattern that needs one, when it is
 * first needed. Immutable and thread-safe.
 */
public final class Glob {
    private static final Pattern STAR_IN_WORD = Pattern.compile("[^ *]\\*|\\*[^ *]");

    /** The first choice of a pattern. */
    private static final Pattern CHOICE = Pattern.compile("(?s)([^{}]*)\\{([^{}]*)}(.*)");

    /** Longest pattern, in UTF-16 units. */
    private static final int MAX_LENGTH = 4_096;

    /** What comes behind a star may double the work for each of these. */
    private static final int MAX_CHOICES = 8;

    private static final String SYNTAX = "*?[]{}()!+@|\\";

    private final String pattern;

    /** Whether a star inside a word ends at the next blank. */
    private final boolean byWords;

    /** The texts between the stars; none if the pattern is more than texts and stars. */
    private final List<String> stretches;

    private volatile @Nullable Compiled compiled;
    private volatile @Nullable Glob ignoringCase;

    private record Compiled(Automaton automaton, RunAutomaton matcher) {}

    private Glob(String pattern, boolean byWords) {
        this.pattern = pattern;
        this.byWords = byWords;
        this.stretches = GlobStretches.of(pattern);
    }

    /** The pattern {@code text}, whose `*` matches anything. */
    public static Glob of(String text) {
        return new Glob(text, false);
    }

    /** The pattern {@code text} with `*` inside a word ending at the next blank; only a `*` that is a word crosses blanks. */
    public static Glob ofWords(String text) {
        return new Glob(text, true);
    }

    /**
     * {@code text} without letter case, and with accents as characters of their own, as systems compare names that ignore
     * case; each character for itself: what is folded in pieces is folded as a whole.
     */
    public static String folded(String written) {
        String text = Normalizer.isNormalized(written, Normalizer.Form.NFD)
                ? written
                : Normalizer.normalize(written, Normalizer.Form.NFD);
        char @Nullable [] folded = null;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            char lower = c < 128 ? lower(c) : Character.toLowerCase(Character.toUpperCase(c));
            if (lower != c) {
                folded = folded == null ? text.toCharArray() : folded;
                folded[i] = lower;
            }
        }
        return folded == null ? text : new String(folded);
    }

    private static char lower(char ascii) {
        return ascii >= 'A' && ascii <= 'Z' ? (char) (ascii + ('a' - 'A')) : ascii;
    }

    /** Why {@code text} is no pattern that can be matched in time; empty if it can. */
    public static Optional<String> whyNot(String text) {
        if (text.length() > MAX_LENGTH) {
            return Optional.of("a pattern of more than " + MAX_LENGTH + " characters");
        }
        long choices = text.chars().filter(c -> "?[{(".indexOf(c) >= 0).count();
        return choices > MAX_CHOICES && GlobStretches.of(text).isEmpty()
                ? Optional.of("a pattern with more than " + MAX_CHOICES + " question marks, groups, braces or classes")
                : Optional.empty();
    }

    /** Whether matching {@code text} takes an automaton of many states. */
    public static boolean isCostly(String text) {
        long choices = text.chars().filter(c -> "?[{(".indexOf(c) >= 0).count();
        return choices > MAX_CHOICES / 2 && GlobStretches.of(text).isEmpty();
    }

    private Compiled compiled() {
        Compiled known = compiled;
        if (known == null) {
            var parser = new GlobParser(pattern);
            Automaton automaton = byWords ? parser.parseWords() : parser.parse();
            known = new Compiled(automaton, new RunAutomaton(automaton, false));
            compiled = known;
        }
        return known;
    }

    /** All texts that match. */
    public TextSet texts() {
        return new TextSet(automaton());
    }

    private Automaton automaton() {
        return compiled().automaton();
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

    /** What {@code pattern} means with each of its choices (`*.{ts,json}` is two patterns); itself where that is not plain to see. */
    public static List<String> choices(String pattern) {
        Matcher choice = CHOICE.matcher(pattern);
        return choice.matches()
                ? Stream.of(choice.group(2).split(",", -1))
                        .flatMap(each -> choices(choice.group(1) + each + choice.group(3)).stream())
                        .toList()
                : List.of(pattern);
    }

    public String pattern() {
        return pattern;
    }

    /** Whether this is {@code *} or {@code **}: a pattern that names nothing in particular. */
    public boolean isEverything() {
        return pattern.equals("*") || pattern.equals("**");
    }

    /** Whether this has no wildcard: it matches one value, to the letter. */
    public boolean isLiteral() {
        return stretches.size() == 1;
    }

    /** Whether a {@code *} is part of a word, as in {@code src/*}. */
    public boolean hasStarInWord() {
        return STAR_IN_WORD.matcher(pattern).find();
    }

    /** A text that every value that matches begins with. */
    public String start() {
        return stretches.isEmpty() ? plainStart() : stretches.getFirst();
    }

    /** The text before the first character that may be syntax. */
    private String plainStart() {
        int end = 0;
        while (end < pattern.length() && SYNTAX.indexOf(pattern.charAt(end)) < 0) {
            end++;
        }
        boolean folders = end > 0 && pattern.startsWith("/**", end - 1);
        return pattern.substring(0, folders ? end - 1 : end);
    }

    /** A text that every value that matches ends with. */
    String ending() {
        return stretches.isEmpty() ? "" : stretches.getLast();
    }

    /** The longest text that every value that matches contains, as far as that is easily told. */
    String factor() {
        return stretches.stream().max(Comparator.comparingInt(String::length)).orElseGet(this::start);
    }

    /** Whether {@code value} as a whole matches. */
    public boolean matches(String value) {
        if (stretches.isEmpty()) {
            return compiled().matcher().run(value);
        }
        String first = stretches.getFirst();
        if (stretches.size() == 1) {
            return value.equals(first);
        }
        if (!value.startsWith(first)) {
            return false;
        }
        boolean simple = !byWords
                || (stretches.size() == 2
                        && first.endsWith(" ")
                        && stretches.getLast().isEmpty());
        return simple
                ? matchesBehind(value, first.length())
                : compiled().matcher().run(value);
    }

    /** Each stretch is looked for behind the one before; taking the first place loses nothing, as stars take the rest. */
    private boolean matchesBehind(String value, int from) {
        String last = stretches.getLast();
        int position = from;
        for (int i = 1; i < stretches.size() - 1; i++) {
            int found = value.indexOf(stretches.get(i), position);
            if (found < 0) {
                return false;
            }
            position = found + stretches.get(i).length();
        }
        return value.length() - last.length() >= position && value.endsWith(last);
    }

    /** Whether every text that {@code values} stands for matches. */
    public boolean matchesAll(TextSet values) {
        return BasicOperations.subsetOf(values.automaton(), automaton());
    }

    /** Whether some text that {@code values} stands for matches. */
    public boolean matchesSome(TextSet values) {
        return CommonText.exists(values.automaton(), automaton());
    }

    /** The shortest text that matches. */
    public String shortest() {
        String example = automaton().getShortestExample(true);
        return example == null ? "" : example;
    }

    /** A text that matches and looks like one: with an `x` for each star where that is so. */
    public String example() {
        String simple = String.join("x", stretches);
        return !stretches.isEmpty() && matches(simple) ? simple : shortest();
    }

    /** A text that this matches and {@code other} does not; empty if there is none. */
    public Optional<String> outside(Glob other) {
        if (other.isEverything()) {
            return Optional.empty();
        }
        if (isLiteral()) {
            return other.matches(stretches.getFirst()) ? Optional.empty() : Optional.of(stretches.getFirst());
        }
        return Optional.ofNullable(
                BasicOperations.minus(automaton(), other.automaton()).getShortestExample(true));
    }

    /** A text that both this and {@code other} match; empty if there is none. */
    public Optional<String> common(Glob other) {
        return Optional.ofNullable(
                BasicOperations.intersection(automaton(), other.automaton()).getShortestExample(true));
    }

    /** Whether some text matches both this and {@code other}. */
    public boolean overlaps(Glob other) {
        return CommonText.exists(other.automaton(), automaton());
    }

    /** This pattern for values that are {@link #folded}. */
    public Glob ignoringCase() {
        Glob lower = ignoringCase;
        if (lower == null) {
            lower = of(folded(pattern));
            ignoringCase = lower;
        }
        return lower;
    }
}
