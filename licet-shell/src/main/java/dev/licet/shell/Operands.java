package dev.licet.shell;

import static dev.licet.shell.CommandSpecification.Operands.DIRECTORY;
import static dev.licet.shell.CommandSpecification.Operands.EXPRESSION;
import static dev.licet.shell.CommandSpecification.Operands.FILTER;
import static dev.licet.shell.CommandSpecification.Operands.FORMAT;
import static dev.licet.shell.CommandSpecification.Operands.GUESS;
import static dev.licet.shell.CommandSpecification.Operands.NONE;
import static dev.licet.shell.CommandSpecification.Operands.PROGRAM_READ;
import static dev.licet.shell.CommandSpecification.Operands.REFS;
import static dev.licet.shell.CommandSpecification.Operands.SETS;
import static dev.licet.shell.CommandSpecification.Operands.TARGETS;
import static dev.licet.shell.CommandSpecification.Operands.TESTS;
import static dev.licet.shell.CommandSpecification.Operands.TEXT;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Splits the arguments of one simple command into options and operands, as its specification says. */
final class Operands {
    /** Words of a jq program that read other files or the environment. */
    private static final Pattern MORE_THAN_A_FILTER =
            Pattern.compile("\\b(import|include|env|ENV|input|inputs|input_filename|debug|stderr|halt_error)\\b");

    /** A conversion of printf that assigns how much was printed. */
    private static final Pattern COUNTING = Pattern.compile("%[^a-zA-Z%]*n");

    private final Command.Simple simple;
    private final List<Argument> argv;
    private final Optional<CommandSpecification> specification;
    private final List<Fact.Escalation> escalations = new ArrayList<>();
    private final List<Word> operands = new ArrayList<>();
    private final List<Argument.Known> values = new ArrayList<>();

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
            } else if (argument instanceof Argument.Known known && known.text().equals("--")) {
                optionsEnded = endsOptions(i);
            } else {
                option(argument, simple.words().get(i));
            }
        }
        operandsThatAreMore();
    }

    /** Not where `--` may be the value of the option before it, nor where it hands the rest to another program. */
    private boolean endsOptions(int index) {
        boolean afterOption = argv.get(index - 1) instanceof Argument.Known before
                && before.text().startsWith("-")
                && !before.text().contains("=");
        boolean handsOn = is(EXPRESSION) || is(TEXT) || is(TARGETS) || is(GUESS);
        return !afterOption && !handsOn;
    }

    /** Operands that do more than the command's name says. */
    private void operandsThatAreMore() {
        if (is(PROGRAM_READ) && !operands.isEmpty()) {
            String program = operands.get(0).literal().orElse("import");
            if (MORE_THAN_A_FILTER.matcher(program).find()) {
                escalations.add(new Fact.Escalation(
                        program,
                        "a program that reads more than its operands",
                        operands.get(0).span()));
            }
        }
        for (Word word : operands) {
            String text = word.literal().orElse("");
            boolean more =
                    (is(NONE) && !text.startsWith("+")) || is(TARGETS) || (is(REFS) && text.matches(".*:.*|[+./~].*"));
            if (more) {
                escalations.add(new Fact.Escalation(
                        text.contains("=") ? text.substring(0, text.indexOf('=')) : text,
                        "asks for more than the command's name says",
                        word.span()));
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
                    attached(known);
                    return;
                }
                specification.get().dangerousOption(known.text()).ifPresent(name -> {
                    escalations.add(new Fact.Escalation(name, "does more than the command's name says", word.span()));
                    attached(known);
                });
            }
            case Argument.Unknown unknown -> {
                if (!isHarmlessAnyway(unknown)) {
                    escalations.add(new Fact.Escalation("", "may become an option when it is expanded", word.span()));
                }
                if (!unknown.start().contains("=")) {
                    operands.add(word);
                }
            }
        }
    }

    /** The file that may stand in the option's own word: `--output=x`, `-fx`, `-d@x`. */
    private void attached(Argument.Known option) {
        int equals = option.text().indexOf('=');
        boolean shortOption = !option.text().startsWith("--") && option.text().length() > 2;
        if (is(EXPRESSION) || (equals < 0 && !shortOption)) {
            return;
        }
        String value = option.text().substring(equals < 0 ? 2 : equals + 1);
        values.add(new Argument.Known(value.startsWith("@") ? value.substring(1) : value, option.span()));
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
        for (Argument.Known value : values) {
            if (!value.text().isEmpty()) {
                guess(new Place.At(value.text(), directory), value.span(), facts);
            }
        }
        if (specification.isEmpty()) {
            operands.forEach(word -> guess(word.place(directory), word.span(), facts));
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
                case TEXT, NONE, REFS, EXPRESSION, TESTS, FORMAT -> {}
                case GUESS -> guess(fromResponseFile(place), word.span(), facts);
                case PATHSPEC -> pathspec(place, word, facts);
                case PATHSPEC_WRITE -> {
                    pathspec(place, word, facts);
                    facts.add(new Fact.Writes(place, Fact.Role.GUESS, word.span()));
                }
                case FILTER -> facts.add(i == 0 ? read(place, word) : write(place, word));
                case TARGETS -> {
                    if (word.literal().orElse("=").contains("=")) {
                        facts.add(sets(word));
                    }
                }
                case READ -> facts.add(read(place, word));
                case WRITE -> facts.add(write(place, word));
                case DELETE -> facts.add(delete(place, word));
                case COPY -> {
                    facts.add(last ? write(place, word) : read(place, word));
                    into(word, directory).ifPresent(facts::add);
                }
                case MOVE -> {
                    facts.add(last ? write(place, word) : read(place, word));
                    if (!last) {
                        facts.add(delete(place, word));
                    }
                    into(word, directory).ifPresent(facts::add);
                }
                case PATTERN_READ, PROGRAM_READ -> {
                    // A first word that is not known may become several, the second of which is a file.
                    if (i > 0 || place instanceof Place.Unknown) {
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
            boolean counts = is(FORMAT)
                    && argument instanceof Argument.Known format
                    && COUNTING.matcher(format.text()).find();
            if (counts && beforeFormat) {
                return Optional.of(new Fact.Opaque("`%n` in a format sets a variable", argument.span()));
            }
            beforeFormat = beforeFormat
                    && argument instanceof Argument.Known known
                    && known.text().startsWith("-");
        }
        return Optional.empty();
    }

    /** What is copied into a folder arrives there under its own name. */
    private Optional<Fact> into(Word source, String directory) {
        Word target = operands.getLast();
        boolean known = !source.equals(target)
                && source.place(directory) instanceof Place.At
                && target.place(directory) instanceof Place.At;
        if (!known) {
            return Optional.empty();
        }
        String name = source.literal().orElseThrow().replaceFirst("/+$", "").replaceFirst(".*/", "");
        String folder = target.literal().orElseThrow();
        Place.At inside = new Place.At(folder + "/" + name, directory);
        return Optional.of(new Fact.Writes(inside, Fact.Role.OPERAND, target.span()));
    }

    /** A word after a revision may be a file, and so may what follows a colon. */
    private static void pathspec(Place place, Word word, List<Fact> facts) {
        facts.add(new Fact.Reads(place, Fact.Role.GUESS, word.span()));
        if (place instanceof Place.At at && at.text().contains(":")) {
            String file = at.text().substring(at.text().lastIndexOf(':') + 1);
            if (!file.isEmpty()) {
                facts.add(new Fact.Reads(new Place.At(file, at.directory()), Fact.Role.GUESS, word.span()));
            }
        }
    }

    /** `@file` names a file with further arguments. */
    private static Place fromResponseFile(Place place) {
        return place instanceof Place.At at
                        && at.text().startsWith("@")
                        && at.text().length() > 1
                ? new Place.At(at.text().substring(1), at.directory())
                : place;
    }

    /** A command without a specification may do anything with a word that looks like a path. */
    private static void guess(Place place, Span span, List<Fact> facts) {
        boolean maybePath = switch (place) {
            case Place.At at ->
                at.text().indexOf('/') >= 0
                        || at.text().startsWith(".")
                        || at.text().startsWith("~");
            case Place.Unknown unknown -> true;
        };
        facts.add(new Fact.Reads(place, Fact.Role.GUESS, span));
        if (maybePath) {
            facts.add(new Fact.Writes(place, Fact.Role.GUESS, span));
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
