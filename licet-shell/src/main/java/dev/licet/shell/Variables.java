package dev.licet.shell;

import java.util.Set;

/** Shell variables whose assignment does more than remember a value (bash manual, section "Shell Variables"). */
final class Variables {
    /** They have the integer attribute, so that bash evaluates what is assigned: {@code RANDOM='a[$(id)]'} runs id. */
    private static final Set<String> EVALUATED =
            Set.of("BASHPID", "EPOCHREALTIME", "EPOCHSECONDS", "HISTCMD", "OPTIND", "RANDOM", "SECONDS", "SRANDOM");

    /** Assigning them writes or cuts the file of the history. */
    private static final Set<String> HISTORY = Set.of("HISTFILE", "HISTFILESIZE", "HISTSIZE");

    private Variables() {}

    /** What an assignment to {@code name} is; {@code lasting} as in {@link Fact.Sets}. */
    static Fact assigned(String name, boolean lasting, Span span) {
        if (lasting && EVALUATED.contains(name)) {
            return new Fact.Opaque("bash evaluates what is assigned to " + name + ", which can run commands", span);
        }
        if (lasting && HISTORY.contains(name)) {
            return new Fact.Opaque("assigning " + name + " may write a file", span);
        }
        return new Fact.Sets(name, lasting, span);
    }
}
