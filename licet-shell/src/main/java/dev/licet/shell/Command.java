package dev.licet.shell;

import java.util.List;

/** A node of the syntax tree that can be executed (bash manual, section "Shell Commands"). */
public sealed interface Command {

    /** Where the command stands in the text. */
    Span span();

    /** Assignments, words and redirections; at least one of the three is present. */
    record Simple(List<Assignment> assignments, List<Word> words, List<Redirection> redirections, Span span)
            implements Command {
        public Simple {
            assignments = List.copyOf(assignments);
            words = List.copyOf(words);
            redirections = List.copyOf(redirections);
        }
    }

    /** Commands joined by {@code |} or {@code |&}; two or more, or one with a leading {@code !}. */
    record Pipeline(List<Command> stages, Span span) implements Command {
        public Pipeline {
            stages = List.copyOf(stages);
        }
    }

    /** Commands joined by {@code &&} and {@code ||}; {@code operators} has one entry less than {@code commands}. */
    record AndOr(List<Command> commands, List<Operator> operators, Span span) implements Command {
        public AndOr {
            commands = List.copyOf(commands);
            operators = List.copyOf(operators);
        }
    }

    /** Text that is not read, up to the end. {@code why} is a lower-case phrase; {@code span} begins where reading stopped making sense. */
    record Opaque(String why, Span span) implements Command {}

    /** What joins two commands of an {@link AndOr}. */
    enum Operator {
        AND,
        OR
    }
}
