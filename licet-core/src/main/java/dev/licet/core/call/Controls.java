package dev.licet.core.call;

/** Control characters, which no name has: they would change what a terminal shows. */
final class Controls {
    private Controls() {}

    /** Whether {@code text} has one. */
    static boolean areIn(String text) {
        // For every text of every call: a stream of characters takes ten times as long.
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                return true;
            }
        }
        return false;
    }
}
