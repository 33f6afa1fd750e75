package dev.licet.core.path;

import dev.licet.core.glob.Glob;
import dev.licet.core.glob.TextSet;
import dev.licet.shell.Place;
import dev.licet.shell.Shape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files that a pattern such as {@code src/*.ts} may name. What it names below its fixed start is not looked up: only
 * the start is followed through links. For one thread: what rules are compared with is made when it is first needed.
 */
public final class PathShape implements NamedPath {
    /** Of more patterns than this nothing is said: then any file may be meant. */
    private static final int MAX_NAMES = 8;

    /** What other programs read otherwise than rules: `{.env}`, `[!a]`, groups. */
    private static final Pattern ODD = Pattern.compile("\\{[^{},]*}|\\{[^}]*\\{|\\[[!\\[]|[()|\\\\]|^!");

    /** Behind a blank an absolute path, or one that goes up; quotes, which `xargs` takes away, may make one of anything. */
    private static final Pattern OUTWARDS = Pattern.compile("['\"\\\\]|\\s(/|([^\\s]*/)?\\.\\.([/\\s]|$))");

    /** What a shell takes a name apart at, or reads as a pattern. */
    private static final Pattern UNPLAIN = Pattern.compile("[\\s'\"\\\\*?\\[\\]]");

    private static final TextSet SLASH = TextSet.of("/");

    /** A slash, and whatever comes behind it. */
    private static final TextSet BELOW = SLASH.then(TextSet.ANY);

    private final String base;
    private final List<String> real;

    /** What may stand behind the directory, with the slash; in lower case where case does not count. */
    private final TextSet tail;

    private final JudgeContext context;

    /** What is there, behind the base, or absolute where that leads elsewhere; empty if that is not known. */
    private final Optional<List<String>> listed;

    /** The same in all forms, made when it is first needed. */
    private Optional<List<PathForms>> forms = Optional.empty();

    /** Whether what is written to the target itself is a fact of its own. */
    private boolean onlyBelow;

    /** Whether its names became words. */
    private boolean words;

    /** Patterns of names that are left out. */
    private final List<String> without = new ArrayList<>();

    /** By directory, what the files are called. */
    private final Map<String, List<TextSet>> views = new HashMap<>();

    private PathShape(
            String base, List<String> real, TextSet tail, JudgeContext context, Optional<List<String>> listed) {
        this.listed = listed;
        this.base = base;
        this.real = real;
        this.tail = tail;
        this.context = context;
    }

    /** Whatever the pattern may name, there or not. */
    static PathShape unexpanded(Place.Matching place, JudgeContext context) {
        return of(place, context, false);
    }

    /** What the pattern names, as far as the disk can be looked at. */
    static PathShape of(Place.Matching place, JudgeContext context) {
        return of(place, context, true);
    }

    private static PathShape of(Place.Matching place, JudgeContext context, boolean expands) {
        String start = place.shape().start();
        int slash = start.lastIndexOf('/');
        Shape rest = place.shape().from(slash + 1);
        String directory = slash == 0 ? "/" : start.substring(0, Math.max(slash, 0));
        boolean ignoresCase = context.files().ignoresCase();
        TextSet names = ShapeTexts.of(rest, text -> ignoresCase ? Glob.folded(text) : text);
        var folder = new Place.At(directory, place.directory());
        return of(folder, SLASH.then(names), context, expands ? expanded(folder, rest, context) : Optional.empty());
    }

    /** What {@code names} become in {@code folder}, as a shell expands a pattern; empty if that cannot be looked at. */
    private static Optional<List<String>> expanded(Place.At folder, Shape names, JudgeContext context) {
        var pattern = new StringBuilder();
        for (Shape.Piece piece : names.pieces()) {
            switch (piece) {
                case Shape.Piece.Fixed fixed -> {
                    if (fixed.text().indexOf('/') >= 0) {
                        return Optional.empty();
                    }
                    pattern.append(Pattern.quote(fixed.text()));
                }
                case Shape.Piece.Name name -> pattern.append(pattern.isEmpty() ? "(?!\\.).*" : ".*");
                default -> {
                    return Optional.empty();
                }
            }
        }
        int flags =
                Pattern.DOTALL | (context.files().ignoresCase() ? Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE : 0);
        Pattern compiled = Pattern.compile(pattern.toString(), flags);
        PathForms written = PathForms.of(folder, context);
        var found = new LinkedHashSet<String>();
        // Where `..` leads behind a link depends on who follows it: what lies in each of these may be meant.
        for (String place : Stream.concat(Stream.of(written.literal()), written.real().stream())
                .distinct()
                .toList()) {
            Optional<List<String>> there = context.files().names(place);
            if (there.isEmpty()) {
                return Optional.empty();
            }
            String before = place.equals(written.literal()) ? "" : place.equals("/") ? "/" : place + "/";
            there.get().stream()
                    .filter(name -> compiled.matcher(name).matches())
                    .map(before::concat)
                    .forEach(found::add);
        }
        return Optional.of(List.copyOf(found));
    }

    static PathShape of(Place.Below place, JudgeContext context) {
        var folder = new Place.At(place.path(), place.directory());
        Optional<List<String>> there = listed(PathForms.of(folder, context), place.extent(), context);
        List<Glob> asked = only(place);
        boolean others = place.extent() == Place.Extent.LISTED && mayBecomeOthers(there, asked, context);
        List<Glob> only = others ? List.of() : asked;
        List<Glob> without = place.without().stream().map(Glob::of).toList();
        Optional<List<String>> listed = there.map(paths -> paths.stream()
                .filter(path -> only.isEmpty() || only.stream().anyMatch(name -> isNamed(path, name)))
                .filter(path -> without.stream().noneMatch(name -> isNamed(path, name)))
                .toList());
        TextSet tail = only.isEmpty()
                ? BELOW.optional()
                : TextSet.union(only.stream()
                        .map(name -> BELOW.optional().then(SLASH).then(name.texts()))
                        .toList());
        PathShape shape = of(folder, tail, context, listed);
        shape.without.addAll(place.without());
        shape.words = place.extent() == Place.Extent.LISTED;
        return shape;
    }

    /**
     * Whether a word may lead out of the folder that a shell or `xargs` makes of a name below it: that ends at a blank, and what
     * comes behind it is a path of its own.
     */
    boolean mayBreak() {
        return words
                && listed.map(names -> names.stream().anyMatch(PathShape::mayBreak))
                        .orElse(context.files().isThere());
    }

    /** Whether a word that {@code name} becomes may lead out of the folder that it lies in. */
    public static boolean mayBreak(String name) {
        return OUTWARDS.matcher(name).find();
    }

    /** What is below {@code folder}, and below where else it may lead: whether `link/..` goes back from there depends. */
    private static Optional<List<String>> listed(PathForms folder, Place.Extent extent, JudgeContext context) {
        var found = new LinkedHashSet<String>();
        for (String place : folder.forms()) {
            Optional<List<String>> there = context.files().below(place, extent);
            if (there.isEmpty()) {
                return Optional.empty();
            }
            boolean first = place.equals(folder.literal());
            there.get().stream()
                    .map(path -> first ? path : path.isEmpty() ? place : place + "/" + path)
                    .forEach(found::add);
        }
        return Optional.of(List.copyOf(found));
    }

    /** Whether a shell may make other words of a name that {@code asked} matches: there is a blank, a quote or a pattern in it. */
    private static boolean mayBecomeOthers(Optional<List<String>> there, List<Glob> asked, JudgeContext context) {
        return !asked.isEmpty()
                && there.map(paths -> paths.stream()
                                .filter(path -> asked.stream().anyMatch(name -> isNamed(path, name)))
                                .anyMatch(path -> UNPLAIN.matcher(path).find()))
                        .orElse(context.files().isThere());
    }

    /** What the names of files match that are read; none where any file may be, or nearly so. */
    private static List<Glob> only(Place.Below place) {
        boolean all = place.only().size() > MAX_NAMES
                || place.only().stream()
                        .anyMatch(name -> name.matches("[*/.]*")
                                || ODD.matcher(name).find()
                                || Glob.isCostly(name)
                                || Glob.whyNot(name).isPresent());
        return all ? List.of() : place.only().stream().map(Glob::of).toList();
    }

    private static boolean isNamed(String path, Glob pattern) {
        return pattern.matches(path) || pattern.matches(path.substring(path.lastIndexOf('/') + 1));
    }

    /** What arrives at the target, or in it if that is a folder, under the name that it had. */
    static PathShape of(Place.Brought place, JudgeContext context) {
        var source = new Place.At(place.source(), place.directory());
        String from = PathForms.of(source, context).literal();
        String name = from.substring(from.lastIndexOf('/') + 1);
        Optional<List<String>> listed = context.files()
                .below(from)
                .filter(paths -> !paths.isEmpty())
                .map(paths -> Stream.concat(
                                paths.stream(), paths.stream().map(path -> path.isEmpty() ? name : name + "/" + path))
                        .toList())
                .or(() -> isFolder(place.source()) ? Optional.empty() : Optional.of(List.of("", name)));
        PathShape shape = of(new Place.At(place.target(), place.directory()), BELOW.optional(), context, listed);
        shape.onlyBelow = true;
        return shape;
    }

    /** Whether a path says that it is that of a folder, so that any name may be in it. */
    private static boolean isFolder(String written) {
        return written.endsWith("/") || written.matches("(.*/)?\\.\\.?");
    }

    private String absolute(String path) {
        return path.startsWith("/") ? path : path.isEmpty() ? base : base + "/" + path;
    }

    /** Paths of what is there, in all their forms; empty if that is not known. */
    public Optional<List<PathForms>> listed() {
        if (forms.isEmpty()) {
            forms = listed.map(paths -> paths.stream()
                    .map(path -> PathForms.of(new Place.At(absolute(path), base), context))
                    .toList());
        }
        return forms;
    }

    private static PathShape of(Place.At directory, TextSet tail, JudgeContext context, Optional<List<String>> listed) {
        PathForms base = PathForms.of(directory, context);
        return new PathShape(base.literal(), base.real(), tail, context, listed);
    }

    /** Absolute path of the directory that the fixed start names. */
    public String base() {
        return base;
    }

    /** The same with links followed, in the ways of {@link PathForms#real}. */
    public List<String> realBases() {
        return real;
    }

    @Override
    public boolean isExact() {
        return false;
    }

    @Override
    public boolean isInsideWorkspace() {
        // Names that are listed may lead through links.
        boolean through = words && listed().stream().flatMap(List::stream).anyMatch(path -> !path.isInsideWorkspace());
        return (context.isInside(base, real) && !through)
                || (onlyBelow
                        && context.folders().contains(base)
                        && context.folders().containsAll(real));
    }

    @Override
    public boolean isOwn() {
        return context.isOwn(base, real);
    }

    /** Whether the directory that the fixed start names is {@code directory} or above it. */
    public boolean contains(String directory) {
        String there = Paths.normalize(context.files().canonical(directory));
        return Paths.isWithin(directory, base) || real.stream().anyMatch(path -> Paths.isWithin(there, path));
    }

    /** Whether the directory that the fixed start names is {@code directory} or below it. */
    public boolean isWithin(String directory) {
        String there = Paths.normalize(context.files().canonical(directory));
        return Paths.isWithin(base, directory) || real.stream().anyMatch(path -> Paths.isWithin(path, there));
    }

    @Override
    public boolean isCoveredBy(Glob pattern) {
        return bases().allMatch(directory -> views(directory).stream().anyMatch(pattern::matchesAll));
    }

    @Override
    public boolean mayMatch(Glob pattern) {
        if (listed.isPresent()) {
            return listed().orElseThrow().stream().anyMatch(path -> path.mayMatch(pattern));
        }
        if (without.contains(pattern.pattern())) {
            return false;
        }
        boolean ignoresCase = context.files().ignoresCase();
        Glob compared = ignoresCase ? pattern.ignoringCase() : pattern;
        return bases().map(directory -> ignoresCase ? Glob.folded(directory) : directory)
                .flatMap(directory -> views(directory).stream())
                .anyMatch(compared::matchesSome);
    }

    @Override
    public boolean mayBe(String target) {
        return real.stream().anyMatch(path -> Paths.isWithin(path, target)) || mayMatch(Glob.of(Glob.quote(target)));
    }

    @Override
    public Set<String> otherNames() {
        return OtherNames.of(real, this::mayBe, context);
    }

    @Override
    public boolean mayHold(String target) {
        return Paths.upwards(target).anyMatch(path -> mayMatch(Glob.of(Glob.quote(path))));
    }

    @Override
    public Set<String> linksInto() {
        return OtherNames.of(real, this::mayHold, context);
    }

    private Stream<String> bases() {
        return Stream.concat(Stream.of(base), real.stream()).distinct();
    }

    private List<TextSet> views(String directory) {
        return views.computeIfAbsent(directory, this::viewsFrom);
    }

    private List<TextSet> viewsFrom(String directory) {
        var found = new ArrayList<TextSet>();
        String absolute = directory.equals("/") ? "" : directory;
        found.add(TextSet.of(absolute).then(tail));
        boolean ignoresCase = context.files().ignoresCase();
        String workspace = ignoresCase ? Glob.folded(context.workspace()) : context.workspace();
        if (directory.equals(workspace)) {
            found.add(tail.behind('/'));
        } else if (Paths.isWithin(directory, workspace)) {
            found.add(TextSet.of(Paths.relative(directory, workspace)).then(tail));
        }
        return found;
    }
}
