package dev.licet.core.decide;

import dev.licet.core.glob.Glob;
import dev.licet.core.path.JudgeContext;
import dev.licet.core.path.NamedPath;
import dev.licet.core.path.OtherNames;
import dev.licet.core.path.PathForms;
import dev.licet.core.path.PathShape;
import dev.licet.core.path.Repository;
import dev.licet.core.rule.Action;
import dev.licet.shell.Argument;
import dev.licet.shell.Fact;
import dev.licet.shell.OpaqueReason;
import dev.licet.shell.Place;
import dev.licet.shell.Shape;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Built-in findings that no standing rule waves through: secrets, files that decide what later runs, this product's own
 * data, removal of whole trees. The patterns are data ({@code floor.txt}). Immutable and thread-safe.
 */
final class Floor {
    private static final String DEVICES = "/dev";

    /** So far down in folders of the workspace that control what runs it is looked for links. */
    private static final int DEPTH = 4;

    private static final Set<String> KINDS = Set.of(
            "secret",
            "control",
            "free",
            "swept",
            "account",
            "plan",
            "made",
            "critical",
            "command",
            "governs",
            "erases",
            "device",
            "remote",
            "runs",
            "code");

    private static final Map<String, List<String>> LINES = byKind(read("floor.txt"));

    /** What is run or done there nobody has looked at. */
    private final FloorPatterns secret = new FloorPatterns(entries("secret"));

    private final FloorPatterns control = new FloorPatterns(entries("control"));

    /** Folders that files are in which decide what later runs. */
    private final FloorPatterns controlFolders = new FloorPatterns(folders(entries("control")));

    /** Those of them whose names are certain, as seen from a project or from home. */
    private final OtherNames.Inner linked = new OtherNames.Inner(folders(entries("control")).stream()
            .filter(folder -> folder.startsWith("*/"))
            .flatMap(folder -> Glob.choices(folder.substring(2)).stream())
            .filter(folder -> Glob.of(folder).isLiteral())
            .distinct()
            .toList());

    private final List<Glob> free = entries("free").stream().map(Glob::of).toList();
    private final List<Swept> swept = lines("swept").stream().map(Swept::of).toList();
    private final List<Glob> plans = entries("plan").stream().map(Glob::of).toList();
    private final List<Glob> accounts =
            entries("account").stream().map(Glob::of).toList();

    private final List<Glob> made = entries("made").stream().map(Glob::of).toList();
    private final Set<String> critical = Set.copyOf(entries("critical"));

    /** Those of them that erase a disk. */
    private final Set<String> erasing = Set.copyOf(entries("erases"));

    /** Devices that nothing is lost by writing to. */
    private final Set<String> devices = Set.copyOf(entries("device"));

    /** Programs, each with the arguments with which it is critical. */
    private final Map<String, Set<String>> commands = byProgram(entries("command"));

    /** Programs, each with the arguments with which it governs agents. */
    private final Map<String, Set<String>> governing = byProgram(entries("governs"));

    /** Programs that run the text or the file they are given, as a shell does. */
    private final Set<String> running = Set.copyOf(entries("runs"));

    /** Programs, each with its options that code follows. */
    private final Map<String, Set<String>> codeOptions = byProgram(entries("code"));

    /** Programs that connect, and, beginning with a dash, their options that hand the connection to a program. */
    private final Set<String> remote = Set.copyOf(entries("remote"));

    private static List<String> entries(String kind) {
        return lines(kind).stream()
                .flatMap(line -> Stream.of(line.split(" +", -1)))
                .toList();
    }

    /** Entries are a program, a colon, and a word of its. */
    private static Map<String, Set<String>> byProgram(List<String> entries) {
        return entries.stream()
                .map(entry -> entry.split(":", 2))
                .collect(Collectors.groupingBy(
                        entry -> entry[0], Collectors.mapping(entry -> entry[1], Collectors.toUnmodifiableSet())));
    }

    /** What stands behind {@code kind} in each of its lines. */
    private static List<String> lines(String kind) {
        return LINES.getOrDefault(kind, List.of());
    }

    private static Map<String, List<String>> byKind(String text) {
        var lines = new HashMap<String, List<String>>();
        for (String line : text.lines().toList()) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] fields = line.split("\\|", 2);
            if (!KINDS.contains(fields[0].strip())) {
                throw new IllegalStateException("not a line of the floor: `" + line + "`");
            }
            lines.computeIfAbsent(fields[0].strip(), kind -> new ArrayList<>()).add(fields[1].strip());
        }
        return lines;
    }

    /** Files that a search may come across, whatever they look like, or whose content is as {@code content} says. */
    private record Swept(Glob path, Optional<Pattern> content) {
        static Swept of(String line) {
            String[] fields = line.split(" \\| ", 2);
            return new Swept(
                    Glob.of(fields[0].strip()),
                    fields.length == 1 ? Optional.empty() : Optional.of(Pattern.compile(fields[1].strip())));
        }

        boolean covers(PathForms file, JudgeContext context) {
            // What the workspace lies in says nothing of what is in it.
            return file.isPlain()
                    && file.fromWorkspace()
                            .filter(inside -> path.matches("/" + inside))
                            .isPresent()
                    && (content.isEmpty()
                            || context.files()
                                    .text(file.literal())
                                    .filter(text -> content.get().matcher(text).matches())
                                    .isPresent());
        }
    }

    static String read(String resource) {
        try (InputStream in = Objects.requireNonNull(Floor.class.getResourceAsStream(resource))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + resource, e);
        }
    }

    /**
     * The finding for {@code fact}, or empty when the floor has nothing against it.
     *
     * @param file that {@code fact} speaks of, where that is known
     */
    Optional<Finding> check(Fact fact, Optional<NamedPath> file, JudgeContext context) {
        return switch (fact) {
            case Fact.Reads reads -> file.flatMap(path -> fileRead(reads, path, context));
            case Fact.Writes writes ->
                file.flatMap(path -> switch (path) {
                    case PathForms exact -> changed(writes, exact, context);
                    case PathShape shape -> changed(writes, shape, context);
                });
            case Fact.Deletes deletes ->
                file.map(path -> fileDeleted(deletes, path, context))
                        .orElseGet(() -> Optional.of(new Finding(
                                deletes, Action.ASK, new Cause.Floor("what is removed is known only when it runs"))));
            case Fact.Runs runs -> critical(runs);
            case Fact.Connects connects -> Optional.empty();
            case Fact.Sets sets -> Optional.empty();
            case Fact.Uses uses -> Optional.empty();
            case Fact.Opaque opaque ->
                isAlwaysAsked(opaque.reason())
                        ? Optional.of(new Finding(opaque, Action.ASK, new Cause.Floor(opaque.why())))
                        : Optional.empty();
        };
    }

    /** The patterns of files that hold secrets. */
    List<String> secrets() {
        return secret.all().stream().map(Glob::pattern).toList();
    }

    /** Whether a search may come across {@code path}: it is no secret, whatever it looks like. */
    boolean isSwept(PathForms path, JudgeContext context) {
        return swept.stream().anyMatch(harmless -> harmless.covers(path, context));
    }

    /** Whether {@code path} is where a program keeps its own account of the workspace: it controls nothing that runs. */
    boolean isAccount(PathForms path) {
        return path.isPlain() && accounts.stream().anyMatch(path::isCoveredBy);
    }

    /** Whether {@code path} is a folder that builds make anew, or in one. */
    boolean isMade(PathForms path) {
        return made.stream().anyMatch(path::isCoveredBy);
    }

    /** Code that the same line fetches from elsewhere, however it is handed on: {@code eval "$(curl …)"}. */
    Optional<Finding> fetched(Fact fact, List<Fact> all) {
        return fact instanceof Fact.Runs runs && connects(all) && runsUnknownCode(runs)
                ? Optional.of(new Finding(fact, Action.ASK, new Cause.Floor("code that is fetched from elsewhere")))
                : Optional.empty();
    }

    private static boolean connects(List<Fact> all) {
        for (Fact fact : all) {
            if (fact instanceof Fact.Connects) {
                return true;
            }
        }
        return false;
    }

    private boolean runsUnknownCode(Fact.Runs runs) {
        String name = name(runs);
        Set<String> options = codeOptions.getOrDefault(name, Set.of());
        List<Argument> words = runs.argv();
        for (int i = 1; i < words.size(); i++) {
            boolean code =
                    running.contains(name) || options.contains(words.get(i - 1).start());
            if (code && words.get(i).certain().isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** Whether {@code fact} removes a whole tree or erases a disk: that is asked even where a preset goes without the floor. */
    boolean destroys(Fact fact, Optional<NamedPath> file, JudgeContext context) {
        return switch (fact) {
            case Fact.Deletes deletes ->
                file.filter(path -> isWholeTree(deletes, path, context)).isPresent();
            case Fact.Writes writes -> file.filter(this::isDisk).isPresent();
            case Fact.Runs runs -> erases(name(runs));
            case Fact.Reads reads -> false;
            case Fact.Connects connects -> false;
            case Fact.Sets sets -> false;
            case Fact.Uses uses -> false;
            case Fact.Opaque opaque -> false;
        };
    }

    private boolean isDisk(NamedPath path) {
        return switch (path) {
            case PathForms exact ->
                exact.isWithin(DEVICES)
                        && devices.stream().map((DEVICES + "/")::concat).noneMatch(exact.literal()::startsWith);
            case PathShape shape -> shape.isWithin(DEVICES);
        };
    }

    private boolean erases(String name) {
        return erasing.contains(name) || name.startsWith("mkfs.");
    }

    private static String name(Fact.Runs runs) {
        String program = runs.argv().get(0).start();
        return program.substring(program.lastIndexOf('/') + 1);
    }

    /** Whether {@code finding} holds even where a preset goes without the floor: what governs an agent is never its own. */
    boolean isAlways(Finding finding) {
        boolean tooMuch =
                finding.fact() instanceof Fact.Opaque opaque && opaque.reason() instanceof OpaqueReason.TooMuch;
        return tooMuch || finding.action() == Action.DENY;
    }

    private static boolean isAlwaysAsked(OpaqueReason reason) {
        return switch (reason) {
            case OpaqueReason.ProgramOnInput program -> true;
            case OpaqueReason.TooDeep deep -> true;
            case OpaqueReason.TooMuch much -> true;
            case OpaqueReason.Uncertain uncertain -> false;
            case OpaqueReason.Address address -> false;
            case OpaqueReason.Unread unread -> false;
        };
    }

    /** A program whose ordinary use destroys or stops the machine. */
    private Optional<Finding> critical(Fact.Runs runs) {
        String name = name(runs);
        Set<String> governs = governing.getOrDefault(name, Set.of());
        if (!governs.isEmpty() && words(runs).anyMatch(word -> word.isEmpty() || governs.contains(word))) {
            return Optional.of(new Finding(runs, Action.DENY, new Cause.Floor("what governs agents is for people")));
        }
        boolean hands = remote.contains(name)
                && runs.argv().stream().map(Argument::start).anyMatch(this::startsProgram);
        if (hands) {
            return Optional.of(
                    new Finding(runs, Action.ASK, new Cause.Floor("a program that another machine can talk to")));
        }
        Set<String> ways = commands.getOrDefault(name, Set.of());
        boolean inThisWay = !ways.isEmpty() && words(runs).anyMatch(ways::contains);
        return critical.contains(name) || erases(name) || inThisWay
                ? Optional.of(
                        new Finding(runs, Action.ASK, new Cause.Floor("a program that can stop or erase the machine")))
                : Optional.empty();
    }

    /** What stands behind the program, each as far as it is certain. */
    private static Stream<String> words(Fact.Runs runs) {
        return runs.argv().stream().skip(1).map(Argument::start);
    }

    /** Whether {@code word} is one of those options, or several short ones of which one is. */
    private boolean startsProgram(String word) {
        boolean several = word.startsWith("-") && !word.startsWith("--");
        return several
                ? word.chars().skip(1).anyMatch(letter -> remote.contains("-" + (char) letter))
                : word.startsWith("--") && remote.contains(word.replaceFirst("=.*", ""));
    }

    /** Which of the files that git keeps control what runs, or hold secrets. */
    Repository.Kept kept(JudgeContext context) {
        return new Repository.Kept() {
            @Override
            public boolean isControl(String file) {
                return isNamed(file, control, plans, context);
            }

            @Override
            public boolean isSecret(String file) {
                if (!isNamed(file, secret, free, context)) {
                    return false;
                }
                PathForms forms = PathForms.of(new Place.At(file, context.workspace()), context);
                return swept.stream().noneMatch(harmless -> harmless.covers(forms, context));
            }
        };
    }

    private Optional<Finding> fileRead(Fact.Reads reads, NamedPath path, JudgeContext context) {
        if (reads.place() instanceof Place.Below below) {
            var folder = PathForms.of(new Place.At(below.path(), below.directory()), context);
            return read(reads, folder, context).or(() -> readBelow(reads, (PathShape) path, context));
        }
        return switch (path) {
            case PathForms exact -> read(reads, exact, context);
            case PathShape shape -> read(reads, shape, ((Place.Matching) reads.place()).shape(), context);
        };
    }

    /** A folder is read with the secrets in it, as far as the disk was looked at. */
    private Optional<Finding> readBelow(Fact reads, PathShape path, JudgeContext context) {
        return path.listed().stream()
                .flatMap(List::stream)
                .filter(file -> secret.matches(file, context) && free.stream().noneMatch(file::isCoveredBy))
                .filter(file -> swept.stream().noneMatch(harmless -> harmless.covers(file, context)))
                .findFirst()
                .map(file -> new Finding(
                        reads,
                        Action.ASK,
                        new Cause.Floor("a file that usually holds secrets lies there: "
                                + file.fromWorkspace().orElse(file.literal()))));
    }

    /** Any file of a folder is judged like the folder; a pattern that spells a secret, like that. */
    private Optional<Finding> read(Fact fact, PathShape path, Shape name, JudgeContext context) {
        if (path.isWithin(context.ownDirectory())) {
            return Optional.of(new Finding(fact, Action.DENY, new Cause.Floor("Licet's own data")));
        }
        if (path.contains(context.ownDirectory()) || path.contains(context.home())) {
            return Optional.of(
                    new Finding(fact, Action.ASK, new Cause.Floor("a folder that holds secrets further down")));
        }
        Optional<Finding> there = readBelow(fact, path, context);
        if (there.isPresent()) {
            return there;
        }
        boolean anyFile = name.pieces().getLast() instanceof Shape.Piece.Name
                && name.pieces().size() <= 2
                && name.start().matches("(.*/)?");
        boolean named = !anyFile
                && secret.all().stream().anyMatch(path::mayMatch)
                && free.stream().noneMatch(path::isCoveredBy);
        boolean inside = anyFile && isSecretFolder(path, context);
        return named || inside
                ? Optional.of(new Finding(fact, Action.ASK, new Cause.Floor("files that may hold secrets")))
                : Optional.empty();
    }

    private boolean isSecretFolder(PathShape path, JudgeContext context) {
        return Stream.concat(Stream.of(path.base()), path.realBases().stream())
                .map(base -> PathForms.of(new Place.At("x", base), context))
                .anyMatch(inside -> secret.matches(inside, context));
    }

    private static List<String> folders(List<String> patterns) {
        return patterns.stream()
                .flatMap(pattern -> Stream.iterate(parent(pattern), folder -> !folder.isEmpty(), Floor::parent))
                .distinct()
                .toList();
    }

    /** The folder that {@code pattern} is in; empty if any folder may be. */
    private static String parent(String pattern) {
        int slash = pattern.lastIndexOf('/');
        String folder = slash < 0 ? "" : pattern.substring(0, slash);
        boolean bare = folder.isEmpty() || folder.endsWith("*") || folder.indexOf('{') >= 0 != folder.indexOf('}') >= 0;
        return bare ? "" : folder;
    }

    /** What a folder brings: every file in it where that is known, otherwise what it and its target are called. */
    private Optional<Finding> brought(Fact fact, Place.Brought place, PathShape path, JudgeContext context) {
        if (path.isWithin(context.ownDirectory())) {
            return Optional.of(new Finding(fact, Action.DENY, new Cause.Floor("Licet's own data")));
        }
        Optional<List<PathForms>> listed = path.listed();
        boolean unknown = context.files()
                .below(PathForms.of(new Place.At(place.source(), place.directory()), context)
                        .literal())
                .filter(files -> !files.isEmpty())
                .isEmpty();
        boolean protectedFile = listed.isEmpty()
                || listed.get().stream()
                        .anyMatch(file -> control.matches(file, context)
                                || (unknown && controlFolders.matches(file, context))
                                || isLinkedControl(file, context));
        return protectedFile
                ? Optional.of(new Finding(fact, Action.ASK, new Cause.Floor("files that may control what runs later")))
                : Optional.empty();
    }

    private Optional<Finding> changed(Fact fact, PathShape path, JudgeContext context) {
        if (fact instanceof Fact.Writes writes && writes.place() instanceof Place.Brought brought) {
            return brought(fact, brought, path, context);
        }
        if (path.isWithin(context.ownDirectory())) {
            return Optional.of(new Finding(fact, Action.DENY, new Cause.Floor("Licet's own data")));
        }
        boolean above = path.contains(context.ownDirectory());
        return above || control.all().stream().anyMatch(path::mayMatch) || isLinkedControl(path, context)
                ? Optional.of(new Finding(fact, Action.ASK, new Cause.Floor("files that may control what runs later")))
                : Optional.empty();
    }

    /** Whether a link that leads there is called like a file that controls what runs: who changes the one changes the other. */
    private boolean isLinkedControl(NamedPath path, JudgeContext context) {
        return isControl(path.otherNames(), path::mayBe, context);
    }

    /** Whether such a link leads to what lies there. */
    private boolean holdsLinkedControl(NamedPath path, JudgeContext context) {
        return isControl(path.linksInto(), path::mayHold, context);
    }

    private boolean isControl(Set<String> names, Predicate<String> leads, JudgeContext context) {
        Stream<String> further = Stream.concat(
                OtherNames.below(context.workspace(), linked, DEPTH, leads, context),
                OtherNames.below(context.home(), linked, 0, leads, context));
        return Stream.concat(names.stream(), further).anyMatch(name -> isNamed(name, control, plans, context));
    }

    private static boolean isNamed(String name, FloorPatterns patterns, List<Glob> without, JudgeContext context) {
        return patterns.matches(name, context)
                && without.stream().noneMatch(free -> free.matches(name) || free.matches(name + "/"));
    }

    private Optional<Finding> fileDeleted(Fact.Deletes deletes, NamedPath path, JudgeContext context) {
        return switch (path) {
            case PathForms exact -> deleted(deletes, exact, context);
            case PathShape shape ->
                isWholeTree(deletes, path, context)
                        ? wholeTree(deletes)
                        : changed(deletes, shape, context)
                                .or(() -> withLinked(deletes, shape, context))
                                .or(() -> withFolders(deletes, shape, context));
        };
    }

    private static boolean isWholeTree(Fact.Deletes deletes, NamedPath path, JudgeContext context) {
        return switch (path) {
            case PathForms exact -> exact.contains(context.workspace()) || exact.contains(context.home());
            case PathShape shape ->
                shape.contains(context.workspace())
                        && !namesExtension(deletes.place())
                        && !namesFiles(deletes.place(), shape, context);
        };
    }

    /** A folder is removed with the folders in it, such as {@code .github} with its workflows. */
    private Optional<Finding> withFolder(Fact.Deletes deletes, PathForms path, JudgeContext context) {
        if (isMade(path)) {
            return Optional.empty();
        }
        return context.files().names(path.literal()).stream()
                .flatMap(List::stream)
                .map(name -> PathForms.of(new Place.At(name, path.literal()), context))
                .filter(inside -> control.matches(inside, context) || controlFolders.matches(inside, context))
                .findFirst()
                .map(inside -> holdsControl(deletes));
    }

    private Optional<Finding> withFolders(Fact.Deletes deletes, PathShape shape, JudgeContext context) {
        return shape.listed().stream()
                .flatMap(List::stream)
                .flatMap(path -> withFolder(deletes, path, context).stream())
                .findFirst();
    }

    private Optional<Finding> withLinked(Fact.Deletes deletes, NamedPath path, JudgeContext context) {
        return holdsLinkedControl(path, context) ? Optional.of(holdsControl(deletes)) : Optional.empty();
    }

    private static Finding holdsControl(Fact.Deletes deletes) {
        return new Finding(deletes, Action.ASK, new Cause.Floor("a folder with files that control what runs later"));
    }

    /** Whether it is about files of certain names, and it is known that neither the workspace nor home is one. */
    private static boolean namesFiles(Place place, PathShape shape, JudgeContext context) {
        return place instanceof Place.Below below
                && !below.only().isEmpty()
                && shape.listed()
                        .filter(files -> files.stream()
                                .noneMatch(file -> file.contains(context.workspace()) || file.contains(context.home())))
                        .isPresent();
    }

    private static boolean namesExtension(Place place) {
        return place instanceof Place.Matching matching
                && matching.shape().pieces().getLast() instanceof Shape.Piece.Fixed fixed
                && fixed.text().startsWith(".");
    }

    private static Optional<Finding> wholeTree(Fact fact) {
        return Optional.of(
                new Finding(fact, Action.ASK, new Cause.Floor("the workspace, the home directory or above")));
    }

    private Optional<Finding> read(Fact fact, PathForms path, JudgeContext context) {
        if (path.isWithin(context.ownDirectory())) {
            return Optional.of(new Finding(fact, Action.DENY, new Cause.Floor("Licet's own data")));
        }
        if (path.contains(context.ownDirectory()) || path.contains(context.home())) {
            return Optional.of(
                    new Finding(fact, Action.ASK, new Cause.Floor("a folder that holds secrets further down")));
        }
        boolean named = secret.matches(path, context) && free.stream().noneMatch(path::isCoveredBy);
        boolean otherwise = path.otherNames().stream().anyMatch(name -> isNamed(name, secret, free, context));
        return named || otherwise
                ? Optional.of(asked(fact, path, "a file that usually holds secrets"))
                : unknown(fact, path);
    }

    private Optional<Finding> changed(Fact fact, PathForms path, JudgeContext context) {
        if (path.isWithin(context.ownDirectory())) {
            return Optional.of(new Finding(fact, Action.DENY, new Cause.Floor("Licet's own data")));
        }
        boolean named = control.matches(path, context) && plans.stream().noneMatch(path::isCoveredBy);
        return named || isLinkedControl(path, context)
                ? Optional.of(asked(fact, path, "a CI, hook or configuration file that controls what runs later"))
                : unknown(fact, path);
    }

    private Finding asked(Fact fact, PathForms path, String what) {
        return new Finding(fact, Action.ASK, new Cause.Floor(isDisk(path) ? "a disk or another device" : what));
    }

    /** What else a file is called, a link may say that was not looked at. */
    private static Optional<Finding> unknown(Fact fact, PathForms path) {
        return path.isNamedInFull()
                ? Optional.empty()
                : Optional.of(new Finding(
                        fact,
                        Action.ASK,
                        new Cause.Floor(
                                "a file that may have other names: its workspace holds more than is looked at")));
    }

    private Optional<Finding> deleted(Fact.Deletes deletes, PathForms path, JudgeContext context) {
        if (isWholeTree(deletes, path, context)) {
            return wholeTree(deletes);
        }
        return changed(deletes, path, context)
                .or(() -> withFolder(deletes, path, context))
                .or(() -> withLinked(deletes, path, context));
    }
}
