package dev.licet.shell.command;

import dev.licet.shell.Argument;
import dev.licet.shell.Shape;
import dev.licet.shell.Shape.Piece;
import java.util.List;
import java.util.Optional;

/** What is certain about the text that a command prints. */
final class Outputs {
    private final CommandSpecification specification;
    private final List<Argument> operands;
    private final String directory;
    private final boolean optionsGiven;

    Outputs(CommandSpecification specification, List<Argument> operands, Found found, List<Argument> argv) {
        this(specification, operands, found.directory(), argv.stream().skip(1).anyMatch(Argument::mayBeOption));
    }

    private Outputs(
            CommandSpecification specification, List<Argument> operands, String directory, boolean optionsGiven) {
        this.optionsGiven = optionsGiven;
        this.specification = specification;
        this.operands = operands;
        this.directory = directory;
    }

    /** The shape of its output without the last line end; empty when it prints lines of its input. */
    Optional<Shape> shape() {
        return switch (specification.traits().output()) {
            case ANYTHING -> Optional.of(Shape.ANYTHING);
            case LISTED -> Optional.of(listed());
            case FILTERED -> operands.size() <= patterns() ? Optional.empty() : Optional.of(Shape.ANYTHING);
            case NUMBER -> Optional.of(operands.isEmpty() ? Shape.of(new Piece.Digits()) : Shape.ANYTHING);
            case NAME -> Optional.of(Shape.of(new Piece.Name()));
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

    /** Below the working directory, unless the operands lead elsewhere. */
    private Shape listed() {
        boolean here = operands.stream()
                .allMatch(operand -> operand.shape()
                        .text()
                        .filter(text -> !text.startsWith("/") && !text.startsWith("~") && !text.contains(".."))
                        .isPresent());
        return here ? Shape.of(new Piece.Listed(".")) : Shape.ANYTHING;
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
