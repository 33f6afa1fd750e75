package dev.licet.shell;

import java.util.List;
import java.util.Optional;

/**
 * What is known about one command: how many words name it, which options are harmless, what it does with its operands.
 *
 * @param words the words that name it; a word in capitals stands for any word
 * @param options which options a wildcard may cover
 * @param operands what happens to the remaining words
 */
record CommandSpecification(List<String> words, Options options, Operands operands) {
    CommandSpecification {
        words = List.copyOf(words);
    }

    /** Which options do no more than the command's name says. */
    sealed interface Options {
        record Any() implements Options {}

        record AnyBut(List<String> dangerous) implements Options {
            public AnyBut {
                dangerous = List.copyOf(dangerous);
            }
        }

        record Only(List<String> harmless) implements Options {
            public Only {
                harmless = List.copyOf(harmless);
            }
        }
    }

    /** What a command does with words that are not options. */
    enum Operands {
        /** They are text or names, no files. */
        TEXT,
        /** There are none; what begins with a plus sign is a format. */
        NONE,
        /** Names of branches and remotes, not addresses, and none that forces or removes. */
        REFS,
        /** They may be files that are read or written. */
        GUESS,
        /** Revisions or files that are read. */
        PATHSPEC,
        /** Revisions or files that are written. */
        PATHSPEC_WRITE,
        /** The first is a program that filters, the others are read. */
        PROGRAM_READ,
        READ,
        WRITE,
        DELETE,
        /** The last is written, the others are read. */
        COPY,
        /** The last is written, the others are removed. */
        MOVE,
        /** The first is a pattern or a program, the others are read. */
        PATTERN_READ,
        /** Words of a test: an operand of the options named, or one that is unknown, may be evaluated as arithmetic. */
        TESTS,
        /** The first is a format, the others are data: an option before it may be evaluated as arithmetic. */
        FORMAT,
        /** Paths and tests in any order: a {@code --} does not end the options. */
        EXPRESSION,
        /** The first is read; a second would be written, which the command's name does not say. */
        FILTER,
        /** Names of targets; {@code NAME=value} sets a variable for all that is run. */
        TARGETS,
        /** {@code NAME=value} assigns a variable that lasts. */
        SETS,
        /** The first is the directory that later commands start from. */
        DIRECTORY
    }

    boolean matches(List<Argument> argv) {
        if (argv.size() < words.size()) {
            return false;
        }
        for (int i = 0; i < words.size(); i++) {
            if (!matches(words.get(i), argv.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean matches(String word, Argument argument) {
        if (!(argument instanceof Argument.Known known)) {
            return false;
        }
        boolean anyWord = word.chars().allMatch(c -> c >= 'A' && c <= 'Z');
        return anyWord
                ? known.text().matches("[A-Za-z0-9][A-Za-z0-9:_-]*")
                : known.text().equals(word);
    }

    /** The option inside {@code word} that a wildcard does not cover, as a rule would have to spell it; empty if harmless. */
    Optional<String> dangerousOption(String word) {
        return switch (options) {
            case Options.Any any -> Optional.empty();
            case Options.AnyBut anyBut ->
                anyBut.dangerous().stream()
                        .filter(option -> mayBe(word, option))
                        .findFirst();
            case Options.Only only -> isHarmless(word, only.harmless()) ? Optional.empty() : Optional.of(nameOf(word));
        };
    }

    /** The part of an option word that names it: {@code --output} of {@code --output=x}. */
    static String nameOf(String word) {
        int equals = word.indexOf('=');
        return equals > 0 ? word.substring(0, equals) : word;
    }

    /** Counts abbreviations of long options and letters inside combined short options as the option itself. */
    private static boolean mayBe(String word, String option) {
        String name = nameOf(word);
        if (option.startsWith("--")) {
            return name.startsWith("--") && (option.startsWith(name) || name.startsWith(option));
        }
        if (option.length() == 2) {
            return !word.startsWith("--") && word.indexOf(option.charAt(1)) > 0;
        }
        return name.startsWith(option);
    }

    private static boolean isHarmless(String word, List<String> harmless) {
        if (harmless.contains(nameOf(word))) {
            return true;
        }
        boolean combined = !word.startsWith("--") && word.length() > 2;
        return combined && word.chars().skip(1).allMatch(c -> harmless.contains("-" + (char) c) || isDigit(c));
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }
}
