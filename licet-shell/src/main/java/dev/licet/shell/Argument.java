package dev.licet.shell;

import java.util.Optional;

/** One word of an argument vector, as far as it is known before execution. */
public sealed interface Argument {

    /** Where the word stands in the text. */
    Span span();

    /** What is certain about its text. */
    Shape shape();

    /** Its text, if all of it is certain. */
    default Optional<String> certain() {
        return shape().text();
    }

    /** The characters that it certainly begins with. */
    default String start() {
        return shape().start();
    }

    /** A word whose text is certain; quotes are removed. A leading {@code ~} stands for the home directory. */
    record Known(String text, Span span) implements Argument {
        @Override
        public Shape shape() {
            return Shape.of(text);
        }

        @Override
        public Optional<String> certain() {
            return Optional.of(text);
        }

        @Override
        public String start() {
            return text;
        }
    }

    /** One word that an expansion decides; it is there in any case. */
    record Unknown(Shape shape, Span span) implements Argument {}

    /** Any number of words, none included, each of which has this shape. */
    record Several(Shape shape, Span span) implements Argument {}

    /**
     * Its shape as a path. A word whose text is certain and begins with a tilde is {@link Unknown} only when that tilde was
     * quoted: then it is part of a name. In every other word it stands for the home directory.
     */
    default Shape path() {
        return hasQuotedTilde() ? Shape.of("./").then(shape()) : shape();
    }

    /** What a variable holds to which it is assigned: a text that begins with a tilde stands for the home directory. */
    default Shape value() {
        return hasQuotedTilde() ? Shape.ANYTHING : shape();
    }

    private boolean hasQuotedTilde() {
        return this instanceof Unknown
                && certain().filter(text -> text.startsWith("~")).isPresent();
    }

    /** Whether it may be, or turn out to be, a word that begins with a dash and has more behind it. */
    default boolean mayBeOption() {
        return switch (this) {
            case Known known -> known.text().length() > 1 && known.text().startsWith("-");
            case Unknown unknown -> beginsLikeOption(unknown.shape());
            case Several several -> beginsLikeOption(several.shape());
        };
    }

    /** A negative number is no option that does anything. */
    private static boolean mayBeginWithDash(Shape.Piece piece) {
        return switch (piece) {
            case Shape.Piece.Pipe pipe -> false;
            case Shape.Piece.Digits digits -> false;
            case Shape.Piece.Count count -> false;
            case Shape.Piece.Letters letters -> false;
            case Shape.Piece.Fixed fixed -> fixed.text().startsWith("-");
            case Shape.Piece.Name name -> true;
            case Shape.Piece.Listed listed -> true;
            case Shape.Piece.Anything anything -> true;
        };
    }

    private static boolean beginsLikeOption(Shape shape) {
        return shape.start().isEmpty()
                ? shape.pieces().isEmpty() || mayBeginWithDash(shape.pieces().get(0))
                : shape.start().startsWith("-");
    }
}
