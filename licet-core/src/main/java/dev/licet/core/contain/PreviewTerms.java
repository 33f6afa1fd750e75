package dev.licet.core.contain;

/** Whether a call that waits may be run for a preview. */
public sealed interface PreviewTerms {
    /** It may, in these bounds. */
    record Within(Bounds bounds) implements PreviewTerms {}

    /** It may not; {@code why} completes "there is no preview: ". */
    record Not(String why) implements PreviewTerms {}
}
