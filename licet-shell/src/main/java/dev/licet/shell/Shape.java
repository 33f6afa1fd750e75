package dev.licet.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What is certain about a text before execution: fixed stretches, and between them what only the kind is known of.
 *
 * @param pieces in order; neighbouring fixed stretches are joined
 */
public record Shape(List<Piece> pieces) {
    /** Nothing is certain. */
    public static final Shape ANYTHING = new Shape(List.of(new Piece.Anything()));

    private static final Pattern LINE_ENDS = Pattern.compile("\n+\\z");

    /** Of a text with more stretches than this nothing is said. */
    private static final int MAX_PIECES = 64;

    public Shape {
        pieces = List.copyOf(pieces);
    }

    /** One stretch of a text. */
    public sealed interface Piece {
        /** These characters. */
        record Fixed(String text) implements Piece {}

        /** Digits, perhaps with a minus sign in front. */
        record Digits() implements Piece {}

        /** What a command prints that counts: digits, or nothing where it fails. */
        record Count() implements Piece {}

        /** Letters and digits, none included. */
        record Letters() implements Piece {}

        /** Any characters but a slash; at the start of a file name no dot. */
        record Name() implements Piece {}

        /**
         * The path of a file or directory at or below {@code directory}, as a listing of that directory prints it.
         *
         * @param only patterns of which its name matches one; any name if there are none
         */
        record Listed(String directory, List<String> only) implements Piece {
            public Listed {
                only = List.copyOf(only);
            }

            /** Of any name. */
            public Listed(String directory) {
                this(directory, List.of());
            }
        }

        /** The name of a pipe that the shell makes for a process substitution. */
        record Pipe() implements Piece {}

        /** Any characters. */
        record Anything() implements Piece {}
    }

    /** The shape of one certain text. */
    public static Shape of(String text) {
        return new Shape(text.isEmpty() ? List.of() : List.of(new Piece.Fixed(text)));
    }

    /** The shape that consists of {@code piece}. */
    public static Shape of(Piece piece) {
        return new Shape(List.of(piece));
    }

    /** The text, if all of it is certain. */
    public Optional<String> text() {
        if (pieces.isEmpty()) {
            return Optional.of("");
        }
        boolean fixed = pieces.size() == 1 && pieces.get(0) instanceof Piece.Fixed;
        return fixed ? Optional.of(((Piece.Fixed) pieces.get(0)).text()) : Optional.empty();
    }

    /** Whether it is a name, or a part of one, that a listing of the folder tells in which the command runs. */
    public boolean isListedHere() {
        return pieces.size() == 1
                && pieces.get(0) instanceof Piece.Listed listed
                && listed.directory().equals(".");
    }

    /** The characters that it certainly begins with. */
    public String start() {
        return !pieces.isEmpty() && pieces.get(0) instanceof Piece.Fixed fixed ? fixed.text() : "";
    }

    /** This followed by {@code more}. */
    public Shape then(Shape more) {
        if (pieces.isEmpty()) {
            return more;
        }
        if (more.pieces.isEmpty()) {
            return this;
        }
        var joined = new ArrayList<>(pieces);
        int rest = 0;
        if (pieces.getLast() instanceof Piece.Fixed left && more.pieces.get(0) instanceof Piece.Fixed right) {
            joined.set(joined.size() - 1, new Piece.Fixed(left.text() + right.text()));
            rest = 1;
        }
        joined.addAll(more.pieces.subList(rest, more.pieces.size()));
        return joined.size() > MAX_PIECES ? ANYTHING : new Shape(joined);
    }

    /** This without its first {@code length} characters, which must be certain. */
    public Shape from(int length) {
        if (length == 0) {
            return this;
        }
        String start = start();
        if (length > start.length()) {
            throw new IllegalArgumentException("only `" + start + "` is certain, not " + length + " characters");
        }
        return of(start.substring(length)).then(new Shape(pieces.subList(1, pieces.size())));
    }

    /** This as a shell takes what a command prints: without the line ends at its end. */
    public Shape withoutLineEnds() {
        if (pieces.isEmpty()) {
            return this;
        }
        var rest = new Shape(pieces.subList(0, pieces.size() - 1));
        if (pieces.getLast() instanceof Piece.Fixed fixed) {
            String kept = LINE_ENDS.matcher(fixed.text()).replaceFirst("");
            return kept.isEmpty() ? rest.withoutLineEnds() : rest.then(of(kept));
        }
        // The last piece may be nothing.
        Shape kept = rest.withoutLineEnds();
        return kept.equals(rest) ? this : kept.then(ANYTHING);
    }

    /** Whether this is printed by a command, and nothing at all where that fails. */
    public boolean mayBeNothing() {
        return pieces.size() == 1 && (pieces.get(0) instanceof Piece.Count || pieces.get(0) instanceof Piece.Letters);
    }

    /** What is the path of some file that this lists, or {@code other}; empty where they do not list the same directory. */
    public Optional<Shape> orListing(Shape other) {
        if (equals(other)) {
            return Optional.of(this);
        }
        boolean same = isListing()
                && other.isListing()
                && pieces.getFirst() instanceof Piece.Listed one
                && other.pieces.getFirst() instanceof Piece.Listed another
                && one.directory().equals(another.directory());
        return same
                ? Optional.of(of(new Piece.Listed(((Piece.Listed) pieces.getFirst()).directory())))
                : Optional.empty();
    }

    /** Whether this is the path of some file below a directory, and nothing else. */
    public boolean isListing() {
        return pieces.size() == 1 && pieces.get(0) instanceof Piece.Listed;
    }

    /** Whether this is the name of a pipe that the shell makes. */
    public boolean isPipe() {
        return pieces.size() == 1 && pieces.get(0) instanceof Piece.Pipe;
    }

    /** Whether this is digits, perhaps with a sign, and nothing else. */
    public boolean isNumber() {
        return !pieces.isEmpty()
                && pieces.stream().allMatch(piece -> switch (piece) {
                    case Piece.Fixed fixed -> fixed.text().matches("-?[0-9]+");
                    case Piece.Digits digits -> true;
                    case Piece.Count count -> true;
                    case Piece.Letters letters -> false;
                    case Piece.Name name -> false;
                    case Piece.Listed listed -> false;
                    case Piece.Pipe pipe -> false;
                    case Piece.Anything anything -> false;
                });
    }
}
