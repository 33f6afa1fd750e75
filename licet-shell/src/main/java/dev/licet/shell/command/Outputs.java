package dev.licet.shell.command;

import dev.licet.shell.Argument;
import dev.licet.shell.Shape;
import dev.licet.shell.Shape.Piece;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What is certain about the text that a command prints. */
final class Outputs {
    private final CommandSpecification specification;
    private final List<Argument> operands;
    private final String directory;
    private final boolean optionsGiven;
    private final List<Argument> argv;

    /** Options under which a listing still prints nothing but what it lists. */
    private static final Set<String> LISTING = Set.of(
            "-a",
            "-A",
            "-1",
            "-d",
            "-m",
            "-o",
            "-c",
            "-l",
            "-z",
            "--others",
            "--cached",
            "--modified",
            "--deleted",
            "--exclude-standard",
            "--files",
            "--files-with-matches",
            "--files-without-match",
            "-name",
            "-iname",
            "-type",
            "-maxdepth",
            "-mindepth",
            "-path",
            "-not",
            "-size",
            "-mtime",
            "-mmin",
            "-newer",
            "-empty",
            "-prune",
            "-print",
            "-print0",
            "-or",
            "--show-toplevel",
            "-g",
            "-e",
            "-i");

    /** Options under which a filter still prints whole lines of its input. */
    private static final Pattern FILTERING =
            Pattern.compile("-[0-9]+|-n[0-9]*|-[ruvifwxEFqd]+|--reverse|--unique|--lines(=.*)?");

    /** Formats of dates without a slash or a blank in them. */
    private static final Pattern PLAIN_DATE = Pattern.compile("\\+[%YmdHMSFTsjuwabBAyNzZ:_.-]*");

    Outputs(CommandSpecification specification, List<Argument> operands, Found found, List<Argument> argv) {
        this.argv = argv;
        this.optionsGiven = argv.stream().skip(1).anyMatch(Argument::mayBeOption);
        this.specification = specification;
        this.operands = operands;
        this.directory = found.directory();
    }

    /** The shape of its output without the last line end; empty when it prints lines of its input. */
    Optional<Shape> shape() {
        return switch (specification.traits().output()) {
            case ANYTHING -> Optional.of(Shape.ANYTHING);
            case LISTED -> Optional.of(listed());
            case FILTERED -> filters() ? Optional.empty() : Optional.of(Shape.ANYTHING);
            case NUMBER -> Optional.of(operands.isEmpty() ? Shape.of(new Piece.Digits()) : Shape.ANYTHING);
            case NAME -> Optional.of(isName() ? Shape.of(new Piece.Name()) : Shape.ANYTHING);
            case ARGUMENTS -> Optional.of(arguments());
            case DIRECTORY -> Optional.of(Shape.of(directory));
            case BASE_NAME -> Optional.of(optionsGiven ? Shape.ANYTHING : part("/", 1));
            case PARENT -> Optional.of(optionsGiven ? Shape.ANYTHING : part("/", 0));
        };
    }

    /** How many operands of a filter are no files. */
    private int patterns() {
        return switch (specification.operands().kind()) {
            case SED, AWK, JQ, YQ -> 1;
            default -> specification.operands().skipped();
        };
    }

    private boolean filters() {
        return operands.size() <= patterns()
                && options().allMatch(option -> FILTERING.matcher(option).matches());
    }

    private boolean isName() {
        return !optionsGiven
                && operands.stream()
                        .allMatch(word -> word.shape()
                                .text()
                                .filter(text -> PLAIN_DATE.matcher(text).matches())
                                .isPresent());
    }

    /** The words that look like options; one that is not certain stands for any. */
    private Stream<String> options() {
        return argv.stream()
                .skip(1)
                .filter(Argument::mayBeOption)
                .map(word -> word.shape().text().orElse("?"));
    }

    /** Below the working directory, unless the operands lead elsewhere. */
    private Shape listed() {
        boolean here = operands.stream()
                .allMatch(operand -> operand.shape()
                        .text()
                        .filter(text -> !text.startsWith("/") && !text.startsWith("~") && !text.contains(".."))
                        .isPresent());
        boolean searches = argv.get(0).shape().start().matches("rg|ripgrep");
        boolean namesOnly =
                !searches || options().anyMatch(option -> option.equals("-l") || option.startsWith("--files"));
        boolean plain = namesOnly && options().allMatch(option -> LISTING.contains(option) && !isLong(option));
        return here && plain ? Shape.of(new Piece.Listed(".")) : Shape.ANYTHING;
    }

    /** `ls -l` also prints where links lead. */
    private boolean isLong(String option) {
        return option.equals("-l") && argv.get(0).shape().start().matches("ls|dir|vdir|exa|eza|lsd");
    }

    /** Words that look like options may be printed or not: then nothing is certain. */
    private Shape arguments() {
        if (optionsGiven) {
            return Shape.ANYTHING;
        }
        Shape line = Shape.of("");
        String separator = "";
        for (Argument operand : operands) {
            if (operand instanceof Argument.Several || operand.shape().start().contains("\\")) {
                return Shape.ANYTHING;
            }
            line = line.then(Shape.of(separator)).then(operand.shape());
            separator = " ";
        }
        return line;
    }

    private Shape part(String separator, int which) {
        String path = operands.size() == 1 ? operands.get(0).shape().text().orElse("") : "";
        int slash = path.lastIndexOf(separator);
        boolean plain = !path.isEmpty() && !path.endsWith("/") && slash != 0;
        if (!plain) {
            return which == 1 && operands.size() == 1 ? Shape.of(new Piece.Name()) : Shape.ANYTHING;
        }
        if (which == 1) {
            return Shape.of(path.substring(slash + 1));
        }
        return Shape.of(slash < 0 ? "." : path.substring(0, slash));
    }
}
