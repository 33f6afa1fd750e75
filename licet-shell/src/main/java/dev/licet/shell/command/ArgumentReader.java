package dev.licet.shell.command;

import dev.licet.shell.Argument;
import dev.licet.shell.EscalationReason;
import dev.licet.shell.Fact;
import dev.licet.shell.Place;
import dev.licet.shell.Shape;
import dev.licet.shell.SideEffect;
import dev.licet.shell.Span;
import dev.licet.shell.command.CommandSpecification.Effect;
import dev.licet.shell.command.CommandSpecification.Kind;
import dev.licet.shell.command.CommandSpecification.Operands;
import dev.licet.shell.command.CommandSpecification.Option;
import dev.licet.shell.command.CommandSpecification.Output;
import dev.licet.shell.command.CommandSpecification.Printed;
import dev.licet.shell.command.CommandSpecification.Spelling;
import dev.licet.shell.command.CommandSpecification.Style;
import dev.licet.shell.command.CommandSpecification.Traits;
import dev.licet.shell.command.CommandSpecification.Unlisted;
import dev.licet.shell.command.CommandSpecification.Unnamed;
import dev.licet.shell.command.CommandSpecification.Value;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Splits an argument vector into options and operands as its specification says, and notes what each of them does. */
final class ArgumentReader {
    /** Where fd looks, other than below the working directory, and whether it follows links. */
    private static final Set<String> FOLDERS_OF_FD =
            Set.of("--base-directory", "-C", "--search-path", "-L", "--follow", "-a", "--absolute-path");

    private static final Set<String> INFORMATION = Set.of("--version", "--help", "-V", "-h", "-version", "-help");
    private static final Set<String> VERSION = Set.of("--version", "-version", "-V");

    private static final Pattern LIKE_OPTION = Pattern.compile("--?[A-Za-z][\\w.-]*(=.*)?", Pattern.DOTALL);

    /** Options of these kinds have a value in every version. */
    private static final Set<Effect> TAKING =
            Set.of(Effect.PATTERN, Effect.PATTERN_FILE, Effect.PROGRAM, Effect.SHELL, Effect.JQ, Effect.EVALUATES);

    /** The first operand is a program. */
    private static final Set<Kind> PROGRAMS = Set.of(Kind.SED, Kind.AWK, Kind.JQ, Kind.YQ);

    /** These hand words on to something else, so that `--` need not end their own options. */
    private static final Set<Kind> HANDING_ON = Set.of(Kind.TARGETS, Kind.FILES);

    private static final CommandSpecification UNKNOWN = new CommandSpecification(
            List.of(),
            Unlisted.ESCALATION,
            Map.of(),
            new Operands(Kind.FILES, 0),
            new Traits(
                    0,
                    Fact.Standing.COMMAND,
                    SideEffect.ANY,
                    false,
                    Style.GNU,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Set.of(),
                    new Printed(Output.ANYTHING, Set.of(), Set.of()),
                    false,
                    List.of(),
                    List.of(),
                    Place.Extent.EVERYTHING,
                    List.of(),
                    List.of(),
                    List.of(),
                    Set.of(),
                    Set.of(),
                    List.of(),
                    List.of(),
                    List.of(),
                    Set.of(),
                    Set.of(),
                    false,
                    Spelling.PLAIN,
                    Unnamed.NONE));

    /** With these nothing is done, or something that was begun is ended, whatever program has them. */
    private static final List<String> TRYING = List.of(
            "--dry-run",
            "--dryrun",
            "--just-print",
            "--recon",
            "--abort",
            "--quit",
            "--continue",
            "--skip",
            "--help",
            "--version",
            "--list-files");

    /** `--dry-run=false` */
    private static final Set<String> OFF = Set.of("false", "0", "no", "off", "n", "f", "none", "never");

    /** The options of tar as it had them first. */
    private static final Pattern LETTERS = Pattern.compile("[A-Za-z]+");

    private final CommandTable table;
    private final List<Argument> argv;
    private final CommandEffects found;
    private final List<Argument> command = new ArrayList<>();
    private final List<Argument> operands = new ArrayList<>();

    /** The options that were given, by the name that all share which mean the same, and their values. */
    private Map<String, List<String>> given = Map.of();

    private CommandSpecification specification = UNKNOWN;
    private int position = 1;
    private int words;
    private int tail;
    private boolean optionsEnded;
    private boolean passesOn;
    private boolean information;
    private boolean programGiven;

    /** Whether a word may turn out to be an option that names a file. */
    private boolean mayRead;

    /** What could follow the words that name it. */
    private Optional<CommandTable.Node> further = Optional.empty();

    /** Whether the word at hand, which was a value, is read as an option. */
    private boolean readAgain;

    ArgumentReader(CommandTable table, List<Argument> argv, String directory, CommandInput input) {
        this.table = table;
        this.argv = argv;
        this.found = new CommandEffects(directory, argv.get(0).span(), input);
    }

    Effects read() {
        command.add(argv.get(0));
        Optional<CommandTable.Node> program =
                argv.get(0) instanceof Argument.Known known ? table.program(known.text()) : Optional.empty();
        program.ifPresent(this::descend);
        while (position < argv.size()) {
            int before = position;
            int more = found.size() + operands.size();
            word();
            tail = found.size() + operands.size() == more ? tail + position - before : 0;
        }
        Traits traits = specification.traits();
        Span name = argv.get(0).span();
        boolean elsewhere = argv.get(0) instanceof Argument.Known known && table.isElsewhere(known.text());
        if (!elsewhere && asksHow()) {
            return new Effects(
                    command,
                    prefix(),
                    0,
                    Fact.Standing.COMMAND,
                    List.of(),
                    Set.of(),
                    List.of(),
                    List.of(),
                    Optional.of(Shape.ANYTHING));
        }
        traits.opaque().ifPresent(why -> found.opaque(why, name));
        boolean obeys = traits.obeys()
                || (mayRunInput()
                        && operands.stream()
                                .anyMatch(word ->
                                        word.certain().filter("-"::equals).isPresent()));
        if (obeys && found.isFed()) {
            found.runsInput(name);
        }
        if (!information) {
            traits.exact().ifPresent(why -> found.escalates("", exactly(why), name));
            traits.alone().filter(why -> position == words).ifPresent(why -> found.escalates("", why, name));
            if (specification.operands().kind() == Kind.SED) {
                SedProgram.behindInPlace(operands, programGiven, found);
            }
            if (specification.operands().kind() == Kind.PASSED) {
                // Which words are values is for the runner to say: it may begin another task before it looks at
                // options.
                for (int i = 1; i < argv.size(); i++) {
                    Argument word = argv.get(i);
                    if (OperandReader.mayBegin(word, ":::") && !operands.contains(word)) {
                        found.escalates(word.start(), "begins another task", word.span());
                    }
                }
            }
            new OperandReader(specification, operands, found).read(programGiven);
            rewritten();
            if (!isDiscussion()) {
                found.sendsNothing();
            }
            unnamed();
        }
        found.owns(traits.own());
        if (traits.effects().isEmpty()) {
            found.onlyReads();
        }
        boolean shows = specification.operands().kind() == Kind.ENVIRONMENT && found.inner.isEmpty();
        boolean free = traits.standing() == Fact.Standing.FREE && found.escalations.isEmpty() && !elsewhere && !shows;
        return new Effects(
                command,
                elsewhere ? 0 : prefix(),
                tail,
                free ? Fact.Standing.FREE : Fact.Standing.COMMAND,
                found.escalations,
                effects(elsewhere),
                found.facts,
                found.inner,
                elsewhere
                        ? Optional.of(Shape.ANYTHING)
                        : new Outputs(specification, operands, programGiven, found, argv).shape());
    }

    /** Whether all it does is to tell how it is used: another option might be heard as well, or take the word for its value. */
    private boolean asksHow() {
        Set<String> helping = specification.traits().helping();
        return !helping.isEmpty()
                && argv.getLast().certain().filter(helping::contains).isPresent()
                && argv.stream().allMatch(Argument.Known.class::isInstance)
                && argv.subList(0, argv.size() - 1).stream()
                        .noneMatch(word -> word.start().startsWith("-"));
    }

    /** What no wildcard covers is done by the program itself, or only a rule that spells it covers it. */
    private EscalationReason exactly(String why) {
        return specification.traits().own().contains("exact")
                ? new EscalationReason.Own(why)
                : new EscalationReason.Spelled(why);
    }

    /** Whether nothing is said against its running what it is told to read from its input. */
    private boolean mayRunInput() {
        return specification.traits().effects().contains(SideEffect.EXECUTES_INLINE);
    }

    /** What is done beside the facts; of a program that only may be the one that is specified it is anything. */
    private Set<SideEffect> effects(boolean elsewhere) {
        if (elsewhere) {
            return SideEffect.ANY;
        }
        Traits traits = specification.traits();
        boolean lists =
                traits.lists() && operands.isEmpty() && argv.stream().allMatch(Argument.Known.class::isInstance);
        Set<SideEffect> own = lists ? Set.of() : traits.effects();
        var more = EnumSet.noneOf(SideEffect.class);
        if (mayRead) {
            more.add(SideEffect.DISCLOSES);
        }
        if (isForAll()) {
            // That may be more than the workspace.
            more.add(SideEffect.CHANGES);
        }
        for (Fact fact : found.facts) {
            if (fact instanceof Fact.Writes || fact instanceof Fact.Deletes) {
                more.add(SideEffect.WRITES);
            } else if (fact instanceof Fact.Connects) {
                more.add(SideEffect.CONNECTS);
            }
        }
        if (own.containsAll(more)) {
            return own;
        }
        more.addAll(own);
        return Set.of(more.toArray(SideEffect[]::new));
    }

    /** The same command however its options are spelled and ordered, once it has been {@link #read}. */
    NormalCommand normal() {
        var names = new ArrayList<String>();
        for (Argument name :
                argv.get(0) instanceof Argument.Known ? command.subList(0, Math.max(1, words)) : List.<Argument>of()) {
            names.add(name.certain().orElse(""));
        }
        boolean certain = argv.stream().allMatch(Argument.Known.class::isInstance);
        Spelling spelling = specification.traits().spelling();
        var plain = new ArrayList<String>();
        for (Argument operand : operands) {
            String text = operand.certain().orElse("");
            plain.add(spelling.folded() ? text.toLowerCase(Locale.ROOT) : text);
        }
        if (specification.operands().kind() == Kind.TAR
                && !plain.isEmpty()
                && LETTERS.matcher(plain.get(0)).matches()) {
            plain.remove(0).chars().forEach(letter -> give("-" + (char) letter, Optional.empty()));
        }
        spelling.implied().forEach((start, option) -> {
            if (plain.stream().anyMatch(operand -> operand.startsWith(start))) {
                give(option, Optional.empty());
            }
        });
        spelling.united().forEach(this::unite);
        // An operand that is not known may stand for an option only where some operands do.
        boolean complete = certain
                || (prefix() > 0
                        && spelling.implied().isEmpty()
                        && specification.operands().kind() != Kind.TAR
                        && argv.stream()
                                .allMatch(word -> word instanceof Argument.Known
                                        || (word instanceof Argument.Unknown && !word.mayBeOption())));
        return new NormalCommand(table.canonical(names), given, specification.spellings(), plain, certain, complete);
    }

    /** Gives {@code option} with what it means, and what it means with it. */
    private void unite(String option, Set<String> parts) {
        if (given.containsKey(specification.meaning(option))) {
            parts.forEach(part -> give(part, Optional.empty()));
        } else if (parts.stream().map(specification::meaning).allMatch(given::containsKey)) {
            give(option, Optional.empty());
        }
    }

    /** Whether it works on all of a repository of git. */
    private boolean isForAll() {
        return specification.operands().kind() == Kind.PATHSPEC_BELOW && operands.isEmpty();
    }

    /** Which of its effects it has only in some repositories of git, once it has been {@link #read}. */
    Set<SideEffect> dependingOnRepository() {
        Set<SideEffect> depending = specification.traits().depending();
        return isForAll()
                ? Stream.concat(depending.stream(), Stream.of(SideEffect.CHANGES))
                        .collect(Collectors.toSet())
                : depending;
    }

    /**
     * Whether the same command with other words would do something else, once it has been {@link #read}: it only tries,
     * ends or goes on with something, names what is installed, or its subcommands would stand where it has only options.
     */
    boolean isNarrow() {
        boolean tries = trying().anyMatch(found::has);
        boolean installs = specification.operands().kind() == Kind.PACKAGES && !operands.isEmpty();
        boolean before = further.filter(CommandTable.Node::hasNamedSubcommands).isPresent();
        return tries || installs || (before && operands.isEmpty() && argv.size() > words);
    }

    /** The words that are neither its name nor options, once it has been {@link #read}. */
    List<Argument> operands() {
        return List.copyOf(operands);
    }

    /**
     * A pattern for the last word of its name, once it has been {@link #read}: that word and others that a person allows
     * together with it, such as {@code {build,test,vet}} of {@code go}; empty if it stands alone.
     */
    Optional<String> family() {
        List<String> family = specification.traits().family();
        return family.contains(command.get(words - 1).start())
                ? Optional.of("{" + String.join(",", family) + "}")
                : Optional.empty();
    }

    private Stream<String> trying() {
        return Stream.concat(specification.traits().trying().stream(), TRYING.stream());
    }

    private void give(String option, Optional<Argument> value) {
        if (given.isEmpty()) {
            given = new LinkedHashMap<>();
        }
        String text = value.flatMap(Argument::certain).orElse("");
        given.computeIfAbsent(specification.meaning(option), name -> new ArrayList<>())
                .add(text);
    }

    /** Finds the longest name, over options that may stand between its words. */
    private void descend(CommandTable.Node program) {
        CommandTable.Node node = program;
        words = 1;
        while (true) {
            specification = node.specification().orElse(UNKNOWN);
            further = Optional.of(node);
            if (!node.hasSubcommands()) {
                return;
            }
            int before = position;
            int escalations = found.escalations.size();
            int facts = found.facts.size();
            CommandEffects.Directory directory = found.where();
            int inner = found.inner.size();
            Optional<CommandTable.Node> child = child(node);
            while (child.isEmpty() && position < argv.size() && isOption(argv.get(position))) {
                Argument option = argv.get(position);
                int known = found.escalations.size();
                option(option);
                if (handsOn() && found.escalations.size() == known) {
                    // What a wrapper is told decides where and with what it runs what is named behind that.
                    found.escalates(option.start(), "does more than the command's name says", option.span());
                }
                child = child(node);
            }
            if (child.isEmpty() || !operands.isEmpty() || !leadsSomewhere(child.get())) {
                position = before;
                given = Map.of();
                operands.clear();
                command.subList(words, command.size()).clear();
                found.escalations.subList(escalations, found.escalations.size()).clear();
                found.facts.subList(facts, found.facts.size()).clear();
                found.inner.subList(inner, found.inner.size()).clear();
                found.leave(directory);
                return;
            }
            command.subList(words, command.size()).clear();
            command.add(argv.get(position++));
            words++;
            node = child.get();
        }
    }

    /** Whether the words so far name what runs other programs, and of which not every option is known. */
    private boolean handsOn() {
        Kind kind = specification.operands().kind();
        boolean others = kind == Kind.COMMAND
                || kind == Kind.ESCALATES
                || specification.traits().exact().isPresent();
        return specification.unlisted() == Unlisted.HARMLESS && others;
    }

    /** Whether a specification stands at {@code node} or behind it, for the words that follow. */
    private boolean leadsSomewhere(CommandTable.Node node) {
        if (node.isSpecified()) {
            return true;
        }
        for (int i = position + 1; i < argv.size(); i++) {
            Argument word = argv.get(i);
            Optional<CommandTable.Node> next = word.certain().flatMap(node::child);
            if (next.isPresent()) {
                return next.get().isSpecified() || next.get().hasSubcommands();
            }
            if (!isOption(word)) {
                return false;
            }
        }
        return false;
    }

    private Optional<CommandTable.Node> child(CommandTable.Node node) {
        if (position >= argv.size() || !(argv.get(position) instanceof Argument.Known known)) {
            return Optional.empty();
        }
        boolean more = position + 1 < argv.size();
        return more && VERSION.contains(known.text()) ? Optional.empty() : node.child(known.text());
    }

    /** With `--fix` and the like the operands are not only read; without operands it is all that is below. */
    private void rewritten() {
        boolean rewrites = false;
        for (String option : specification.traits().rewriting()) {
            rewrites = rewrites || found.has(option);
        }
        if (!rewrites) {
            return;
        }
        boolean program = PROGRAMS.contains(specification.operands().kind()) && !programGiven;
        List<Argument> files = operands.subList(program && !operands.isEmpty() ? 1 : 0, operands.size());
        files.forEach(found::writes);
        // An empty program is left only where it would write empty files.
        boolean empty = program
                && !operands.isEmpty()
                && operands.get(0).certain().filter(String::isEmpty).isPresent();
        if (!empty) {
            found.rewrites(specification.traits().rewriting());
        }
        if (files.isEmpty() && !program) {
            found.facts.add(new Fact.Writes(new Place.At(".", found.directory()), Fact.Role.OPERAND, found.span()));
        }
    }

    /** Whether what is sent there is words for people, such as a comment, and starts nothing. */
    private boolean isDiscussion() {
        Set<String> discussions = specification.traits().discussions();
        return operands.size() == 1
                && operands.getFirst()
                        .certain()
                        .map(path -> path.substring(path.lastIndexOf('/') + 1))
                        .filter(discussions::contains)
                        .isPresent();
    }

    /** What it works on though no word says so. */
    private void unnamed() {
        Unnamed files = specification.traits().unnamed();
        for (String path : files.used()) {
            Argument file = new Argument.Known(path, found.span());
            if (path.endsWith("/")) {
                found.readsBelow(file);
            } else {
                found.reads(file);
            }
        }
        if (!found.escalations.isEmpty()) {
            files.changed().forEach(path -> found.writes(new Argument.Known(path, found.span())));
        }
    }

    private int prefix() {
        int arity = specification.traits().arity();
        boolean named = arity > words
                && command.size() >= arity
                && command.subList(words, arity).stream()
                        .allMatch(argument -> argument instanceof Argument.Known && !argument.mayBeOption());
        return named ? arity : Math.min(arity, words);
    }

    private static boolean isOption(Argument argument) {
        return argument.mayBeOption();
    }

    private void word() {
        Argument argument = argv.get(position);
        boolean expression = specification.operands().kind() == Kind.FIND
                || specification.operands().kind() == Kind.TESTS;
        boolean ends = argument instanceof Argument.Known known && known.text().equals("--") && !optionsEnded;
        if (ends && !expression) {
            position++;
            command.add(argument);
            passesOn = specification.operands().kind() == Kind.PASSED;
            optionsEnded = !HANDING_ON.contains(specification.operands().kind()) && !passesOn;
            return;
        }
        if (optionsEnded || expression || !isOption(argument)) {
            operand(argument);
        } else {
            option(argument);
        }
    }

    private void operand(Argument argument) {
        command.add(argument);
        operands.add(argument);
        position++;
        if (specification.traits().style() == Style.POSIX) {
            optionsEnded = true;
        }
    }

    private void option(Argument argument) {
        switch (argument) {
            case Argument.Known known -> known(known);
            case Argument.Unknown unknown -> unknown(unknown);
            case Argument.Several several -> unknown(several);
        }
    }

    private void known(Argument.Known argument) {
        String text = argument.text();
        information = information || (argv.size() == 2 && asksForInformation(text));
        Option whole = specification.options().get(text);
        if (passesOn) {
            passed(argument);
        } else if (whole != null) {
            take(argument, text, whole, Optional.empty());
        } else if (text.startsWith("--") || specification.traits().style() == Style.SINGLE_DASH) {
            longOption(argument);
        } else {
            letters(argument);
        }
    }

    /** A letter counts only where it is known to mean that: `bash -h` reads its program from its input. */
    private boolean asksForInformation(String text) {
        boolean spelled = text.equals("--version") || text.equals("--help");
        return spelled || (INFORMATION.contains(text) && specification.options().containsKey(text));
    }

    private void longOption(Argument.Known argument) {
        int equals = argument.text().indexOf('=');
        String name = equals < 0 ? argument.text() : argument.text().substring(0, equals);
        Optional<Shape> value = equals < 0
                ? Optional.empty()
                : Optional.of(Shape.of(argument.text().substring(equals + 1)));
        Optional<Map.Entry<String, Option>> option = name.startsWith("--")
                ? specification.longOption(name)
                : Optional.ofNullable(specification.options().get(name)).map(listed -> Map.entry(name, listed));
        boolean off = value.flatMap(Shape::text)
                .filter(given -> OFF.contains(given.toLowerCase(Locale.ROOT)))
                .isPresent();
        if (off && trying().anyMatch(option.map(Map.Entry::getKey).orElse(name)::equals)) {
            found.escalates(argument.text(), "switches off what the option stands for", argument.span());
        }
        if (option.isEmpty()) {
            unlisted(argument, name, value);
            return;
        }
        boolean flag = option.get().getValue().value() == Value.NONE;
        if (flag && value.filter(given -> mayReach(given.start())).isPresent()) {
            unlisted(argument, name, value);
            return;
        }
        String full = option.get().getKey() + argument.text().substring(name.length());
        take(
                new Argument.Known(full, argument.span()),
                option.get().getKey(),
                option.get().getValue(),
                value);
    }

    /** A value where none belongs, which looks like an option or a path. */
    private static boolean mayReach(String value) {
        return value.startsWith("-") || value.startsWith("@") || value.indexOf('/') >= 0;
    }

    /** `-abc`: letters up to the first that has a value, which is the rest of the word or the next one. */
    private void letters(Argument.Known argument) {
        String text = argument.text();
        for (int i = 1; i < text.length(); i++) {
            String name = "-" + text.charAt(i);
            Option option = specification.options().get(name);
            boolean last = i == text.length() - 1;
            if (option == null) {
                boolean digits = Character.isDigit(text.charAt(i));
                if (specification.unlisted() == Unlisted.ESCALATION && !digits) {
                    unlisted(argument, nameOf(text), Optional.of(Shape.of(text.substring(i + 1))));
                    return;
                }
                give(name, Optional.empty());
            } else if (option.value() != Value.NONE
                    && !last
                    && specification.traits().style() == Style.NEXT) {
                found.escalates(text, "some of its letters take words of their own", argument.span());
                break;
            } else if (option.value() != Value.NONE || option.effect() == Effect.COMMAND || last) {
                Optional<Shape> value = last ? Optional.empty() : Optional.of(Shape.of(text.substring(i + 1)));
                boolean flag = option.value() == Value.NONE && option.effect() != Effect.COMMAND;
                take(argument, name, option, flag ? Optional.empty() : value);
                return;
            } else {
                apply(name, option, Optional.empty(), argument.span());
            }
        }
        command.add(argument);
        position++;
    }

    private static String nameOf(String text) {
        int equals = text.indexOf('=');
        return equals > 0 ? text.substring(0, equals) : text;
    }

    private void unlisted(Argument argument, String name, Optional<Shape> value) {
        command.add(argument);
        position++;
        if (name.startsWith("--") || specification.traits().style() == Style.SINGLE_DASH) {
            give(name, value.map(shape -> toArgument(shape, argument.span())));
        } else {
            for (int i = 1; i < argument.start().length(); i++) {
                give("-" + argument.start().charAt(i), Optional.empty());
            }
        }
        if (specification.unlisted() == Unlisted.HARMLESS) {
            return;
        }
        EscalationReason reason = specification.words().isEmpty()
                ? new EscalationReason.UnknownOption()
                : new EscalationReason.Spelled("does more than the command's name says");
        found.escalates(name, reason, argument.span());
        value.filter(shape -> !shape.pieces().isEmpty()).ifPresent(shape -> found.attached(shape, argument.span()));
    }

    /** Options behind `--` belong to a script of the project: the harmless ones of test runners are known. */
    private void passed(Argument.Known argument) {
        command.add(argument);
        position++;
        boolean listed = specification.traits().passed().contains(nameOf(argument.text()));
        if (!listed && !PassedOptions.isHarmless(argument.text())) {
            found.escalates(nameOf(argument.text()), "an option of the script that is run", argument.span());
        }
    }

    private void take(Argument argument, String name, Option option, Optional<Shape> attached) {
        command.add(argument);
        position++;
        if (option.effect() == Effect.COMMAND && readAgain) {
            found.escalates(name, "does more than the command's name says", argument.span());
            return;
        }
        boolean takes = option.value() == Value.REQUIRED || option.value() == Value.TWO;
        boolean next = takes && attached.isEmpty() && position < argv.size();
        if (next && option.value() == Value.TWO && position + 1 < argv.size() && !readAgain) {
            Argument first = argv.get(position++);
            command.add(first);
            several(first);
        }
        if (option.effect() == Effect.COMMAND) {
            rest(argument, name, option, attached);
        } else if (next) {
            Argument value = argv.get(position);
            apply(name, option, Optional.of(value), value.span());
            if (readAgain) {
                return;
            }
            if (!TAKING.contains(option.effect())) {
                readAsOption(value);
            }
            command.add(value);
            position++;
            several(value);
        } else {
            apply(name, option, attached.map(shape -> toArgument(shape, argument.span())), argument.span());
        }
    }

    /**
     * What is said to take a value may take none in another version, or only behind an equals sign: a value that looks like
     * an option counts as one, too. What would be the value of that stays an operand.
     */
    private void readAsOption(Argument value) {
        boolean like = value.certain()
                .filter(text -> LIKE_OPTION.matcher(text).matches())
                .isPresent();
        if (!like || optionsEnded) {
            return;
        }
        int before = position;
        List<Argument> named = List.copyOf(command);
        readAgain = true;
        option(value);
        readAgain = false;
        position = before;
        command.clear();
        command.addAll(named);
    }

    private static Argument toArgument(Shape shape, Span span) {
        return shape.text()
                .<Argument>map(text -> new Argument.Known(text, span))
                .orElseGet(() -> new Argument.Unknown(shape, span));
    }

    /** What follows `-x` of fd, up to a semicolon, is a command that gets further words. */
    private void rest(Argument argument, String name, Option option, Optional<Shape> attached) {
        var inner = new ArrayList<Argument>();
        attached.map(shape -> shape.start().startsWith("=") ? shape.from(1) : shape)
                .ifPresent(program -> inner.add(toArgument(program, argument.span())));
        while (position < argv.size()) {
            Argument next = argv.get(position++);
            command.add(next);
            if (next instanceof Argument.Known known && known.text().equals(";")) {
                break;
            }
            inner.add(next);
        }
        if (inner.isEmpty()) {
            apply(name, new Option(Effect.ESCALATES, option.value()), Optional.empty(), argument.span());
            return;
        }
        // Behind the pattern stand folders, which options name as well.
        boolean here = operands.size() <= 1 && FOLDERS_OF_FD.stream().noneMatch(found::has);
        Shape listed = here ? Shape.of(new Shape.Piece.Listed(".")) : Shape.ANYTHING;
        inner.replaceAll(word ->
                word.certain().filter(text -> text.contains("{")).isPresent()
                        ? new Argument.Unknown(
                                word.certain().filter("{}"::equals).isPresent() ? listed : Shape.ANYTHING, word.span())
                        : word);
        inner.add(new Argument.Several(listed, argument.span()));
        found.inner.add(new Effects.Inner.Command(inner, found.directory()));
    }

    private void apply(String name, Option option, Optional<Argument> value, Span span) {
        give(name, value);
        programGiven |= new OptionReader(name, span, found)
                .read(option, value, specification.operands().kind());
    }

    /** A word that may turn out to be any option, or one option whose value is not known. */
    private void unknown(Argument argument) {
        String start = argument.start();
        int equals = start.indexOf('=');
        Optional<Map.Entry<String, Option>> named = start.startsWith("--") && equals > 0
                ? specification.longOption(start.substring(0, equals))
                : Optional.empty();
        command.add(argument);
        position++;
        if (named.isPresent()) {
            Shape value = argument.shape().from(equals + 1);
            apply(
                    named.get().getKey(),
                    named.get().getValue(),
                    Optional.of(toArgument(value, argument.span())),
                    argument.span());
            return;
        }
        Option letter = start.length() == 2 ? specification.options().get(start) : null;
        if (letter != null && letter.value() == Value.OPTIONAL && argument instanceof Argument.Unknown) {
            Argument value = toArgument(argument.shape().from(2), argument.span());
            apply(start, letter, Optional.of(value), argument.span());
            return;
        }
        boolean harmlessName = start.startsWith("--") && equals > 0 && specification.unlisted() == Unlisted.HARMLESS;
        if (harmlessName) {
            return;
        }
        mayBeAnything(argument);
    }

    /** Where an option's value may become several words, those behind the first are options and operands like others. */
    private void several(Argument value) {
        if (value instanceof Argument.Several && value.mayBeOption()) {
            mayBeAnything(value);
        }
    }

    private void mayBeAnything(Argument argument) {
        boolean reading = specification.options().values().stream()
                .anyMatch(option -> option.effect().doesMoreThan(Effect.PATTERN));
        boolean escalating = specification.hasEscalatingOption() || passesOn;
        if (argument.shape().isListedHere() && (reading || escalating)) {
            found.escalates("", new EscalationReason.ListedName(), argument.span());
            operands.add(argument);
            return;
        }
        mayRead |= reading;
        if (escalating) {
            found.escalates("", "may become an option when it is expanded", argument.span());
        }
        operands.add(argument);
    }
}
