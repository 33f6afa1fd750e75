package dev.licet.core.policy;

import java.util.List;
import java.util.Optional;

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
    };

    /**
     * The path that {@code absolute} leads to: links of the parts that exist are followed, {@code .} and {@code ..} are
     * resolved as the system would.
     *
     * @param absolute an absolute path, not normalised
     */
    String canonical(String absolute);

    /**
     * The files and folders below the folder {@code absolute}, relative to it; a single empty text if it is a file.
     *
     * @return empty if there is nothing of that name, it cannot be looked at, or it has more below it than is looked at
     */
    default Optional<List<String>> below(String absolute) {
        return Optional.empty();
    }

    /** Whether names that differ only in case are the same file. */
    boolean ignoresCase();
}
