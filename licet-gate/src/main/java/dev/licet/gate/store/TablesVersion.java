package dev.licet.gate.store;

/** Which form of the tables a database says it has. */
final class TablesVersion {
    static final int NOW = 5;

    /** The one before, which {@link #TO_NOW} brings up to date. */
    static final int BEFORE = 4;

    static final String TO_NOW = "alter table approvals add column preview text";

    /** What a database says that has no tables yet. */
    static final int NONE = 0;

    private TablesVersion() {}

    /** Whether a database that says {@code version} can be used. */
    static boolean isOurs(int version) {
        return version == NOW || version == BEFORE || version == NONE;
    }
}
