package dev.licet.shell;

import static dev.licet.shell.CommandSpecification.Operands.DIRECTORY;
import static dev.licet.shell.CommandSpecification.Operands.EXPRESSION;
import static dev.licet.shell.CommandSpecification.Operands.FILTER;
import static dev.licet.shell.CommandSpecification.Operands.FORMAT;
import static dev.licet.shell.CommandSpecification.Operands.SETS;
import static dev.licet.shell.CommandSpecification.Operands.TESTS;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Splits the arguments of one simple command into options and operands, as its specification says. */
final class Operands {
    private final Command.Simple simple;
    private final List<Argument> argv;
    private final Optional<CommandSpecification> specification;
    private final List<Fact.Escalation> escalations = new ArrayList<>();
    private final List<Word> operands = new ArrayList<>();

    Operands(Command.Simple simple, List<Argument> argv, Optional<CommandSpecification> specification) {
        this.simple = simple;
        this.argv = argv;
        this.specification = specification;
        split();
    }

    List<Fact.Escalation> escalations() {
        return escalations;
    }

    private void split() {
        boolean optionsEnded = false;
        int from = specification.map(known -> known.words().size()).orElse(1);
        for (int i = from; i < argv.size(); i++) {
            Argument argument = argv.get(i);
            boolean isOption = switch (argument) {
                case Argument.Known known ->
                    known.text().startsWith("-") && known.text().length() > 1;
                case Argument.Unknown unknown -> unknown.mayBeOption();
            };
            if (optionsEnded || !isOption) {
                operands.add(simple.words().get(i));
            } else if (argument instanceof Argument.Known known && known.text().equals("--") && !is(EXPRESSION)) {
                optionsEnded = true;
            } else {
                option(argument, simple.words().get(i));
            }
        }
        if (is(FILTER) && operands.size() > 1) {
            Word output = operands.get(1);
            escalations.add(new Fact.Escalation(output.literal().orElse(""), "writes its second file", output.span()));
        }
    }

    private boolean is(CommandSpecification.Operands kind) {
        return specification.filter(known -> known.operands() == kind).isPresent();
    }

    private void option(Argument argument, Word word) {
        switch (argument) {
            case Argument.Known known -> {
                if (specification.isEmpty()) {
                    escalations.add(new Fact.Escalation(
                            CommandSpecification.nameOf(known.text()),
                            "an option of a command without a specification",
                            word.span()));
                    return;
                }
                specification
                        .get()
                        .dangerousOption(known.text())
                        .ifPresent(name -> escalations.add(
                                new Fact.Escalation(name, "does more than the command's name says", word.span())));
            }
            case Argument.Unknown unknown -> {
                if (!isHarmlessAnyway(unknown)) {
                    escalations.add(new Fact.Escalation("", "may become an option when it is expanded", word.span()));
                }
                operands.add(word);
            }
        }
    }

    /** Whatever it becomes: every option is harmless, or this one is and only its value is unknown. */
    private boolean isHarmlessAnyway(Argument.Unknown unknown) {
        if (specification.isEmpty()) {
            return false;
        }
        boolean any = specification.get().options() instanceof CommandSpecification.Options.Any;
        boolean named = unknown.start().startsWith("--") && unknown.start().contains("=");
        return any
                || (named
                        && specification.get().dangerousOption(unknown.start()).isEmpty());
    }

    List<Fact> facts(String directory) {
        var facts = new ArrayList<Fact>();
        if (specification.isEmpty()) {
            operands.forEach(word -> guess(word, directory, facts));
            return facts;
        }
        if (is(TESTS) || is(FORMAT)) {
            evaluated().ifPresent(facts::add);
        }
        for (int i = 0; i < operands.size(); i++) {
            Word word = operands.get(i);
            boolean last = i == operands.size() - 1;
            Place place = word.place(directory);
            switch (specification.get().operands()) {
                case TEXT, EXPRESSION, TESTS, FORMAT -> {}
                case FILTER -> facts.add(i == 0 ? read(place, word) : write(place, word));
                case TARGETS -> {
                    if (word.literal().orElse("=").contains("=")) {
                        facts.add(sets(word));
                    }
                }
                case READ -> facts.add(read(place, word));
                case WRITE -> facts.add(write(place, word));
                case DELETE -> facts.add(delete(place, word));
                case COPY -> facts.add(last ? write(place, word) : read(place, word));
                case MOVE -> facts.add(last ? write(place, word) : delete(place, word));
                case PATTERN_READ -> {
                    if (i > 0) {
                        facts.add(read(place, word));
                    }
                }
                case SETS -> facts.add(sets(word));
                case DIRECTORY -> facts.add(read(place, word));
            }
        }
        return facts;
    }

    /** The directory that later commands start from; empty when it is not known before execution. */
    Optional<String> directoryAfter(String before) {
        if (!is(DIRECTORY)) {
            return Optional.of(before);
        }
        if (operands.isEmpty()) {
            return Optional.of("~");
        }
        boolean certain = operands.size() == 1 && escalations.isEmpty();
        if (!certain
                || !(operands.get(0).place(before) instanceof Place.At at)
                || at.text().equals("-")) {
            return Optional.empty();
        }
        boolean absolute = at.text().startsWith("/") || at.text().startsWith("~");
        return Optional.of(absolute ? at.text() : before + "/" + at.text());
    }

    private Fact sets(Word word) {
        Optional<String> name = word.nameSet();
        if (name.isEmpty()) {
            return new Fact.Opaque("which variable is set is not known before execution", word.span());
        }
        return is(SETS)
                ? Variables.assigned(name.get(), true, word.span())
                : new Fact.Sets(name.get(), false, word.span());
    }

    /** `test -v 'a[$(id)]'` runs id: bash evaluates the operand. So may a word that turns out to be such an option. */
    private Optional<Fact> evaluated() {
        boolean beforeFormat = true;
        for (int i = 1; i < argv.size(); i++) {
            Argument argument = argv.get(i);
            boolean evaluates = switch (argument) {
                case Argument.Known known ->
                    known.text().startsWith("-")
                            && specification
                                    .orElseThrow()
                                    .dangerousOption(known.text())
                                    .isPresent();
                case Argument.Unknown unknown -> unknown.mayBeOption();
            };
            if (evaluates && (is(TESTS) || beforeFormat)) {
                return Optional.of(new Fact.Opaque(
                        "bash may evaluate an operand as arithmetic, which can run commands", argument.span()));
            }
            beforeFormat = beforeFormat
                    && argument instanceof Argument.Known known
                    && known.text().startsWith("-");
        }
        return Optional.empty();
    }

    /** A command without a specification may do anything with a word that looks like a path. */
    private static void guess(Word word, String directory, List<Fact> facts) {
        Place place = word.place(directory);
        boolean maybePath = switch (place) {
            case Place.At at ->
                at.text().indexOf('/') >= 0
                        || at.text().startsWith(".")
                        || at.text().startsWith("~");
            case Place.Unknown unknown -> true;
        };
        facts.add(new Fact.Reads(place, Fact.Role.GUESS, word.span()));
        if (maybePath) {
            facts.add(new Fact.Writes(place, Fact.Role.GUESS, word.span()));
        }
    }

    private static Fact read(Place place, Word word) {
        return new Fact.Reads(place, Fact.Role.OPERAND, word.span());
    }

    private static Fact write(Place place, Word word) {
        return new Fact.Writes(place, Fact.Role.OPERAND, word.span());
    }

    private static Fact delete(Place place, Word word) {
        return new Fact.Deletes(place, Fact.Role.OPERAND, word.span());
    }
}
