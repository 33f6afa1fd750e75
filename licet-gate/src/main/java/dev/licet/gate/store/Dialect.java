package dev.licet.gate.store;

/** What differs between the databases. */
enum Dialect {
    SQLITE("integer", "integer primary key autoincrement"),
    POSTGRESQL("bigint", "bigint generated always as identity primary key");

    private final String number;
    private final String numbered;

    Dialect(String number, String numbered) {
        this.number = number;
        this.numbered = numbered;
    }

    /** {@code script} in this dialect: {@code {long}} is a whole number of 64 bits, {@code {numbered}} a key that counts up. */
    String in(String script) {
        return script.replace("{long}", number).replace("{numbered}", numbered);
    }
}
