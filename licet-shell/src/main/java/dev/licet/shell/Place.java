package dev.licet.shell;

import java.util.List;

/** Where a file is, as the call names it. */
public sealed interface Place {
    /** A pattern of more fixed and uncertain stretches than this is not compared with other patterns. */
    int MAX_PIECES = 12;

    /**
     * A path as written.
     *
     * @param text the path, quotes removed; a leading {@code ~} stands for the home directory
     * @param directory absolute path of the directory that a relative path starts from
     */
    record At(String text, String directory) implements Place {}

    /**
     * A path of which only some is known, such as {@code src/*.ts}.
     *
     * @param shape begins with a fixed stretch or a name, and has no {@link Shape.Piece.Anything} in it
     */
    record Matching(Shape shape, String directory) implements Place {}

    /**
     * Some file or directory at or below {@code path}, as {@code find} or {@code git ls-files} list them.
     *
     * @param only patterns of which the name of each file matches one; any file if there are none
     * @param without patterns of names that are left out
     * @param extent which of the files there are meant
     */
    record Below(String path, String directory, List<String> only, List<String> without, Extent extent)
            implements Place {
        public Below {
            only = List.copyOf(only);
            without = List.copyOf(without);
        }

        /** Any file or directory there. */
        public Below(String path, String directory) {
            this(path, directory, List.of(), List.of(), Extent.EVERYTHING);
        }
    }

    /** Which of the files below a folder a program looks at. */
    enum Extent {
        EVERYTHING,
        /** The same by words that its names became, each of which may have been broken at its blanks. */
        LISTED,
        /** That, and what links lead to. */
        LINKED,
        /** In a repository not those that git ignores. */
        NOT_IGNORED,
        /** Those that git keeps. */
        TRACKED
    }

    /** What {@code source} is or, if it is a folder, has in it arrives at {@code target}. */
    record Brought(String source, String target, String directory) implements Place {}

    /** A path that an expansion decides. */
    record Unknown() implements Place {}

    /** The place that {@code shape} names in {@code directory}. */
    static Place of(Shape shape, String directory) {
        String text = shape.text().orElse(null);
        if (text != null) {
            return new At(text, directory);
        }
        for (Shape.Piece piece : shape.pieces()) {
            if (piece instanceof Shape.Piece.Listed listed) {
                return isBelow(shape, listed)
                        ? new Below(
                                listed.directory(),
                                directory,
                                // What stands behind it makes another name.
                                shape.pieces().getLast().equals(listed) ? listed.only() : List.of(),
                                List.of(),
                                Extent.LISTED)
                        : new Unknown();
            }
        }
        return isTraceable(shape) ? new Matching(shape, directory) : new Unknown();
    }

    /** Whether what stands around a listed path leaves it below its directory. */
    private static boolean isBelow(Shape shape, Shape.Piece.Listed listed) {
        boolean start = shape.start().isEmpty() || shape.start().equals(listed.directory());
        return start
                && shape.pieces().stream()
                        .noneMatch(piece -> piece instanceof Shape.Piece.Anything
                                || (piece instanceof Shape.Piece.Fixed fixed
                                        && fixed.text().contains("..")));
    }

    /** Whether the name cannot climb out of the directory its fixed start names. */
    private static boolean isTraceable(Shape shape) {
        if (shape.pieces().size() > MAX_PIECES) {
            return false;
        }
        boolean first = true;
        for (Shape.Piece piece : shape.pieces()) {
            switch (piece) {
                case Shape.Piece.Anything anything -> {
                    return false;
                }
                case Shape.Piece.Fixed fixed -> {
                    boolean climbs = !first
                            && (fixed.text().contains("..") || fixed.text().contains("/."));
                    boolean dots = fixed.text().matches("(?s)(.*/)?\\.+");
                    if (climbs || dots) {
                        return false;
                    }
                }
                case Shape.Piece.Digits digits -> {}
                case Shape.Piece.Count count -> {}
                case Shape.Piece.Letters letters -> {}
                case Shape.Piece.Name name -> {}
                case Shape.Piece.Listed listed -> {}
                case Shape.Piece.Pipe pipe -> {}
            }
            first = false;
        }
        return true;
    }
}
