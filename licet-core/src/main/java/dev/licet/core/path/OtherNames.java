package dev.licet.core.path;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What a file is called by links that lead to it: where {@code CLAUDE.md} is a link to {@code docs/agents.md}, who changes
 * the one changes the other. Links are looked for beside the file, beside every folder it lies in, and where the caller says.
 */
public final class OtherNames {
    private OtherNames() {}

    /**
     * The absolute names that links beside the paths {@code real}, of which no link is part, and beside their folders give to
     * what lies there.
     *
     * @param leads whether what is meant has to do with where a link leads
     */
    static Set<String> of(List<String> real, Predicate<String> leads, JudgeContext context) {
        var names = new LinkedHashSet<String>();
        for (String path : real) {
            Paths.upwards(path)
                    // What links in the root lead to is the system's.
                    .filter(folder -> folder.length() > 1)
                    .flatMap(folder -> in(folder, leads, context).stream())
                    .map(link -> Paths.isWithin(path, link.target())
                            ? link.name() + path.substring(link.target().length())
                            : link.name())
                    .forEach(names::add);
        }
        return names;
    }

    /**
     * The names of the links that lie in {@code inner}, a folder as seen from {@code base}, and lead where {@code leads} says.
     *
     * @param base an absolute path
     */
    public static Stream<String> below(String base, String inner, Predicate<String> leads, JudgeContext context) {
        String folder = base;
        for (String part : inner.split("/", -1)) {
            if (!context.files().entries(folder).folders().contains(part)) {
                return Stream.empty();
            }
            folder = folder + "/" + part;
        }
        return in(folder, leads, context).stream().map(Link::name);
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
