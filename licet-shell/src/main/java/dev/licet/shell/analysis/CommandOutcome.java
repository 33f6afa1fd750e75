package dev.licet.shell.analysis;

/** What is known after a command that succeeded, and after one that failed. */
record CommandOutcome(Scope success, Scope failure) {
    static CommandOutcome of(Scope scope) {
        return new CommandOutcome(scope, scope);
    }

    Scope any() {
        return success.or(failure);
    }
}
