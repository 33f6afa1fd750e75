package dev.licet.gate.store;

/** Which form of the tables a database says it has. */
final class TablesVersion {
    static final int NOW = 4;

    /** What a database says that has no tables yet. */
    static final int NONE = 0;

    private TablesVersion() {}

    /** Whether a database that says {@code version} can be used. */
    static boolean isOurs(int version) {
        return version == NOW || version == NONE;
    }
}
