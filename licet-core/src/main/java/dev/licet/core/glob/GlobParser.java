package dev.licet.core.glob;

import dk.brics.automaton.Automaton;
import dk.brics.automaton.BasicAutomata;
import dk.brics.automaton.BasicOperations;
import dk.brics.automaton.RegExp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Turns the text of a pattern into an automaton: `*`, `?`, classes, braces, extended globs, a leading `!`, backslash.
 * What looks like syntax but is not closed stands for itself.
 *
 * <p>Source: picomatch 4 with `dot` and `bash`, whose habits this shares: `?` is no slash, `[!a]` is one of two
 * characters and only `[^a]` excludes, `[ab]` also matches its own text, `a/**` also matches `a`, and `?` or `+` behind a
 * group says how often the group may stand.
 */
final class GlobParser {
    private static final int MAX_NESTING = 32;

    private static final Automaton NO_SLASH = new RegExp("[^/]", RegExp.NONE).toAutomaton();

    /** Characters that make a class more than the list of its characters. */
    private static final Pattern CLASS_SYNTAX = Pattern.compile("[-*+?.^${}(|)\\[\\]]");

    /** Alternatives of a repeated group that picomatch does not repeat but takes to the letter. */
    private static final Pattern NOT_REPEATED = Pattern.compile("[*?]*");

    private static final Map<String, String> NAMED_CLASSES = Map.of(
            "alnum", "a-zA-Z0-9",
            "alpha", "a-zA-Z",
            "blank", " \t",
            "digit", "0-9",
            "lower", "a-z",
            "space", " \t\r\n\u000b\f",
            "upper", "A-Z",
            "word", "A-Za-z0-9_",
            "xdigit", "A-Fa-f0-9");

    private final String pattern;
    private Automaton any;
    private Automaton anyCharacter;
    private boolean byWords;
    private int position;
    private int nesting;

    GlobParser(String pattern) {
        this.pattern = pattern;
        this.any = BasicAutomata.makeAnyString();
        this.anyCharacter = NO_SLASH.clone();
    }

    Automaton parse() {
        while (position < pattern.length() && pattern.charAt(position) == '!' && !pattern.startsWith("!(", position)) {
            position++;
        }
        boolean negated = position % 2 == 1;
        Automaton automaton = sequence("");
        automaton.determinize();
        return negated ? automaton.complement() : minimal(automaton);
    }

    Automaton parseWords() {
        byWords = true;
        any = new RegExp("[^ \t\n'\"]*", RegExp.NONE).toAutomaton();
        anyCharacter = new RegExp("[^/ \t\n'\"]", RegExp.NONE).toAutomaton();
        return parse();
    }

    private static Automaton minimal(Automaton automaton) {
        automaton.minimize();
        return automaton;
    }

    /** Reads up to one of the characters in {@code stops}, outside of nested groups. */
    private Automaton sequence(String stops) {
        var pieces = new ArrayList<Automaton>();
        pieces.add(BasicAutomata.makeEmptyString());
        while (position < pattern.length() && stops.indexOf(pattern.charAt(position)) < 0) {
            boolean negated = pattern.charAt(position) == '!' && isGroup(position + 1);
            pieces.add(negated ? negatedGroup(stops) : piece());
        }
        return BasicOperations.concatenate(pieces);
    }

    /** Anything with the rest of the sequence behind it, but nothing that begins like the group; at the end, is like it. */
    private Automaton negatedGroup(String stops) {
        position += 2;
        Automaton group = choices('|', ')');
        boolean last = position == pattern.length() || stops.indexOf(pattern.charAt(position)) >= 0;
        Automaton excluded = last ? group : BasicOperations.concatenate(group, BasicAutomata.makeAnyString());
        Automaton all = BasicOperations.concatenate(any.clone(), sequence(stops));
        return BasicOperations.minus(all, excluded);
    }

    private Automaton piece() {
        char c = pattern.charAt(position);
        if ("?*+@!".indexOf(c) >= 0 && isGroup(position + 1)) {
            return group(c);
        }
        return switch (c) {
            case '*' -> star();
            case '?' -> {
                position++;
                yield anyCharacter.clone();
            }
            case '/' -> slash();
            case '[' -> quantified(characterClass(), "+");
            case '{' -> quantified(braces(), "+");
            case '\\' -> escaped();
            default -> {
                position++;
                yield BasicAutomata.makeChar(c);
            }
        };
    }

    private Automaton group(char operator) {
        Automaton group = operator == '*' || operator == '+' ? repeated(operator) : extended(operator);
        if (operator == '@') {
            return quantified(group, "?+");
        }
        boolean lazy = position < pattern.length() && pattern.charAt(position) == '?' && !isGroup(position + 1);
        position += lazy ? 1 : 0;
        return group;
    }

    /** A `?` or `+` behind what is closed says how often that may stand, unless it begins a group of its own. */
    private Automaton quantified(Automaton closed, String quantifiers) {
        char before = pattern.charAt(position - 1);
        boolean isClosed = ")]}".indexOf(before) >= 0;
        boolean more = position < pattern.length()
                && quantifiers.indexOf(pattern.charAt(position)) >= 0
                && !isGroup(position + 1);
        if (!isClosed || !more) {
            return closed;
        }
        position++;
        return pattern.charAt(position - 1) == '?'
                ? BasicOperations.optional(closed)
                : BasicOperations.repeat(closed, 1);
    }

    private Automaton star() {
        int start = position;
        while (position < pattern.length()
                && pattern.charAt(position) == '*'
                && (position == start || !isGroup(position + 1))) {
            position++;
        }
        boolean isWord = (start == 0 || pattern.charAt(start - 1) == ' ')
                && (position == pattern.length() || pattern.charAt(position) == ' ');
        if (byWords) {
            return isWord ? BasicAutomata.makeAnyString() : any.clone();
        }
        boolean begins = start == 0 || pattern.startsWith("**/", start - 3);
        boolean folders = begins && position == start + 2 && pattern.startsWith("/", position);
        if (folders) {
            position++;
            return BasicOperations.optional(below());
        }
        return any.clone();
    }

    /** `/**` at the end also stands for nothing, `/**` + `/` also for a single slash. */
    private Automaton slash() {
        boolean folders = !byWords && position > 0 && pattern.startsWith("/**", position);
        int end = position + 3;
        if (folders && end == pattern.length()) {
            position = end;
            Automaton below = BasicOperations.concatenate(BasicAutomata.makeChar('/'), any.clone());
            return pattern.charAt(end - 4) == '*' ? below : BasicOperations.optional(below);
        }
        if (folders && pattern.startsWith("/", end)) {
            position = end + 1;
            return BasicOperations.concatenate(BasicAutomata.makeChar('/'), BasicOperations.optional(below()));
        }
        position++;
        return BasicAutomata.makeChar('/');
    }

    /** Folders with a slash behind them. */
    private Automaton below() {
        return BasicOperations.concatenate(any.clone(), BasicAutomata.makeChar('/'));
    }

    private Automaton escaped() {
        if (position + 1 >= pattern.length()) {
            position++;
            return BasicAutomata.makeChar('\\');
        }
        position += 2;
        return BasicAutomata.makeChar(pattern.charAt(position - 1));
    }

    private boolean isGroup(int open) {
        return nesting < MAX_NESTING
                && open < pattern.length()
                && pattern.charAt(open) == '('
                && close(open, '(', ')') > 0;
    }

    private Automaton extended(char operator) {
        position += 2;
        return repetition(operator, choices('|', ')'));
    }

    /** A group that may be repeated; a group that repeats nothing, or repeats what repeats, stands for its own text. */
    private Automaton repeated(char operator) {
        int start = position;
        int end = close(position + 1, '(', ')') + 1;
        List<String> choices = List.of(pattern.substring(start + 2, end - 1).split("\\|", -1));
        boolean nothing = choices.size() > 1
                && choices.stream()
                        .map(String::strip)
                        .anyMatch(choice -> NOT_REPEATED.matcher(choice).matches());
        boolean nested = choices.stream().map(String::strip).anyMatch(choice -> choice.matches("[*+]\\(.*"));
        if (!nothing && !nested) {
            return extended(operator);
        }
        position = end;
        return BasicAutomata.makeString(pattern.substring(start, end));
    }

    private Automaton repetition(char operator, Automaton choice) {
        return switch (operator) {
            case '?' -> BasicOperations.optional(choice);
            case '*' -> BasicOperations.repeat(choice);
            case '+' -> BasicOperations.repeat(choice, 1);
            default -> choice;
        };
    }

    private Automaton braces() {
        int close = close(position, '{', '}');
        boolean hasChoices = close > 0 && pattern.substring(position, close).contains(",");
        if (!hasChoices || nesting >= MAX_NESTING) {
            position++;
            return BasicAutomata.makeChar('{');
        }
        position++;
        return choices(',', '}');
    }

    private Automaton choices(char separator, char end) {
        nesting++;
        var choices = new ArrayList<Automaton>();
        choices.add(sequence("" + separator + end));
        while (position < pattern.length() && pattern.charAt(position) == separator) {
            position++;
            choices.add(sequence("" + separator + end));
        }
        // A bracket inside of a group may have taken what closes it.
        position = Math.min(position + 1, pattern.length());
        nesting--;
        return BasicOperations.union(choices);
    }

    /** The index of the bracket that closes the one at {@code open}, or -1. */
    private int close(int open, char opening, char closing) {
        int depth = 0;
        for (int i = open; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == opening) {
                depth++;
            } else if (c == closing && --depth == 0) {
                return i;
            }
        }
        return -1;
    }

    private Automaton characterClass() {
        int close = closeOfClass();
        if (close < 0) {
            position++;
            return BasicAutomata.makeChar('[');
        }
        String whole = pattern.substring(position, close + 1);
        String inside = pattern.substring(position + 1, close);
        position = close + 1;
        if (inside.startsWith("^")) {
            Automaton excluded = BasicOperations.union(members(inside.substring(1) + "/"));
            return BasicOperations.minus(BasicAutomata.makeAnyChar(), excluded);
        }
        Automaton set = BasicOperations.union(members(inside));
        boolean list = !CLASS_SYNTAX.matcher(inside).find();
        return list ? BasicOperations.union(set, BasicAutomata.makeString(whole)) : set;
    }

    /** A bracket that stands first in a class belongs to it. */
    private int closeOfClass() {
        int first = position + (pattern.startsWith("[^", position) ? 2 : 1);
        int close = pattern.indexOf(']', first + 1);
        while (close > 0 && endsNamedClass(first, close)) {
            close = pattern.indexOf(']', close + 1);
        }
        return close;
    }

    /** Whether the bracket at {@code close} ends `[:alpha:]` or the like within a class, of which it is a member then. */
    private boolean endsNamedClass(int first, int close) {
        int open = pattern.lastIndexOf("[:", close);
        return open >= first
                && open + 2 < close
                && pattern.charAt(close - 1) == ':'
                && NAMED_CLASSES.containsKey(pattern.substring(open + 2, close - 1));
    }

    private static List<Automaton> members(String inside) {
        var members = new ArrayList<Automaton>();
        for (int i = 0; i < inside.length(); i++) {
            char from = inside.charAt(i);
            int named = from == '[' && inside.startsWith("[:", i) ? inside.indexOf(":]", i + 2) : -1;
            if (named > 0 && NAMED_CLASSES.containsKey(inside.substring(i + 2, named))) {
                members.addAll(members(NAMED_CLASSES.getOrDefault(inside.substring(i + 2, named), "")));
                i = named + 1;
            } else if (from == '\\' && i + 1 < inside.length()) {
                members.add(BasicAutomata.makeChar(inside.charAt(++i)));
            } else if (i + 2 < inside.length() && inside.charAt(i + 1) == '-') {
                members.add(BasicAutomata.makeCharRange(from, inside.charAt(i + 2)));
                i += 2;
            } else {
                members.add(BasicAutomata.makeChar(from));
            }
        }
        return members;
    }
}
