package dev.licet.shell.analysis;

import dev.licet.shell.Shape;
import dev.licet.shell.syntax.Part;
import java.util.regex.Pattern;

/**
 * A text that begins with a tilde stands for the home directory. So no text that is put together may begin with one that
 * was quoted, or have the home directory where its end, or what stands before it, makes it part of a longer name.
 */
final class Homes {
    /** Behind these the home directory begins a path of its own, also where the text is read by a shell once more. */
    private static final Pattern BEFORE = Pattern.compile("(?s).*[=:\\s]|-[A-Za-z]");

    private static final Pattern EITHER = Pattern.compile("(?:" + BEFORE.pattern() + ")~.*", Pattern.DOTALL);

    /** These end it. */
    private static final String BEHIND = "/:; \t\n&|)";

    private Homes() {}

    /** {@code left} followed by {@code right}, either of which may begin with the home directory. */
    static Shape join(Shape left, Shape right) {
        if (left.pieces().isEmpty() || right.pieces().isEmpty()) {
            return left.then(right);
        }
        boolean endsWithHome = left.pieces().getLast() instanceof Shape.Piece.Fixed last && isHome(last.text());
        boolean longer = endsWithHome
                && (right.start().isEmpty() || BEHIND.indexOf(right.start().charAt(0)) < 0);
        boolean inside = right.start().startsWith("~")
                && left.text().filter(text -> BEFORE.matcher(text).matches()).isEmpty();
        if (longer) {
            return Shape.ANYTHING;
        }
        return left.then(inside ? Shape.ANYTHING : right);
    }

    private static boolean isHome(String text) {
        int before = text.length() - 1;
        return text.endsWith("~")
                && (before == 0 || BEFORE.matcher(text.substring(0, before)).matches());
    }

    /** What is known of a variable with {@code value}: inside of it a tilde may be one, or the home directory. */
    static Shape known(Shape value) {
        return value.text().filter(text -> EITHER.matcher(text).matches()).isPresent() ? Shape.ANYTHING : value;
    }

    /** What a quoted text is: a tilde at its beginning is part of a name. */
    static Shape quoted(Part.Literal literal) {
        return literal.text().startsWith("~")
                ? Shape.ANYTHING.then(Shape.of(literal.text().substring(1)))
                : Shape.of(literal.text());
    }
}
