package dev.licet.server.hook;

import dev.licet.core.call.CallId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.WorkerId;
import dev.licet.core.display.Sentences;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.policy.Decision;
import dev.licet.gate.Execution;
import dev.licet.gate.Gate;
import dev.licet.gate.GateException;
import dev.licet.gate.Outcome;
import dev.licet.gate.Submission;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import dev.licet.server.http.HttpReply;
import dev.licet.server.http.HttpRequest;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claude Code's PreToolUse hook over HTTP.
 *
 * <p>The host lets the call run whenever a hook answers with anything but status 2xx and a decision, so every failure
 * about a tool call is answered with 200 and {@code deny}; an event that is none gets 422. Source: Claude Code hooks reference.
 */
public final class ClaudeHook {
    private static final Logger LOG = LoggerFactory.getLogger(ClaudeHook.class);

    /** How long a call is held: less than the 600 seconds after which the host gives up and lets it run. */
    public static final Duration WAIT = Duration.ofSeconds(590);

    /** The host cuts longer texts. */
    private static final int MAX_REASON = 9_900;

    private static final String EVENT = "PreToolUse";

    private final Gate gate;

    public ClaudeHook(Gate gate) {
        this.gate = gate;
    }

    /** Answers the body of {@code request} in the host's format. */
    public HttpReply handle(HttpRequest request) throws InterruptedException {
        if (request.body().length > JsonText.MAX_BYTES) {
            return deny("the hook's input has more than " + JsonText.MAX_BYTES + " bytes");
        }
        try {
            JsonObject input = JsonText.parseObject(request.body());
            Optional<String> event = input.text("hook_event_name");
            if (event.isPresent() && !event.get().equals(EVENT)) {
                return HttpReply.problem(
                        422, "unsupported-event", "the event `" + event.get() + "` is not supported; hook " + EVENT);
            }
            ToolCall call = call(input, request.query());
            Outcome outcome = gate.submit(new Submission(call, wait(request.query()), Execution.ADVISORY));
            return answer(outcome, call);
        } catch (InvalidJson e) {
            return deny("the hook's input is not valid JSON: " + e.getMessage());
        } catch (IllegalArgumentException | GateException e) {
            return deny(String.valueOf(e.getMessage()));
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            LOG.error("the hook failed", e);
            return deny("the gate failed on this call; its log says why");
        }
    }

    private static ToolCall call(JsonObject input, Map<String, String> query) {
        return new ToolCall(
                new CallId(input.text("tool_use_id").orElse("call")),
                required(input, "tool_name"),
                input.object("tool_input").orElseThrow(() -> missing("tool_input")),
                new SessionId(required(input, "session_id")),
                new WorkerId(query.getOrDefault("worker", "local")),
                required(input, "cwd"),
                Map.of());
    }

    private static String required(JsonObject input, String name) {
        return input.text(name).orElseThrow(() -> missing(name));
    }

    private static IllegalArgumentException missing(String name) {
        return new IllegalArgumentException("the hook's input lacks `" + name + "`");
    }

    private static Duration wait(Map<String, String> query) {
        String text = query.getOrDefault("wait", String.valueOf(WAIT.toSeconds()));
        if (!text.matches("[0-9]{1,4}")) {
            throw new IllegalArgumentException("`wait` is a number of seconds, not `" + text + "`");
        }
        return Duration.ofSeconds(Long.parseLong(text));
    }

    private static HttpReply answer(Outcome outcome, ToolCall call) {
        return switch (outcome) {
            case Outcome.Allowed allowed ->
                allowed.call().arguments().equals(call.arguments())
                        ? decision("allow", allowedBecause(allowed))
                        // What a person changed has to reach the host, or it would run what nobody approved.
                        : reply(output("allow", allowedBecause(allowed))
                                .with("updatedInput", allowed.call().arguments()));
            case Outcome.Denied denied -> decision("deny", denied.message());
            case Outcome.Stopped stopped -> decision("deny", stopped.message());
            case Outcome.Held held ->
                decision(
                        "deny",
                        "Nobody has answered yet. The approval "
                                + held.approval().id().text()
                                + " still waits: make the same call again to wait for the answer.");
        };
    }

    private static String allowedBecause(Outcome.Allowed allowed) {
        boolean byRules = allowed.decision() instanceof Decision.Allow;
        if (byRules) {
            return "Licet: allowed, "
                    + Sentences.because(allowed.decision().findings().get(0));
        }
        return allowed.comment().isEmpty() ? "Licet: approved" : "Licet: approved: " + allowed.comment();
    }

    /** A refusal in the host's format that says {@code why}. */
    public static HttpReply deny(String why) {
        return decision("deny", "Licet denied this call: " + why);
    }

    private static HttpReply decision(String decision, String reason) {
        return reply(output(decision, reason));
    }

    private static JsonObject output(String decision, String reason) {
        String shown = reason.length() > MAX_REASON ? reason.substring(0, MAX_REASON) + " …" : reason;
        return JsonObject.empty()
                .with("hookEventName", EVENT)
                .with("permissionDecision", decision)
                .with("permissionDecisionReason", shown);
    }

    private static HttpReply reply(JsonObject output) {
        return HttpReply.json(200, JsonObject.empty().with("hookSpecificOutput", output));
    }
}
