package dev.licet.shell.analysis;

import dev.licet.shell.syntax.Redirection;
import java.util.List;

/** What redirections do to the lines that a command reads from and prints to a pipeline. */
final class PipelineStreams {
    private PipelineStreams() {}

    /** Where the input comes from a file or a here-document, it is not what the pipeline prints. */
    static boolean isFed(List<Redirection> redirections) {
        return !redirections.isEmpty() && redirections.stream().anyMatch(PipelineStreams::isInput);
    }

    /** Whether some redirection gives the command something to read. */
    static boolean isGiven(List<Redirection> redirections) {
        return redirections.stream()
                .anyMatch(redirection -> isInput(redirection)
                        && !(redirection instanceof Redirection.File file
                                && file.file()
                                        .literal()
                                        .filter("/dev/null"::equals)
                                        .isPresent()));
    }

    /** Whether {@code redirection} may give the command another input. */
    static boolean isInput(Redirection redirection) {
        boolean reads = switch (redirection) {
            case Redirection.File file -> file.reads();
            case Redirection.Duplicate duplicate -> duplicate.operator().equals("<&");
            case Redirection.HereString hereString -> true;
            case Redirection.HereDocument document -> true;
        };
        String descriptor = redirection.descriptor();
        return descriptor.isEmpty() ? reads : !descriptor.equals("1") && !descriptor.equals("2");
    }

    /** Whether some redirection is more than one of the input. */
    static boolean isWritten(List<Redirection> redirections) {
        return redirections.stream()
                .anyMatch(redirection -> redirection instanceof Redirection.Duplicate
                        || (redirection instanceof Redirection.File file
                                && file.writes()
                                && !(file.descriptor().equals("2")
                                        && file.file()
                                                .literal()
                                                .filter("/dev/null"::equals)
                                                .isPresent())));
    }

    /** Whether what it prints goes elsewhere, a redirection may keep it from printing, or something else is mixed into it. */
    static boolean isDiverted(List<Redirection> redirections) {
        return !redirections.isEmpty()
                && redirections.stream().anyMatch(redirection -> switch (redirection) {
                    // Errors that go anywhere else may end up where the output goes.
                    case Redirection.File file ->
                        file.reads()
                                || !(file.descriptor().equals("2")
                                        && file.file()
                                                .literal()
                                                .filter("/dev/null"::equals)
                                                .isPresent());
                    case Redirection.Duplicate duplicate -> true;
                    case Redirection.HereString hereString -> false;
                    case Redirection.HereDocument document -> false;
                });
    }
}
