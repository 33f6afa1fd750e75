package dev.licet.core.policy;

import dev.licet.shell.Fact;
import dev.licet.shell.Place;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Built-in findings that no standing rule waves through: secrets, files that decide what later runs, this product's own
 * data, removal of whole trees. The patterns are data ({@code floor.txt}). Immutable and thread-safe.
 */
final class Floor {
    private final List<Glob> secret = new ArrayList<>();
    private final List<Glob> free = new ArrayList<>();
    private final List<Glob> control = new ArrayList<>();

    Floor() {
        for (String line : read("floor.txt").lines().toList()) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] fields = line.split("\\|", 2);
            Glob pattern = Glob.of(fields[1].strip());
            switch (fields[0].strip()) {
                case "secret" -> secret.add(pattern);
                case "control" -> control.add(pattern);
                case "free" -> free.add(pattern);
                default -> throw new IllegalStateException("not a line of the floor: `" + line + "`");
            }
        }
    }

    static String read(String resource) {
        try (InputStream in = Objects.requireNonNull(Floor.class.getResourceAsStream(resource))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + resource, e);
        }
    }

    /** The finding for {@code fact}, or empty when the floor has nothing against it. */
    Optional<Finding> check(Fact fact, Surroundings surroundings) {
        return switch (fact) {
            case Fact.Reads reads ->
                place(reads.place(), surroundings).flatMap(path -> read(reads, path, surroundings));
            case Fact.Writes writes ->
                place(writes.place(), surroundings).flatMap(path -> changed(writes, path, surroundings));
            case Fact.Deletes deletes ->
                deletes.place() instanceof Place.At at
                        ? deleted(deletes, PathForms.of(at, surroundings), surroundings)
                        : Optional.of(new Finding(
                                deletes, Action.ASK, new Cause.Floor("what is removed is known only when it runs")));
            case Fact.Runs runs -> Optional.empty();
            case Fact.Connects connects -> Optional.empty();
            case Fact.Sets sets -> Optional.empty();
            case Fact.Uses uses -> Optional.empty();
            case Fact.Opaque opaque -> Optional.empty();
        };
    }

    private static Optional<PathForms> place(Place place, Surroundings surroundings) {
        return place instanceof Place.At at ? Optional.of(PathForms.of(at, surroundings)) : Optional.empty();
    }

    private Optional<Finding> read(Fact fact, PathForms path, Surroundings surroundings) {
        if (path.isWithin(surroundings.ownDirectory())) {
            return Optional.of(new Finding(fact, Action.DENY, new Cause.Floor("Licet's own data")));
        }
        if (path.contains(surroundings.ownDirectory()) || path.contains(surroundings.home())) {
            return Optional.of(
                    new Finding(fact, Action.ASK, new Cause.Floor("a folder that holds secrets further down")));
        }
        boolean named =
                secret.stream().anyMatch(path::mayMatch) && free.stream().noneMatch(path::isCoveredBy);
        return named
                ? Optional.of(new Finding(fact, Action.ASK, new Cause.Floor("a file that usually holds secrets")))
                : Optional.empty();
    }

    private Optional<Finding> changed(Fact fact, PathForms path, Surroundings surroundings) {
        if (path.isWithin(surroundings.ownDirectory())) {
            return Optional.of(new Finding(fact, Action.DENY, new Cause.Floor("Licet's own data")));
        }
        return control.stream().anyMatch(path::mayMatch)
                ? Optional.of(new Finding(fact, Action.ASK, new Cause.Floor("a file that decides what later runs")))
                : Optional.empty();
    }

    private Optional<Finding> deleted(Fact fact, PathForms path, Surroundings surroundings) {
        boolean wholeTree = path.contains(surroundings.workspace()) || path.contains(surroundings.home());
        if (wholeTree) {
            return Optional.of(
                    new Finding(fact, Action.ASK, new Cause.Floor("the workspace, the home directory or above")));
        }
        return changed(fact, path, surroundings);
    }
}
