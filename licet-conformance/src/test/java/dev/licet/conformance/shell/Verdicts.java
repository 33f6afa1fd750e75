package dev.licet.conformance.shell;

import dev.licet.core.call.CallId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.WorkerId;
import dev.licet.core.decide.Judge;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.path.FileView;
import dev.licet.core.path.JudgeContext;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Policy;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.permissions.RuleFile;
import dev.licet.shell.Shells;
import java.util.Map;

/** What a policy says to command lines in the directory of the jail. Thread-safe. */
final class Verdicts {
    private static final JudgeContext SURROUNDINGS =
            new JudgeContext("/work", "/home/u", "/home/u/.licet", FileView.NONE);

    private final Judge judge = Judge.standard();
    private final Policy policy;

    /** @param permissions a policy as rule files have it */
    Verdicts(String permissions) {
        try {
            policy = RuleFile.parse(permissions, "policy", "/home/u", "/work");
        } catch (InvalidJson e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** Whether nobody is asked about {@code line} where one of {@code shells} runs it. */
    boolean allow(String line, Shells shells) {
        var call = new ToolCall(
                new CallId("line"),
                "bash",
                JsonObject.empty().with("command", line),
                new SessionId("lines"),
                new WorkerId("lines"),
                "/work",
                Map.of());
        Policy ofShells = policy.withSettings(policy.settings().withShells(shells));
        return judge.decide(call, ofShells, SURROUNDINGS).action() == Action.ALLOW;
    }
}
