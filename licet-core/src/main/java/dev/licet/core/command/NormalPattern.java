package dev.licet.core.command;

import dev.licet.core.glob.Glob;
import dev.licet.core.rule.Rule;
import dev.licet.shell.Argument;
import dev.licet.shell.Fact;
import dev.licet.shell.Span;
import dev.licet.shell.command.CommandTable;
import dev.licet.shell.command.NormalCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A rule about a command in a form that does not depend on how the command is spelled: {@code rm -rf *} speaks of
 * {@code rm -r src --force}, too. For denies and asks only: an allow covers what it spells. Immutable and thread-safe.
 */
public final class NormalPattern {
    private static final Span NOWHERE = new Span(0, 0);

    /** So many words name a command; further ones, such as `pods` of `kubectl get pods`, may stand anywhere behind them. */
    private static final int NAMING = 2;

    /** An alias has at most so many words. */
    private static final int MAX_NAMING = 4;

    private static final Pattern CHOICE = Pattern.compile("([^{}]*)\\{([a-z:,-]+)}([^{}]*)", Pattern.DOTALL);

    /** Where a word of a rule begins to be open. */
    private static final Pattern WILDCARD = Pattern.compile("[*?\\[{]");

    private static final String HEADS = "refs/heads/";

    /** A rule of more words is compared as text only. */
    private static final int MAX_WORDS = 32;

    /** Rules are few, and each is compared often: the forms of so many are kept at hand. */
    private static final int MAX_KNOWN = 10_000;

    private static final Map<String, Optional<NormalPattern>> KNOWN = new ConcurrentHashMap<>();

    private final NormalCommand spelled;

    /** Words that begin like options and have wildcards in them. */
    private final List<Glob> options;

    private final List<Glob> operands;

    /** Whether it speaks of the command with further words as well. */
    private final boolean open;

    /** How much of this is true of a command. */
    public enum Match {
        YES,
        MAYBE,
        NO
    }

    private NormalPattern(NormalCommand spelled, List<Glob> options, List<Glob> operands, boolean open) {
        this.spelled = spelled;
        this.options = options;
        this.operands = operands;
        this.open = open;
    }

    /** The form of {@code rule}'s pattern; empty where it does not begin with the plain name of a program. */
    public static Optional<NormalPattern> of(Rule rule) {
        String pattern = rule.value().pattern();
        Optional<NormalPattern> known = KNOWN.get(pattern);
        if (known == null) {
            known = of(pattern, CommandTable.standard());
            if (KNOWN.size() < MAX_KNOWN) {
                KNOWN.put(pattern, known);
            }
        }
        return known;
    }

    /** The form of {@code pattern}; empty where it does not begin with the plain name of a program. */
    private static Optional<NormalPattern> of(String pattern, CommandTable commands) {
        String[] words = pattern.split(" +", -1);
        boolean plain = words.length > 1
                && words.length <= MAX_WORDS
                && !hasWildcard(words[0])
                && pattern.indexOf('\'') < 0
                && pattern.indexOf('"') < 0;
        if (!plain) {
            return Optional.empty();
        }
        var argv = new ArrayList<Argument>();
        var options = new ArrayList<Glob>();
        boolean open = words[words.length - 1].endsWith("*");
        int last = words[words.length - 1].equals("*") ? words.length - 1 : words.length;
        for (int i = 0; i < last; i++) {
            String word = words[i].replace("\\", "");
            if (word.startsWith("-") && hasWildcard(words[i])) {
                options.add(Glob.of(words[i]));
            } else if (!word.isEmpty()) {
                argv.add(new Argument.Known(word, NOWHERE));
            }
        }
        NormalCommand spelled = commands.normal(argv);
        List<Glob> operands = Stream.concat(spelled.names().stream().skip(NAMING), spelled.operands().stream())
                .filter(operand -> !operand.equals("*"))
                .map(operand -> Glob.of(operand))
                .toList();
        return Optional.of(new NormalPattern(spelled, List.copyOf(options), operands, open));
    }

    /**
     * The words that name the commands which {@code pattern} speaks of, however they are spelled there: for `cargo {t,check} *`
     * these are `cargo test` and `cargo check`; none where it does not begin with the plain name of a program.
     */
    public static List<List<String>> names(String pattern) {
        Matcher choice = CHOICE.matcher(pattern);
        if (choice.matches()) {
            return Stream.of(choice.group(2).split(",", -1))
                    .flatMap(word -> names(choice.group(1) + word + choice.group(3)).stream())
                    .toList();
        }
        List<Argument> argv = Stream.of(pattern.split(" +", MAX_WORDS))
                .filter(word -> !hasWildcard(word))
                .map(word -> (Argument) new Argument.Known(word.replace("\\", ""), NOWHERE))
                .toList();
        return argv.isEmpty() || hasWildcard(pattern.split(" ", 2)[0])
                ? List.of()
                : List.of(CommandTable.standard().normal(argv).names());
    }

    private static boolean hasWildcard(String word) {
        return word.chars().anyMatch(c -> "*?[{".indexOf(c) >= 0);
    }

    /** Whether this may speak of {@code command}, as far as the words tell that are certain to name it. */
    public boolean mayName(Fact.Runs command) {
        if (spelled.names().size() < NAMING || command.prefix() < NAMING) {
            return true;
        }
        List<String> names = command.command().stream()
                .limit(MAX_NAMING)
                .map(word -> word.certain().orElse(""))
                .toList();
        List<String> canonical = CommandTable.standard().canonical(names).subList(0, NAMING);
        return canonical.equals(spelled.names().subList(0, NAMING)) || mayBeShort(canonical);
    }

    /** Whether the second of {@code words} may be short for the one that this speaks of. */
    private boolean mayBeShort(List<String> words) {
        List<String> meant = words(spelled);
        if (words.size() < NAMING || meant.size() < NAMING || !words.get(0).equals(meant.get(0))) {
            return false;
        }
        String name = meant.get(1);
        String start = WILDCARD.split(name, 2)[0];
        return Stream.of(words.get(1), lastName(words.get(1)))
                .anyMatch(word -> CommandTable.standard()
                        .mayAbbreviate(meant.get(0), word, start, start.length() < name.length()));
    }

    private static List<String> words(NormalCommand command) {
        return Stream.concat(command.names().stream(), command.operands().stream())
                .toList();
    }

    /** How far this speaks of {@code command}. */
    public Match matches(NormalCommand command) {
        Match match = compared(command);
        return match == Match.NO && mayBeShort(words(command)) ? Match.MAYBE : match;
    }

    private Match compared(NormalCommand command) {
        List<String> words = new ArrayList<>(command.names());
        int names = Math.min(NAMING, spelled.names().size());
        boolean named = words.size() >= names
                && words.subList(0, names).equals(spelled.names().subList(0, names));
        if (!named) {
            return Match.NO;
        }
        List<String> given = new ArrayList<>(words.subList(names, words.size()));
        given.addAll(command.operands());
        if (!open
                && (given.size() != operands.size()
                        || command.options().size() != spelled.options().size())) {
            return Match.NO;
        }
        boolean optionsHold = spelled.options().entrySet().stream().allMatch(option -> holds(option, command))
                && options.stream().allMatch(option -> written(command).stream().anyMatch(option::matches));
        if (!optionsHold) {
            boolean there =
                    command.options().keySet().containsAll(spelled.options().keySet());
            return command.certain() || (command.complete() && !there) ? Match.NO : Match.MAYBE;
        }
        if (speakOf(given, (operand, text) -> operand.matches(text))) {
            return Match.YES;
        }
        boolean otherCase =
                speakOf(given, (operand, text) -> operand.ignoringCase().matches(Glob.folded(text)));
        return otherCase || !command.certain() ? Match.MAYBE : Match.NO;
    }

    /** Whether every operand is among {@code given} words; one after the other if the rule speaks of no further words. */
    private boolean speakOf(List<String> given, BiPredicate<Glob, String> match) {
        return open
                ? operands.stream().allMatch(operand -> some(given, text -> match.test(operand, text)))
                : IntStream.range(0, operands.size())
                        .allMatch(i -> some(List.of(given.get(i)), text -> match.test(operands.get(i), text)));
    }

    private static boolean holds(Map.Entry<String, List<String>> option, NormalCommand command) {
        List<String> values = command.options().get(option.getKey());
        return values != null
                && option.getValue().stream()
                        .allMatch(wanted -> wanted.isEmpty()
                                || wanted.equals("*")
                                || values.stream()
                                        .anyMatch(value -> Glob.of(wanted).matches(value)));
    }

    /** The options of {@code command} as they may be written in one word. */
    private static List<String> written(NormalCommand command) {
        var written = new ArrayList<String>();
        command.options().forEach((name, values) -> {
            for (String spelling : command.spellings().getOrDefault(name, Set.of(name))) {
                written.add(spelling);
                values.forEach(value -> written.add(spelling + "=" + value));
            }
        });
        return written;
    }

    /** `main` of `+HEAD:refs/heads/main`, `publish` of `:app:publish`. */
    private static String lastName(String text) {
        String last = text.substring(text.lastIndexOf(':') + 1);
        String name = last.startsWith("+") ? last.substring(1) : last;
        return name.startsWith(HEADS) ? name.substring(HEADS.length()) : name;
    }

    /** Whether some operand, or one of several in a list, or the address that it is, passes {@code test}. */
    private static boolean some(List<String> given, Predicate<String> test) {
        for (String text : given) {
            if (test.test(text)
                    || test.test(lastName(text))
                    || (text.indexOf(',') > 0
                            && List.of(text.split(",", -1)).stream().anyMatch(test))
                    || WebAddress.of(text.toLowerCase(Locale.ROOT))
                            .filter(address -> address.texts().anyMatch(test))
                            .isPresent()) {
                return true;
            }
        }
        return false;
    }
}
