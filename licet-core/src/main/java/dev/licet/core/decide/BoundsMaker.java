package dev.licet.core.decide;

import dev.licet.core.contain.Bounds;
import dev.licet.core.contain.FileChange;
import dev.licet.core.contain.Hosts;
import dev.licet.core.glob.Glob;
import dev.licet.core.path.JudgeContext;
import dev.licet.core.path.PathForms;
import dev.licet.core.path.Paths;
import dev.licet.core.rule.Action;
import dev.licet.shell.Fact;
import dev.licet.shell.Place;
import dev.licet.shell.Span;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Makes bounds from what rules and protections say of files, whatever reads or changes them. For one thread. */
final class BoundsMaker {
    /** A name that no rule means. */
    private static final String ANY_NAME = "/a-file-of-no-special-name";

    /** What is in a repository's account of itself. */
    private static final String REPOSITORY = "/.git/";

    /** More files than these are not hidden one by one. */
    private static final int MAX_MASKED = 500;

    /** Folders that a command in bounds has anew. */
    private static final Pattern OWN = Pattern.compile("/(var|tmp)(/.*)?");

    /** Folders in which no workspace is. */
    private static final Pattern OF_KERNEL = Pattern.compile("/(proc|dev|sys|run)(/.*)?");

    /** What ends a pattern that speaks of all that is in a folder. */
    private static final Pattern ALL_BELOW = Pattern.compile("(/[*?]+)+$");

    /** Wildcards other than stars. */
    private static final Pattern SPECIAL = Pattern.compile("[?\\[\\](){}!+@|,\\\\]");

    private static final Span NOWHERE = new Span(0, 0);

    private final FactJudge judge;
    private final Floor floor;
    private final JudgeContext context;

    BoundsMaker(FactJudge judge, Floor floor, JudgeContext context) {
        this.judge = judge;
        this.floor = floor;
        this.context = context;
    }

    /** The bounds of a command that starts in {@code directory}; empty if there are none in which it could work. */
    Optional<Bounds> bounds(String directory) {
        List<String> writable = Stream.concat(Stream.of(context.canonicalWorkspace()), context.folders().stream())
                .distinct()
                .toList();
        String start = Paths.normalize(context.files().canonical(directory));
        boolean works = context.isBounded(writable.getFirst())
                && writable.stream()
                        .noneMatch(folder -> OF_KERNEL.matcher(folder).matches())
                && writable.stream().anyMatch(folder -> Paths.isWithin(start, folder))
                && writable.stream().allMatch(folder -> isOpen(folder + ANY_NAME));
        List<String> patterns = Stream.concat(floor.secrets().stream(), judge.limited(FileRules.READ_TOOL).stream())
                .flatMap(pattern -> Glob.choices(pattern).stream())
                .filter(pattern -> !OF_KERNEL.matcher(pattern).matches())
                .toList();
        Optional<List<String>> further = beyond(patterns);
        if (!works || further.isEmpty()) {
            return Optional.empty();
        }
        List<String> names = patterns.stream().map(BoundsMaker::name).distinct().toList();
        var masked = new ArrayList<>(further.get());
        masked.add(context.ownDirectory());
        for (String folder : writable) {
            Optional<List<String>> found = context.files().named(folder, names);
            if (found.isEmpty()) {
                return Optional.empty();
            }
            found.get().stream()
                    .filter(path -> !mayRead(path))
                    .map(path -> path.endsWith("/") ? path.substring(0, path.length() - 1) : path)
                    .flatMap(path ->
                            Stream.of(path, Paths.normalize(context.files().canonical(path))))
                    .forEach(masked::add);
        }
        List<String> outermost = outermost(masked);
        return outermost.size() > MAX_MASKED || outermost.stream().anyMatch(writable::contains)
                ? Optional.empty()
                : Optional.of(new Bounds(writable, outermost, hosts()));
    }

    private Hosts hosts() {
        Hosts hosts = judge.hosts();
        return hosts.areAny() ? hosts : Hosts.NONE;
    }

    private boolean isOpen(String path) {
        return judge.finding(new Fact.Reads(at(path), Fact.Role.OPERAND, NOWHERE))
                                .action()
                        == Action.ALLOW
                && !refuses(new FileChange(FileChange.Kind.MADE, path));
    }

    /** A file, or a folder that all that is in it is hidden with. */
    private boolean mayRead(String path) {
        Stream<String> seen = path.endsWith("/")
                ? Stream.of(path.substring(0, path.length() - 1), path.substring(0, path.length() - 1) + ANY_NAME)
                : Stream.of(path);
        return seen.allMatch(each -> {
            Finding finding = judge.finding(new Fact.Reads(at(each), Fact.Role.OPERAND, NOWHERE));
            return finding.action() == Action.ALLOW
                    || (finding.cause() instanceof Cause.Floor
                            && finding.action() == Action.ASK
                            && floor.isSwept(PathForms.of(at(each), context), context));
        });
    }

    private static Place.At at(String path) {
        return new Place.At(path, "/");
    }

    /** Which of {@code changes} may not be made, and why. */
    Map<FileChange, Finding> refused(List<FileChange> changes) {
        var refused = new LinkedHashMap<FileChange, Finding>();
        changes.forEach(change -> refusal(change).ifPresent(finding -> refused.put(change, finding)));
        return refused;
    }

    private static Fact fact(FileChange change) {
        return switch (change.kind()) {
            case REMOVED -> new Fact.Deletes(at(change.path()), Fact.Role.OPERAND, NOWHERE);
            case MADE, CHANGED -> new Fact.Writes(at(change.path()), Fact.Role.OPERAND, NOWHERE);
            // What lies where the link leads is there by the names below it.
            case LINKED ->
                new Fact.Writes(
                        new Place.Brought(change.path() + ANY_NAME, change.path(), "/"), Fact.Role.OPERAND, NOWHERE);
        };
    }

    private boolean refuses(FileChange change) {
        return refusal(change).isPresent();
    }

    /** Why {@code change} may not be made; empty if it may. */
    private Optional<Finding> refusal(FileChange change) {
        Optional<Finding> own = refusal(fact(change), change.path());
        return switch (change.kind()) {
            case MADE, CHANGED -> own;
            case REMOVED -> strictest(Stream.concat(own.stream(), refusalBelow(change.path()).stream()));
            case LINKED -> own.or(() -> refusalThrough(change.path()));
        };
    }

    /** A link gives what it leads to the names that a rule for writing has for what lies there. */
    private Optional<Finding> refusalThrough(String link) {
        return Stream.of(FileRules.WRITE_TOOL, FileRules.EDIT_TOOL)
                .flatMap(tool -> judge.limited(tool).stream())
                .map(pattern -> Glob.of(pattern).start())
                .filter(start ->
                        start.startsWith(link + "/") || (context.workspace() + "/" + start).startsWith(link + "/"))
                .findFirst()
                .map(start -> new Finding(
                        fact(new FileChange(FileChange.Kind.LINKED, link)),
                        Action.ASK,
                        new Cause.Floor("a link by which other files get the name of one that a rule speaks of")));
    }

    private Optional<Finding> refusal(Fact fact, String path) {
        Finding finding = judge.finding(fact);
        boolean protects = finding.cause() instanceof Cause.Floor && finding.action() == Action.ASK;
        // Where a program keeps its own account of the workspace, such as git's index, nothing is controlled.
        return finding.action().isStricterThan(Action.CONTAIN) && !(protects && isAccount(path))
                ? Optional.of(finding)
                : Optional.empty();
    }

    /** In a folder whose files control what runs such names are files like the others. */
    private boolean isAccount(String path) {
        int repository = path.indexOf(REPOSITORY);
        return repository >= 0
                && floor.isAccount(PathForms.of(at(path), context))
                && !(judge.finding(new Fact.Writes(
                                        at(path.substring(0, repository) + ANY_NAME), Fact.Role.OPERAND, NOWHERE))
                                .cause()
                        instanceof Cause.Floor);
    }

    /** A denial, if there is one; else any of {@code findings}. */
    private static Optional<Finding> strictest(Stream<Finding> findings) {
        Optional<Finding> strictest = Optional.empty();
        for (Finding finding : (Iterable<Finding>) findings::iterator) {
            if (finding.action() == Action.DENY) {
                return Optional.of(finding);
            }
            strictest = strictest.or(() -> Optional.of(finding));
        }
        return strictest;
    }

    /** A folder is removed with all that is in it; one that builds make anew may hold what it will. */
    private Optional<Finding> refusalBelow(String folder) {
        if (floor.isMade(PathForms.of(at(folder), context))) {
            return Optional.empty();
        }
        return context.files()
                .below(folder)
                .map(found -> strictest(found.stream()
                        .filter(name -> !name.isEmpty())
                        .map(name -> folder + "/" + name)
                        .flatMap(path ->
                                refusal(new Fact.Deletes(at(path), Fact.Role.OPERAND, NOWHERE), path).stream())))
                .orElseGet(() -> Optional.of(new Finding(
                        new Fact.Deletes(at(folder), Fact.Role.OPERAND, NOWHERE),
                        Action.ASK,
                        new Cause.Floor("a folder with more files than are looked at"))));
    }

    /** What lies outside of the folders that are searched, by its name; empty if a pattern may mean anything there. */
    private static Optional<List<String>> beyond(List<String> patterns) {
        var named = new ArrayList<String>();
        for (String pattern : patterns) {
            String path = ALL_BELOW.matcher(pattern).replaceFirst("");
            if (!path.startsWith("/") || OWN.matcher(path).matches()) {
                continue;
            }
            while (path.indexOf('*') >= 0 || SPECIAL.matcher(path).find()) {
                path = path.substring(0, path.lastIndexOf('/'));
            }
            if (path.lastIndexOf('/') <= 0) {
                return Optional.empty();
            }
            named.add(path);
        }
        return Optional.of(named);
    }

    /**
     * A pattern that the names of all files and folders match which {@code pattern} means, or which what it means is in: of a
     * star it is not known which folders it stands for.
     */
    private static String name(String pattern) {
        String path = ALL_BELOW.matcher(pattern).replaceFirst("");
        String last = path.substring(path.lastIndexOf('/') + 1);
        if (last.isEmpty() || SPECIAL.matcher(last).find()) {
            return "*";
        }
        boolean open = last.endsWith("*");
        String fixed = last.replaceFirst("\\*+$", "");
        int star = fixed.lastIndexOf('*');
        return (star >= 0 ? "*" : "") + fixed.substring(star + 1) + (open ? "*" : "");
    }

    /** Those of {@code paths} that are in none of the others. */
    private static List<String> outermost(List<String> paths) {
        var all = new LinkedHashSet<>(paths.stream().sorted().toList());
        return all.stream()
                .filter(path -> all.stream().noneMatch(other -> !other.equals(path) && Paths.isWithin(path, other)))
                .toList();
    }
}
