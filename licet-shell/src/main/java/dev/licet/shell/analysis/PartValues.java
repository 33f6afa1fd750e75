package dev.licet.shell.analysis;

import dev.licet.shell.Shape;
import dev.licet.shell.syntax.Part;
import dev.licet.shell.syntax.Word;

/** What the parts of words become: parts stand in parts, as in {@code ${x:-$(date)}}. */
interface PartValues {
    /** What {@code part} becomes where nothing is split. */
    Shape value(Part part, Scope scope);

    /** The one text that {@code word} becomes where it is not split: a value, a pattern, the lines of a here-document. */
    default Shape text(Word word, Scope scope) {
        Shape shape = Shape.of("");
        for (Part part : word.parts()) {
            shape = Homes.join(shape, value(part, scope));
        }
        return shape;
    }
}
