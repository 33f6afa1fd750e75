package dev.licet.core.path;

import dev.licet.core.glob.Glob;
import dev.licet.core.glob.TextIndex;
import dev.licet.shell.Place;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The forms of one path that rules are compared with: as written and as the disk resolves it, absolute and as seen from
 * the workspace. For one thread: forms are made when they are first needed.
 */
public final class PathForms implements NamedPath {
    private final String written;
    private final String literal;
    private final List<String> real;
    private final List<String> forms;
    private final JudgeContext context;

    /** What a deny or ask is compared with. */
    private List<String> every = List.of();

    private @Nullable Set<String> otherNames;

    /** What rules are looked up by; made when it is first needed. */
    private TextIndex.@Nullable Texts lookup;

    private PathForms(String written, String literal, List<String> real, JudgeContext context) {
        this.written = written;
        this.literal = literal;
        this.real = real;
        this.forms = real.size() == 1 && real.get(0).equals(literal)
                ? real
                : Stream.concat(Stream.of(literal), real.stream()).distinct().toList();
        this.context = context;
    }

    public static PathForms of(Place.At place, JudgeContext context) {
        String expanded = context.expandHome(place.text());
        String directory = context.expandHome(place.directory());
        String absolute = expanded.startsWith("/") ? expanded : directory + "/" + expanded;
        String literal = Paths.normalize(absolute);
        if (!absolute.contains("..")) {
            return new PathForms(place.text(), literal, List.of(followed(absolute, context)), context);
        }
        var real = new LinkedHashSet<String>();
        real.add(followed(absolute, context));
        // INVARIANT (same path): the system goes back from where a link leads to; a program that shortens the path
        // first
        // does not, and follows the links that are left.
        real.add(followed(literal, context));
        if (!expanded.startsWith("/") && directory.contains("..")) {
            directories(directory, context).forEach(reached -> real.add(followed(reached + "/" + expanded, context)));
        }
        return new PathForms(place.text(), literal, List.copyOf(real), context);
    }

    private static String followed(String absolute, JudgeContext context) {
        return Paths.normalize(context.files().canonical(absolute));
    }

    /**
     * Where a shell may be that has changed to {@code directory} in one step or several: `cd` shortens what it is given by
     * its text, unless it is told otherwise or finds no such folder; then it goes on from where the links have led.
     */
    private static Set<String> directories(String directory, JudgeContext context) {
        var reached = new LinkedHashSet<String>();
        reached.add(Paths.normalize(directory));
        for (int slash = directory.indexOf('/', 1); slash > 0; slash = directory.indexOf('/', slash + 1)) {
            String before = directory.substring(0, slash);
            String rest = directory.substring(slash);
            reached.add(Paths.normalize(before) + rest);
            reached.add(Paths.normalize(followed(before, context) + rest));
            reached.add(Paths.normalize(followed(Paths.normalize(before), context) + rest));
        }
        return reached;
    }

    /** As the call spells it. */
    public String written() {
        return written;
    }

    /** Whether it is spelled by the way up from the folder that the call runs in, and leaves the workspace. */
    public boolean climbsOut() {
        return (written.equals("..") || written.startsWith("../")) && !isInsideWorkspace();
    }

    /** Absolute and normalised, links not followed. */
    public String literal() {
        return literal;
    }

    /** Absolute, links followed: where the system finds it, and where programs do that shorten {@code link/..} first. */
    List<String> real() {
        return real;
    }

    /** Whether every link in the workspace's own folder is known, if it lies in that. */
    public boolean isNamedInFull() {
        return real.stream().allMatch(path -> OtherNames.areKnown(path, context));
    }

    @Override
    public boolean mayBe(String target) {
        return real.stream().anyMatch(path -> Paths.isWithin(path, target));
    }

    @Override
    public boolean mayHold(String target) {
        return real.stream().anyMatch(path -> Paths.isWithin(target, path));
    }

    @Override
    public Set<String> linksInto() {
        return OtherNames.of(real, this::mayHold, context);
    }

    @Override
    public Set<String> otherNames() {
        Set<String> known = otherNames;
        if (known == null) {
            known = OtherNames.of(real, this::mayBe, context);
            known.removeAll(forms);
            otherNames = known;
        }
        return known;
    }

    /** Whether no link leads elsewhere. */
    public boolean isPlain() {
        return forms.size() == 1;
    }

    /** Every form, each once. */
    public List<String> forms() {
        return forms;
    }

    @Override
    public boolean isExact() {
        return true;
    }

    @Override
    public boolean isInsideWorkspace() {
        return context.isInside(literal, real);
    }

    @Override
    public boolean isOwn() {
        return context.isOwn(literal, real);
    }

    /** Whether by its plain name it is known to be no folder, or an empty one. */
    public boolean hasNothingBelow() {
        return isPlain() && context.files().names(literal).filter(List::isEmpty).isPresent();
    }

    /** Whether commands may work in this folder as in the workspace: it is in there, or is one of the other folders itself. */
    public boolean isWorkplace() {
        return isInsideWorkspace() || context.folders().containsAll(real);
    }

    /**
     * Whether this is {@code folder}, or with {@code below} something in it. That has to be an ordinary folder by the name that
     * it was given.
     *
     * @param folder an absolute path, or one that begins with {@code ~}
     */
    public boolean isFolder(String folder, boolean below) {
        String named = Paths.normalize(context.expandHome(folder));
        // INVARIANT (the folder that was named): a link could be made to lead to another one later.
        boolean plain = followed(named, context).equals(named);
        return plain && real.stream().allMatch(path -> below ? Paths.isWithin(path, named) : path.equals(named));
    }

    /** Whether this is in the workspace itself, not further down, and no link leads elsewhere. */
    public boolean isDirectlyInWorkspace() {
        return isInsideWorkspace()
                && isPlain()
                && fromWorkspace().filter(path -> path.indexOf('/') < 0).isPresent();
    }

    /** As seen from the workspace that it is in; empty if it is in none, or in another folder. */
    public Optional<String> fromWorkspace() {
        return isInsideWorkspace() && Paths.isWithin(literal, context.workspace())
                ? Optional.of(Paths.relative(literal, context.workspace()))
                : Optional.empty();
    }

    /** Whether this is {@code directory} or below it, by some form. */
    public boolean isWithin(String directory) {
        String there = Paths.normalize(context.files().canonical(directory));
        boolean within = Paths.isWithin(literal, directory);
        for (int i = 0; i < real.size() && !within; i++) {
            within = Paths.isWithin(real.get(i), there);
        }
        return within;
    }

    /** Whether this is {@code directory} or above it, by some form. */
    public boolean contains(String directory) {
        String there = Paths.normalize(context.files().canonical(directory));
        return Paths.isWithin(directory, literal) || real.stream().anyMatch(path -> Paths.isWithin(there, path));
    }

    /** An allow needs every form to match. */
    @Override
    public boolean isCoveredBy(Glob pattern) {
        return covers(pattern, literal) && (isPlain() || real.stream().allMatch(path -> covers(pattern, path)));
    }

    /** A deny or ask fires if any form, or another name, matches, the folder as such included. */
    @Override
    public boolean mayMatch(Glob pattern) {
        return matchesSome(texts(), pattern)
                || (context.files().ignoresCase()
                        && texts().stream().map(form -> Glob.folded(form)).anyMatch(pattern.ignoringCase()::matches));
    }

    /** Every text that some rule may be compared with. */
    List<String> texts() {
        if (every.isEmpty()) {
            every = every();
        }
        return every;
    }

    /**
     * What to look rules up by. As a folder a path begins, ends and contains all that it does as a file; and what it is
     * called from the workspace is the end of what it is called absolutely.
     */
    public TextIndex.Texts lookup() {
        TextIndex.Texts known = lookup;
        if (known == null) {
            known = lookupTexts();
            lookup = known;
        }
        return known;
    }

    private TextIndex.Texts lookupTexts() {
        var beginnings = new ArrayList<String>();
        var endings = new ArrayList<String>();
        var whole = new ArrayList<String>();
        for (String path : names()) {
            for (String view : views(path)) {
                String dotted = "./" + view + "/";
                beginnings.add(dotted);
                beginnings.add(dotted.substring(2));
                whole.add(dotted);
                if (!view.startsWith("/")) {
                    // A dot before it is no part of its absolute name; nor is the workspace's own name, a dot.
                    endings.add("./" + view);
                    endings.add(view + "/");
                }
            }
            endings.add(path);
            endings.add(path + "/");
        }
        beginnings.add(written);
        if (!literal.endsWith(written)) {
            endings.add(written);
            whole.add(written);
        }
        return new TextIndex.Texts(beginnings, endings, whole);
    }

    /** In a rule `./src/*` is what `src/*` is. */
    private boolean covers(Glob pattern, String path) {
        boolean dotted = pattern.start().startsWith("./");
        return views(path).stream().anyMatch(view -> pattern.matches(dotted ? "./" + view : view));
    }

    private static boolean matchesSome(List<String> texts, Glob pattern) {
        for (String text : texts) {
            if (pattern.matches(text)) {
                return true;
            }
        }
        return false;
    }

    private List<String> every() {
        var forms = new ArrayList<String>();
        forms.add(written);
        for (String path : names()) {
            for (String view : views(path)) {
                forms.add(view);
                forms.add(view + "/");
                if (!view.startsWith("/")) {
                    forms.add("./" + view);
                }
            }
        }
        return forms;
    }

    private List<String> names() {
        return otherNames().isEmpty()
                ? forms
                : Stream.concat(forms.stream(), otherNames().stream()).toList();
    }

    /** Absolute, and as seen from the workspace by the name that is used or by the one that links lead to. */
    private List<String> views(String path) {
        var views = new ArrayList<String>();
        views.add(path);
        String workspace = context.workspace();
        if (Paths.isWithin(path, workspace)) {
            views.add(Paths.relative(path, workspace));
        }
        String canonicalWorkspace = context.canonicalWorkspace();
        if (!canonicalWorkspace.equals(workspace) && Paths.isWithin(path, canonicalWorkspace)) {
            views.add(Paths.relative(path, canonicalWorkspace));
        }
        return views;
    }
}
