package dev.licet.shell.syntax;

import java.util.Locale;
import java.util.Optional;

/** Which characters a command line may contain without doubt about how bash and a person read them. */
final class Characters {
    private Characters() {}

    /** Why the character at {@code index} makes the reading uncertain, or empty. */
    static Optional<String> whyUncertain(String text, int index) {
        char c = text.charAt(index);
        if ((c >= ' ' && c < 0x7f) || c == '\n' || c == '\t') {
            return Optional.empty();
        }
        if (Character.isISOControl(c)) {
            return Optional.of("control character " + name(c));
        }
        if (Character.isSurrogate(c) && !isPaired(text, index)) {
            return Optional.of("half of a surrogate pair " + name(c));
        }
        return switch (Character.getType(text.codePointAt(index))) {
            case Character.SPACE_SEPARATOR, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
                Optional.of("unusual blank " + name(text.codePointAt(index)));
            case Character.FORMAT -> Optional.of("invisible character " + name(text.codePointAt(index)));
            default -> Optional.empty();
        };
    }

    private static boolean isPaired(String text, int index) {
        if (Character.isHighSurrogate(text.charAt(index))) {
            return index + 1 < text.length() && Character.isLowSurrogate(text.charAt(index + 1));
        }
        return index > 0 && Character.isHighSurrogate(text.charAt(index - 1));
    }

    private static String name(int codePoint) {
        return String.format(Locale.ROOT, "U+%04X", codePoint);
    }
}
