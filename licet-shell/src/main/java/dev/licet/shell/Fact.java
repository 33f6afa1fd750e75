package dev.licet.shell;

import java.util.List;

/**
 * One thing a call would do, with the stretch of the argument text it comes from. Every call has at least one.
 *
 * <p>Facts over-approximate: what is listed may happen, and what is not listed cannot, unless an {@link Opaque} says that
 * something could not be read.
 */
public sealed interface Fact {

    /** Where the text stands that causes this. */
    Span span();

    /**
     * A program or builtin is started.
     *
     * @param argv the argument vector after quote removal, the program first; never empty
     * @param prefix how many leading words name the command ({@code git push} is 2); 0 when no specification is known
     * @param escalations what a wildcard in a rule does not grant unless the rule spells it
     * @param directory the working directory it starts in
     */
    record Runs(List<Argument> argv, int prefix, List<Escalation> escalations, String directory, Span span)
            implements Fact {
        public Runs {
            argv = List.copyOf(argv);
            escalations = List.copyOf(escalations);
            if (argv.isEmpty() || prefix < 0 || prefix > argv.size()) {
                throw new IllegalArgumentException("not a command: " + argv + ", prefix " + prefix);
            }
        }
    }

    /** A file is read. {@code role} tells whether a redirection or an operand says so. */
    record Reads(Place place, Role role, Span span) implements Fact {}

    /** A file is created, overwritten or changed. */
    record Writes(Place place, Role role, Span span) implements Fact {}

    /** A file or directory is removed. */
    record Deletes(Place place, Role role, Span span) implements Fact {}

    /** A network connection is opened to {@code host}. */
    record Connects(String host, Span span) implements Fact {}

    /** A shell variable is assigned. {@code lasting} is false for one that only its own command sees. */
    record Sets(String variable, boolean lasting, Span span) implements Fact {}

    /** A tool is used that is neither a shell nor a file tool; {@code subject} is what it is pointed at, or empty. */
    record Uses(String tool, String subject, Span span) implements Fact {}

    /** Something that cannot be determined before execution. {@code why} is a lower-case phrase. */
    record Opaque(String why, Span span) implements Fact {}

    /** What makes a path part of a call. */
    enum Role {
        /** The tool call names the path in its own argument. */
        ARGUMENT,
        /** A redirection of a shell command. */
        REDIRECTION,
        /** An operand of a command whose specification says what it does with it. */
        OPERAND,
        /** A word of a command without a specification that looks like a path. */
        GUESS
    }

    /**
     * A word that makes a command do more than its name says.
     *
     * @param spelling the option a rule has to contain, such as {@code --output}; empty when no rule can spell it
     * @param why lower-case phrase for people
     */
    record Escalation(String spelling, String why, Span span) {}
}
