package dev.licet.core.policy;

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

    /** Whether names that differ only in case are the same file. */
    boolean ignoresCase();
}
