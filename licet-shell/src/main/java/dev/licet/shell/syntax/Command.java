package dev.licet.shell.syntax;

import dev.licet.shell.OpaqueReason;
import dev.licet.shell.Span;
import java.util.List;
import java.util.Optional;

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

    /**
     * Commands joined by {@code |} or {@code |&}; two or more, or one with a prefix.
     *
     * @param prefixes {@code !}, {@code time} and {@code time -p} before the first command, in order
     */
    record Pipeline(List<String> prefixes, List<Command> stages, Span span) implements Command {
        public Pipeline {
            prefixes = List.copyOf(prefixes);
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

    /** A compound command or function body with redirections of its own. */
    record Redirected(Command body, List<Redirection> redirections, Span span) implements Command {
        public Redirected {
            redirections = List.copyOf(redirections);
        }
    }

    /** {@code ( … )}. */
    record Subshell(Script body, Span span) implements Command {}

    /** {@code { …; }}. */
    record Group(Script body, Span span) implements Command {}

    /** {@code if … then … elif … else … fi}. */
    record If(List<Branch> branches, Optional<Script> otherwise, Span span) implements Command {
        public If {
            branches = List.copyOf(branches);
        }
    }

    /** One condition of an {@link If} and what runs when it holds. */
    record Branch(Script condition, Script body) {}

    /** {@code while} or {@code until}, told by {@code keyword}. */
    record While(String keyword, Script condition, Script body, Span span) implements Command {}

    /** {@code for} or {@code select}, told by {@code keyword}; without words it goes over the arguments of the script. */
    record For(String keyword, String variable, Optional<List<Word>> words, Script body, Span span) implements Command {
        public For {
            words = words.map(List::copyOf);
        }
    }

    /** {@code for ((first; test; next))}. */
    record ArithmeticFor(Part.Arithmetic head, Script body, Span span) implements Command {}

    /** {@code case … in … esac}. */
    record Case(Word subject, List<Item> items, Span span) implements Command {
        public Case {
            items = List.copyOf(items);
        }
    }

    /** One clause of a {@link Case}; {@code terminator} is {@code ;;}, {@code ;&} or {@code ;;&}. */
    record Item(List<Word> patterns, Script body, String terminator) {
        public Item {
            patterns = List.copyOf(patterns);
        }
    }

    /** {@code [[ … ]]}: operators and operands in the order of the text. */
    record Test(List<Piece> pieces, Span span) implements Command {
        public Test {
            pieces = List.copyOf(pieces);
        }
    }

    /** One token of a {@link Test}. */
    sealed interface Piece {
        /** {@code -f}, {@code ==}, {@code !}, {@code (}, {@code &&} and the like. */
        record Symbol(String text) implements Piece {}

        /** An operand, or the pattern behind {@code ==} or {@code =~}. */
        record Operand(Word word) implements Piece {}
    }

    /** {@code (( … ))}. */
    record Arithmetic(Part.Arithmetic expression, Span span) implements Command {}

    /** {@code name() body}, or {@code function name body} where {@code byKeyword}: without brackets behind the name. */
    record Function(String name, boolean byKeyword, Command body, Span span) implements Command {}

    /** {@code coproc [name] command}. */
    record Coprocess(String name, Command body, Span span) implements Command {}

    /** Text that is not read, up to the end. {@code why} is a lower-case phrase; {@code span} begins where reading stopped making sense. */
    record Opaque(OpaqueReason reason, Span span) implements Command {}

    /** What joins two commands of an {@link AndOr}. */
    enum Operator {
        AND,
        OR
    }
}
