package dev.licet.shell;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * One thing a call would do, with the stretch of the argument text it comes from. Every call has at least one.
 *
 * <p>Facts over-approximate: what is listed may happen, and what is not listed cannot, unless an {@link Opaque} says that
 * something could not be read.
 */
public sealed interface Fact {

    /** Where the text stands that causes this. */
    Span span();

    /** Where the file is that is read, written or removed; empty for everything else. */
    default Optional<Place> file() {
        return switch (this) {
            case Reads reads -> Optional.of(reads.place);
            case Writes writes -> Optional.of(writes.place);
            case Deletes deletes -> Optional.of(deletes.place);
            case Runs runs -> Optional.empty();
            case Uses uses -> Optional.empty();
            case Connects connects -> Optional.empty();
            case Sets sets -> Optional.empty();
            case Opaque opaque -> Optional.empty();
        };
    }

    /**
     * A program or builtin is started.
     *
     * @param argv the argument vector after quote removal, the program first; never empty
     * @param command the same without options that stand before a subcommand: {@code git push} of {@code git -C x push}
     * @param prefix how many leading words of {@code command} name it ({@code git push} is 2); 0 when no specification is known
     * @param tail how many words at the end are options, with their values, that do no more than the name says
     * @param standing whether a rule has to allow it
     * @param escalations what a wildcard in a rule does not grant unless the rule spells it
     * @param effects what it does that no other fact says, {@link SideEffect#WRITES} also where one does
     * @param directory the working directory it starts in
     */
    record Runs(
            List<Argument> argv,
            List<Argument> command,
            int prefix,
            int tail,
            Standing standing,
            List<Escalation> escalations,
            Set<SideEffect> effects,
            String directory,
            Span span)
            implements Fact {
        public Runs {
            argv = List.copyOf(argv);
            command = List.copyOf(command);
            escalations = List.copyOf(escalations);
            effects = Set.copyOf(effects);
            if (argv.isEmpty() || command.isEmpty() || prefix < 0 || prefix > command.size()) {
                throw new IllegalArgumentException("not a command: " + argv + ", prefix " + prefix);
            }
        }

        /** Whether all its words are known. */
        public boolean isCertain() {
            for (Argument word : argv) {
                if (!(word instanceof Argument.Known)) {
                    return false;
                }
            }
            return true;
        }

        /** The same as a command that needs a rule of its own. */
        public Runs judged() {
            return new Runs(argv, command, prefix, tail, Standing.COMMAND, escalations, effects, directory, span);
        }

        /** The same with one more effect. */
        public Runs alsoDoing(SideEffect effect) {
            var all = new HashSet<>(effects);
            all.add(effect);
            return new Runs(argv, command, prefix, tail, standing, escalations, all, directory, span);
        }

        /** The same without an effect. */
        public Runs notDoing(SideEffect effect) {
            var rest = new HashSet<>(effects);
            rest.remove(effect);
            return new Runs(argv, command, prefix, tail, standing, escalations, rest, directory, span);
        }

        /** The same with those of its escalations for which {@code kept} says so. */
        public Runs keeping(Predicate<Escalation> kept) {
            List<Escalation> rest = escalations.stream().filter(kept).toList();
            return new Runs(argv, command, prefix, tail, standing, rest, effects, directory, span);
        }

        /** The same with one more escalation. */
        public Runs escalating(Escalation escalation) {
            var all = new ArrayList<>(escalations);
            all.add(escalation);
            return new Runs(argv, command, prefix, tail, standing, all, effects, directory, span);
        }

        /** Where it stands and where it runs tell commands apart well enough, at a fraction of the cost of all words. */
        @Override
        public int hashCode() {
            return 31 * span.hashCode() + directory.hashCode();
        }
    }

    /** Whether a command needs a rule of its own. */
    enum Standing {
        /** A rule has to allow it. */
        COMMAND,
        /** It does nothing by itself: part of the shell's own syntax, or a wrapper whose command is a fact of its own. */
        FREE
    }

    /** A file is read. {@code role} tells whether a redirection or an operand says so. */
    record Reads(Place place, Role role, Span span) implements Fact {}

    /** A file is created, overwritten or changed. */
    record Writes(Place place, Role role, Span span) implements Fact {}

    /** A file or directory is removed. */
    record Deletes(Place place, Role role, Span span) implements Fact {}

    /** A network connection is opened to {@code host}. {@code role} tells whether a redirection or an operand says so. */
    record Connects(String host, Role role, Span span) implements Fact {}

    /** A shell variable is assigned. {@code value} is what is certain about its value. */
    record Sets(String variable, Shape value, Reach reach, Span span) implements Fact {}

    /** Who sees an assignment. */
    enum Reach {
        /** Only a builtin that reads lines into variables. */
        READING,
        /** Only the command that it stands before. */
        COMMAND,
        /** The shell itself; a program only if the variable was exported before. */
        SHELL,
        /** The shell and every program that it starts from then on. */
        EXPORTED
    }

    /** A tool is used that is neither a shell nor a file tool; {@code subject} is what it is pointed at, or empty. */
    record Uses(String tool, String subject, Span span) implements Fact {}

    /** Something that cannot be determined before execution. */
    record Opaque(OpaqueReason reason, Span span) implements Fact {
        /** Something that was read, but cannot be determined; {@code why} is a lower-case phrase. */
        public Opaque(String why, Span span) {
            this(new OpaqueReason.Uncertain(why), span);
        }

        /** Why, as a lower-case phrase. */
        public String why() {
            return reason.text();
        }
    }

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
     */
    record Escalation(String spelling, EscalationReason reason, Span span) {
        /** Why, as a lower-case phrase. */
        public String why() {
            return reason.text();
        }
    }
}
