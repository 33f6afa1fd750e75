package dev.licet.shell.analysis;

import dev.licet.shell.syntax.Command;
import dev.licet.shell.syntax.Part;
import dev.licet.shell.syntax.Redirection;
import dev.licet.shell.syntax.Script;
import dev.licet.shell.syntax.Word;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which variables a stretch of a command line may assign, and whether it may jump out of its order. */
final class AssignedNames {
    private static final Set<String> JUMPS = Set.of("break", "continue", "return", "exit");
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /** A name that arithmetic assigns: `x=1`, `x+=1`, `x++`, `++x`. */
    private static final Pattern ASSIGNED = Pattern.compile(
            "([A-Za-z_][A-Za-z0-9_]*)\\s*(?:\\+\\+|--|(?:[-+*/%&|^]|<<|>>)?=(?!=))|(?:\\+\\+|--)\\s*([A-Za-z_][A-Za-z0-9_]*)");

    private static final AssignedNames NONE = new AssignedNames();

    private final Set<String> names = new HashSet<>();
    private final Set<String> numbers = new HashSet<>();
    private boolean jumps;

    /** What the scripts may assign, the functions in {@code scope} included. */
    static AssignedNames of(Scope scope, Script... scripts) {
        var found = new AssignedNames();
        for (Script script : scripts) {
            found.script(script);
        }
        scope.functions().values().forEach(bodies -> bodies.each().forEach(found::command));
        return found;
    }

    /** What the expansions in the words of {@code command} itself may assign, before it runs. */
    static AssignedNames expandedBy(Command command) {
        boolean plain = command instanceof Command.Simple simple
                && simple.assignments().isEmpty()
                && simple.redirections().isEmpty()
                && areLiteral(simple.words());
        boolean inside = command instanceof Command.Pipeline || command instanceof Command.AndOr;
        if (plain || inside) {
            return NONE;
        }
        var found = new AssignedNames();
        found.expanded(command);
        return found;
    }

    private static boolean areLiteral(List<Word> words) {
        for (Word word : words) {
            if (word.parts().size() != 1 || !(word.parts().get(0) instanceof Part.Literal)) {
                return false;
            }
        }
        return true;
    }

    private void expanded(Command command) {
        switch (command) {
            case Command.Simple simple -> {
                simple.assignments().forEach(assignment -> {
                    parts(assignment.value().parts());
                    assignment.subscript().ifPresent(this::arithmeticNames);
                });
                words(simple.words());
                redirections(simple.redirections());
            }
            case Command.Redirected redirected -> redirections(redirected.redirections());
            case Command.For iteration -> iteration.words().ifPresent(this::words);
            case Command.Case selection -> {
                parts(selection.subject().parts());
                selection.items().forEach(item -> words(item.patterns()));
            }
            case Command.Test test ->
                test.pieces().forEach(piece -> {
                    if (piece instanceof Command.Piece.Operand operand) {
                        parts(operand.word().parts());
                    }
                });
            default -> {}
        }
    }

    private void redirections(List<Redirection> redirections) {
        for (Redirection redirection : redirections) {
            String descriptor = redirection.descriptor();
            if (descriptor.startsWith("{")) {
                number(descriptor.substring(1, descriptor.length() - 1));
            }
            switch (redirection) {
                case Redirection.File file -> parts(file.file().parts());
                case Redirection.HereString hereString ->
                    parts(hereString.text().parts());
                case Redirection.HereDocument document -> parts(document.body().parts());
                case Redirection.Duplicate duplicate -> {}
            }
        }
    }

    Set<String> names() {
        return names;
    }

    /** Those of them that arithmetic or a `{name}>` assigns. */
    Set<String> numbers() {
        return numbers;
    }

    boolean jumps() {
        return jumps;
    }

    private void script(Script script) {
        script.statements().forEach(statement -> command(statement.command()));
    }

    private void command(Command command) {
        expanded(command);
        switch (command) {
            case Command.Simple simple -> simple(simple);
            case Command.Pipeline pipeline -> pipeline.stages().forEach(this::command);
            case Command.AndOr andOr -> andOr.commands().forEach(this::command);
            case Command.Redirected redirected -> command(redirected.body());
            case Command.Subshell subshell -> script(subshell.body());
            case Command.Group group -> script(group.body());
            case Command.If conditional -> {
                conditional.branches().forEach(branch -> {
                    script(branch.condition());
                    script(branch.body());
                });
                conditional.otherwise().ifPresent(this::script);
            }
            case Command.While loop -> {
                script(loop.condition());
                script(loop.body());
            }
            case Command.For iteration -> {
                names.add(iteration.variable());
                names.add("REPLY");
                script(iteration.body());
            }
            case Command.ArithmeticFor iteration -> {
                parts(iteration.head().parts());
                script(iteration.body());
            }
            case Command.Case selection -> selection.items().forEach(item -> script(item.body()));
            case Command.Test test -> names.add("BASH_REMATCH");
            case Command.Arithmetic arithmetic -> arithmeticNames(arithmetic.expression());
            case Command.Function function -> command(function.body());
            case Command.Coprocess coprocess -> command(coprocess.body());
            case Command.Opaque opaque -> jumps = true;
        }
    }

    private void simple(Command.Simple simple) {
        simple.assignments().forEach(assignment -> names.add(assignment.name()));
        for (Word word : simple.words()) {
            Optional<String> literal = word.literal();
            jumps = jumps || literal.filter(JUMPS::contains).isPresent();
            String start =
                    literal.orElseGet(() -> word.parts().get(0) instanceof Part.Literal first ? first.text() : "");
            Matcher name = NAME.matcher(start);
            if (name.lookingAt()) {
                names.add(name.group());
            }
        }
    }

    private void words(List<Word> words) {
        words.forEach(word -> parts(word.parts()));
    }

    private void parts(List<Part> parts) {
        for (Part part : parts) {
            switch (part) {
                case Part.Arithmetic arithmetic -> arithmeticNames(arithmetic);
                case Part.Expansion expansion -> {
                    if (expansion.operator().endsWith("=")) {
                        names.add(expansion.name());
                    }
                    expansion.subscript().ifPresent(this::arithmeticNames);
                    words(expansion.operands());
                }
                case Part.DoubleQuoted quoted -> parts(quoted.parts());
                case Part.Braces braces -> braces.alternatives().forEach(this::parts);
                case Part.Elements elements ->
                    elements.elements().forEach(element -> parts(element.value().parts()));
                case Part.Literal literal -> {}
                case Part.Parameter parameter -> {}
                case Part.CommandSubstitution substitution -> {}
                case Part.ProcessSubstitution substitution -> {}
                case Part.Glob glob -> {}
                case Part.Tilde tilde -> {}
            }
        }
    }

    private void arithmeticNames(Part.Arithmetic arithmetic) {
        for (Part part : arithmetic.parts()) {
            if (part instanceof Part.Literal literal) {
                Matcher name = ASSIGNED.matcher(literal.text());
                while (name.find()) {
                    number(name.group(1) == null ? name.group(2) : name.group(1));
                }
            }
        }
    }

    private void number(String name) {
        names.add(name);
        numbers.add(name);
    }
}
