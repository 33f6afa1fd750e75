package dev.licet.gate.agent;

import dev.licet.core.approval.ApprovalId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.WorkerId;
import dev.licet.core.display.CallText;
import dev.licet.core.display.Risk;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.rule.RuleText;
import java.time.Instant;
import java.util.List;

/**
 * A call that somebody has to answer for. Every text of it is safe to show, but for those of {@code call}.
 *
 * @param call the call as it is, which is not safe to show
 * @param display the whole call
 * @param risk what it would do at worst, as far as is known
 * @param reasons why it is asked, a line each
 * @param always the rules that "always" would save; none where no rule can allow the call
 * @param agents the path of subagents that leads to the one that asks; empty for the session's own agent
 * @param behind what comes behind it in the same reply of the model, a line each
 */
public record Ask(
        ApprovalId id,
        Call call,
        CallText display,
        Risk risk,
        List<String> reasons,
        List<RuleText> always,
        List<String> agents,
        List<String> behind,
        Instant askedAt) {

    /**
     * A call as it is.
     *
     * @param digest what the answer is bound to, in hexadecimal
     * @param requester on whose behalf the agent works; empty when nothing is said
     * @param directory absolute path of the folder that it works in
     */
    public record Call(
            String digest,
            WorkerId worker,
            SessionId session,
            String requester,
            String tool,
            JsonObject arguments,
            String directory) {}

    public Ask {
        reasons = List.copyOf(reasons);
        always = List.copyOf(always);
        agents = List.copyOf(agents);
        behind = List.copyOf(behind);
    }

    public String tool() {
        return display.tool();
    }

    /** The command, or every argument by name. */
    public String text() {
        return display.text().text();
    }
}
