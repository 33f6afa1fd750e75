package dev.licet.terminal.box;

import java.util.Map;

/** Colours, or none. */
public enum Paint {
    COLOUR,
    PLAIN;

    /** Colours unless {@code NO_COLOR} is set to something or the terminal is a dumb one (no-color.org). */
    public static Paint by(Map<String, String> environment) {
        boolean none = !environment.getOrDefault("NO_COLOR", "").isEmpty()
                || environment.getOrDefault("TERM", "").equals("dumb");
        return none ? PLAIN : COLOUR;
    }

    String border(String text) {
        return wrap("36", text);
    }

    String warning(String text) {
        return wrap("91", text);
    }

    String selected(String text) {
        return wrap("1;32", text);
    }

    String soft(String text) {
        return wrap("90", text);
    }

    String emphasis(String text) {
        return wrap("1;33", text);
    }

    private String wrap(String code, String text) {
        return this == COLOUR && !text.isEmpty() ? "\033[" + code + "m" + text + "\033[0m" : text;
    }
}
