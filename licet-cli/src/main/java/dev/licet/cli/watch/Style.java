package dev.licet.cli.watch;

/** Colours, or none. */
enum Style {
    COLOUR,
    PLAIN;

    String strong(String text) {
        return wrap("1", text);
    }

    String soft(String text) {
        return wrap("2", text);
    }

    String go(String text) {
        return wrap("32", text);
    }

    String ask(String text) {
        return wrap("33", text);
    }

    String stop(String text) {
        return wrap("31", text);
    }

    /** {@code text} in the colour of an action called {@code name}. */
    String action(String name, String text) {
        return switch (name) {
            case "allow" -> go(text);
            case "deny" -> stop(text);
            default -> ask(text);
        };
    }

    private String wrap(String code, String text) {
        return this == COLOUR ? "\033[" + code + "m" + text + "\033[0m" : text;
    }
}
