package dev.licet.shell.syntax;

import java.util.ArrayList;
import java.util.List;

/** Collects the parts of a word and joins neighbouring literals. */
final class Pieces {
    private final List<Part> parts = new ArrayList<>();
    private final StringBuilder literal = new StringBuilder();

    void add(char c) {
        literal.append(c);
    }

    void add(String text) {
        literal.append(text);
    }

    void add(Part part) {
        if (part instanceof Part.Literal plain) {
            literal.append(plain.text());
            return;
        }
        flush();
        parts.add(part);
    }

    void addAll(List<Part> more) {
        more.forEach(this::add);
    }

    List<Part> finish() {
        flush();
        return parts;
    }

    private void flush() {
        if (!literal.isEmpty()) {
            parts.add(new Part.Literal(literal.toString()));
            literal.setLength(0);
        }
    }
}
