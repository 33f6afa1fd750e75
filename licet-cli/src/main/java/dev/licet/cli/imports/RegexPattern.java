package dev.licet.cli.imports;

import dev.licet.core.glob.Glob;
import dev.licet.core.rule.Action;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A regular expression that a pattern says as well: texts, choices, sets and their repetitions. Anything else has no equal;
 * a pattern that matched more, or less, would be another rule.
 */
final class RegexPattern {
    private static final int MAX_DEPTH = 8;
    private static final String SPECIAL = "\\^$.|?*+()[]{}";

    /** A letter, or choices that all end with one, and that the word ends there. */
    private static final Pattern WORD_END =
            Pattern.compile("(?:(?<!\\\\)\\w|\\((?:\\?:)?(?:[^()|]*(?<!\\\\)\\w\\|)*[^()|]*(?<!\\\\)\\w\\))\\\\b$");

    private final String text;
    private final Action action;
    private int at;
    private int depth;

    private RegexPattern(String text, Action action) {
        this.text = text;
        this.action = action;
    }

    /**
     * The patterns that match what {@code regex} finds in a command, words parted by single blanks; empty where there are
     * none. Where a word has to end, an allow names fewer commands, and a deny or an ask more.
     *
     * @param anchored whether it is looked for at the beginning only
     */
    static List<String> of(String regex, boolean anchored, Action action) {
        boolean fromStart = regex.startsWith("^");
        boolean toEnd = regex.endsWith("$") && !regex.endsWith("\\$");
        String inner = regex.substring(fromStart ? 1 : 0, regex.length() - (toEnd ? 1 : 0));
        boolean goesOn = !toEnd || (inner.endsWith(".*") && !inner.endsWith("\\.*"));
        while (inner.endsWith(".*") && !inner.endsWith("\\.*")) {
            inner = inner.substring(0, inner.length() - 2);
        }
        boolean wholeWord = action == Action.ALLOW && WORD_END.matcher(inner).find();
        var pattern = new RegexPattern(wholeWord ? inner.substring(0, inner.length() - 2) : inner, action);
        Optional<String> whole = pattern.sequence().filter(all -> pattern.at == pattern.text.length());
        String before = fromStart || anchored ? "" : "*";
        // In an allow a star ends with its word, unless it is one.
        List<String> after = !goesOn
                ? List.of("")
                : action != Action.ALLOW ? List.of("*") : wholeWord ? List.of("", " *") : List.of("*", "* *");
        return whole.stream()
                .flatMap(all -> after.stream().map(each -> before + all + each))
                .filter(all -> Glob.whyNot(all).isEmpty())
                .toList();
    }

    private Optional<String> sequence() {
        var pattern = new StringBuilder();
        while (at < text.length() && text.charAt(at) != '|' && text.charAt(at) != ')') {
            Optional<String> atom = atom();
            if (atom.isEmpty()) {
                return Optional.empty();
            }
            pattern.append(atom.get());
        }
        return Optional.of(pattern.toString());
    }

    private Optional<String> atom() {
        char each = text.charAt(at++);
        return switch (each) {
            case '.' -> Optional.of(repeated("@(?|/)", "*", "@(?|/)*", "?(?|/)"));
            case '(' -> choices().map(this::counted);
            case '[' -> set().map(this::counted);
            case '\\' -> at < text.length() ? escaped(text.charAt(at++)) : Optional.empty();
            default -> SPECIAL.indexOf(each) >= 0 ? Optional.empty() : Optional.of(counted(Glob.quote("" + each)));
        };
    }

    private Optional<String> escaped(char each) {
        return switch (each) {
            case 'b' -> wordEnd();
            // Words are parted by one blank.
            case 's' -> {
                char next = at < text.length() ? text.charAt(at) : '\0';
                at += next == '+' ? 1 : 0;
                yield next == '*' || next == '?' || next == '{' ? Optional.empty() : Optional.of(" ");
            }
            case 'd' -> Optional.of(counted("[0-9]"));
            case 'w' -> Optional.of(counted("[A-Za-z0-9_]"));
            case 'S' -> Optional.of(counted("@([^ ]|/)"));
            default -> Character.isLetterOrDigit(each) ? Optional.empty() : Optional.of(counted(Glob.quote("" + each)));
        };
    }

    private Optional<String> wordEnd() {
        if (action != Action.ALLOW) {
            return Optional.of("");
        }
        boolean afterLetter =
                at >= 3 && Character.isLetterOrDigit(text.charAt(at - 3)) && (at == 3 || text.charAt(at - 4) != '\\');
        boolean blank = text.startsWith(" ", at) || (text.startsWith("\\s", at) && !text.startsWith("\\s*", at));
        return afterLetter && (blank || at == text.length()) ? Optional.of("") : Optional.empty();
    }

    private Optional<String> choices() {
        if (++depth > MAX_DEPTH) {
            return Optional.empty();
        }
        if (text.startsWith("?:", at)) {
            at += 2;
        }
        var choices = new StringBuilder();
        do {
            Optional<String> choice = sequence();
            if (choice.isEmpty() || at >= text.length()) {
                return Optional.empty();
            }
            choices.append(choices.isEmpty() ? "" : "|").append(choice.get());
        } while (text.charAt(at++) == '|');
        depth--;
        return Optional.of("@(" + choices + ")");
    }

    /** Letters, digits and ranges of them: whatever else a set may hold is left. */
    private Optional<String> set() {
        int end = text.indexOf(']', at);
        if (end < 0) {
            return Optional.empty();
        }
        String inside = text.substring(at, end);
        at = end + 1;
        String members = inside.startsWith("^") ? inside.substring(1) : inside;
        boolean plain = !members.isEmpty()
                && members.chars().allMatch(each -> Character.isLetterOrDigit(each) || "-_./".indexOf(each) >= 0);
        if (!plain) {
            return Optional.empty();
        }
        // A set of a pattern does not have the slash in it, whatever it says.
        boolean slash = inside.startsWith("^") == (members.indexOf('/') < 0);
        return Optional.of(slash ? "@([" + inside + "]|/)" : "[" + inside + "]");
    }

    private String counted(String pattern) {
        String one = pattern.startsWith("@(") ? pattern.substring(1) : "(" + pattern + ")";
        return repeated(pattern, "*" + one, "+" + one, "?" + one);
    }

    private String repeated(String once, String any, String some, String maybe) {
        char next = at < text.length() ? text.charAt(at) : '\0';
        String repeated = switch (next) {
            case '*' -> any;
            case '+' -> some;
            case '?' -> maybe;
            default -> once;
        };
        at += repeated.equals(once) ? 0 : 1;
        return repeated;
    }
}
