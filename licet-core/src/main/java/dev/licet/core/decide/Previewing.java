package dev.licet.core.decide;

import dev.licet.core.call.ToolCall;
import dev.licet.core.call.ToolKind;
import dev.licet.core.call.ToolTable;
import dev.licet.core.rule.Action;
import dev.licet.shell.Fact;
import java.util.Optional;

/** What stands against running a command within bounds before anybody has answered, to see what it changes. */
final class Previewing {
    private Previewing() {}

    /** Why there is no preview of {@code call}, a tool of {@code kind} on which {@code decision} was made; empty if there is one. */
    static Optional<String> obstacle(ToolCall call, ToolKind kind, Decision decision) {
        if (!(decision instanceof Decision.Ask)) {
            return Optional.of("it is not asked any more");
        }
        if (kind != ToolKind.SHELL
                || !call.context().containable()
                || !ToolTable.standard().isOneCommand(call)) {
            return Optional.of("it is no command that is held within bounds here");
        }
        return decision.findings().stream()
                .flatMap(finding -> obstacle(finding).stream())
                .findFirst();
    }

    private static Optional<String> obstacle(Finding finding) {
        boolean asks = finding.action() == Action.ASK;
        return switch (finding.fact()) {
            // What nobody would have it do it does not do for a preview either.
            case Fact.Runs runs ->
                Containing.staysHere(runs) ? byCause(finding) : Optional.of("it reaches beyond the files here");
            case Fact.Connects connects -> Optional.of("it reaches beyond the files here");
            case Fact.Uses uses -> Optional.of("it is no command");
            case Fact.Reads reads ->
                asks ? Optional.of("it reads what is hidden within bounds") : Optional.<String>empty();
            case Fact.Writes writes -> byCause(finding);
            case Fact.Deletes deletes -> byCause(finding);
            case Fact.Sets sets -> byCause(finding);
            case Fact.Opaque opaque -> byCause(finding);
        };
    }

    private static Optional<String> byCause(Finding finding) {
        if (finding.action() != Action.ASK) {
            return Optional.empty();
        }
        return switch (finding.cause()) {
            case Cause.Outside outside -> Optional.of("it changes files outside of the workspace");
            case Cause.Elsewhere elsewhere -> Optional.of("it starts outside of the workspace");
            case Cause.Broken broken -> Optional.of("the rules cannot be read");
            case Cause.Ceiling ceiling -> Optional.of("nothing may be run at present");
            case Cause.ByTool tool -> Optional.of("the tool itself asks");
            case Cause.Paused paused -> Optional.of("the session is paused");
            case Cause.ByRule byRule -> Optional.empty();
            case Cause.NoRule none -> Optional.empty();
            case Cause.NotSpelled spelled -> Optional.empty();
            case Cause.MayMatch may -> Optional.empty();
            case Cause.PartOfCommand part -> Optional.empty();
            case Cause.Harmless harmless -> Optional.empty();
            case Cause.Floor floor -> Optional.empty();
            case Cause.NotReadable unreadable -> Optional.empty();
            case Cause.Contained contained -> Optional.empty();
            case Cause.NotContained uncontained -> Optional.empty();
        };
    }
}
