package dev.licet.shell.command;

import dev.licet.shell.Fact;
import dev.licet.shell.Place;
import dev.licet.shell.SideEffect;
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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads the specification of a command; the format is described in {@code README.md} beside the files. For one specification. */
final class SpecificationReader {
    private static final Printed ANYTHING = new Printed(Output.ANYTHING, Set.of(), Set.of());

    /** A name, and a sign that says whether it has a value, behind which choices may stand. */
    private static final Pattern OPTION = Pattern.compile("([-+]\\S*?)(==|\\[=]|=|)(?:\\{(\\S+)})?");

    /** What needs no quotes in a rule, between braces and commas. */
    private static final Pattern FAMILY = Pattern.compile("[a-z][a-z:-]*");

    private final Map<String, Option> options = new HashMap<>();
    private final List<String> rewriting = new ArrayList<>();
    private final List<String> trying = new ArrayList<>();
    private final List<String> showing = new ArrayList<>();
    private Place.Extent extent = Place.Extent.EVERYTHING;
    private final List<String> widening = new ArrayList<>();
    private final List<String> following = new ArrayList<>();
    private final List<String> typing = new ArrayList<>();
    private final List<String> family = new ArrayList<>();
    private final Set<String> discussions = new HashSet<>();
    private final Set<String> helping = new HashSet<>();
    private Unlisted unlisted = Unlisted.ESCALATION;
    private Operands operands = new Operands(Kind.FILES, 0);
    private int arity = -1;
    private Fact.Standing standing = Fact.Standing.COMMAND;
    private Set<SideEffect> effects = SideEffect.ANY;
    private Style style = Style.GNU;
    private Optional<String> exact = Optional.empty();
    private Optional<String> alone = Optional.empty();
    private Optional<String> opaque = Optional.empty();
    private final Set<String> passed = new HashSet<>();
    private final Set<SideEffect> depending = EnumSet.noneOf(SideEffect.class);
    private final Set<String> own = new HashSet<>();
    private Printed output = ANYTHING;
    private boolean below;
    private boolean lists;
    private boolean obeys;
    private final Map<String, String> same = new HashMap<>();
    private final Map<String, Set<String>> united = new HashMap<>();
    private final Map<String, String> implied = new HashMap<>();
    private final List<String> used = new ArrayList<>();
    private final List<String> changed = new ArrayList<>();
    private boolean folded;
    private boolean abbreviated;

    private SpecificationReader() {}

    /**
     * The specification of the command called {@code words}, which has {@code properties}: lines of a file by their numbers.
     *
     * @throws IllegalArgumentException with the file and line of the first thing that is not understood
     */
    static CommandSpecification read(String file, List<String> words, SortedMap<Integer, String> properties) {
        var reader = new SpecificationReader();
        properties.forEach((number, line) -> {
            try {
                reader.line(line);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        file + ", line " + number + ": " + e.getMessage() + " in `" + line.strip() + "`", e);
            }
        });
        return reader.finish(words);
    }

    private void line(String line) {
        List<String> words = List.of(line.strip().split(" +", -1));
        List<String> values = words.subList(1, words.size());
        switch (words.get(0)) {
            case "any" -> {
                unlisted = Unlisted.HARMLESS;
                options(Effect.HARMLESS, values);
            }
            case "only" -> options(Effect.HARMLESS, values);
            case "jq" -> options(Effect.JQ, values);
            case "directory" -> options(Effect.DIRECTORY, values);
            case "format" -> options(Effect.FORMAT, values);
            case "passed" -> passed.addAll(values);
            case "pattern" -> options(Effect.PATTERN, values);
            case "pattern-file" -> options(Effect.PATTERN_FILE, values);
            case "reads" -> options(Effect.READS, values);
            case "lines" -> options(Effect.LINES, values);
            case "hooks" -> depending.add(SideEffect.EXECUTES_PROJECT);
            case "merges" -> depending.add(SideEffect.BRINGS_CONTROL);
            case "remotes" -> depending.add(SideEffect.DISCLOSES);
            case "own" -> own.addAll(values);
            case "rewrites" -> rewrites(values);
            case "shows" -> showing.addAll(values);
            case "ignores" -> extent(Place.Extent.NOT_IGNORED, values);
            case "follows" -> following.addAll(values);
            case "types" -> typing.addAll(values);
            case "tracked" -> extent(Place.Extent.TRACKED, values);
            case "tries" -> trying.addAll(values);
            case "family" -> family(values);
            case "help" -> {
                options(Effect.HARMLESS, values);
                helping.addAll(values);
            }
            case "below" -> {
                below = below || values.isEmpty();
                options(Effect.BELOW, values);
            }
            case "same" -> values.forEach(option -> same.put(option, values.get(0)));
            case "unites" -> united.put(values.get(0), Set.copyOf(values.subList(1, values.size())));
            case "implies" -> implied.put(values.get(0), one(values.subList(1, values.size())));
            case "folds" -> folded = true;
            case "abbreviates" -> abbreviated = true;
            case "uses" -> used.addAll(values);
            case "changes" -> changed.addAll(values);
            case "writes" -> options(Effect.WRITES, values);
            case "shell" -> options(Effect.SHELL, values);
            case "command" -> options(Effect.COMMAND, values);
            case "program" -> options(Effect.PROGRAM, values);
            case "names" -> names(values);
            case "sends" -> options(Effect.SENDS, values);
            case "discusses" -> discussions.addAll(values);
            case "escalates" -> options(Effect.ESCALATES, values);
            case "foreign" -> options(Effect.FOREIGN, values);
            case "evaluates" -> options(Effect.EVALUATES, values);
            case "operands" -> operands(values);
            case "arity" -> arity = Integer.parseInt(one(values));
            case "effects" -> effects(values);
            case "lists" -> lists = true;
            case "obeys" -> obeys = true;
            case "free" -> standing = Fact.Standing.FREE;
            case "style" -> style = constant(Style.class, one(values));
            case "output" -> output(values);
            case "exact" -> exact = Optional.of(String.join(" ", values));
            case "alone" -> alone = Optional.of(String.join(" ", values));
            case "opaque" -> opaque = Optional.of(String.join(" ", values));
            default -> throw new IllegalArgumentException("an unknown property `" + words.get(0) + "`");
        }
    }

    /** A kind, and the options under which it holds; of those with an exclamation mark one has to be given. */
    private void output(List<String> values) {
        var allowed = new HashSet<String>();
        var required = new HashSet<String>();
        for (String option : values.subList(1, values.size())) {
            boolean needed = option.endsWith("!");
            (needed ? required : allowed).add(needed ? option.substring(0, option.length() - 1) : option);
        }
        output = new Printed(constant(Output.class, values.get(0)), allowed, required);
    }

    private void effects(List<String> values) {
        var all = new HashSet<SideEffect>();
        for (String value : values.equals(List.of("none")) ? List.<String>of() : values) {
            all.add(SideEffect.of(value)
                    .orElseThrow(() -> new IllegalArgumentException("an unknown effect `" + value + "`")));
        }
        effects = all;
    }

    private void operands(List<String> values) {
        int skipped = values.size() == 2 ? Integer.parseInt(values.get(0)) : 0;
        operands = new Operands(constant(Kind.class, values.getLast()), skipped);
    }

    private void extent(Place.Extent read, List<String> otherwise) {
        extent = read;
        widening.addAll(otherwise);
    }

    private void family(List<String> values) {
        for (String word : values) {
            if (!FAMILY.matcher(word).matches()) {
                throw new IllegalArgumentException("not a plain word: `" + word + "`");
            }
        }
        family.addAll(values);
    }

    /** What writes the operands may be an escalation, too: then it is listed before. */
    private void rewrites(List<String> values) {
        for (String value : values) {
            if (!options.containsKey(value)) {
                options(Effect.REWRITES, List.of(value));
            }
            rewriting.add(value);
        }
    }

    /** An option that was listed before only names what is worked on with these values. */
    private void names(List<String> values) {
        for (String value : values) {
            Matcher option = OPTION.matcher(value);
            Option listed = option.matches() ? options.get(option.group(1)) : null;
            if (listed == null || option.group(3) == null) {
                options(Effect.NAMES, List.of(value));
            } else {
                options.put(
                        option.group(1), listed.naming(List.of(option.group(3).split(",", -1))));
            }
        }
    }

    private void options(Effect effect, List<String> values) {
        for (String value : values) {
            Matcher option = OPTION.matcher(value);
            if (!option.matches()) {
                throw new IllegalArgumentException("not an option: `" + value + "`");
            }
            String name = option.group(1);
            List<String> choices = option.group(3) == null
                    ? List.of()
                    : List.of(option.group(3).split(",", -1));
            if (options.put(name, new Option(effect, value(option.group(2)), choices, List.of())) != null) {
                throw new IllegalArgumentException("an option that is listed twice: `" + name + "`");
            }
        }
    }

    private static Value value(String sign) {
        return switch (sign) {
            case "" -> Value.NONE;
            case "==" -> Value.TWO;
            case "[=]" -> Value.OPTIONAL;
            default -> Value.REQUIRED;
        };
    }

    private static String one(List<String> values) {
        if (values.size() != 1) {
            throw new IllegalArgumentException("one value is expected");
        }
        return values.get(0);
    }

    private static <E extends Enum<E>> E constant(Class<E> type, String name) {
        return Enum.valueOf(type, name.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    private List<String> with(Effect effect) {
        return options.entrySet().stream()
                .filter(option -> option.getValue().effect() == effect)
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    private CommandSpecification finish(List<String> words) {
        own.stream()
                .filter(more -> more.startsWith("-") && !options.containsKey(more))
                .findFirst()
                .ifPresent(option -> {
                    throw new IllegalArgumentException("an option that no other line lists: `" + option + "`");
                });
        Stream.of(showing, widening, following, typing)
                .flatMap(List::stream)
                .filter(option -> !options.containsKey(option))
                .findFirst()
                .ifPresent(option -> {
                    throw new IllegalArgumentException("an option that no other line lists: `" + option + "`");
                });
        int kept = arity >= 0 ? arity : words.size();
        return new CommandSpecification(
                words,
                unlisted,
                options,
                operands,
                new Traits(
                        kept,
                        standing,
                        effects,
                        lists,
                        style,
                        exact,
                        alone,
                        opaque,
                        passed,
                        output,
                        below,
                        with(Effect.BELOW),
                        List.copyOf(showing),
                        extent,
                        List.copyOf(widening),
                        List.copyOf(following),
                        List.copyOf(typing),
                        depending,
                        own,
                        List.copyOf(rewriting),
                        List.copyOf(trying),
                        List.copyOf(family),
                        discussions,
                        helping,
                        obeys,
                        new Spelling(same, united, implied, folded, abbreviated),
                        new Unnamed(used, changed)));
    }
}
