package dev.licet.cli.console;

import dev.licet.core.rule.Action;

/** What the program's exit status means. */
public final class ExitCode {
    /** Done, or the call is allowed. */
    public static final int OK = 0;

    /** It failed, and a message says why. */
    public static final int FAILURE = 1;

    /** The command line is wrong. For a hook: the tool call is blocked. */
    public static final int USAGE = 2;

    /** The call would run, but within bounds only. */
    public static final int CONTAIN = 5;

    /** The call would be asked. */
    public static final int ASK = 10;

    /** The call is denied. */
    public static final int DENY = 20;

    private ExitCode() {}

    /** The status that stands for {@code action}. */
    public static int of(Action action) {
        return switch (action) {
            case ALLOW -> OK;
            case CONTAIN -> CONTAIN;
            case ASK -> ASK;
            case DENY -> DENY;
        };
    }
}
