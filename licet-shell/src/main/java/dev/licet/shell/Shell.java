package dev.licet.shell;

import java.util.Set;

/** A program that reads command lines. */
public enum Shell {
    /** GNU bash 3.2 to 5.3; the grammar that lines are parsed by. */
    BASH,
    /** Z shell 5, as it reads lines without options of its own. */
    ZSH,
    /** The Debian Almquist shell, and other strictly POSIX shells behind {@code /bin/sh}. */
    DASH,
    /** fish 3 and 4. */
    FISH;

    /** After an assignment in front of one of these a POSIX shell keeps the value (POSIX 2.14). */
    public static final Set<String> SPECIAL_BUILTINS = Set.of(
            ":",
            ".",
            "break",
            "continue",
            "eval",
            "exec",
            "exit",
            "export",
            "readonly",
            "return",
            "set",
            "shift",
            "times",
            "trap",
            "unset");
}
