package dev.licet.core.decide;

import dev.licet.core.call.ToolCall;
import dev.licet.core.call.ToolKind;
import dev.licet.core.call.ToolTable;
import dev.licet.core.contain.Hosts;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Mode;
import dev.licet.core.rule.Rule;
import dev.licet.core.rule.Settings;
import dev.licet.shell.EscalationReason;
import dev.licet.shell.Fact;
import dev.licet.shell.SideEffect;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What bounds change about a decision: in mode {@code contained} a command line need not be asked for what it could not do
 * within them; and a rule that wants bounds asks where nobody holds the call in any.
 */
final class Containing {
    /** What takes more than the files of the workspace, so that it would only fail. */
    private static final Set<SideEffect> FURTHER = Set.of(SideEffect.EXECUTES_FETCHED, SideEffect.CHANGES);

    private Containing() {}

    /** {@code findings} on {@code call}, a tool of {@code kind}, as they hold for who executes it. */
    static List<Finding> of(
            List<Finding> findings, ToolCall call, ToolKind kind, Settings settings, Supplier<Hosts> hosts) {
        // INVARIANT (bounds): nothing is decided to be contained that is not run so.
        boolean containable = kind == ToolKind.SHELL
                && call.context().containable()
                && ToolTable.standard().isOneCommand(call);
        boolean relieves = containable && settings.mode() == Mode.CONTAINED;
        boolean reaches = relieves && hosts.get().areAny();
        boolean unchanged = (containable && !relieves) || areAllowed(findings);
        return unchanged
                ? findings
                : findings.stream()
                        .map(finding -> containable ? relieved(finding, reaches) : uncontained(finding))
                        .toList();
    }

    private static boolean areAllowed(List<Finding> findings) {
        for (Finding finding : findings) {
            if (finding.action() != Action.ALLOW) {
                return false;
            }
        }
        return true;
    }

    private static Finding uncontained(Finding finding) {
        if (finding.action() != Action.CONTAIN) {
            return finding;
        }
        Optional<Rule> rule = switch (finding.cause()) {
            case Cause.ByRule byRule -> Optional.of(byRule.rule());
            case Cause.MayMatch may -> Optional.of(may.rule());
            default -> Optional.empty();
        };
        return new Finding(
                finding.fact(),
                Action.ASK,
                rule.<Cause>map(Cause.NotContained::new).orElseGet(Cause.NoRule::new));
    }

    private static Finding relieved(Finding finding, boolean reaches) {
        return finding.action() == Action.ASK && isHarmlessWithin(finding, reaches)
                ? new Finding(finding.fact(), Action.CONTAIN, new Cause.Contained(finding.cause()))
                : finding;
    }

    /** Whether bounds take away what it is asked for. What a rule asks, and what is protected, a person is asked in any case. */
    private static boolean isHarmlessWithin(Finding finding, boolean reaches) {
        boolean open = switch (finding.cause()) {
            case Cause.NoRule none -> true;
            case Cause.NotSpelled spelled -> true;
            case Cause.NotReadable unreadable -> true;
            case Cause.ByRule byRule -> false;
            case Cause.MayMatch may -> false;
            case Cause.PartOfCommand part -> false;
            case Cause.Harmless harmless -> false;
            case Cause.Floor floor -> false;
            case Cause.Outside outside -> false;
            case Cause.Elsewhere elsewhere -> false;
            case Cause.Ceiling ceiling -> false;
            case Cause.ByTool byTool -> false;
            case Cause.Paused paused -> false;
            case Cause.Broken broken -> false;
            case Cause.Contained contained -> false;
            case Cause.NotContained uncontained -> false;
        };
        return open
                && switch (finding.fact()) {
                    case Fact.Runs runs -> staysHere(runs) || (reaches && fetches(runs));
                    case Fact.Sets sets -> true;
                    case Fact.Opaque opaque -> true;
                    case Fact.Connects connects -> reaches;
                    case Fact.Reads reads -> false;
                    case Fact.Writes writes -> false;
                    case Fact.Deletes deletes -> false;
                    case Fact.Uses uses -> false;
                };
    }

    /** Of a command of which nothing is known it may be so; one that is known to need more is asked about at once. */
    static boolean staysHere(Fact.Runs command) {
        boolean sends = command.escalations().stream()
                .anyMatch(escalation -> escalation.reason() instanceof EscalationReason.Sent);
        boolean unknown = command.effects().equals(SideEffect.ANY);
        // A build fetches what it lacks, and mostly lacks nothing.
        boolean fetches = command.effects().contains(SideEffect.CONNECTS)
                && !command.effects().contains(SideEffect.EXECUTES_PROJECT);
        return !sends && (unknown || (!fetches && command.effects().stream().noneMatch(FURTHER::contains)));
    }

    /** Whether it does no more than fetch, from hosts that its bounds let it reach or not; what is sent is asked. */
    private static boolean fetches(Fact.Runs command) {
        return command.escalations().isEmpty() && command.effects().stream().noneMatch(FURTHER::contains);
    }
}
