package dev.licet.core.path;

import dev.licet.core.glob.TextSet;
import dev.licet.shell.Shape;
import dev.licet.shell.Shape.Piece;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** All texts that a shape stands for. */
public final class ShapeTexts {
    private static final TextSet DIGITS = TextSet.matching("-?[0-9]*");
    private static final TextSet LETTERS = TextSet.matching("[0-9A-Za-z]*");
    private static final TextSet NAME = TextSet.matching("[^/]*");
    private static final TextSet VISIBLE_NAME = TextSet.matching("([^/.][^/]*)?");
    private static final TextSet PIPE = TextSet.matching("(/dev|/proc/self)/fd/[0-9]+");

    private ShapeTexts() {}

    /** The texts of {@code shape}, whose fixed stretches {@code written} puts into the form that rules see. */
    public static TextSet of(Shape shape, UnaryOperator<String> written) {
        List<TextSet> pieces = new ArrayList<>();
        boolean beginsName = true;
        for (Piece piece : shape.pieces()) {
            pieces.add(
                    switch (piece) {
                        case Piece.Fixed fixed -> TextSet.of(written.apply(fixed.text()));
                        case Piece.Digits digits -> DIGITS;
                        case Piece.Count count -> DIGITS;
                        case Piece.Letters letters -> LETTERS;
                        case Piece.Name name -> beginsName ? VISIBLE_NAME : NAME;
                        case Piece.Listed listed -> TextSet.ANY;
                        case Piece.Pipe pipe -> PIPE;
                        case Piece.Anything anything -> TextSet.ANY;
                    });
            beginsName = piece instanceof Piece.Fixed fixed && fixed.text().endsWith("/");
        }
        return pieces.isEmpty() ? TextSet.EMPTY : TextSet.sequence(pieces);
    }
}
