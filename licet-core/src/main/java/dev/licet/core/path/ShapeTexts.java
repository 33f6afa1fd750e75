package dev.licet.core.path;

import dev.licet.shell.Shape;
import dev.licet.shell.Shape.Piece;
import dk.brics.automaton.Automaton;
import dk.brics.automaton.BasicAutomata;
import dk.brics.automaton.BasicOperations;
import dk.brics.automaton.RegExp;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** All texts that a shape stands for, as an automaton. */
public final class ShapeTexts {
    private static final Automaton DIGITS = new RegExp("-?[0-9]*").toAutomaton();
    private static final Automaton LETTERS = new RegExp("[0-9A-Za-z]*").toAutomaton();
    private static final Automaton NAME = new RegExp("[^/]*").toAutomaton();
    private static final Automaton VISIBLE_NAME = new RegExp("([^/.][^/]*)?").toAutomaton();
    private static final Automaton PIPE = new RegExp("(/dev|/proc/self)/fd/[0-9]+").toAutomaton();

    private ShapeTexts() {}

    /** The texts of {@code shape}, whose fixed stretches {@code written} puts into the form that rules see. */
    public static Automaton of(Shape shape, UnaryOperator<String> written) {
        List<Automaton> pieces = new ArrayList<>();
        boolean beginsName = true;
        for (Piece piece : shape.pieces()) {
            pieces.add(
                    switch (piece) {
                        case Piece.Fixed fixed -> BasicAutomata.makeString(written.apply(fixed.text()));
                        case Piece.Digits digits -> DIGITS;
                        case Piece.Count count -> DIGITS;
                        case Piece.Letters letters -> LETTERS;
                        case Piece.Name name -> beginsName ? VISIBLE_NAME : NAME;
                        case Piece.Listed listed -> BasicAutomata.makeAnyString();
                        case Piece.Pipe pipe -> PIPE;
                        case Piece.Anything anything -> BasicAutomata.makeAnyString();
                    });
            beginsName = piece instanceof Piece.Fixed fixed && fixed.text().endsWith("/");
        }
        return pieces.isEmpty() ? BasicAutomata.makeEmptyString() : BasicOperations.concatenate(pieces);
    }
}
