package dev.licet.shell.command;

import dev.licet.shell.Argument;
import dev.licet.shell.Fact;
import dev.licet.shell.Shape;
import dev.licet.shell.SideEffect;
import dev.licet.shell.Span;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What one command with its arguments would do, as its specification tells.
 *
 * @param command the arguments without options that stand before a subcommand
 * @param prefix how many leading words of {@code command} name it; 0 when that is not known
 * @param tail how many words at the end are options, with their values, that do no more than the name says
 * @param standing whether a rule has to allow it
 * @param escalations what a wildcard does not cover
 * @param effects what it does that {@code facts} and {@code inner} do not say
 * @param facts what it reads, writes, deletes, connects to, sets, or what cannot be read of it
 * @param inner the commands that it starts
 * @param output what is certain about what it prints; empty when it prints lines of its input
 */
public record Effects(
        List<Argument> command,
        int prefix,
        int tail,
        Fact.Standing standing,
        List<Fact.Escalation> escalations,
        Set<SideEffect> effects,
        List<Fact> facts,
        List<Inner> inner,
        Optional<Shape> output) {
    public Effects {
        command = List.copyOf(command);
        escalations = List.copyOf(escalations);
        effects = Set.copyOf(effects);
        facts = List.copyOf(facts);
        inner = List.copyOf(inner);
    }

    /** A command that another one starts. */
    public sealed interface Inner {
        /** An argument vector, started in {@code directory}. */
        record Command(List<Argument> argv, String directory) implements Inner {
            public Command {
                argv = List.copyOf(argv);
            }
        }

        /** Text that a shell reads, such as the operand of {@code bash -c}. */
        record Text(Argument text) implements Inner {}

        /** A shell that reads its commands from its input. */
        record Input(Span span) implements Inner {}
    }
}
