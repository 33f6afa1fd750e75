package dev.licet.core.path;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a file is called by links that lead to it: where {@code CLAUDE.md} is a link to {@code docs/agents.md}, who changes
 * the one changes the other. Links are looked for beside the file, beside every folder it lies in, and where the caller says.
 */
public final class OtherNames {
    /** More folders are not looked into. */
    private static final int MOST = 300;

    /** Folders of what git keeps: no link in them means anything to it. */
    private static final Set<String> KEPT = Set.of("objects", "refs", "logs", "lfs", "modules");

    private OtherNames() {}

    /**
     * The absolute names that links beside the paths {@code real}, of which no link is part, and beside their folders give to
     * what lies there.
     *
     * @param leads whether what is meant has to do with where a link leads
     */
    static Set<String> of(List<String> real, Predicate<String> leads, JudgeContext context) {
        var names = new LinkedHashSet<String>();
        real.forEach(path -> names.addAll(beside(path, leads, context)));
        // A folder on the way to such a link may be called otherwise, too.
        for (String name : List.copyOf(names)) {
            names.addAll(beside(name, target -> Paths.isWithin(name, target), context));
        }
        return names;
    }

    private static List<String> beside(String path, Predicate<String> leads, JudgeContext context) {
        return Paths.upwards(path)
                // What links in the root lead to is the system's.
                .filter(folder -> folder.length() > 1)
                .flatMap(folder -> in(folder, leads, context).stream())
                .map(link -> Paths.isWithin(path, link.target())
                        ? link.name() + path.substring(link.target().length())
                        : link.name())
                .toList();
    }

    /** Whether everything in the workspace's own folder was looked at, where the path {@code real} lies in that. */
    static boolean areKnown(String real, JudgeContext context) {
        return !Paths.isWithin(real, context.canonicalWorkspace())
                || context.files().entries(context.canonicalWorkspace()).complete();
    }

    /**
     * The names of the links that lie in {@code inner}, folders as seen from {@code base}, and lead where {@code leads} says.
     *
     * @param base an absolute path
     * @param depth so many folders further down are looked into
     */
    public static Stream<String> below(
            String base, Inner inner, int depth, Predicate<String> leads, JudgeContext context) {
        FileView.Entries there = context.files().entries(base);
        return inner.byFirst.entrySet().stream()
                .filter(each ->
                        there.folders().contains(each.getKey()) || there.links().contains(each.getKey()))
                .flatMap(each -> each.getValue().stream())
                .flatMap(parts -> below(base, parts, depth, leads, context));
    }

    /** Folders as seen from another one, by the name that each begins with: most of them begin with none that is there. */
    public static final class Inner {
        private final Map<String, List<List<String>>> byFirst;

        public Inner(List<String> folders) {
            this.byFirst = folders.stream()
                    .map(folder -> List.of(folder.split("/", -1)))
                    .collect(Collectors.groupingBy(List::getFirst));
        }
    }

    private static Stream<String> below(
            String base, List<String> inner, int depth, Predicate<String> leads, JudgeContext context) {
        String folder = base;
        for (String part : inner) {
            FileView.Entries there = context.files().entries(folder);
            if (!there.folders().contains(part) && !there.links().contains(part)) {
                return Stream.empty();
            }
            folder = folder + "/" + part;
        }
        var names = new LinkedHashSet<String>();
        collect(folder, depth, leads, context, names, new int[] {MOST});
        return names.stream();
    }

    private static void collect(
            String folder, int depth, Predicate<String> leads, JudgeContext context, Set<String> names, int[] left) {
        in(folder, leads, context).stream().map(Link::name).forEach(names::add);
        left[0]--;
        if (depth > 0) {
            for (String inside : context.files().entries(folder).folders()) {
                if (left[0] > 0 && !KEPT.contains(inside)) {
                    collect(folder + "/" + inside, depth - 1, leads, context, names, left);
                }
            }
        }
    }

    /** The links directly in {@code folder} that lead where {@code leads} says. */
    private static List<Link> in(String folder, Predicate<String> leads, JudgeContext context) {
        FileView files = context.files();
        Set<String> links = files.entries(folder).links();
        return links.isEmpty()
                ? List.of()
                : links.stream()
                        .map(link -> Paths.normalize(folder + "/" + link))
                        .map(name -> new Link(name, Paths.normalize(files.canonical(name))))
                        .filter(link -> leads.test(link.target()))
                        .toList();
    }

    /**
     * A link.
     *
     * @param name its absolute path
     * @param target where it leads in the end
     */
    private record Link(String name, String target) {}
}
