package dev.licet.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.licet.shell.Shape.Piece;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is known of a text. */
class ShapeTest {
    private static final Piece ANYTHING = new Piece.Anything();
    private static final Piece DIGITS = new Piece.Digits();

    private static Piece fixed(String text) {
        return new Piece.Fixed(text);
    }

    private static List<Piece> withoutLineEnds(Piece... pieces) {
        return new Shape(List.of(pieces)).withoutLineEnds().pieces();
    }

    @Test
    void allLineEndsAtTheEnd_areTaken() {
        assertEquals(List.of(fixed("a\nb ")), withoutLineEnds(fixed("a\nb \n\n")));
        assertEquals(List.of(), withoutLineEnds(fixed("\n")));
        assertEquals(List.of(), withoutLineEnds());
        assertEquals(List.of(DIGITS), withoutLineEnds(DIGITS, fixed("\n\n")));
    }

    @Test
    void whereWhatFollowsMayBeNothing_theyMayBeTaken() {
        assertEquals(List.of(fixed("a"), ANYTHING), withoutLineEnds(fixed("a\n"), DIGITS));
        assertEquals(List.of(fixed("a"), ANYTHING), withoutLineEnds(fixed("a\n"), DIGITS, fixed("\n")));
        assertEquals(List.of(fixed("a\nb"), DIGITS), withoutLineEnds(fixed("a\nb"), DIGITS));
        assertEquals(List.of(fixed("a\n"), DIGITS, fixed("b")), withoutLineEnds(fixed("a\n"), DIGITS, fixed("b")));
    }
}
