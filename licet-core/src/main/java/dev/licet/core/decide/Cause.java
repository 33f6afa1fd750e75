package dev.licet.core.decide;

import dev.licet.core.rule.Diagnostic;
import dev.licet.core.rule.Rule;
import dev.licet.core.rule.Tier;

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

    /** The permission file is broken, and until it is mended nothing that changes anything is allowed unasked. */
    record Broken(Diagnostic fault) implements Cause {}
}
