package dev.licet.core.command;

import dev.licet.core.glob.Glob;
import dev.licet.core.rule.Rule;
import dev.licet.shell.Argument;
import dev.licet.shell.EscalationReason;
import dev.licet.shell.Fact;
import dev.licet.shell.command.CommandTable;
import java.util.List;

/**
 * Whether a command that does more than its name says may, in that, do what a rule for another command speaks of: run code
 * that stands in its words or in a file it names, or the rule's program.
 */
public final class Hiding {
    /** What code is made of, and a plain name, path or number is not. */
    private static final String CODE = " \t\r\n;|&$`(){}<>\"'\\!*?[";

    private Hiding() {}

    /** Whether {@code command} may do in a hidden way what {@code rule} speaks of. */
    public static boolean mayHide(Fact.Runs command, Rule rule) {
        List<String> spelled = List.of(rule.value().pattern().split(" +", -1));
        String first = spelled.getFirst();
        boolean open = first.endsWith("*");
        String program = name(open ? withoutLast(first) : first);
        List<Argument> words = command.argv();
        String called = text(words.getFirst());
        String own = name(called);
        boolean plain = !isCode(program);
        boolean same = plain
                ? own.equals(program)
                        || (open && own.startsWith(program))
                        || CommandTable.standard().related(own).contains(program)
                : mayName(first, called);
        boolean runsFile = command.escalations().stream()
                .anyMatch(escalation -> escalation.reason() instanceof EscalationReason.ProgramFile);
        // What the program does itself is no code for another one, whatever it looks like.
        boolean runs = same
                || command.escalations().stream().map(Fact.Escalation::reason).anyMatch(Hiding::mayRunAnother);
        if (runsFile || (runs && !plain) || words.stream().anyMatch(word -> mayBeCode(word, runs))) {
            return true;
        }
        if (!same) {
            return words.stream()
                    .skip(1)
                    .map(Hiding::text)
                    .anyMatch(word -> plain ? mentions(word, program, open) : mayName(first, word));
        }
        // An unknown subcommand may be another name of any.
        return command.prefix() == 0
                || spelled.stream()
                        .skip(1)
                        .filter(word -> !isCode(word))
                        .allMatch(word -> words.stream().skip(1).anyMatch(each -> mentions(text(each), word, false)));
    }

    /** Whether {@code first}, which is no plain name, may be for the program that is {@code called} so. */
    private static boolean mayName(String first, String called) {
        if (first.indexOf('*') < 0) {
            Glob name = Glob.of(first);
            return name.matches(called) || name.matches(name(called));
        }
        // A star covers further words as well: only what stands before it, and is plain, has to be there.
        int end = 0;
        while (CODE.indexOf(first.charAt(end)) < 0) {
            end++;
        }
        String start = first.substring(0, end);
        return called.startsWith(start) || name(called).startsWith(start);
    }

    /** Whether something else than the program itself may be started in what it does for {@code reason}. */
    private static boolean mayRunAnother(EscalationReason reason) {
        return switch (reason) {
            case EscalationReason.Named named -> false;
            case EscalationReason.Sent sent -> false;
            case EscalationReason.Written written -> false;
            case EscalationReason.Own own -> false;
            case EscalationReason.FurtherTarget target -> true;
            case EscalationReason.UnknownOption option -> true;
            case EscalationReason.ProgramFile file -> true;
            case EscalationReason.OtherFolder folder -> true;
            case EscalationReason.Environment environment -> true;
            case EscalationReason.ListedName name -> true;
            case EscalationReason.Spelled spelled -> true;
        };
    }

    /** Whether {@code word} may be code, if there is something that {@code runs} it; one that is not known may be in any case. */
    private static boolean mayBeCode(Argument word, boolean runs) {
        return !(word instanceof Argument.Known known) || (runs && isCode(known.text()));
    }

    private static boolean isCode(String word) {
        return word.isEmpty() || word.chars().anyMatch(c -> CODE.indexOf(c) >= 0);
    }

    private static String text(Argument word) {
        return word.certain().orElse("");
    }

    private static String name(String program) {
        return program.substring(program.lastIndexOf('/') + 1);
    }

    private static String withoutLast(String word) {
        return word.substring(0, word.length() - 1);
    }

    /** Whether {@code word} stands in {@code text}, and not just as a part of a longer one; an open one is a beginning. */
    private static boolean mentions(String text, String word, boolean open) {
        for (int at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
            boolean begins = at == 0 || !Character.isLetterOrDigit(text.charAt(at - 1));
            int end = at + word.length();
            boolean ends = open || end == text.length() || !Character.isLetterOrDigit(text.charAt(end));
            if (begins && ends) {
                return true;
            }
        }
        return false;
    }
}
