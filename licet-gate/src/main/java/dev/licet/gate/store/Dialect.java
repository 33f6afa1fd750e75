package dev.licet.gate.store;

/** What differs between the databases. */
enum Dialect {
    SQLITE("sqlite"),
    POSTGRESQL("postgres");

    private final String scripts;

    Dialect(String scripts) {
        this.scripts = scripts;
    }

    /** The script that makes the tables. */
    String script() {
        return scripts + ".sql";
    }
}
