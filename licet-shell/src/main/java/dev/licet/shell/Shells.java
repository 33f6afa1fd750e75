package dev.licet.shell;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which shells may run a command line. What they read differently is not certain. Immutable and thread-safe.
 *
 * @param any one of these runs it; in the order of {@link Shell}, never empty
 * @param typed whether it may be typed into a shell that talks to a person, in which zsh knows no comments and history
 *     is expanded
 */
public record Shells(List<Shell> any, boolean typed) {
    /** Nothing is known of what runs it. */
    public static final Shells UNKNOWN = new Shells(List.of(Shell.values()), true);

    /** {@code bash -c}. */
    public static final Shells BASH = of(Shell.BASH);

    /** What {@code sh} is: bash on some systems, dash or its like on others. */
    public static final Shells SH = of(Shell.BASH, Shell.DASH);

    public Shells {
        if (any.isEmpty()) {
            throw new IllegalArgumentException("a line is run by some shell");
        }
        any = List.copyOf(EnumSet.copyOf(any));
    }

    /** One of {@code any}, given the line as an argument. */
    public static Shells of(Shell... any) {
        return new Shells(List.of(any), false);
    }

    /**
     * The shells that {@code text} names: {@code bash}, {@code zsh}, {@code dash}, {@code sh}, {@code fish} or
     * {@code unknown}, several of them separated by commas, {@code typed} among them if the line is typed into a terminal.
     *
     * @return empty if it names anything else, or none
     */
    public static Optional<Shells> named(String text) {
        var any = new ArrayList<Shell>();
        boolean typed = false;
        for (String name : text.toLowerCase(Locale.ROOT).split("[, ]+", -1)) {
            switch (name) {
                case "typed" -> typed = true;
                case "sh" -> any.addAll(SH.any());
                case "bash" -> any.add(Shell.BASH);
                case "zsh" -> any.add(Shell.ZSH);
                case "dash" -> any.add(Shell.DASH);
                case "fish" -> any.add(Shell.FISH);
                case "unknown" -> {
                    any.addAll(UNKNOWN.any());
                    typed = true;
                }
                default -> {
                    return Optional.empty();
                }
            }
        }
        return any.isEmpty() ? Optional.empty() : Optional.of(new Shells(any, typed));
    }

    /** These as {@link #named} reads them. */
    public String text() {
        String names =
                any.stream().map(shell -> shell.name().toLowerCase(Locale.ROOT)).collect(Collectors.joining(","));
        return typed ? names + ",typed" : names;
    }

    /** Whether {@code shell} may run the line. */
    public boolean include(Shell shell) {
        return any.contains(shell);
    }

    /** Whether one of {@code shells} may run it. */
    public boolean includeSome(Set<Shell> shells) {
        return any.stream().anyMatch(shells::contains);
    }
}
