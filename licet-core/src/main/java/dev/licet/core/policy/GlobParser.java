package dev.licet.core.policy;

import dk.brics.automaton.Automaton;
import dk.brics.automaton.BasicAutomata;
import dk.brics.automaton.BasicOperations;
import dk.brics.automaton.RegExp;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns the text of a pattern into an automaton: `*`, `?`, classes, braces, extended globs, a leading `!`, backslash.
 * What looks like syntax but is not closed stands for itself.
 */
final class GlobParser {
    private static final int MAX_NESTING = 32;

    private final String pattern;
    private Automaton any;
    private Automaton anyCharacter;
    private boolean byWords;
    private int position;
    private int nesting;

    GlobParser(String pattern) {
        this.pattern = pattern;
        this.any = BasicAutomata.makeAnyString();
        this.anyCharacter = BasicAutomata.makeAnyChar();
    }

    Automaton parse() {
        boolean negated = pattern.startsWith("!") && !pattern.startsWith("!(");
        position = negated ? 1 : 0;
        Automaton automaton = sequence("");
        automaton.determinize();
        return negated ? automaton.complement() : minimal(automaton);
    }

    Automaton parseWords() {
        byWords = true;
        any = new RegExp("[^ \t\n'\"]*", RegExp.NONE).toAutomaton();
        anyCharacter = new RegExp("[^ \t\n'\"]", RegExp.NONE).toAutomaton();
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
            pieces.add(piece());
        }
        return BasicOperations.concatenate(pieces);
    }

    private Automaton piece() {
        char c = pattern.charAt(position);
        if ("?*+@!".indexOf(c) >= 0 && isGroup(position + 1)) {
            return extended(c);
        }
        return switch (c) {
            case '*' -> star();
            case '?' -> {
                position++;
                yield anyCharacter.clone();
            }
            case '[' -> characterClass();
            case '{' -> braces();
            case '\\' -> escaped();
            default -> {
                position++;
                yield BasicAutomata.makeChar(c);
            }
        };
    }

    private Automaton star() {
        int start = position;
        while (position < pattern.length() && pattern.charAt(position) == '*') {
            position++;
        }
        boolean isWord = (start == 0 || pattern.charAt(start - 1) == ' ')
                && (position == pattern.length() || pattern.charAt(position) == ' ');
        return byWords && isWord ? BasicAutomata.makeAnyString() : any.clone();
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
        Automaton choice = choices('|', ')');
        return switch (operator) {
            case '?' -> BasicOperations.optional(choice);
            case '*' -> BasicOperations.repeat(choice);
            case '+' -> BasicOperations.repeat(choice, 1);
            case '!' -> BasicOperations.intersection(any.clone(), BasicOperations.complement(choice));
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
        position++;
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
        int close = pattern.indexOf(']', position + 2);
        if (close < 0) {
            position++;
            return BasicAutomata.makeChar('[');
        }
        String inside = pattern.substring(position + 1, close);
        position = close + 1;
        boolean negated = inside.startsWith("!") || inside.startsWith("^");
        Automaton set = BasicOperations.union(members(negated ? inside.substring(1) : inside));
        return negated ? BasicOperations.minus(anyCharacter.clone(), set) : set;
    }

    private static List<Automaton> members(String inside) {
        var members = new ArrayList<Automaton>();
        for (int i = 0; i < inside.length(); i++) {
            char from = inside.charAt(i);
            if (from == '\\' && i + 1 < inside.length()) {
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
