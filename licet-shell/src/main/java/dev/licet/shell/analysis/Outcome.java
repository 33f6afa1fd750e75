package dev.licet.shell.analysis;

/** What is known after a command that succeeded, and after one that failed. */
record Outcome(Scope success, Scope failure) {
    static Outcome of(Scope scope) {
        return new Outcome(scope, scope);
    }

    Scope any() {
        return success.or(failure);
    }
}
