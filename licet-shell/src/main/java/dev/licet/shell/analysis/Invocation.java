package dev.licet.shell.analysis;

import dev.licet.shell.Argument;
import dev.licet.shell.Span;
import dev.licet.shell.syntax.Redirection;
import java.util.List;

/** A command after expansion: its argument vector, and where its input and output go. */
record Invocation(List<Argument> argv, List<Redirection> redirections, Span span) {
    Invocation {
        argv = List.copyOf(argv);
        redirections = List.copyOf(redirections);
    }

    Invocation with(List<Argument> words) {
        return new Invocation(words, redirections, span);
    }

    /** The arguments behind the command's name. */
    List<Argument> arguments() {
        return argv.subList(1, argv.size());
    }
}
