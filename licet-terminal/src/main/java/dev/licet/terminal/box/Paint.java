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

    /** A frame. */
    public String border(String text) {
        return wrap("36", text);
    }

    /** What has to be seen first. */
    public String warning(String text) {
        return wrap("91", text);
    }

    /** What the next key would choose. */
    public String selected(String text) {
        return wrap("1;32", text);
    }

    /** What may be overlooked. */
    public String soft(String text) {
        return wrap("90", text);
    }

    /** What needs somebody's approval. */
    public String emphasis(String text) {
        return wrap("1;33", text);
    }

    /** A heading. */
    public String strong(String text) {
        return wrap("1", text);
    }

    /** What is allowed, or comes in. */
    public String go(String text) {
        return wrap("32", text);
    }

    /** What waits for somebody. */
    public String ask(String text) {
        return wrap("33", text);
    }

    /** What is denied, or goes away. */
    public String stop(String text) {
        return wrap("31", text);
    }

    /** Where the cursor is; without colours as well. */
    public String inverse(String text) {
        return text.isEmpty() ? "" : "\033[7m" + text + "\033[0m";
    }

    /** {@code text} in the colour of an action called {@code name}. */
    public String action(String name, String text) {
        return switch (name) {
            case "allow" -> go(text);
            case "deny" -> stop(text);
            default -> ask(text);
        };
    }

    private String wrap(String code, String text) {
        return this == COLOUR && !text.isEmpty() ? "\033[" + code + "m" + text + "\033[0m" : text;
    }
}
