package dev.licet.core.decide;

import dev.licet.core.rule.Diagnostic;
import dev.licet.core.rule.Rule;
import dev.licet.core.rule.Tier;
import java.util.Optional;

/** Why a fact got the action it got. */
public sealed interface Cause {

    /** The last matching rule says so. */
    record ByRule(Rule rule) implements Cause {}

    /** No rule matches. */
    record NoRule() implements Cause {}

    /** The rule would match, but not what {@code escalation} adds. */
    record NotSpelled(Rule rule, String option, String why) implements Cause {}

    /** The rule might match, depending on something that is known only at execution. */
    record MayMatch(Rule rule) implements Cause {}

    /** It belongs to a command that is judged as a whole. */
    record PartOfCommand() implements Cause {}

    /** It is harmless in itself. */
    record Harmless() implements Cause {}

    /** A built-in protection that no rule lifts. */
    record Floor(String what) implements Cause {}

    /** It cannot be told before execution. */
    record NotReadable(String why) implements Cause {}

    /** A file outside the workspace, which only a rule with an absolute path covers. */
    record Outside(String workspace) implements Cause {}

    /** The command starts in a directory outside the workspace. */
    record Elsewhere(String directory) implements Cause {}

    /** The tool does more than may be done at present. */
    record Ceiling(Tier tier) implements Cause {}

    /** The tool itself says so about this call; {@code reason} may be empty. */
    record ByTool(String reason) implements Cause {}

    /** A person has paused the session: what is not denied waits until it goes on, or somebody answers. */
    record Paused(String by) implements Cause {}

    /** The permission file is broken, and until it is mended nothing that changes anything is allowed unasked. */
    record Broken(Diagnostic fault) implements Cause {}

    /** It would be asked, because of {@code asked}; within bounds it need not be. */
    record Contained(Cause asked) implements Cause {}

    /** The rule wants it within bounds, and nobody holds this call in any. */
    record NotContained(Rule rule) implements Cause {}

    /** The rule that decided; empty where something else did, or a rule only might. */
    default Optional<Rule> decidedBy() {
        return switch (this) {
            case ByRule byRule -> Optional.of(byRule.rule());
            case NoRule none -> Optional.empty();
            case NotSpelled spelled -> Optional.empty();
            case MayMatch may -> Optional.empty();
            case PartOfCommand part -> Optional.empty();
            case Harmless harmless -> Optional.empty();
            case Floor floor -> Optional.empty();
            case NotReadable unreadable -> Optional.empty();
            case Outside outside -> Optional.empty();
            case Elsewhere elsewhere -> Optional.empty();
            case Ceiling ceiling -> Optional.empty();
            case ByTool tool -> Optional.empty();
            case Paused paused -> Optional.empty();
            case Broken broken -> Optional.empty();
            case Contained contained -> Optional.empty();
            case NotContained uncontained -> Optional.of(uncontained.rule());
        };
    }

    /** Whether what decided is known only when the call runs: a deny may be meant. */
    default boolean isUncertain() {
        return switch (this) {
            case NotSpelled spelled -> true;
            case MayMatch may -> true;
            case NotReadable unreadable -> true;
            case ByRule byRule -> false;
            case NoRule none -> false;
            case PartOfCommand part -> false;
            case Harmless harmless -> false;
            case Floor floor -> false;
            case Outside outside -> false;
            case Elsewhere elsewhere -> false;
            case Ceiling ceiling -> false;
            case ByTool tool -> false;
            case Paused paused -> false;
            case Broken broken -> false;
            case Contained contained -> false;
            case NotContained uncontained -> false;
        };
    }

    /** Whether a rule for the whole tool lifts it; what protects in any case none does. */
    default boolean isLiftedForTool() {
        return switch (this) {
            case Floor floor -> false;
            case Broken broken -> false;
            case Paused paused -> false;
            case ByTool tool -> false;
            case Outside outside -> false;
            case ByRule byRule -> true;
            case NoRule none -> true;
            case NotSpelled spelled -> true;
            case MayMatch may -> true;
            case PartOfCommand part -> true;
            case Harmless harmless -> true;
            case NotReadable unreadable -> true;
            case Elsewhere elsewhere -> true;
            case Ceiling ceiling -> true;
            case Contained contained -> true;
            case NotContained uncontained -> true;
        };
    }

    /** Whether the call itself may be granted in spite of it. */
    default boolean isLiftedForCall() {
        return isLiftedForTool() || this instanceof Outside;
    }
}
