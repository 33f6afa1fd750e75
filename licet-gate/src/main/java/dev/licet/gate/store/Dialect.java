package dev.licet.gate.store;

/** What differs between the databases. */
enum Dialect {
    SQLITE("sqlite"),
    POSTGRESQL("postgres");

    private final String scripts;

    Dialect(String scripts) {
        this.scripts = scripts;
    }

    /** The script that brings a database to {@code version} from the one before it. */
    String script(int version) {
        return scripts + "-" + version + ".sql";
    }
}
