package dev.licet.shell.analysis;

import dev.licet.shell.Argument;
import dev.licet.shell.Shape;
import dev.licet.shell.Shape.Piece;
import dev.licet.shell.Shell;
import dev.licet.shell.Span;
import dev.licet.shell.syntax.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One word without braces on its way to become none, one or several (bash manual, 3.5.7 and 3.5.8). */
final class WordFields {
    private static final String SPLITTING = " \t\n";
    private static final String MATCHING = "*?[\\";

    private final PartValues values;
    private final ShellState state;
    private final List<Part> parts;
    private final Span span;
    private final List<Argument> done = new ArrayList<>();
    private Shape current = Shape.of("");
    private boolean present;
    private boolean matches;
    private boolean splits;
    private boolean inBracket;

    /** Whether a pattern of file names stands in it. */
    private boolean globbed;

    /** Whether every shell splits what is at hand: what a command printed. */
    private boolean splitAnyway;

    /** Whether `**` stands in it, which zsh takes for any number of directories. */
    private boolean deep;

    WordFields(PartValues values, ShellState state, List<Part> parts, Span span) {
        this.values = values;
        this.state = state;
        this.parts = parts;
        this.span = span;
    }

    List<Argument> expand(Scope scope) {
        for (Part part : parts) {
            part(part, scope);
        }
        boolean unknown = splits || current.pieces().stream().anyMatch(Piece.Anything.class::isInstance);
        if (globbed && unknown && state.notes().isRunBy(Shell.ZSH)) {
            state.notes().disclosed(span);
        }
        if (splits || inBracket) {
            return List.of(new Argument.Several(Shape.ANYTHING, span));
        }
        if (present || !current.pieces().isEmpty()) {
            done.add(finish());
        }
        return done;
    }

    private Argument finish() {
        if (deep) {
            String start = current.start();
            String base = start.substring(0, start.lastIndexOf('/') + 1);
            return new Argument.Several(
                    base.contains("..") ? Shape.ANYTHING : Shape.of(new Piece.Listed(base.isEmpty() ? "." : base)),
                    span);
        }
        if (matches) {
            return new Argument.Several(current, span);
        }
        Optional<String> text = current.text();
        return text.<Argument>map(known -> new Argument.Known(known, span))
                .orElseGet(() -> new Argument.Unknown(current, span));
    }

    private void part(Part part, Scope scope) {
        switch (part) {
            case Part.Literal literal -> {
                present = true;
                add(inBracket ? literalOutsideBracket(literal.text()) : Homes.quoted(literal));
            }
            case Part.DoubleQuoted quoted -> {
                present = present || !isOnlyAllArguments(quoted);
                quoted.parts().forEach(inner -> quotedPart(inner, scope));
            }
            case Part.Glob glob -> {
                present = true;
                state.mayAbandon(scope);
                boolean query = glob.character() == '?' && current.start().contains("://");
                matches = matches || !query;
                globbed = globbed || !query;
                boolean further = glob.character() == '*' && endsWithStar();
                if (query) {
                    // A file would have to be called like the address up to its query.
                    add(Shape.of("?"));
                } else if (further && state.notes().isRunBy(Shell.ZSH)) {
                    // Any number of directories.
                    deep = true;
                } else if (inBracket) {
                    splits = true;
                } else {
                    add(Shape.of(new Piece.Name()));
                }
                inBracket = inBracket || glob.character() == '[';
            }
            case Part.Tilde tilde -> {
                present = true;
                add(values.value(tilde, scope));
            }
            case Part.ProcessSubstitution substitution -> {
                present = true;
                add(values.value(substitution, scope));
            }
            case Part.Arithmetic expression -> {
                present = true;
                add(values.value(expression, scope));
            }
            case Part.Parameter parameter -> {
                Shape value = values.value(parameter, scope);
                if (parts.size() == 1 && value.mayBeNothing()) {
                    matches = true;
                    current = value;
                } else {
                    split(value, scope);
                }
            }
            case Part.Expansion expansion -> split(values.value(expansion, scope), scope);
            case Part.CommandSubstitution substitution -> {
                Shape output = values.value(substitution, scope);
                boolean listed = output.pieces().size() == 1 && output.pieces().get(0) instanceof Piece.Listed;
                boolean alone = parts.size() == 1;
                if (alone && output.mayBeNothing()) {
                    // A command that fails prints nothing, and then there is no word.
                    matches = true;
                    current = output;
                } else if (listed && alone) {
                    // Each word of a listing is taken for a path that was listed; a blank in a name would tear it
                    // apart.
                    matches = true;
                    current = output;
                } else {
                    splitAnyway = true;
                    split(output, scope);
                    splitAnyway = false;
                }
            }
            case Part.Braces braces -> splits = true;
            case Part.Elements elements -> {
                present = true;
                add(values.value(elements, scope));
            }
        }
    }

    private boolean endsWithStar() {
        return !current.pieces().isEmpty() && current.pieces().getLast() instanceof Piece.Name;
    }

    /** `"$@"` becomes as many words as there are arguments. */
    private boolean isOnlyAllArguments(Part.DoubleQuoted quoted) {
        return quoted.parts().equals(List.of(new Part.Parameter("@")));
    }

    private void quotedPart(Part part, Scope scope) {
        boolean all =
                part instanceof Part.Parameter parameter && parameter.name().equals("@");
        boolean elements = part instanceof Part.Expansion expansion
                && expansion.subscript().isPresent()
                && expansion.subscript().get().parts().equals(List.of(new Part.Literal("@")));
        if (!all) {
            Shape value = values.value(part, scope);
            splits = splits || elements || isAllArguments(part);
            add(value);
            return;
        }
        boolean alone = parts.size() == 1
                && scope.arguments().isPresent()
                && !scope.variables().containsKey("@");
        if (!alone) {
            splits = true;
            return;
        }
        for (Shape argument : scope.arguments().get()) {
            done.add(argument.text()
                    .<Argument>map(text -> new Argument.Known(text, span))
                    .orElseGet(() -> new Argument.Unknown(argument, span)));
        }
    }

    private boolean isAllArguments(Part part) {
        return part instanceof Part.Expansion expansion && expansion.name().equals("@");
    }

    private Shape literalOutsideBracket(String text) {
        int close = text.indexOf(']', startsWithClosing(text) ? 2 : 1);
        if (close < 0 || text.substring(0, close).indexOf('/') >= 0) {
            splits = true;
            return Shape.of("");
        }
        inBracket = false;
        return Shape.of(text.substring(close + 1));
    }

    /** A bracket that comes first, negation aside, is one of the characters. */
    private static boolean startsWithClosing(String text) {
        return text.startsWith("]") || text.startsWith("!]") || text.startsWith("^]");
    }

    private void add(Shape more) {
        if (inBracket) {
            // An expansion inside of brackets may close them.
            splits = splits || !more.pieces().isEmpty();
            return;
        }
        boolean again = more.equals(Shape.of(new Piece.Name()))
                && !current.pieces().isEmpty()
                && current.pieces().getLast() instanceof Piece.Name;
        if (!again && !splits) {
            current = Homes.join(current, more);
        }
    }

    /** Outside of quotes a value is split at blanks and matched against file names. */
    private void split(Shape value, Scope scope) {
        if (inBracket || scope.variables().containsKey("IFS")) {
            splits = true;
            return;
        }
        boolean certain = value.pieces().stream().allMatch(piece -> switch (piece) {
            case Piece.Fixed fixed -> fixed.text().chars().noneMatch(c -> MATCHING.indexOf(c) >= 0);
            case Piece.Digits digits -> true;
            case Piece.Count count -> true;
            case Piece.Letters letters -> true;
            case Piece.Pipe pipe -> true;
            case Piece.Name name -> false;
            case Piece.Listed listed -> false;
            case Piece.Anything anything -> false;
        });
        boolean oneListed = parts.size() == 1
                && value.pieces().size() == 1
                && value.pieces().get(0) instanceof Piece.Listed;
        boolean name = parts.size() == 1 && value.pieces().stream().noneMatch(Piece.Anything.class::isInstance);
        if (oneListed || (name && !certain && isOneName(value))) {
            matches = true;
            add(value);
        } else if (!certain) {
            splits = true;
        } else {
            boolean blanks = value.pieces().stream()
                    .anyMatch(piece -> piece instanceof Piece.Fixed fixed
                            && fixed.text().chars().anyMatch(c -> SPLITTING.indexOf(c) >= 0));
            if (blanks && !splitAnyway && state.notes().isRunBy(Shell.ZSH)) {
                // Zsh leaves it one word.
                add(value);
            } else {
                splitFixed(value);
            }
        }
    }

    /** A file name that a glob found: like the word of a listing it is taken for one word. */
    private boolean isOneName(Shape value) {
        return value.pieces().stream()
                .noneMatch(piece -> piece instanceof Piece.Fixed fixed
                        && fixed.text().chars().anyMatch(c -> SPLITTING.indexOf(c) >= 0 || MATCHING.indexOf(c) >= 0));
    }

    private void splitFixed(Shape value) {
        for (Piece piece : value.pieces()) {
            if (!(piece instanceof Piece.Fixed fixed)) {
                present = true;
                add(Shape.of(piece));
                continue;
            }
            int start = 0;
            for (int i = 0; i <= fixed.text().length(); i++) {
                boolean ends = i == fixed.text().length();
                if (!ends && SPLITTING.indexOf(fixed.text().charAt(i)) < 0) {
                    continue;
                }
                if (i > start) {
                    present = true;
                    add(Shape.of(fixed.text().substring(start, i)));
                }
                if (!ends && (present || !current.pieces().isEmpty())) {
                    done.add(finish());
                    current = Shape.of("");
                    present = false;
                }
                start = i + 1;
            }
        }
    }
}
