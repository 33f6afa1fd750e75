package dev.licet.shell.command;

import dev.licet.shell.Argument;
import dev.licet.shell.Fact;
import dev.licet.shell.Place;
import dev.licet.shell.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The starting points and the expression of find (GNU findutils manual, 2 and 3). */
final class FindExpression {
    private static final Set<String> TESTS = Set.of(
            "-name",
            "-iname",
            "-path",
            "-ipath",
            "-wholename",
            "-iwholename",
            "-regex",
            "-iregex",
            "-regextype",
            "-type",
            "-xtype",
            "-maxdepth",
            "-mindepth",
            "-size",
            "-mtime",
            "-mmin",
            "-atime",
            "-amin",
            "-ctime",
            "-cmin",
            "-perm",
            "-user",
            "-group",
            "-uid",
            "-gid",
            "-links",
            "-inum",
            "-lname",
            "-ilname",
            "-fstype",
            "-printf",
            "-used",
            "-context");

    private static final Set<String> SWITCHES = Set.of(
            "-not",
            "!",
            "-o",
            "-or",
            "-a",
            "-and",
            ",",
            "(",
            ")",
            "-print",
            "-print0",
            "-prune",
            "-empty",
            "-depth",
            "-d",
            "-mount",
            "-xdev",
            "-follow",
            "-L",
            "-H",
            "-P",
            "-readable",
            "-writable",
            "-executable",
            "-ls",
            "-quit",
            "-true",
            "-false",
            "-nouser",
            "-nogroup",
            "-daystart",
            "-noleaf",
            "-ignore_readdir_race",
            "-warn",
            "-nowarn",
            "-E",
            "-X",
            "-x",
            "-s",
            "--help",
            "--version",
            "-O1",
            "-O2",
            "-O3");

    private final List<Argument> words;
    private final CommandEffects found;
    private int position;
    private final List<Argument> starts = new ArrayList<>();

    FindExpression(List<Argument> words, CommandEffects found) {
        this.words = words;
        this.found = found;
    }

    void read() {
        boolean expression = false;
        while (position < words.size()) {
            Argument word = words.get(position++);
            String text = word.certain().orElse("");
            boolean begins = text.startsWith("-")
                    || text.equals("(")
                    || text.equals("!")
                    || text.equals(")")
                    || text.equals(",");
            if (!(word instanceof Argument.Known)) {
                unknown(word, expression);
            } else if (!begins && !expression) {
                starts.add(word);
            } else if (!begins) {
                found.escalates(text, "asks for more than the command's name says", word.span());
            } else {
                expression = expression || !text.matches("-[LHPEXdsx]");
                predicate(text, word);
            }
        }
    }

    private void unknown(Argument word, boolean expression) {
        if (expression || word.mayBeOption()) {
            found.escalates("", "may become an action when it is expanded", word.span());
        } else {
            starts.add(word);
        }
    }

    private void predicate(String name, Argument word) {
        if (TESTS.contains(name) || name.matches("-newer([aBcmt]{2})?|-(anewer|cnewer|samefile)")) {
            skipValue();
        } else if (name.equals("-delete")) {
            found.escalates(name, "removes what it finds", word.span());
            removes(word);
        } else if (name.matches("-(exec|execdir|ok|okdir)")) {
            command(word);
        } else if (name.matches("-(fprint|fprint0|fls|fprintf)")) {
            found.escalates(name, "writes a file", word.span());
            if (position < words.size()) {
                found.writes(words.get(position++));
            }
            if (name.equals("-fprintf")) {
                position++;
            }
        } else if (!SWITCHES.contains(name)) {
            found.escalates(name, "does more than the command's name says", word.span());
        }
    }

    /** Files of certain names, or whatever lies below the starting points. */
    private void removes(Argument action) {
        Shape named = named("{}");
        boolean byName = !named.equals(Shape.ANYTHING) && !ListedNames.of(words).isEmpty();
        if (byName) {
            found.deletes(new Argument.Unknown(named, action.span()));
            return;
        }
        if (starts.isEmpty()) {
            found.facts.add(new Fact.Deletes(new Place.At(".", found.directory()), Fact.Role.OPERAND, action.span()));
        }
        starts.forEach(found::deletes);
    }

    /** The value of a test is a pattern or a number: it may be unknown, as long as it is one word. */
    private void skipValue() {
        if (position < words.size() && words.get(position) instanceof Argument.Several several) {
            found.escalates("", "may become an action when it is expanded", several.span());
        }
        position++;
    }

    /** Up to `;`, or to `{} +`. */
    private void command(Argument action) {
        var inner = new ArrayList<Argument>();
        boolean closed = false;
        while (position < words.size() && !closed) {
            Argument word = words.get(position++);
            String text = word.certain().orElse("");
            boolean plus = text.equals("+")
                    && action.start().startsWith("-exec")
                    && !inner.isEmpty()
                    && words.get(position - 2).certain().filter("{}"::equals).isPresent();
            closed = text.equals(";") || plus;
            if (!closed) {
                Shape shape = action.start().endsWith("dir") ? Shape.ANYTHING : named(text);
                inner.add(text.contains("{}") ? new Argument.Unknown(shape, word.span()) : word);
            }
        }
        if (inner.isEmpty() || !closed) {
            found.escalates(action.start(), "a command that is not complete", action.span());
            return;
        }
        String name = action.start();
        if (name.endsWith("dir")) {
            found.opaque("`" + name + "` runs in the directory of each file", action.span());
        }
        found.inner.add(new Effects.Inner.Command(inner, found.directory()));
    }

    /** What `{}` becomes: a path that begins with a starting point. */
    private Shape named(String text) {
        boolean alone = text.equals("{}");
        boolean plain = starts.stream()
                .allMatch(start -> start.certain()
                        .filter(path -> !path.startsWith("-")
                                && !path.contains("..")
                                && !path.startsWith("/")
                                && !path.startsWith("~"))
                        .isPresent());
        if (!alone || !plain) {
            return Shape.ANYTHING;
        }
        String start = starts.isEmpty() ? "." : starts.get(0).certain().orElseThrow();
        boolean one = starts.size() <= 1;
        return one
                ? Shape.of(start).then(Shape.of(new Shape.Piece.Listed(start, ListedNames.of(words))))
                : Shape.of("").then(Shape.of(new Shape.Piece.Listed(".", ListedNames.of(words))));
    }
}
