package dev.licet.terminal;

import dev.licet.core.approval.Answer;
import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalState;
import dev.licet.core.approval.RejectMode;
import dev.licet.core.call.CallContext;
import dev.licet.core.call.CallId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.WorkerId;
import dev.licet.core.decide.Decision;
import dev.licet.core.display.SafeText;
import dev.licet.core.grant.Grant;
import dev.licet.core.json.CanonicalJson;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.rule.RuleText;
import dev.licet.gate.Gate;
import dev.licet.gate.approval.Answered;
import dev.licet.gate.call.Execution;
import dev.licet.gate.call.Outcome;
import dev.licet.gate.call.Submission;
import dev.licet.gate.data.GateException;
import dev.licet.terminal.box.Chosen;
import dev.licet.terminal.box.Prompter;
import dev.licet.terminal.box.Question;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The gate as Ollama's agent has it, for a loop of one's own: {@code if (!isAllowed) requestApproval}, and
 * {@code addToAllowlist} after {@link ApprovalResult.Decision#ALWAYS}. What was allowed is forgotten with the session. Every
 * call is recorded in the gate like any other. For one thread; opened on a gate with the preset {@code ollama} it asks about
 * everything.
 */
public final class ApprovalManager {
    private static final String CHANNEL = "terminal";
    private static final int LONGEST_SHOWN = 40;

    private final Gate gate;
    private final Prompter prompter;
    private final SessionId session;
    private final String workspace;

    /**
     * A manager for one session.
     *
     * @param workspace absolute path of the folder that the tools work in
     */
    public ApprovalManager(Gate gate, Prompter prompter, SessionId session, String workspace) {
        this.gate = gate;
        this.prompter = prompter;
        this.session = session;
        this.workspace = workspace;
    }

    private ToolCall call(String tool, JsonObject arguments) {
        return new ToolCall(
                new CallId("call"), tool, arguments, session, WorkerId.STANDARD, workspace, Map.of(), CallContext.NONE);
    }

    /** Whether the tool may run with these arguments without anybody being asked. */
    public boolean isAllowed(String tool, JsonObject arguments) {
        return gate.decide(call(tool, arguments)) instanceof Decision.Allow;
    }

    /**
     * Asks the person about a call, unless rules decide it.
     *
     * @throws GateException when it cannot be recorded; the call must not run then
     */
    public ApprovalResult requestApproval(String tool, JsonObject arguments) throws InterruptedException {
        ToolCall call = call(tool, arguments);
        Outcome outcome = submit(call);
        ApprovalResult.Decision said = ApprovalResult.Decision.ONCE;
        if (outcome instanceof Outcome.Held held) {
            Approval approval = held.approval();
            Chosen chosen;
            try {
                chosen = prompter.ask(question(approval), () -> isOpen(approval));
                answer(approval, chosen);
            } finally {
                // Whatever went wrong, nobody is to answer it later.
                gate.cancel(approval.id());
            }
            said = chosen.equals(new Chosen.Approved(1)) ? ApprovalResult.Decision.ALWAYS : said;
            outcome = submit(call);
            if (!(outcome instanceof Outcome.Allowed)) {
                return new ApprovalResult(ApprovalResult.Decision.DENY, reason(approval, chosen));
            }
        }
        return switch (outcome) {
            case Outcome.Allowed allowed -> new ApprovalResult(said, "");
            case Outcome.Denied denied -> new ApprovalResult(ApprovalResult.Decision.DENY, denied.message());
            case Outcome.Stopped stopped -> new ApprovalResult(ApprovalResult.Decision.DENY, stopped.message());
            case Outcome.Held held -> new ApprovalResult(ApprovalResult.Decision.DENY, "");
        };
    }

    private Outcome submit(ToolCall call) throws InterruptedException {
        return gate.submit(new Submission(call, Duration.ZERO, Execution.ADVISORY));
    }

    private boolean isOpen(Approval approval) {
        return gate.approval(approval.id()).filter(Approval::isPending).isPresent();
    }

    private Question question(Approval approval) {
        ToolCall call = approval.call();
        boolean outside = !gate.outside(call, gate.decide(call)).isEmpty();
        return new Question(
                SafeText.oneLine(call.tool()),
                Questions.details(call),
                outside ? Labels.OUTSIDE : "",
                List.of(),
                Optional.empty(),
                options(approval));
    }

    /** Where no rule can allow the call, "always" is no answer. */
    private List<String> options(Approval approval) {
        String once = gate.preset().says("label once") ? say("label once") : "Execute once";
        String deny = gate.preset().says("label deny") ? say("label deny") : "Deny";
        return approval.always().isEmpty() ? List.of(once, deny) : List.of(once, always(approval.always()), deny);
    }

    private String say(String label) {
        return gate.preset().say(label, Map.of());
    }

    private String always(List<RuleText> rules) {
        String label = gate.preset().says("label always") ? say("label always") : "Always allow";
        return Labels.always(label, rules.stream().map(RuleText::pattern).toList());
    }

    private void answer(Approval approval, Chosen chosen) {
        switch (chosen) {
            case Chosen.Approved approved -> gate.approveOnce(approval.id(), answer(""));
            case Chosen.Denied denied -> gate.reject(approval.id(), denied.mode(), answer(denied.reason()));
            case Chosen.Elsewhere elsewhere -> {}
            // The seed's keys give no such answer.
            case Chosen.Edit edit -> gate.reject(approval.id(), RejectMode.SOFT, answer(""));
            case Chosen.Why why -> gate.reject(approval.id(), RejectMode.SOFT, answer(""));
            case Chosen.ShowAll all -> gate.reject(approval.id(), RejectMode.SOFT, answer(""));
        }
    }

    private Answer answer(String comment) {
        return new Answer(Answer.OWNER, CHANNEL, gate.now(), comment);
    }

    private String reason(Approval approval, Chosen chosen) {
        if (chosen instanceof Chosen.Denied denied) {
            return denied.reason();
        }
        return gate.approval(approval.id())
                .flatMap(now -> now.state() instanceof ApprovalState.Rejected rejected
                        ? Optional.of(rejected.answer().comment())
                        : Optional.empty())
                .orElse("");
    }

    /**
     * Lets the call, and those like it, run without a question for the rest of the session: for some commands that read,
     * those that read the same folder; for other commands the same one; else the tool.
     *
     * @throws GateException when it cannot be recorded, or no rule can allow this call
     */
    public void addToAllowlist(String tool, JsonObject arguments) throws InterruptedException {
        ToolCall call = call(tool, arguments);
        if (submit(call) instanceof Outcome.Held held) {
            Answered answered = gate.approveAlways(held.approval().id(), answer(""));
            if (answered instanceof Answered.Refused refused) {
                gate.cancel(held.approval().id());
                throw new GateException(refused.why());
            }
            // The approval is used up, so that it releases nothing.
            submit(call);
        }
    }

    /** What {@link #addToAllowlist} has added, as {@code bash:ls -la}, {@code cat:src/} or the name of a tool. */
    public List<String> allowedTools() {
        return grants().stream()
                .flatMap(grant -> grant.rules().stream().map(ApprovalManager::key))
                .distinct()
                .sorted()
                .toList();
    }

    private List<Grant> grants() {
        return gate.sessions().grants().stream()
                .filter(grant -> grant.scope().session().equals(session))
                .toList();
    }

    private static String key(RuleText rule) {
        if (rule.pattern().equals("*")) {
            return rule.tool();
        }
        return Labels.isFolder(rule.pattern()) ? rule.pattern() : "bash:" + rule.pattern();
    }

    /** Forgets what was allowed. */
    public void reset() {
        grants().forEach(grant -> gate.sessions().revoke(grant.id(), Answer.OWNER));
    }

    /** What the model is told of a denied call. */
    public static String formatDenyResult(String tool, String reason) {
        return "User denied execution of " + tool + "." + (reason.isEmpty() ? "" : " Reason: " + reason);
    }

    /** One line for the screen about what was answered: {@code ▶ bash: ls -la [Approved] ✓}. */
    public static String formatApprovalResult(String tool, JsonObject arguments, ApprovalResult result) {
        String what = SafeText.oneLine(arguments
                .text("command")
                .or(() -> arguments.text("query"))
                .or(() -> arguments.text("url"))
                .orElseGet(() -> CanonicalJson.of(arguments)));
        boolean fits = what.codePointCount(0, what.length()) <= LONGEST_SHOWN;
        String shown = fits ? what : what.substring(0, what.offsetByCodePoints(0, LONGEST_SHOWN - 3)) + "...";
        String said = switch (result.decision()) {
            case ONCE -> "[Approved] ✓";
            case ALWAYS -> "[Always allowed] ✓";
            case DENY -> "[Denied] ✗";
        };
        return "▶ " + SafeText.oneLine(tool) + ": " + shown + " " + said;
    }
}
