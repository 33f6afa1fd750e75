package dev.licet.core.path;

import dev.licet.shell.Place;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the judge may know of the disk. The gate passes in a look at the real one; {@link #NONE} looks at nothing, so
 * that a decision can be made for a machine that is not there.
 */
public interface FileView {

    /** No disk: every path is its own canonical form, and case matters. */
    FileView NONE = new FileView() {
        @Override
        public String canonical(String absolute) {
            return Paths.normalize(absolute);
        }

        @Override
        public boolean ignoresCase() {
            return false;
        }

        @Override
        public boolean isThere() {
            return false;
        }
    };

    /**
     * The path that {@code absolute} leads to: links of the parts that exist are followed, {@code .} and {@code ..} are
     * resolved as the system would.
     *
     * @param absolute an absolute path, not normalised
     */
    String canonical(String absolute);

    /**
     * The folder {@code absolute} and what is below it, relative to it: an empty text for itself or for the file that it is,
     * none at all if nothing of that name is there.
     *
     * @return empty if it cannot be looked at, or has more below it than is looked at
     */
    default Optional<List<String>> below(String absolute) {
        return Optional.empty();
    }

    /**
     * The same without what {@code extent} leaves out, as far as that is certain.
     *
     * @return what {@link #below(String)} says where what git ignores or keeps is not known
     */
    default Optional<List<String>> below(String absolute, Place.Extent extent) {
        return below(absolute);
    }

    /**
     * The files that the repository of the folder {@code root} keeps, relative to it.
     *
     * @return empty if that is not known
     */
    default Optional<List<String>> kept(String root) {
        return below(root, Place.Extent.TRACKED);
    }

    /**
     * The names of what lies directly in the folder {@code absolute}, in any order; none if nothing of that name is there.
     *
     * @return empty if it cannot be looked at, or has more in it than is looked at
     */
    default Optional<List<String>> names(String absolute) {
        return Optional.empty();
    }

    /** What lies directly in the folder {@code absolute}; nothing if that is none that can be looked at. */
    default Entries entries(String absolute) {
        return Entries.NONE;
    }

    /**
     * What lies in a folder.
     *
     * @param links names of links
     * @param folders names of folders that no link is
     * @param complete whether these are all; a folder may have more in it than is looked at
     */
    record Entries(Set<String> links, Set<String> folders, boolean complete) {
        /** Nothing. */
        public static final Entries NONE = new Entries(Set.of(), Set.of(), true);

        public Entries {
            links = Set.copyOf(links);
            folders = Set.copyOf(folders);
        }
    }

    /**
     * The files and folders below {@code folder}, at any depth and following no link, whose names one of {@code patterns}
     * matches.
     *
     * @param patterns of names, in which only {@code *} is special
     * @return their absolute paths, those of folders with a slash at the end; empty if that cannot be told
     */
    default Optional<List<String>> named(String folder, List<String> patterns) {
        return Optional.empty();
    }

    /** Whether {@code absolute}, in a folder that is no link and lies in none, is one. */
    default boolean isLink(String absolute) {
        return !canonical(absolute).equals(absolute);
    }

    /** The text of the file {@code absolute}; empty if it is none, cannot be read or is longer than is looked at. */
    default Optional<String> text(String absolute) {
        return Optional.empty();
    }

    /** Whether there is a disk that is looked at. */
    default boolean isThere() {
        return true;
    }

    /** Whether names that differ only in case are the same file. */
    boolean ignoresCase();
}
