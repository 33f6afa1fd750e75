package dev.licet.shell.command;

import dev.licet.shell.Argument;
import dev.licet.shell.Fact;
import dev.licet.shell.Place;
import dev.licet.shell.Shape;
import dev.licet.shell.Span;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** What has been found out about one command so far; a note pad for its readers. */
final class Found {
    private static final Set<String> FREE = Set.of("/dev/null", "/dev/stdout", "/dev/stderr");

    /** `https://host/x`, `user@host:x`, `host:/x`. */
    private static final Pattern ADDRESS = Pattern.compile("[A-Za-z][\\w+.-]*://|[\\w.-]+@[\\w.-]+:|[\\w.-]+:/");

    final List<Fact.Escalation> escalations = new ArrayList<>();
    final List<Fact> facts = new ArrayList<>();
    final List<Effects.Inner> inner = new ArrayList<>();

    /** The options without a value that were given. */
    private final Set<String> flags = new HashSet<>();

    private final String directory;
    private final Span span;
    private final Shape input;

    Found(String directory, Span span, Shape input) {
        this.directory = directory;
        this.span = span;
        this.input = input;
    }

    /** What is certain about each line that it reads from its input. */
    Shape input() {
        return input;
    }

    /** Where the command's name stands. */
    Span span() {
        return span;
    }

    void flag(String name) {
        flags.add(name);
    }

    boolean hasFlag(String name) {
        return flags.contains(name);
    }

    /** How much has been noted. */
    int size() {
        return escalations.size() + facts.size() + inner.size();
    }

    String directory() {
        return directory;
    }

    void escalates(String spelling, String why, Span span) {
        escalations.add(new Fact.Escalation(spelling, why, span));
    }

    void opaque(String why, Span span) {
        facts.add(new Fact.Opaque(why, span));
    }

    void reads(Argument argument) {
        if (isFree(argument.shape())) {
            return;
        }
        String start = argument.shape().start();
        if (ADDRESS.matcher(start).lookingAt() || start.matches("(?s)@.+")) {
            escalates("", "an address, or a file with further arguments", argument.span());
        }
        facts.add(new Fact.Reads(place(argument), Fact.Role.OPERAND, argument.span()));
    }

    void reads(Shape shape, Span span) {
        facts.add(new Fact.Reads(Place.of(shape, directory), Fact.Role.OPERAND, span));
    }

    void writes(Argument argument) {
        if (isFree(argument.shape())) {
            return;
        }
        facts.add(new Fact.Writes(place(argument), Fact.Role.OPERAND, argument.span()));
    }

    void writes(Shape shape, Span span) {
        facts.add(new Fact.Writes(Place.of(shape, directory), Fact.Role.OPERAND, span));
    }

    void deletes(Argument argument) {
        facts.add(new Fact.Deletes(place(argument), Fact.Role.OPERAND, argument.span()));
    }

    /** A word that may name a file, of a command that may do anything with it. */
    void guess(Shape shape, Span span) {
        if (isFree(shape)) {
            return;
        }
        Place place = Place.of(shape, directory);
        boolean maybePath = !(place instanceof Place.At at)
                || at.text().indexOf('/') >= 0
                || at.text().startsWith(".")
                || at.text().startsWith("~");
        facts.add(new Fact.Reads(place, Fact.Role.GUESS, span));
        if (maybePath) {
            facts.add(new Fact.Writes(place, Fact.Role.GUESS, span));
        }
    }

    /** What a process substitution reads or writes is a fact of its own, and these are no files. */
    static boolean isFree(Shape shape) {
        return shape.equals(Shape.of(new Shape.Piece.Pipe()))
                || shape.text().filter(FREE::contains).isPresent();
    }

    /** A certain word that begins with a tilde is in the home directory only where the tilde was not quoted. */
    Place place(Argument argument) {
        boolean quotedTilde = !(argument instanceof Argument.Known)
                && argument.shape().start().startsWith("~");
        return Place.of(quotedTilde ? Shape.of("./").then(argument.shape()) : argument.shape(), directory);
    }
}
