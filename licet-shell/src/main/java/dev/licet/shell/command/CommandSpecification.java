package dev.licet.shell.command;

import dev.licet.shell.Fact;
import dev.licet.shell.Place;
import dev.licet.shell.SideEffect;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What is known about one command. The format of the files that it is read from is described in {@code README.md} beside
 * them.
 *
 * @param words the words that name it, such as {@code git stash list}
 * @param unlisted whether an option that is not in {@code options} is harmless
 * @param options by name, with their dashes
 * @param operands what happens to the words that are no options
 * @param traits further properties
 */
record CommandSpecification(
        List<String> words, Unlisted unlisted, Map<String, Option> options, Operands operands, Traits traits) {
    CommandSpecification {
        words = List.copyOf(words);
        options = Map.copyOf(options);
    }

    /** What options are that a specification does not list. */
    enum Unlisted {
        HARMLESS,
        ESCALATION
    }

    /**
     * One option.
     *
     * @param value whether a value belongs to it
     * @param choices values with which it does no more than the command's name says, whatever its effect is otherwise; one
     *     that ends with a star stands for all words without slashes that begin so, with two stars at its end for those with slashes, too, one of two stars with a slash between them
     *     for an owner and a name, and {@code ./**} for every path that does not leave the directory
     * @param named values with which it only names what is worked on
     */
    record Option(Effect effect, Value value, List<String> choices, List<String> named) {
        Option(Effect effect, Value value) {
            this(effect, value, List.of(), List.of());
        }

        Option naming(List<String> values) {
            return new Option(effect, value, choices, values);
        }

        /** `owner/name`: the name of a host has a dot. */
        private static final Pattern OWNED = Pattern.compile("[A-Za-z0-9][A-Za-z0-9-]*/[A-Za-z0-9_][\\w.-]*");

        /** Whether {@code given} is one of the choices. */
        boolean allows(String given) {
            return choices.stream().anyMatch(choice -> allows(choice, given));
        }

        boolean names(String given) {
            return named.contains(given);
        }

        private static boolean allows(String choice, String given) {
            boolean plain = !given.isEmpty() && !given.contains("..") && "/~-@".indexOf(given.charAt(0)) < 0;
            if (choice.equals("*/*")) {
                return OWNED.matcher(given).matches();
            }
            if (choice.equals("./**")) {
                return plain && given.indexOf(':') < 0 && given.indexOf('\\') < 0;
            }
            if (choice.endsWith("**")) {
                return plain && given.startsWith(choice.substring(0, choice.length() - 2));
            }
            return choice.endsWith("*")
                    ? plain && given.startsWith(choice.substring(0, choice.length() - 1)) && given.indexOf('/') < 0
                    : given.equals(choice);
        }
    }

    /** Whether an option has a value: none, one or two in any case, or one only where it is written in the same word. */
    enum Value {
        NONE,
        REQUIRED,
        TWO,
        OPTIONAL
    }

    /** What an option does. */
    enum Effect {
        HARMLESS(0),
        /** With it folders among the operands are read with all that is below them. */
        BELOW(1),
        /** Its value names a file behind its last colon: lines of it are shown. */
        LINES(2),
        /** Its value is what the first operand would be otherwise, and does nothing of its own. */
        PATTERN(3),
        /** Its value is a file with that. */
        PATTERN_FILE(4),
        /** Its value is a file that is read. */
        READS(5),
        /** With it the files that the operands name are written. */
        REWRITES(6),
        /** Its value says how something is printed; it may name a file. */
        FORMAT(7),
        /** Its value is a program of jq. */
        JQ(8),
        /** Its value is the directory that it works in; a wildcard grants only the one it is started in. */
        DIRECTORY(9),
        /** Its value names what is worked on, and no file; a wildcard does not grant it. */
        NAMES(10),
        /** Its value is sent on, and is no file; a wildcard does not grant it, but who grants it grants any value. */
        SENDS(11),
        /** Its value is a file that is written; a wildcard does not grant it. */
        WRITES(12),
        /** Its value is the text of a shell command. */
        SHELL(13),
        /** What follows it is a command of its own. */
        COMMAND(14),
        /** Its value is the program that the first operand would be otherwise. */
        PROGRAM(15),
        /** It does more than the command's name says. */
        ESCALATES(16),
        /** Its value assigns a variable of the shell or is evaluated by it. */
        EVALUATES(17),
        /** In another program of that name it does more; only where it is spelled, as hardly any file is called like it. */
        FOREIGN(18);

        private final int extent;

        /** @param extent how much it does: of an abbreviation that may mean several the one that does most counts */
        Effect(int extent) {
            this.extent = extent;
        }

        /** Whether it does more than a wildcard covers. */
        boolean exceedsName() {
            return doesMoreThan(READS);
        }

        boolean doesMoreThan(Effect other) {
            return extent > other.extent;
        }
    }

    /**
     * What a command does with its operands.
     *
     * @param kind of the operands
     * @param skipped how many words stand before those that {@code kind} speaks of
     */
    record Operands(Kind kind, int skipped) {}

    /** Kinds of operands. */
    enum Kind {
        /** They are text or names, no files. */
        TEXT,
        /** There are none; what begins with a plus sign is a format. */
        NONE,
        /** Names of branches and remotes, not addresses, and none that forces or removes. */
        REFS,
        /** Names of packages in a registry, not addresses. */
        PACKAGES,
        /** They may be files that are read or written. */
        FILES,
        /** Revisions or files that are read. */
        PATHSPEC,
        /** Files as git names them, read with all that is below; all that there are where there is none. */
        PATHSPEC_BELOW,
        /** Revisions or files that are written. */
        PATHSPEC_WRITE,
        /** Files that are removed, as git names them. */
        PATHSPEC_DELETE,
        /** The first is a folder that is filled with whatever is kept elsewhere. */
        FILLED,
        READ,
        /** Files that are read; a word that begins with a plus is a command of the program. */
        PAGED,
        /** A directory to change to; one further up is no file that is read. */
        DIRECTORY,
        WRITE,
        DELETE,
        /** The last is written, the others are read. */
        COPY,
        /** The last is written, the others are removed. */
        MOVE,
        /** The first is read; a second would be written, which the command's name does not say. */
        FILTER,
        /** The first is a mini-language program, the others are read. */
        SED,
        AWK,
        JQ,
        YQ,
        /** They are replaced by files with another end of their names, such as {@code .gz}, or without it. */
        COMPRESS,
        /** Starting points and an expression. */
        FIND,
        /** {@code if=} and {@code of=}. */
        DD,
        /** Old-style letters, then members of an archive. */
        TAR,
        /** Words of a test. */
        TESTS,
        /** A format and data. */
        FORMAT,
        /** Names of targets; {@code NAME=value} sets a variable for all that is run. */
        TARGETS,
        /** {@code NAME=value} for the command that follows. */
        ENVIRONMENT,
        /** A command with its arguments. */
        COMMAND,
        /** A command that gets further arguments. */
        XARGS,
        /** The text of a shell command, in pieces. */
        WORDS,
        /** A host and a command that runs there. */
        REMOTE,
        /** Addresses on the network. */
        URLS,
        /** Addresses of what is written into files of the same names. */
        DOWNLOADS,
        /** Words of ps: letters without a dash, and numbers. */
        PROCESSES,
        /** A program in a file, with its arguments. */
        SCRIPT,
        /** A shell script in a file, with its arguments. */
        SHELL,
        /** Files or directories of the project whose code is run. */
        PROJECT,
        /** Arguments of a script of the project, behind {@code --} as well. */
        PASSED,
        /** Everything that is written here is more than the name says. */
        ESCALATES
    }

    /**
     * Further properties.
     *
     * @param arity how many words a grant of "this and everything like it" keeps; 0 for none
     * @param standing whether a rule has to allow it
     * @param effects what it does that its words do not say
     * @param lists whether it has no effects where it has no operands
     * @param style how options are written
     * @param exact why no wildcard covers it
     * @param alone what it does beyond its name where nothing stands behind that
     * @param opaque why what it does, or what follows, cannot be told from its arguments
     * @param passed options behind {@code --} that do no more than the name says
     * @param output what it prints
     * @param below whether folders among the operands are read with all that is below them
     * @param trees options with which they are
     * @param showing options of which one has to be given for hidden files to be among them; none if they are in any case
     * @param extent which of the files below a folder it reads
     * @param widening options with which it reads every one
     * @param following options with which it follows links
     * @param typing options with which it reads hidden files, but git's own
     * @param depending which of its effects it has only in some repositories of git
     * @param own options, or {@code operands} or {@code exact}, which do more in the program itself: no other code is run
     * @param rewriting options with which the files that the operands name are written
     * @param trying options with which it does nothing of what it is for
     * @param family words that "always" keeps together in the place of the last one of the name
     * @param discussions last parts of an operand at which what its options send is words; elsewhere these name something
     * @param helping options that, as the last word, make it tell how it is used and do nothing else
     * @param obeys whether what it reads from its input decides what it does
     * @param spelling what means the same
     * @param unnamed files that no word names
     */
    record Traits(
            int arity,
            Fact.Standing standing,
            Set<SideEffect> effects,
            boolean lists,
            Style style,
            Optional<String> exact,
            Optional<String> alone,
            Optional<String> opaque,
            Set<String> passed,
            Printed output,
            boolean below,
            List<String> trees,
            List<String> showing,
            Place.Extent extent,
            List<String> widening,
            List<String> following,
            List<String> typing,
            Set<SideEffect> depending,
            Set<String> own,
            List<String> rewriting,
            List<String> trying,
            List<String> family,
            Set<String> discussions,
            Set<String> helping,
            boolean obeys,
            Spelling spelling,
            Unnamed unnamed) {
        Traits {
            effects = Set.copyOf(effects);
            passed = Set.copyOf(passed);
            trees = List.copyOf(trees);
            showing = List.copyOf(showing);
            widening = List.copyOf(widening);
            following = List.copyOf(following);
            typing = List.copyOf(typing);
            depending = Set.copyOf(depending);
            own = Set.copyOf(own);
            rewriting = List.copyOf(rewriting);
            trying = List.copyOf(trying);
            family = List.copyOf(family);
            discussions = Set.copyOf(discussions);
            helping = Set.copyOf(helping);
        }
    }

    /**
     * What means the same, so that who denies the one denies the other.
     *
     * @param same for options that mean the same as another one, that other one
     * @param united for an option that means what some others mean together, those
     * @param implied the option that is meant where an operand begins so, by that beginning
     * @param folded whether capitals make no difference in operands
     * @param abbreviated whether the beginning of a subcommand's name is taken for the whole
     */
    record Spelling(
            Map<String, String> same,
            Map<String, Set<String>> united,
            Map<String, String> implied,
            boolean folded,
            boolean abbreviated) {
        /** Everything means what it says. */
        static final Spelling PLAIN = new Spelling(Map.of(), Map.of(), Map.of(), false, false);

        Spelling {
            same = Map.copyOf(same);
            united = Map.copyOf(united);
            implied = Map.copyOf(implied);
        }
    }

    /**
     * Files that a command works on though none of its words names them; a slash at the end says that all below is meant.
     *
     * @param used files that it reads
     * @param changed files that it writes where it does more than its name says
     */
    record Unnamed(List<String> used, List<String> changed) {
        /** There are none. */
        static final Unnamed NONE = new Unnamed(List.of(), List.of());

        Unnamed {
            used = List.copyOf(used);
            changed = List.copyOf(changed);
        }
    }

    /**
     * What a command prints, as long as only some options are given.
     *
     * @param allowed the options under which that holds
     * @param required options of which one has to be given; none if that is empty
     */
    record Printed(Output kind, Set<String> allowed, Set<String> required) {
        Printed {
            allowed = Set.copyOf(allowed);
            required = Set.copyOf(required);
        }

        /** Whether it holds when {@code options} are given. */
        boolean holds(List<String> options) {
            boolean given = required.isEmpty();
            for (String option : options) {
                if (required.contains(option)) {
                    given = true;
                } else if (!allowed.contains(option)) {
                    return false;
                }
            }
            return given;
        }
    }

    /** How options are written. */
    enum Style {
        /** {@code -abc}, {@code --long}, anywhere. */
        GNU,
        /** The same, but only before the first operand. */
        POSIX,
        /** {@code -long}, anywhere. */
        SINGLE_DASH,
        /** As {@code GNU}, but of {@code -abc} each letter that has a value takes a word of its own. */
        NEXT
    }

    /** What a command prints, as far as the words of later commands may depend on it. */
    enum Output {
        ANYTHING,
        /** Files and directories below the working directory or the operands. */
        LISTED,
        /** Lines of its input, if it has no operands. */
        FILTERED,
        NUMBER,
        /** Letters and digits. */
        LETTERS,
        /** The same, if it has no operands. */
        LETTERS_ALONE,
        /** A word without slash. */
        NAME,
        /** Its arguments. */
        ARGUMENTS,
        /** The working directory. */
        DIRECTORY,
        /** The last part of its operand. */
        BASE_NAME,
        /** Its operand without the last part. */
        PARENT
    }

    /** Whether some option does more than a wildcard covers, so that a word that may be any option does, too. */
    boolean hasEscalatingOption() {
        return unlisted == Unlisted.ESCALATION
                || options.values().stream()
                        .map(Option::effect)
                        .anyMatch(effect -> effect != Effect.FOREIGN && effect.exceedsName());
    }

    /** The name of the option {@code name}, spelled out or abbreviated, that all options share which mean the same. */
    String meaning(String name) {
        String full = name.startsWith("--")
                ? longOption(name).map(Map.Entry::getKey).orElseGet(() -> unabbreviated(name))
                : name;
        return traits.spelling().same().getOrDefault(full, full);
    }

    /** The other names of the options that have one, by the name that they share. */
    Map<String, Set<String>> spellings() {
        if (traits.spelling().same().isEmpty()) {
            return Map.of();
        }
        var spellings = new HashMap<String, Set<String>>();
        traits.spelling()
                .same()
                .forEach((name, shared) -> spellings
                        .computeIfAbsent(shared, key -> new HashSet<>())
                        .add(name));
        return spellings;
    }

    private String unabbreviated(String name) {
        return traits.spelling().same().keySet().stream()
                .filter(option -> option.startsWith(name))
                .sorted()
                .findFirst()
                .orElse(name);
    }

    /** The option called {@code name}, spelled out or abbreviated; of several the one that does most. */
    Optional<Map.Entry<String, Option>> longOption(String name) {
        if (name.length() < 3) {
            return Optional.empty();
        }
        Option exact = options.get(name);
        if (exact != null) {
            return Optional.of(Map.entry(name, exact));
        }
        Map.Entry<String, Option> found = null;
        for (Map.Entry<String, Option> candidate : options.entrySet()) {
            boolean abbreviated =
                    candidate.getKey().startsWith(name) && candidate.getKey().indexOf('=') < 0;
            boolean more = found == null
                    || candidate
                            .getValue()
                            .effect()
                            .doesMoreThan(found.getValue().effect())
                    || (candidate.getValue().effect() == found.getValue().effect()
                            && candidate.getKey().compareTo(found.getKey()) < 0);
            if (abbreviated && more) {
                found = Map.entry(candidate.getKey(), candidate.getValue());
            }
        }
        return Optional.ofNullable(found);
    }
}
