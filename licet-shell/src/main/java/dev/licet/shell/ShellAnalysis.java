package dev.licet.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Finds what a command line would do. Immutable and thread-safe; the same text always gives the same facts.
 *
 * <p>Law: every command that bash would execute is among the facts, or an {@link Fact.Opaque} explains why it is not.
 */
public final class ShellAnalysis {
    private static final Set<String> FREE_TARGETS = Set.of("/dev/null", "/dev/stdout", "/dev/stderr");

    /** What make, and programs that pass a value to a shell, would evaluate. */
    private static final Pattern EVALUATED = Pattern.compile("`|\\$[({\\w]");

    private final CommandTable commands;

    public ShellAnalysis(CommandTable commands) {
        this.commands = commands;
    }

    /**
     * The facts of {@code commandLine} when it is run in {@code directory}, in the order of the text.
     *
     * @param directory absolute path that relative paths start from
     * @return at least one fact; an empty command line is {@link Fact.Opaque}
     */
    public List<Fact> facts(String commandLine, String directory) {
        Script script = ShellParser.parse(commandLine);
        var collector = new Collector(directory);
        for (int i = 0; i < script.statements().size(); i++) {
            boolean last = i == script.statements().size() - 1;
            collector.statement(script.statements().get(i), last);
        }
        if (collector.facts.isEmpty()) {
            collector.facts.add(new Fact.Opaque("nothing to run", new Span(0, commandLine.length())));
        }
        return List.copyOf(collector.facts);
    }

    /** One pass over one tree. */
    private final class Collector {
        private final List<Fact> facts = new ArrayList<>();
        private String directory;

        Collector(String directory) {
            this.directory = directory;
        }

        void statement(Script.Statement statement, boolean last) {
            String before = directory;
            command(statement.command());
            boolean moved = !directory.equals(before);
            if (moved && !last) {
                // `cd a; b`: whether b runs in a depends on whether cd succeeded.
                facts.add(new Fact.Opaque(
                        "what follows may run in another directory; join it with `&&`",
                        statement.command().span()));
            }
            if (statement.background()) {
                directory = before;
            }
        }

        private void command(Command command) {
            switch (command) {
                case Command.Simple simple -> simple(simple);
                case Command.Pipeline pipeline -> pipeline(pipeline);
                case Command.AndOr andOr -> andOr(andOr);
                case Command.Opaque opaque -> facts.add(new Fact.Opaque(opaque.why(), opaque.span()));
            }
        }

        /** Every stage has a shell of its own; a single one behind `!` does not, and what follows runs if it failed. */
        private void pipeline(Command.Pipeline pipeline) {
            String before = directory;
            for (Command stage : pipeline.stages()) {
                command(stage);
                if (pipeline.stages().size() == 1 && !directory.equals(before)) {
                    facts.add(new Fact.Opaque("the directory after `!` is not certain", pipeline.span()));
                }
                directory = before;
            }
        }

        private void andOr(Command.AndOr andOr) {
            command(andOr.commands().get(0));
            for (int i = 1; i < andOr.commands().size(); i++) {
                String before = directory;
                command(andOr.commands().get(i));
                boolean uncertain = andOr.operators().contains(Command.Operator.OR) && !directory.equals(before);
                if (uncertain) {
                    facts.add(new Fact.Opaque(
                            "the directory after `||` is not certain",
                            andOr.commands().get(i).span()));
                }
            }
            boolean movedFirst = andOr.operators().contains(Command.Operator.OR)
                    && andOr.commands().get(0) instanceof Command.Simple simple
                    && isDirectoryChange(simple);
            if (movedFirst) {
                facts.add(new Fact.Opaque("the directory after `||` is not certain", andOr.span()));
            }
        }

        private boolean isDirectoryChange(Command.Simple simple) {
            return !simple.words().isEmpty()
                    && simple.words().get(0).literal().filter("cd"::equals).isPresent();
        }

        private void simple(Command.Simple simple) {
            boolean lasting = simple.words().isEmpty();
            for (Assignment assignment : simple.assignments()) {
                facts.add(Variables.assigned(assignment.name(), lasting, assignment.span()));
                boolean mayBeEvaluated = !lasting
                        && assignment
                                .value()
                                .literal()
                                .filter(value -> EVALUATED.matcher(value).find())
                                .isPresent();
                if (mayBeEvaluated) {
                    facts.add(new Fact.Opaque("the program may evaluate this value", assignment.span()));
                }
            }
            String before = directory;
            if (!simple.words().isEmpty()) {
                words(simple);
            }
            // Bash opens the files of `cd a > f` before it changes the directory.
            String after = directory;
            directory = before;
            simple.redirections().forEach(this::redirection);
            directory = after;
        }

        private void redirection(Redirection redirection) {
            switch (redirection) {
                case Redirection.Input input -> file(input.file(), input.span(), true, false);
                case Redirection.Output output -> file(output.file(), output.span(), false, true);
                case Redirection.Both both -> file(both.file(), both.span(), true, true);
                case Redirection.Duplicate duplicate -> {}
                case Redirection.HereString hereString -> {}
            }
        }

        private void file(Word file, Span span, boolean read, boolean written) {
            Optional<String> literal = file.literal();
            if (literal.isPresent() && FREE_TARGETS.contains(literal.get())) {
                return;
            }
            if (literal.isPresent() && isNetwork(literal.get())) {
                facts.add(new Fact.Connects(literal.get().split("/", -1)[3], span));
                return;
            }
            if (literal.isEmpty()) {
                facts.add(new Fact.Opaque("which file or connection this opens is not known before execution", span));
            }
            Place place = file.place(directory);
            if (read) {
                facts.add(new Fact.Reads(place, Fact.Role.REDIRECTION, span));
            }
            if (written) {
                facts.add(new Fact.Writes(place, Fact.Role.REDIRECTION, span));
            }
        }

        /** Bash opens a socket for `/dev/tcp/host/port`, spelled just so. */
        private boolean isNetwork(String path) {
            return path.matches("/dev/(tcp|udp)/[^/]+/.*");
        }

        private void words(Command.Simple simple) {
            List<Argument> argv = simple.words().stream().map(Word::argument).toList();
            Word first = simple.words().get(0);
            if (!(argv.get(0) instanceof Argument.Known program)
                    || program.text().isEmpty()) {
                facts.add(new Fact.Opaque("which program runs is not known before execution", first.span()));
                return;
            }
            Optional<CommandSpecification> specification = commands.find(argv);
            var operands = new Operands(simple, argv, specification);
            facts.add(new Fact.Runs(
                    argv,
                    specification.map(known -> known.words().size()).orElse(0),
                    operands.escalations(),
                    directory,
                    simple.span()));
            if (specification.isEmpty()) {
                commands.whyOpaque(program.text()).ifPresent(why -> facts.add(new Fact.Opaque(why, simple.span())));
            }
            facts.addAll(operands.facts(directory));
            Optional<String> next = operands.directoryAfter(directory);
            if (next.isEmpty()) {
                facts.add(
                        new Fact.Opaque("which directory it changes to is not known before execution", simple.span()));
            }
            directory = next.orElse(directory);
        }
    }
}
