package dev.licet.shell.command;

import dev.licet.shell.Argument;
import dev.licet.shell.Shape;
import dev.licet.shell.Shape.Piece;
import dev.licet.shell.command.CommandSpecification.Kind;
import dev.licet.shell.command.CommandSpecification.Output;
import dev.licet.shell.command.CommandSpecification.Printed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** What is certain about the text that a command prints, given the options that its specification allows for that. */
final class Outputs {
    /** Formats of dates without a slash or a blank in them. */
    private static final Pattern PLAIN_DATE = Pattern.compile("\\+[%YmdHMSFTsjuwabBAyNz:_.-]*");

    private static final List<String> KEPT = List.of("git", "ls-files");

    /** Options of find that stand before its starting points. */
    private static final Set<String> LINKS = Set.of("-L", "-H", "-P");

    /** Nothing is said about a line of more words than this. */
    private static final int MAX_ARGUMENTS = 256;

    /** Formats of dates that are one number. */
    private static final Set<String> NUMBERS = Set.of("+%s", "+%Y", "+%N", "+%s%N", "+%Y%m%d", "+%Y%m%d%H%M%S");

    private final CommandSpecification specification;
    private final List<Argument> operands;

    /** Whether an option brings what else is the first operand. */
    private final boolean programGiven;

    private final String directory;
    private final List<Argument> argv;

    Outputs(
            CommandSpecification specification,
            List<Argument> operands,
            boolean programGiven,
            CommandEffects found,
            List<Argument> argv) {
        this.programGiven = programGiven;
        this.specification = specification;
        this.operands = operands;
        this.directory = found.directory();
        this.argv = argv;
    }

    /** The shape of its output without the last line end; empty when it prints lines of its input. */
    Optional<Shape> shape() {
        Printed printed = specification.traits().output();
        if (printed.kind() == Output.ANYTHING || !printed.holds(options())) {
            return Optional.of(Shape.ANYTHING);
        }
        return switch (printed.kind()) {
            case ANYTHING -> Optional.of(Shape.ANYTHING);
            case LISTED -> Optional.of(listed());
            case FILTERED -> operands.size() <= patterns() ? Optional.empty() : Optional.of(Shape.ANYTHING);
            case NUMBER -> Optional.of(operands.isEmpty() ? Shape.of(new Piece.Count()) : Shape.ANYTHING);
            case LETTERS -> Optional.of(takesNoMore() ? Shape.of(new Piece.Letters()) : Shape.ANYTHING);
            case LETTERS_ALONE -> Optional.of(operands.isEmpty() ? Shape.of(new Piece.Letters()) : Shape.ANYTHING);
            case NAME -> Optional.of(name());
            case ARGUMENTS -> Optional.of(arguments());
            // Where `..` leads behind a link depends on how the shell came there.
            case DIRECTORY -> Optional.of(directory.contains("..") ? Shape.ANYTHING : Shape.of(directory));
            case BASE_NAME -> Optional.of(operands.size() == 1 ? baseName() : Shape.ANYTHING);
            case PARENT -> Optional.of(operands.size() == 1 ? parent() : Shape.ANYTHING);
        };
    }

    /** The options that are given; a word that is not certain may be any. */
    private List<String> options() {
        var options = new ArrayList<String>();
        for (Argument word : argv.subList(1, argv.size())) {
            if (word.mayBeOption()) {
                String text = word.certain().orElse("?");
                options.add(isNumber(text) ? "-1" : text);
            }
        }
        return options;
    }

    private static boolean isNumber(String option) {
        for (int i = 1; i < option.length(); i++) {
            if (option.charAt(i) < '0' || option.charAt(i) > '9') {
                return false;
            }
        }
        return option.length() > 1 && option.charAt(0) == '-';
    }

    /** How many operands of a filter are no files. */
    private int patterns() {
        if (programGiven) {
            return 0;
        }
        return switch (specification.operands().kind()) {
            case SED, AWK, JQ, YQ -> 1;
            default -> specification.operands().skipped();
        };
    }

    /** A command prints words that it should not have been given as they are. */
    private boolean takesNoMore() {
        return specification.operands().kind() != Kind.NONE || operands.isEmpty();
    }

    private Shape name() {
        if (operands.size() == 1
                && operands.get(0).certain().filter(NUMBERS::contains).isPresent()) {
            return Shape.of(new Piece.Count());
        }
        boolean plain = operands.stream()
                .allMatch(word -> word.certain()
                        .filter(text -> PLAIN_DATE.matcher(text).matches())
                        .isPresent());
        return plain ? Shape.of(new Piece.Name()) : Shape.ANYTHING;
    }

    /** Below the working directory, unless the operands lead elsewhere. */
    private Shape listed() {
        boolean here = operands.stream()
                .allMatch(operand -> operand.certain()
                        .filter(text -> !text.startsWith("/") && !text.startsWith("~") && !text.contains(".."))
                        .isPresent());
        return here && !mayJoin() ? Shape.of(new Piece.Listed(".", names())) : Shape.ANYTHING;
    }

    /** Whether names may become another that begins with one of them: a shell leaves out what parts them. */
    private boolean mayJoin() {
        boolean parted = argv.stream()
                .noneMatch(word -> word.certain().filter("-print0"::equals).isPresent());
        return !parted
                && argv.stream()
                                .skip(1)
                                .dropWhile(word -> LINKS.contains(word.start()))
                                .takeWhile(word -> !word.start().startsWith("-"))
                                .count()
                        > 1;
    }

    /** Patterns of which each name that is listed matches one. */
    private List<String> names() {
        if (specification.operands().kind() == Kind.FIND) {
            return ListedNames.of(argv.subList(1, argv.size()));
        }
        boolean byPattern = specification.words().equals(KEPT) && !operands.isEmpty();
        List<String> patterns =
                operands.stream().flatMap(word -> word.certain().stream()).toList();
        return byPattern
                        && patterns.size() == operands.size()
                        && patterns.stream().allMatch(Outputs::isOfNames)
                ? patterns
                : List.of();
    }

    /** A pattern without a slash is compared with names in any folder. */
    private static boolean isOfNames(String pattern) {
        return pattern.indexOf('*') >= 0 && pattern.indexOf('/') < 0 && !pattern.startsWith(":");
    }

    private Shape arguments() {
        if (operands.size() > MAX_ARGUMENTS) {
            return Shape.ANYTHING;
        }
        Shape line = Shape.of("");
        String separator = "";
        for (Argument operand : operands) {
            if (operand instanceof Argument.Several || isChanged(operand.shape())) {
                return Shape.ANYTHING;
            }
            line = line.then(Shape.of(separator)).then(operand.value());
            separator = " ";
        }
        return line;
    }

    /** Shells differ in what `echo` makes of a backslash, and of a single dash. */
    private static boolean isChanged(Shape shape) {
        for (Piece piece : shape.pieces()) {
            if (piece instanceof Piece.Fixed fixed && fixed.text().indexOf('\\') >= 0) {
                return true;
            }
        }
        return shape.text().filter("-"::equals).isPresent();
    }

    private Shape baseName() {
        Optional<String> path = plainPath();
        return path.isPresent()
                ? Shape.of(path.get().substring(path.get().lastIndexOf('/') + 1))
                : Shape.of(new Piece.Name());
    }

    private Shape parent() {
        Optional<String> path = plainPath();
        if (path.isEmpty()) {
            return Shape.ANYTHING;
        }
        int slash = path.get().lastIndexOf('/');
        return Shape.of(slash < 0 ? "." : path.get().substring(0, slash));
    }

    /** The operand, if it is certain, ends with a name, and is no child of the root. */
    private Optional<String> plainPath() {
        return operands.get(0)
                .certain()
                .filter(path ->
                        !path.isEmpty() && !path.equals("~") && !path.endsWith("/") && path.lastIndexOf('/') != 0);
    }
}
