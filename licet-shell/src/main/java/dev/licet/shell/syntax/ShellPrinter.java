package dev.licet.shell.syntax;

import java.util.ArrayList;
import java.util.List;

/**
 * Writes a tree as bash text again, in one canonical form: what is parsed from it prints the same. Not thread-safe: one
 * instance writes one text.
 */
public final class ShellPrinter {
    private final StringBuilder out = new StringBuilder();
    private final List<Redirection.HereDocument> pending = new ArrayList<>();

    private ShellPrinter() {}

    /** {@code script} as text; its {@link Command.Opaque} parts become a comment-free marker that does not parse. */
    public static String print(Script script) {
        var printer = new ShellPrinter();
        printer.lines(script.statements());
        return printer.out.toString();
    }

    /** What stands on one line stays on one: a shell that gives it up goes on with the next. */
    private void lines(List<Script.Statement> statements) {
        for (int i = 0; i < statements.size(); i++) {
            statement(statements.get(i));
            if (statements.get(i).endsLine() || i == statements.size() - 1) {
                line();
            } else {
                out.append(statements.get(i).background() ? " " : "; ");
            }
        }
    }

    private void script(Script script) {
        for (Script.Statement statement : script.statements()) {
            statement(statement);
            line();
        }
    }

    private void statement(Script.Statement statement) {
        command(statement.command());
        out.append(statement.background() ? " &" : "");
    }

    private void line() {
        out.append('\n');
        List<Redirection.HereDocument> documents = List.copyOf(pending);
        pending.clear();
        documents.forEach(document -> new WordPrinter(out, this::nested).hereDocument(document));
    }

    private void nested(Script script) {
        out.append('\n');
        script(script);
    }

    private void block(Script script) {
        nested(script);
    }

    private void command(Command command) {
        switch (command) {
            case Command.Simple simple -> simple(simple);
            case Command.Pipeline pipeline -> {
                pipeline.prefixes().forEach(prefix -> out.append(prefix).append(' '));
                joined(pipeline.stages(), List.of());
            }
            case Command.AndOr andOr -> joined(andOr.commands(), andOr.operators());
            case Command.Redirected redirected -> {
                command(redirected.body());
                redirected.redirections().forEach(this::redirection);
            }
            case Command.Subshell subshell -> {
                out.append('(');
                block(subshell.body());
                out.append(')');
            }
            case Command.Group group -> {
                out.append('{');
                block(group.body());
                out.append('}');
            }
            case Command.If conditional -> conditional(conditional);
            case Command.While loop -> {
                out.append(loop.keyword());
                block(loop.condition());
                doGroup(loop.body());
            }
            case Command.For iteration -> iteration(iteration);
            case Command.ArithmeticFor iteration -> {
                out.append("for ((");
                words().expression(iteration.head());
                out.append("))");
                out.append('\n');
                doGroup(iteration.body());
            }
            case Command.Case selection -> selection(selection);
            case Command.Test test -> test(test);
            case Command.Arithmetic arithmetic -> {
                out.append("((");
                words().expression(arithmetic.expression());
                out.append("))");
            }
            case Command.Function function -> {
                out.append(function.name()).append(" ()\n");
                command(function.body());
            }
            case Command.Coprocess coprocess -> {
                boolean named = !(coprocess.body() instanceof Command.Simple);
                out.append("coproc ").append(named ? coprocess.name() + " " : "");
                command(coprocess.body());
            }
            case Command.Opaque opaque -> out.append(";;");
        }
    }

    private void joined(List<Command> commands, List<Command.Operator> operators) {
        for (int i = 0; i < commands.size(); i++) {
            if (i > 0) {
                String operator =
                        operators.isEmpty() ? "|" : operators.get(i - 1) == Command.Operator.AND ? "&&" : "||";
                out.append(' ').append(operator).append(' ');
            }
            command(commands.get(i));
        }
    }

    private void simple(Command.Simple simple) {
        String separator = "";
        for (Assignment assignment : simple.assignments()) {
            out.append(separator);
            words().assignment(assignment);
            separator = " ";
        }
        // What stands before the first word must not follow it: `>f if` is no condition.
        boolean leading = simple.words().isEmpty();
        for (int i = 0; i < simple.words().size(); i++) {
            out.append(separator);
            if (i == 0) {
                words().program(simple.words().get(i));
            } else {
                words().argument(simple.words().get(i));
            }
            separator = " ";
        }
        for (Redirection redirection : simple.redirections()) {
            if (leading && separator.isEmpty()) {
                separator = " ";
            }
            redirection(redirection);
        }
    }

    private void redirection(Redirection redirection) {
        out.append(' ').append(redirection.descriptor());
        switch (redirection) {
            case Redirection.File file -> {
                out.append(file.operator()).append(' ');
                words().argument(file.file());
            }
            case Redirection.Duplicate duplicate ->
                out.append(duplicate.operator()).append(duplicate.source());
            case Redirection.HereString hereString -> {
                out.append("<<< ");
                words().argument(hereString.text());
            }
            case Redirection.HereDocument document -> {
                out.append("<<");
                words().delimiter(document.delimiter());
                pending.add(document);
            }
        }
    }

    private void conditional(Command.If conditional) {
        String keyword = "if";
        for (Command.Branch branch : conditional.branches()) {
            out.append(keyword);
            block(branch.condition());
            out.append("then");
            block(branch.body());
            keyword = "elif";
        }
        conditional.otherwise().ifPresent(body -> {
            out.append("else");
            block(body);
        });
        out.append("fi");
    }

    private void doGroup(Script body) {
        out.append("do");
        block(body);
        out.append("done");
    }

    private void iteration(Command.For iteration) {
        out.append(iteration.keyword()).append(' ').append(iteration.variable());
        iteration.words().ifPresent(list -> {
            out.append(" in");
            for (Word word : list) {
                out.append(' ');
                words().argument(word);
            }
        });
        line();
        doGroup(iteration.body());
    }

    private void selection(Command.Case selection) {
        out.append("case ");
        words().argument(selection.subject());
        out.append(" in\n");
        for (Command.Item item : selection.items()) {
            out.append('(');
            for (int i = 0; i < item.patterns().size(); i++) {
                out.append(i > 0 ? "|" : "");
                words().argument(item.patterns().get(i));
            }
            out.append(')');
            nested(item.body());
            out.append(item.terminator().isEmpty() ? ";;" : item.terminator()).append('\n');
        }
        out.append("esac");
    }

    private void test(Command.Test test) {
        out.append("[[");
        boolean expression = false;
        for (Command.Piece piece : test.pieces()) {
            out.append(' ');
            switch (piece) {
                case Command.Piece.Symbol symbol -> {
                    out.append(symbol.text());
                    expression = symbol.text().equals("=~");
                }
                case Command.Piece.Operand operand -> {
                    if (expression) {
                        words().regularExpression(operand.word());
                    } else {
                        words().argument(operand.word());
                    }
                    expression = false;
                }
            }
        }
        out.append(" ]]");
    }

    private WordPrinter words() {
        return new WordPrinter(out, this::nested);
    }
}
