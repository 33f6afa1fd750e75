package dev.licet.conformance.shell;

import dev.licet.shell.Argument;
import dev.licet.shell.Fact;
import dev.licet.shell.Place;
import dev.licet.shell.Shape;
import dev.licet.shell.Shells;
import dev.licet.shell.analysis.ShellAnalysis;
import dev.licet.shell.command.CommandTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The law of the analysis: every command that bash executed is among the facts, every file it opened for writing and every
 * variable it assigned as well, or the facts contain an {@link Fact.Opaque}.
 */
final class Law {
    private static final ShellAnalysis ANALYSIS = new ShellAnalysis(CommandTable.standard());
    private static final String DIRECTORY = "/work";
    private static final String HOME = "/home/u";

    /** Calls of functions that the line defines are what their bodies do. */
    private static final Pattern FUNCTION =
            Pattern.compile("([A-Za-z_][\\w.:@%+-]*)\\s*\\(\\s*\\)|\\bfunction\\s+([A-Za-z_][\\w.:@%+-]*)");

    /** The ways to write the characters 1 and 2. */
    private static final Pattern END_OF_NOTE =
            Pattern.compile("\\\\(?:0{2,3}[12]|0?[12](?![0-7])|[xuU]0*[12](?![0-9A-Fa-f])|c[ABab])");

    private final String line;
    private final List<Fact> facts;
    private final boolean opaque;
    private final boolean sources;
    private final List<Pattern> commands = new ArrayList<>();
    private final List<Pattern> written = new ArrayList<>();
    private final Set<String> assigned;
    private final Set<String> functions;

    Law(String line, Shells shells) {
        this.line = line;
        this.facts = ANALYSIS.facts(line, DIRECTORY, shells);
        this.sources = facts.stream().anyMatch(Law::sources);
        this.opaque = facts.stream().anyMatch(Fact.Opaque.class::isInstance);
        for (Fact fact : facts) {
            if (fact instanceof Fact.Runs runs) {
                commands.add(pattern(runs));
            } else if (fact instanceof Fact.Writes writes) {
                written.add(pattern(writes.place()));
            }
        }
        this.assigned = facts.stream()
                .filter(Fact.Sets.class::isInstance)
                .map(fact -> ((Fact.Sets) fact).variable())
                .collect(Collectors.toSet());
        this.functions = FUNCTION.matcher(line)
                .results()
                .map(match -> match.group(1) == null ? match.group(2) : match.group(1))
                .collect(Collectors.toSet());
    }

    /** Whether a word has characters in it that end the notes of the jail. */
    boolean hasEndOfNote() {
        return END_OF_NOTE.matcher(line).find()
                || facts.stream()
                        .map(Fact::toString)
                        .anyMatch(text -> text.indexOf('\001') >= 0 || text.indexOf('\002') >= 0);
    }

    boolean isOpaque() {
        return opaque;
    }

    /** What {@code execution} shows against the law, or empty. */
    Optional<String> breach(BashJail.Execution execution) {
        if (opaque) {
            return Optional.empty();
        }
        if (!execution.accepted()) {
            return Optional.of("bash refuses it, the parser does not");
        }
        for (String entry : execution.trace()) {
            Optional<List<String>> command = Trace.command(entry);
            boolean known = command.isEmpty()
                    || functions.contains(command.get().get(0))
                    || matches(commands, joined(command.get()));
            if (!known) {
                return Optional.of("executed but not in the facts: " + command.get());
            }
            Optional<String> variable = Trace.assigned(entry);
            boolean quotedCommand = variable.isPresent() && matches(commands, joined(Trace.commandOf(entry)));
            if (variable.isPresent() && !assigned.contains(variable.get()) && !quotedCommand) {
                return Optional.of("assigned but not in the facts: " + variable.get());
            }
        }
        return execution.written().stream()
                .filter(file -> !matches(written, file))
                .findFirst()
                .map(file -> "written but not in the facts: " + file);
    }

    /** What {@code execution} by one of the shells shows against the law, or empty. */
    Optional<String> breach(ShellJail.Execution execution) {
        if (opaque) {
            return Optional.empty();
        }
        for (List<String> command : execution.noted()) {
            if (!isPrinter(command) && !sources && !matches(commands, joined(command))) {
                return Optional.of("started but not in the facts: " + command);
            }
        }
        return execution.written().stream()
                .filter(file -> !matches(written, file))
                .findFirst()
                .map(file -> "written but not in the facts: " + file);
    }

    /** Whether {@code command} only starts what is a fact of its own, as `timeout 5 ls` does. */
    boolean onlyStarts(List<String> command) {
        return facts.stream()
                .filter(Fact.Runs.class::isInstance)
                .map(Fact.Runs.class::cast)
                .filter(runs -> runs.standing() != Fact.Standing.COMMAND)
                .anyMatch(runs -> runs.argv()
                        .get(0)
                        .certain()
                        .filter(command.get(0)::equals)
                        .isPresent());
    }

    /** What zsh runs where a command consists of redirections only: they are the facts. */
    static boolean isPrinter(List<String> command) {
        return command.size() == 1
                && (command.get(0).equals("cat") || command.get(0).equals("more"));
    }

    /** Whether the line runs what a file says: that may start anything, which is a fact of its own. */
    private static boolean sources(Fact fact) {
        return fact instanceof Fact.Runs runs
                && runs.argv().get(0) instanceof Argument.Known known
                && (known.text().equals(".") || known.text().equals("source"));
    }

    @Override
    public String toString() {
        return line + "\n  " + facts.stream().map(Fact::toString).collect(Collectors.joining("\n  "));
    }

    private static boolean matches(List<Pattern> patterns, String text) {
        return patterns.stream().anyMatch(pattern -> pattern.matcher(text).matches());
    }

    /** Words with a separator that no word contains. */
    private static String joined(List<String> words) {
        return words.stream().map(word -> word + "\0").collect(Collectors.joining());
    }

    private static Pattern pattern(Fact.Runs runs) {
        var pattern = new StringBuilder();
        for (Argument argument : runs.argv()) {
            pattern.append(
                    switch (argument) {
                        case Argument.Known known -> fixed(known.text()) + "\0";
                        case Argument.Unknown unknown -> element(unknown.shape()) + "\0";
                        case Argument.Several several -> "(?:" + element(several.shape()) + "\0)*";
                    });
        }
        return Pattern.compile(pattern.toString(), Pattern.DOTALL);
    }

    /** Bash traces `declare a=(…)` without the list. */
    private static String element(Shape shape) {
        Matcher name = Pattern.compile("([A-Za-z_]\\w*)\\+?=").matcher(shape.start());
        return name.matches() ? "(?:" + pattern(shape) + "|" + name.group(1) + ")" : pattern(shape);
    }

    /** A tilde may stand for the home directory. */
    private static String fixed(String text) {
        return Pattern.quote(text).replace("~", "\\E(?:~|" + HOME + ")\\Q");
    }

    private static String pattern(Shape shape) {
        return shape.pieces().stream()
                .map(piece -> switch (piece) {
                    case Shape.Piece.Fixed fixed -> fixed(fixed.text());
                    case Shape.Piece.Digits digits -> "-?[0-9]*";
                    case Shape.Piece.Count count -> "-?[0-9]*";
                    case Shape.Piece.Letters letters -> "[0-9A-Za-z]*";
                    case Shape.Piece.Name name -> "[^/\0]*";
                    case Shape.Piece.Pipe pipe -> "(?:/dev|/proc/self)/fd/[0-9]+";
                    case Shape.Piece.Listed listed -> "[^\0]*";
                    case Shape.Piece.Anything anything -> "[^\0]*";
                })
                .collect(Collectors.joining());
    }

    private static Pattern pattern(Place place) {
        return switch (place) {
            case Place.At at -> Pattern.compile(Pattern.quote(absolute(at.text(), at.directory())));
            case Place.Matching matching ->
                Pattern.compile("(" + Pattern.quote(matching.directory() + "/") + ")?" + pattern(matching.shape()));
            case Place.Below below ->
                Pattern.compile(Pattern.quote(absolute(below.path(), below.directory())) + ".*", Pattern.DOTALL);
            case Place.Brought brought ->
                Pattern.compile(Pattern.quote(absolute(brought.target(), brought.directory())) + ".*", Pattern.DOTALL);
            case Place.Unknown unknown -> Pattern.compile(".*", Pattern.DOTALL);
        };
    }

    private static String absolute(String path, String directory) {
        String home = home(path);
        String absolute = home.startsWith("/") ? home : home(directory) + "/" + home;
        Matcher parts = Pattern.compile("/\\.(?=/|\\z)|/+(?=/)|/\\z").matcher(absolute);
        String normal = parts.replaceAll("");
        while (normal.matches("(?s).*/[^/]+/\\.\\.(/.*)?")) {
            normal = normal.replaceFirst("/[^/]+/\\.\\.(?=/|\\z)", "");
        }
        return normal;
    }

    private static String home(String text) {
        return text.equals("~") || text.startsWith("~/") ? HOME + text.substring(1) : text;
    }
}
