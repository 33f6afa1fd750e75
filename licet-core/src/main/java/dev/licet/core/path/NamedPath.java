package dev.licet.core.path;

import dev.licet.core.glob.Glob;
import dev.licet.shell.Fact;
import dev.licet.shell.Place;
import java.util.Optional;
import java.util.Set;

/** A file as a call names it, exactly or by a pattern, in the forms that rules are compared with. */
public sealed interface NamedPath permits PathForms, PathShape {

    /** The file that {@code fact} speaks of; empty if it speaks of none, or of one that is not known before execution. */
    static Optional<NamedPath> of(Fact fact, JudgeContext context) {
        // What is written need not be there yet: a pattern stands for whatever it may name.
        return fact instanceof Fact.Writes writes && writes.place() instanceof Place.Matching matching
                ? Optional.of(PathShape.unexpanded(matching, context))
                : fact.file().flatMap(place -> of(place, context));
    }

    private static Optional<NamedPath> of(Place place, JudgeContext context) {
        return switch (place) {
            case Place.At at -> Optional.of(PathForms.of(at, context));
            case Place.Matching matching -> Optional.of(PathShape.of(matching, context));
            case Place.Below below -> {
                PathShape shape = PathShape.of(below, context);
                yield shape.mayBreak() ? Optional.empty() : Optional.of(shape);
            }
            case Place.Brought brought -> Optional.of(PathShape.of(brought, context));
            case Place.Unknown unknown -> Optional.empty();
        };
    }

    /** Whether an allow for {@code pattern} covers it, whatever it turns out to be. */
    boolean isCoveredBy(Glob pattern);

    /** Whether {@code pattern} may speak of it. */
    boolean mayMatch(Glob pattern);

    /** Whether it is certain which file this is, so that a rule that may speak of it does. */
    boolean isExact();

    /** Whether it is in the workspace, or below a folder in which an agent may work as there. */
    boolean isInsideWorkspace();

    /** Whether it is in the workspace itself. */
    boolean isOwn();

    /** Whether it may be {@code target}, an absolute path that no link is part of, or lie in that. */
    boolean mayBe(String target);

    /** Whether {@code target}, an absolute path that no link is part of, may be this or lie in it. */
    boolean mayHold(String target);

    /** What links beside it, or beside a folder that it lies in, call it or may call it; absolute. */
    Set<String> otherNames();

    /** The links beside it, or beside a folder that it lies in, that lead to something that lies in it, or may; absolute. */
    Set<String> linksInto();
}
