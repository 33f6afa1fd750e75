package dev.licet.core.propose;

import java.util.List;
import java.util.Set;

/**
 * How a preset spells what approving may remember.
 *
 * @param arity how many words of a command its prefix has
 * @param readers the only programs that are granted for a folder; none for every one that is known to read
 * @param lines whether a command line is granted as a whole, where it is no reading of one folder
 */
public record GrantForm(Arity arity, Set<String> readers, boolean lines) {
    /** As the specifications of commands have it. */
    public static final GrantForm STANDARD = new GrantForm(Arity.BY_SPECIFICATION, Set.of(), false);

    public GrantForm {
        readers = Set.copyOf(readers);
    }

    /** The same with prefixes of {@code number} words for what begins with each of {@code starts}. */
    public GrantForm withArity(int number, List<String> starts) {
        return new GrantForm(arity.with(number, starts), readers, lines);
    }

    /** The same with folders for {@code readers} alone. */
    public GrantForm withReaders(Set<String> readers) {
        return new GrantForm(arity, readers, lines);
    }

    /** The same with whole lines, or without. */
    public GrantForm withLines(boolean lines) {
        return new GrantForm(arity, readers, lines);
    }

    boolean reads(String program) {
        return readers.isEmpty() || readers.contains(program);
    }
}
