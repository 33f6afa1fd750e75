package dev.licet.shell.command;

import dev.licet.shell.Argument;
import dev.licet.shell.EscalationReason;
import dev.licet.shell.Fact;
import dev.licet.shell.OpaqueReason;
import dev.licet.shell.Place;
import dev.licet.shell.Shape;
import dev.licet.shell.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** What has been found out about one command so far; a note pad for its readers. */
final class CommandEffects {
    private static final Set<String> FREE = Set.of("/dev/null", "/dev/stdout", "/dev/stderr");

    /** Ends of names of copies that nothing reads. */
    private static final Set<String> BACKUPS = Set.of("", ".bak", ".orig", ".old", ".tmp", "~");

    /** `https://host/x`, `user@host:x`, `host:/x`. */
    private static final Pattern ADDRESS =
            Pattern.compile("[A-Za-z][\\w+.-]*://|[\\w.-]+@[\\w.-]+:|[\\w.-]+:/|(?:www\\.)?git(?:hub|lab)\\.com/");

    final List<Fact.Escalation> escalations = new ArrayList<>();
    final List<Fact> facts = new ArrayList<>();
    final List<Effects.Inner> inner = new ArrayList<>();

    /** The options that were given, with what is certain about their values. */
    private Map<String, Shape> options = Map.of();

    private final List<Fact> folders = new ArrayList<>();
    private Optional<Argument> target = Optional.empty();
    private List<String> filters = List.of();
    private Place.Extent extent = Place.Extent.EVERYTHING;
    private Directory where;
    private final Span span;
    private final CommandInput input;

    CommandEffects(String directory, Span span, CommandInput input) {
        this.where = new Directory(directory, true);
        this.span = span;
        this.input = input;
    }

    /** Whether a pipeline feeds it. */
    boolean isPiped() {
        return input.piped();
    }

    /** Whether a pipeline, a file or a text of the line feeds it. */
    boolean isFed() {
        return input.fed();
    }

    /** What is certain about each line that it reads from its input. */
    Shape input() {
        return input.lines();
    }

    /** Where the command's name stands. */
    Span span() {
        return span;
    }

    void option(String name, Optional<Argument> value) {
        if (options.isEmpty()) {
            options = new HashMap<>();
        }
        options.put(name, value.map(Argument::shape).orElse(Shape.of("")));
    }

    /** The operands are put into the folder {@code folder}, which an option names. */
    void into(Argument folder) {
        target = Optional.of(folder);
    }

    /** The folder that the operands are put into, where an option names it. */
    Optional<Argument> target() {
        return target;
    }

    boolean has(String option) {
        return options.containsKey(option);
    }

    /** What is certain about the value of {@code option}; empty if it was not given. */
    Optional<Shape> value(String option) {
        return Optional.ofNullable(options.get(option));
    }

    /** Whether nothing that was read so far does more than the command's name says. */
    boolean isPlain() {
        return escalations.isEmpty();
    }

    /** How much has been noted. */
    int size() {
        return escalations.size() + facts.size() + inner.size();
    }

    String directory() {
        return where.path();
    }

    /** Where relative paths start from: the directory it is started in, or the one that its options name. */
    record Directory(String path, boolean certain) {}

    Directory where() {
        return where;
    }

    /** What follows is found in the directory that an option names; of two, programs differ in which counts. */
    void enter(Optional<String> path, boolean first) {
        if (path.isEmpty() || !first) {
            where = new Directory(where.path(), false);
        } else {
            boolean absolute = path.get().startsWith("/") || path.get().startsWith("~");
            where = new Directory(absolute ? path.get() : where.path() + "/" + path.get(), where.certain());
        }
    }

    void leave(Directory before) {
        where = before;
    }

    /** Whether {@code path} is the directory it is started in. */
    boolean isHere(String path) {
        String plain = path.replaceFirst("(/\\.?)+$", "");
        return plain.equals(".") || plain.equals(where.path());
    }

    void escalates(String spelling, String why, Span span) {
        escalates(spelling, new EscalationReason.Spelled(why), span);
    }

    void escalates(String spelling, EscalationReason reason, Span span) {
        escalations.add(new Fact.Escalation(spelling, reason, span));
    }

    /** What would be sent decides what happens: it only is what was named. */
    void sendsNothing() {
        escalations.replaceAll(each -> each.reason() instanceof EscalationReason.Sent
                ? new Fact.Escalation(each.spelling(), new EscalationReason.Named(), each.span())
                : each);
    }

    void opaque(String why, Span span) {
        facts.add(new Fact.Opaque(why, span));
    }

    /** What {@code options} do more than the name says is that they write the files which are facts of their own. */
    void rewrites(List<String> options) {
        escalations.replaceAll(escalation -> options.contains(escalation.spelling()) && isPlainBackup(escalation)
                ? new Fact.Escalation(escalation.spelling(), new EscalationReason.Written(false), escalation.span())
                : escalation);
    }

    /** What {@code words} do more than the name says the program does itself. What cannot be spelled is none of them. */
    void owns(Set<String> words) {
        if (!words.isEmpty()) {
            escalations.replaceAll(each -> each.reason() instanceof EscalationReason.Spelled spelled
                            && words.contains(kind(each.spelling()))
                    ? new Fact.Escalation(each.spelling(), new EscalationReason.Own(spelled.text()), each.span())
                    : each);
        }
    }

    private static String kind(String spelling) {
        return spelling.isEmpty() || spelling.startsWith("-") ? spelling : "operands";
    }

    /** What is behind `-i` is the end of a copy's name, which may be that of any other file. */
    private boolean isPlainBackup(Fact.Escalation escalation) {
        return value(escalation.spelling())
                .flatMap(Shape::text)
                .filter(BACKUPS::contains)
                .isPresent();
    }

    /** The folder {@code argument}, in which it may do what it does. */
    void worksIn(Argument argument) {
        int before = facts.size();
        attached(argument.shape(), argument.span());
        folders.addAll(facts.subList(before, facts.size()));
    }

    /** What only reads writes nothing in the folders that it works in. */
    void onlyReads() {
        facts.removeIf(fact -> fact instanceof Fact.Writes && folders.contains(fact));
    }

    /** Notes that it runs what it reads from its input. */
    void runsInput(Span span) {
        facts.add(new Fact.Opaque(new OpaqueReason.ProgramOnInput(), span));
    }

    /** Notes a text in which any command may be. */
    void unread(String why, Span span) {
        facts.add(new Fact.Opaque(new OpaqueReason.Unread(why), span));
    }

    /** `printf -v 'a[$(id)]'` runs id: bash evaluates the subscript. */
    void evaluated(Optional<Argument> value, Span span) {
        String name = value.flatMap(argument -> argument.certain()).orElse("");
        if (name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
            facts.add(new Fact.Sets(name, Shape.ANYTHING, Fact.Reach.SHELL, span));
        } else {
            opaque("bash may evaluate an operand as arithmetic, which can run commands", span);
        }
    }

    void reads(Argument argument) {
        if (isFree(argument)) {
            return;
        }
        String start = argument.start();
        boolean address = (start.indexOf(':') > 0 || start.indexOf(".com/") > 0)
                && ADDRESS.matcher(start).lookingAt();
        if (address || (start.length() > 1 && start.startsWith("@"))) {
            escalates("", "an address, or a file with further arguments", argument.span());
        }
        facts.add(new Fact.Reads(place(argument), Fact.Role.OPERAND, argument.span()));
    }

    /** The folder {@code argument} with all that is below it, or the file if it is one. */
    void readsBelow(Argument argument) {
        if (isFree(argument)) {
            return;
        }
        Shape shape = argument.path();
        String start = shape.start();
        String path = shape.text().orElseGet(() -> start.substring(0, start.lastIndexOf('/') + 1));
        boolean climbs =
                shape.text().isEmpty() && shape.pieces().stream().anyMatch(Shape.Piece.Anything.class::isInstance);
        boolean known = where.certain() && !climbs;
        if (shape.text().isPresent()) {
            reads(argument);
        }
        below(known ? Optional.of(path.isEmpty() ? "." : path) : Optional.empty(), argument.span());
    }

    /** All that is below where it works. */
    void readsAllHere() {
        below(where.certain() ? Optional.of(".") : Optional.empty(), span);
    }

    /** Patterns of names say what of it is read. */
    private void below(Optional<String> path, Span span) {
        List<String> only =
                filters.stream().filter(filter -> !filter.startsWith("!")).toList();
        List<String> without = filters.stream()
                .filter(filter -> filter.startsWith("!"))
                .map(filter -> filter.substring(1))
                .toList();
        Place place = path.<Place>map(folder -> new Place.Below(folder, where.path(), only, without, extent))
                .orElseGet(Place.Unknown::new);
        facts.add(new Fact.Reads(place, Fact.Role.OPERAND, span));
    }

    /** Which of the files below a folder it reads. */
    void extent(Place.Extent read) {
        extent = read;
    }

    /** A pattern of the names of files that are read or, with an exclamation mark before it, left out. */
    void filter(String pattern) {
        if (filters.isEmpty()) {
            filters = new ArrayList<>();
        }
        filters.add(pattern);
    }

    void reads(Shape shape, Span span) {
        facts.add(new Fact.Reads(place(shape), Fact.Role.OPERAND, span));
    }

    void writes(Argument argument) {
        if (isFree(argument)) {
            return;
        }
        facts.add(new Fact.Writes(place(argument), Fact.Role.OPERAND, argument.span()));
    }

    void writes(Shape shape, Span span) {
        facts.add(new Fact.Writes(place(shape), Fact.Role.OPERAND, span));
    }

    void deletes(Argument argument) {
        facts.add(new Fact.Deletes(place(argument), Fact.Role.OPERAND, argument.span()));
    }

    /** A word that may name a file, of a command that may do anything with it. */
    void guess(Shape shape, Span span) {
        if (isFree(shape)) {
            return;
        }
        Place place = place(shape);
        boolean maybePath = !(place instanceof Place.At at)
                || at.text().indexOf('/') >= 0
                || at.text().startsWith(".")
                || at.text().startsWith("~");
        facts.add(new Fact.Reads(place, Fact.Role.GUESS, span));
        if (maybePath) {
            facts.add(new Fact.Writes(place, Fact.Role.GUESS, span));
        }
    }

    /** The file that may stand in an option's own word: `--output=x`, `-fx`, `-d@x`. */
    void attached(Shape value, Span span) {
        guess(value.start().startsWith("@") ? value.from(1) : value, span);
    }

    /** What a process substitution reads or writes is a fact of its own, and these are no files. */
    private static boolean isFree(Argument argument) {
        return argument instanceof Argument.Known known ? FREE.contains(known.text()) : isFree(argument.shape());
    }

    static boolean isFree(Shape shape) {
        return shape.isPipe() || shape.text().filter(FREE::contains).isPresent();
    }

    Place place(Argument argument) {
        return where.certain() && argument instanceof Argument.Known known
                ? new Place.At(known.text(), where.path())
                : place(argument.path());
    }

    private Place place(Shape shape) {
        boolean absolute = shape.start().startsWith("/") || shape.start().startsWith("~");
        return where.certain() || absolute ? Place.of(shape, where.path()) : new Place.Unknown();
    }
}
