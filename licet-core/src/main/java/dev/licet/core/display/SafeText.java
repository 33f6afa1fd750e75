package dev.licet.core.display;

import dev.licet.shell.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Text from an agent, made safe to show: what a person sees is what would run.
 *
 * <p>Characters that are invisible, change direction, move a cursor or look like a blank are written as their code
 * point, such as {@code ⟨U+202E⟩}; letters of another script inside a Latin word, and signs that look like others of
 * ASCII, are followed by theirs; long runs of blanks are counted; tabs that indent a line are arrows. The signs that this
 * text uses itself are written as code points, too, so that nothing can imitate them. Nothing is left out. Newlines stay
 * newlines.
 *
 * @param text the text to show
 * @param hidden how many characters were not plainly visible
 */
public record SafeText(String text, int hidden) {
    private static final int LONGEST_GAP = 16;

    /** Letters and marks without ink, which Unicode does not class as invisible. */
    private static final Set<Integer> WITHOUT_INK = Set.of(
            0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180E, 0x180F, 0x2800, 0x3164, 0xFFA0,
            0x1D159);

    /** Marks that are drawn over what they stand on. */
    private static final Set<Integer> OVERLAYS = Set.of(
            0x0334, 0x0335, 0x0336, 0x0337, 0x0338, 0x20D2, 0x20D3, 0x20D8, 0x20D9, 0x20DA, 0x20E5, 0x20E6, 0x20EA,
            0x20EB);

    /** More marks than these on one character hide it. */
    private static final int MOST_MARKS = 2;

    /** Signs that stand for something here: where they are somebody else's, they are named. */
    private static final String OWN_SIGNS = "⟨⟩⏎↪⇥›";

    /** What is drawn like a sign of ASCII that means something to a shell or in an address. */
    private static final String LIKE_ASCII = "\u037e\u1fef\u2024\u2044\u2215\u29f8\u2216\u29f9\u2223\u2758\u01c0"
            + "\u2010\u2011\u2212\u2236\ua789\u02cb\u02f4\u2035\u02bc\u2032\u204e\u2217\u01c3\uff0f\uff0e\uff1b\uff06\uff5c";

    /** A mark without ink that stands for a letter that is written from left to right. */
    private static final char LEFT_TO_RIGHT = '\u200e';

    /** A tab that indents a line. */
    private static final String TAB = "⇥   ";

    /** Makes {@code raw} safe to show. */
    public static SafeText of(String raw) {
        return render(raw, (from, to) -> {});
    }

    /** Where the stretches {@code spans} of {@code raw} are once it is safe to show: in order, overlapping ones as one. */
    public static List<Span> places(String raw, List<Span> spans) {
        int[] shownAt = new int[raw.length() + 1];
        Arrays.fill(shownAt, -1);
        render(raw, (from, to) -> shownAt[from] = to);
        var places = new ArrayList<Span>();
        spans.stream()
                .filter(span -> span.start() < span.end() && span.end() <= raw.length())
                .sorted(Comparator.comparingInt(Span::start))
                .forEach(span -> {
                    int start = span.start();
                    while (shownAt[start] < 0) {
                        start--;
                    }
                    int end = span.end();
                    while (shownAt[end] < 0) {
                        end++;
                    }
                    var place = new Span(shownAt[start], shownAt[end]);
                    boolean joins = !places.isEmpty() && places.getLast().end() >= place.start();
                    Span before = joins ? places.removeLast() : place;
                    places.add(new Span(before.start(), Math.max(before.end(), place.end())));
                });
        return places;
    }

    /** Told which place of a text is where in what is shown. */
    private interface Placing {
        void place(int from, int to);
    }

    private static SafeText render(String raw, Placing placing) {
        var shown = new StringBuilder();
        BitSet latin = latinWords(raw);
        int hidden = 0;
        // Whether nothing but tabs stands before the place in its line.
        boolean indents = true;
        int i = 0;
        while (i < raw.length()) {
            placing.place(i, shown.length());
            int gap = blanksFrom(raw, i);
            boolean endsLine = i + gap == raw.length() || raw.charAt(i + gap) == '\n';
            if (gap > 0 && (gap > LONGEST_GAP || endsLine)) {
                shown.append("⟨").append(gap).append(gap == 1 ? " blank⟩" : " blanks⟩");
                hidden += gap;
                i += gap;
                continue;
            }
            int c = raw.codePointAt(i);
            indents = i == 0 || raw.charAt(i - 1) == '\n' || (indents && raw.charAt(i - 1) == '\t');
            if (c == '\t' && indents) {
                shown.append(TAB);
            } else if (isHidden(c) || isMisleadingMark(raw, i, c) || isStrayJamo(raw, i, c)) {
                shown.append(name(c));
                hidden++;
            } else {
                shown.appendCodePoint(c);
                if ((isForeign(c) && latin.get(i)) || LIKE_ASCII.indexOf(c) >= 0) {
                    shown.append(name(c));
                    hidden++;
                }
            }
            i += Character.charCount(c);
        }
        placing.place(raw.length(), shown.length());
        return new SafeText(shown.toString(), hidden);
    }

    /** Makes {@code raw} safe to show on one line: newlines are marked too. */
    public static String oneLine(String raw) {
        return of(raw).text().replace("\n", "⏎ ");
    }

    /**
     * {@code text} so that its words stand in the order in which they are run, on surfaces that set right-to-left letters by
     * themselves: a mark begins each line that has such letters, and ends each stretch of them. Doing so twice changes nothing.
     */
    public static String inOrder(String text) {
        return text.lines().map(SafeText::lineInOrder).collect(Collectors.joining("\n"))
                + (text.endsWith("\n") ? "\n" : "");
    }

    private static String lineInOrder(String line) {
        if (line.codePoints().noneMatch(SafeText::isRightToLeft)) {
            return line;
        }
        var ordered = new StringBuilder(line.length());
        ordered.append(line.charAt(0) == LEFT_TO_RIGHT ? "" : LEFT_TO_RIGHT);
        boolean within = false;
        for (int c : line.codePoints().toArray()) {
            boolean goesOn = within && Character.getType(c) == Character.NON_SPACING_MARK;
            if (within && !goesOn && !isRightToLeft(c) && c != LEFT_TO_RIGHT) {
                ordered.append(LEFT_TO_RIGHT);
            }
            within = isRightToLeft(c) || goesOn;
            ordered.appendCodePoint(c);
        }
        return within ? ordered.append(LEFT_TO_RIGHT).toString() : ordered.toString();
    }

    private static boolean isRightToLeft(int c) {
        return switch (Character.getDirectionality(c)) {
            case Character.DIRECTIONALITY_RIGHT_TO_LEFT,
                    Character.DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC,
                    Character.DIRECTIONALITY_ARABIC_NUMBER -> true;
            default -> false;
        };
    }

    /** The first {@code most} characters of {@code text} and {@code …}, or all of it where it is no longer; whole characters. */
    public static String cut(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
        return text.substring(0, end) + "…";
    }

    private static int blanksFrom(String raw, int start) {
        int end = start;
        while (end < raw.length() && raw.charAt(end) == ' ') {
            end++;
        }
        return end - start;
    }

    private static boolean isHidden(int c) {
        if (c == '\n' || c == ' ') {
            return false;
        }
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.SPACE_SEPARATOR,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            // Variation selectors choose how the character before them is drawn.
            default ->
                WITHOUT_INK.contains(c)
                        || OWN_SIGNS.indexOf(c) >= 0
                        || (c >= 0xFE00 && c <= 0xFE0F)
                        || (c >= 0xE0100 && c <= 0xE01EF);
        };
    }

    /**
     * Whether the mark {@code c} at {@code index} of {@code raw} may make other characters look like what they are not: one
     * that strikes through or encloses, one on a character that is no letter, one of many on the same.
     */
    private static boolean isMisleadingMark(String raw, int index, int c) {
        int type = Character.getType(c);
        if (type == Character.ENCLOSING_MARK || OVERLAYS.contains(c)) {
            return true;
        }
        if (type != Character.NON_SPACING_MARK) {
            return false;
        }
        int marks = 1;
        int at = index;
        while (at > 0) {
            int before = raw.codePointBefore(at);
            if (marks > MOST_MARKS) {
                return true;
            }
            if (Character.getType(before) != Character.NON_SPACING_MARK) {
                return before < 0x80 && !Character.isLetter(before);
            }
            at -= Character.charCount(before);
            marks++;
        }
        return true;
    }

    /** Whether {@code c} is a part of a Korean syllable that joins no other: by itself it has no width. */
    private static boolean isStrayJamo(String raw, int index, int c) {
        boolean vowel = (c >= 0x1160 && c <= 0x11A7) || (c >= 0xD7B0 && c <= 0xD7C6);
        boolean end = (c >= 0x11A8 && c <= 0x11FF) || (c >= 0xD7CB && c <= 0xD7FB);
        if (!vowel && !end) {
            return false;
        }
        int before = index == 0 ? 0 : raw.charAt(index - 1);
        boolean afterBeginning = (before >= 0x1100 && before <= 0x115E) || (before >= 0xA960 && before <= 0xA97C);
        boolean afterVowel = (before >= 0x1161 && before <= 0x11A7) || (before >= 0xD7B0 && before <= 0xD7C6);
        boolean afterSyllable = before >= 0xAC00 && before <= 0xD7A3;
        return vowel ? !afterBeginning : !(afterVowel || afterSyllable);
    }

    private static boolean isForeign(int c) {
        return c >= 0x80 && Character.isLetter(c) && Character.UnicodeScript.of(c) != Character.UnicodeScript.LATIN;
    }

    /** Which positions of {@code raw} lie in a word with ASCII letters. One pass, however long the words are. */
    private static BitSet latinWords(String raw) {
        var latin = new BitSet(raw.length());
        int start = 0;
        boolean hasLatin = false;
        for (int i = 0; i <= raw.length(); i++) {
            boolean inWord = i < raw.length() && isWordCharacter(raw.charAt(i));
            if (inWord) {
                hasLatin = hasLatin || isAsciiLetter(raw.charAt(i));
            } else {
                latin.set(Math.min(start, i), i, hasLatin);
                start = i + 1;
                hasLatin = false;
            }
        }
        return latin;
    }

    private static boolean isWordCharacter(char c) {
        return Character.isLetter(c) || Character.isSurrogate(c);
    }

    private static boolean isAsciiLetter(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    private static String name(int c) {
        return String.format(Locale.ROOT, "⟨U+%04X⟩", c);
    }
}
