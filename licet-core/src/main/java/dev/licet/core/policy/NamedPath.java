package dev.licet.core.policy;

/** A file as a call names it, exactly or by a pattern, in the forms that rules are compared with. */
sealed interface NamedPath permits PathForms, PathShape {

    /** Whether an allow for {@code pattern} covers it, whatever it turns out to be. */
    boolean isCoveredBy(Glob pattern);

    /** Whether {@code pattern} may speak of it. */
    boolean mayMatch(Glob pattern);

    /** Whether it is certain which file this is, so that a rule that may speak of it does. */
    boolean isExact();

    boolean isInsideWorkspace();
}
