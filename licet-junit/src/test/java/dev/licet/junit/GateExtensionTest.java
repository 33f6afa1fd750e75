package dev.licet.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.rule.Tier;
import dev.licet.gate.agent.GatedTool;
import dev.licet.gate.agent.Reply;
import dev.licet.gate.agent.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class GateExtensionTest {
    @RegisterExtension
    private final GateExtension gate =
            GateExtension.with("{\"shell_exec\": {\"*\": \"ask\", \"git status\": \"allow\", \"rm *\": \"deny\"}}");

    @Test
    void rules_areTried_withoutRunningAnything() {
        gate.command("git status").isAllowed();
        gate.command("git status > /etc/passwd").isAsked().because("writes /etc/passwd");
        gate.command("make && rm -rf x").isDenied().because("rm *");
        gate.call("read_file", JsonObject.empty().with("path", ".env")).isDenied();
        gate.call("read_file", JsonObject.empty().with("path", ".netrc")).isAsked();
        gate.call(GatedTool.named("list_issues").tier(Tier.READ), JsonObject.empty())
                .isAllowed();
        assertThrows(AssertionError.class, () -> gate.command("make").isAllowed());
        assertThrows(AssertionError.class, () -> gate.command("make").because("no such reason"));
    }

    @Test
    void theRuleThatDecides_isNamed() {
        gate.command("git status").isAllowed().decidedBy("shell_exec", "git status");
        gate.command("make && rm -rf x").isDenied().decidedBy("shell_exec", "rm *");
        assertThrows(AssertionError.class, () -> gate.command("rm x").decidedBy("shell_exec", "git status"));
        gate.hasCleanRules();
    }

    @Test
    void agents_areAnsweredByTheTest() throws Exception {
        gate.answering(Reply.once(), Reply.skip("no"));
        JsonObject make = JsonObject.empty().with("command", "make");
        assertInstanceOf(Result.Ran.class, gate.session().run("shell_exec", make, arguments -> "made"));
        assertInstanceOf(Result.Refused.class, gate.session().run("shell_exec", make, arguments -> "made"));
        assertEquals(2, gate.asked().size());
    }
}
