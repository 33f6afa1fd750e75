package dev.licet.shell.command;

import dev.licet.shell.Argument;
import dev.licet.shell.Fact;
import java.util.List;
import java.util.Set;

/** The words of {@code test} and {@code [} (bash manual, 6.4): some operators evaluate their operand as arithmetic. */
final class TestWords {
    private static final Set<String> BINARY = Set.of(
            "=", "==", "!=", "<", ">", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef", "-a", "-o");

    private static final Set<String> UNARY = Set.of(
            "-b", "-c", "-d", "-e", "-f", "-g", "-h", "-k", "-p", "-r", "-s", "-t", "-u", "-w", "-x", "-G", "-L", "-N",
            "-O", "-S", "-z", "-n");

    private final List<Argument> words;
    private final CommandEffects found;

    TestWords(List<Argument> words, CommandEffects found) {
        this.words = words;
        this.found = found;
    }

    void read() {
        for (int i = 0; i < words.size(); i++) {
            Argument word = words.get(i);
            switch (word) {
                case Argument.Known known -> {
                    // Zsh evaluates what is no number, and follows names to their values.
                    boolean terminal = known.text().equals("-t") && !text(i + 1).matches("[0-9]*|]|=|==|!=|-[ao]");
                    if (terminal) {
                        opaque(words.get(Math.min(i + 1, words.size() - 1)));
                    } else if (known.text().equals("-v") || known.text().equals("-R")) {
                        evaluates(i);
                    }
                }
                case Argument.Unknown unknown -> {
                    if (unknown.mayBeOption() && !isOperand(i)) {
                        opaque(unknown);
                    }
                }
                case Argument.Several several -> opaque(several);
            }
        }
    }

    /** Whether the word cannot be taken for an operator: it stands beside one, or alone. */
    private boolean isOperand(int index) {
        String next = text(index + 1);
        String before = text(index - 1);
        boolean alone = index == 0 && (words.size() == 1 || next.equals("]"));
        return alone || BINARY.contains(next) || BINARY.contains(before) || UNARY.contains(before);
    }

    private String text(int index) {
        return index >= 0 && index < words.size() ? words.get(index).certain().orElse("") : "";
    }

    private void evaluates(int index) {
        boolean certain = index + 1 >= words.size() || text(index + 1).matches("[A-Za-z_][A-Za-z0-9_]*|]");
        if (!certain) {
            opaque(words.get(index + 1));
        }
    }

    private void opaque(Argument word) {
        found.facts.add(
                new Fact.Opaque("bash may evaluate an operand as arithmetic, which can run commands", word.span()));
    }
}
