package dev.licet.shell;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What a command does that no other fact of its call says, from the least to the most. */
public enum SideEffect {
    /** Files in the directory that it works in are written though no word names them, such as git's index. */
    WRITES,
    /** Texts of other commits are merged into files, of which some decide what runs later. */
    BRINGS_CONTROL,
    /** Another machine is contacted. */
    CONNECTS,
    /** Values that no file contains get into what it prints, such as a variable of the environment that may be a secret. */
    DISCLOSES,
    /** Code of the project is run, which the line does not spell. */
    EXECUTES_PROJECT,
    /** Code is run that stands in the line, in another language than the shell's. */
    EXECUTES_INLINE,
    /** Code is run that is fetched from elsewhere. */
    EXECUTES_FETCHED,
    /** Code is run that lies outside of the project. */
    EXECUTES_OTHER,
    /** Something is changed that is no file of the workspace. */
    CHANGES;

    /** Everything, as of a command of which nothing is known. */
    public static final Set<SideEffect> ANY = Set.of(values());

    /** The effect that is written {@code text}, such as {@code executes-project}, if there is one. */
    public static Optional<SideEffect> of(String text) {
        return Arrays.stream(values())
                .filter(effect -> effect.text().equals(text))
                .findFirst();
    }

    /** As it is written: in small letters. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
