package dev.licet.shell.analysis;

import dev.licet.shell.Fact;
import dev.licet.shell.Place;
import dev.licet.shell.Shape;
import dev.licet.shell.Span;
import dev.licet.shell.syntax.Redirection;
import java.util.Optional;
import java.util.Set;

/** Notes which file a redirection opens. */
final class FileOpening {
    private static final Set<String> FREE_TARGETS = Set.of("/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty");

    private final FactCollector notes;
    private final Redirection.File redirection;

    FileOpening(FactCollector notes, Redirection.File redirection) {
        this.notes = notes;
        this.redirection = redirection;
    }

    void note(Shape target, Scope scope) {
        Span span = notes.at(redirection.span());
        Optional<String> literal = target.text();
        boolean pipe = target.pieces().stream().anyMatch(Shape.Piece.Pipe.class::isInstance);
        if (pipe || literal.filter(FREE_TARGETS::contains).isPresent()) {
            return;
        }
        if (literal.isPresent() && literal.get().matches("/dev/(tcp|udp)/[^/]+/.*")) {
            // Bash opens a socket for this name, spelled just so.
            notes.add(new Fact.Connects(literal.get().split("/", -1)[3], Fact.Role.REDIRECTION, span));
            return;
        }
        boolean mayBeSocket =
                literal.isEmpty() && (target.start().isEmpty() || target.start().startsWith("/d"));
        if (mayBeSocket) {
            notes.opaque("which file or connection this opens is not known before execution", redirection.span());
        }
        for (String directory : scope.directories()) {
            Place place = Place.of(target, directory);
            if (redirection.reads()) {
                notes.add(new Fact.Reads(place, Fact.Role.REDIRECTION, span));
            }
            if (redirection.writes()) {
                notes.add(new Fact.Writes(place, Fact.Role.REDIRECTION, span));
            }
        }
    }
}
