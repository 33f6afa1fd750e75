package dev.licet.gate.grant;

import dev.licet.core.approval.Approval;
import dev.licet.core.call.CallDigest;
import dev.licet.core.call.ToolCall;
import dev.licet.core.decide.Decision;
import dev.licet.core.propose.Choice;
import dev.licet.core.propose.GrantKind;
import java.util.List;
import java.util.function.Function;

/**
 * What was asked lately, to tell how far a choice goes.
 *
 * @param about the approval that is answered, which does not count itself
 * @param history what was asked lately
 * @param before the decisions as things are
 */
public record RecentMatches(Approval about, List<Approval> history, Function<ToolCall, Decision> before) {
    public RecentMatches {
        history = List.copyOf(history);
    }

    /** How many calls of the same worker {@code choice} would have allowed, decided with it as {@code after} says. */
    public int allowedBy(Choice choice, Function<ToolCall, Decision> after) {
        return (int) history.stream()
                .filter(other -> !other.id().equals(about.id())
                        && other.call().worker().equals(about.call().worker()))
                .filter(other -> matches(choice.kind(), other, after))
                .count();
    }

    private boolean matches(GrantKind kind, Approval other, Function<ToolCall, Decision> after) {
        return switch (kind) {
            case CALL -> other.digest().equals(about.digest());
            case LINE -> CallDigest.ofLine(other.call()).equals(CallDigest.ofLine(about.call()));
            case EXACT, FOLDER, PREFIX, TOOL -> isNewlyAllowed(other.call(), after);
        };
    }

    private boolean isNewlyAllowed(ToolCall call, Function<ToolCall, Decision> after) {
        return after.apply(call) instanceof Decision.Allow && !(before.apply(call) instanceof Decision.Allow);
    }
}
