package dev.licet.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.approval.RejectMode;
import dev.licet.core.call.SessionId;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.preset.Preset;
import dev.licet.gate.Gate;
import dev.licet.gate.GateOptions;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.permissions.PolicyFiles;
import dev.licet.terminal.ApprovalResult.Decision;
import dev.licet.terminal.box.Chosen;
import dev.licet.terminal.box.Question;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApprovalManagerTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private Gate gate;

    private final Deque<Chosen> answers = new ArrayDeque<>();
    private final List<Question> asked = new ArrayList<>();

    @SuppressWarnings("NullAway.Init")
    private ApprovalManager manager;

    @BeforeEach
    void open() {
        var choice = new PolicyFiles.Choice(Preset.named("ollama"), Optional.empty());
        gate = Gate.open(
                DataDirectory.at(folder.resolve("data")),
                InstantSource.system(),
                GateOptions.STANDARD.withChoice(choice).withStorage(new GateOptions.Storage.Memory()));
        manager = new ApprovalManager(
                gate,
                (question, isOpen) -> {
                    assertTrue(isOpen.getAsBoolean());
                    asked.add(question);
                    return answers.remove();
                },
                new SessionId("s"),
                "/srv/proj");
    }

    @AfterEach
    void close() {
        gate.close();
    }

    private static JsonObject command(String text) {
        return JsonObject.empty().with("command", text);
    }

    private ApprovalResult ask(Chosen answer, String command) throws InterruptedException {
        answers.add(answer);
        return manager.requestApproval("bash", command(command));
    }

    @Test
    void nothingIsAllowed_untilItIsAdded() throws Exception {
        assertFalse(manager.isAllowed("test_tool", JsonObject.empty()));
        assertEquals(List.of(), manager.allowedTools());
        manager.addToAllowlist("test_tool", JsonObject.empty());
        assertTrue(manager.isAllowed("test_tool", JsonObject.empty()));
        assertFalse(manager.isAllowed("other_tool", JsonObject.empty()));
        manager.addToAllowlist("other_tool", JsonObject.empty());
        assertEquals(List.of("other_tool", "test_tool"), manager.allowedTools());
        manager.reset();
        assertEquals(List.of(), manager.allowedTools());
        assertFalse(manager.isAllowed("test_tool", JsonObject.empty()));
    }

    @Test
    void whatIsAdded_isNamedAsTheSeedDoes() throws Exception {
        manager.addToAllowlist("web_search", JsonObject.empty().with("query", "x"));
        manager.addToAllowlist("bash", command("ls -la"));
        manager.addToAllowlist("bash", command("cat tools/tools_test.go"));
        assertEquals(List.of("bash:ls -la", "cat:tools/", "web_search"), manager.allowedTools());
        assertTrue(manager.isAllowed("bash", command("cat tools/sub/other.go")));
        for (String more : List.of(
                "cat tools/../../etc/passwd",
                "cat toolsbin/a",
                "cat tools/a /etc/passwd",
                "cat tools/a > b",
                "cat tools/a | sh",
                "ls -la /",
                "ls -l")) {
            assertFalse(manager.isAllowed("bash", command(more)), more);
        }
    }

    @Test
    void anAnswer_countsOnce_andAlwaysIsForTheCallerToAdd() throws Exception {
        assertEquals(new ApprovalResult(Decision.ONCE, ""), ask(new Chosen.Approved(0), "make"));
        assertFalse(manager.isAllowed("bash", command("make")));
        assertEquals(new ApprovalResult(Decision.ALWAYS, ""), ask(new Chosen.Approved(1), "make"));
        assertFalse(manager.isAllowed("bash", command("make")));
        manager.addToAllowlist("bash", command("make"));
        assertTrue(manager.isAllowed("bash", command("make")));
        assertEquals(new ApprovalResult(Decision.ONCE, ""), manager.requestApproval("bash", command("make")));
        assertEquals(2, asked.size(), "what is allowed is not asked");
        assertEquals(0, gate.pendingCount());
    }

    @Test
    void aDenial_bringsItsReason() throws Exception {
        assertEquals(
                new ApprovalResult(Decision.DENY, "too risky"),
                ask(new Chosen.Denied("too risky", RejectMode.SOFT), "make"));
        assertEquals(new ApprovalResult(Decision.DENY, ""), ask(new Chosen.Denied("", RejectMode.SOFT), "make"));
        assertEquals(
                new ApprovalResult(Decision.DENY, "cancelled"),
                ask(new Chosen.Denied("cancelled", RejectMode.SOFT), "make"));
        assertEquals(0, gate.pendingCount());
    }

    @Test
    void aDangerousCommand_isBlockedWithoutAQuestion() throws Exception {
        ApprovalResult result = manager.requestApproval("bash", command("sudo apt install x"));
        assertEquals(Decision.DENY, result.decision());
        assertTrue(result.denyReason().startsWith("Command blocked: "), result.denyReason());
        assertEquals(List.of(), asked);
    }

    @Test
    void theQuestion_showsWhatRuns_andWhatAlwaysWouldCover() throws Exception {
        ask(new Chosen.Approved(0), "cat src/main.go");
        Question question = asked.getFirst();
        assertEquals("bash", question.tool());
        assertEquals(List.of(new Question.Detail("Command", "cat src/main.go")), question.details());
        assertEquals("", question.warning());
        assertEquals(
                List.of("Execute once", "Always allow: cat in src/ directory (includes subdirs)", "Deny"),
                question.options());
        answers.add(new Chosen.Approved(0));
        manager.requestApproval("web_search", JsonObject.empty().with("query", "a\u001b[2Jb"));
        assertEquals(
                List.of(new Question.Detail("Query", "a⟨U+001B⟩[2Jb")),
                asked.getLast().details());
        answers.add(new Chosen.Approved(0));
        manager.requestApproval("custom", JsonObject.empty().with("b", "1").with("a", "2"));
        assertEquals(
                List.of(new Question.Detail("Arguments", "b: 1\na: 2")),
                asked.getLast().details());
    }

    @Test
    void whatLiesOutside_isWarnedOf_howeverItIsSpelled() throws Exception {
        for (String outside : List.of(
                "cat /etc/hosts",
                "cat ../README.md",
                "cat ~/.bashrc",
                "cat $HOME/.netrc",
                "cat \"/etc/hosts\"",
                "cat src/../../../etc/hosts",
                "echo x >/srv/y",
                "wc </etc/hosts",
                "cat ../proj-secret/a",
                "echo test; cat /etc/hosts | grep root")) {
            ask(new Chosen.Denied("", RejectMode.SOFT), outside);
            assertEquals("!! OUTSIDE PROJECT !!", asked.getLast().warning(), outside);
        }
        for (String inside :
                List.of("cat ./file.txt", "cat src/main.go", "ls -la", "cat /srv/proj/a", "make 2>/dev/null")) {
            ask(new Chosen.Denied("", RejectMode.SOFT), inside);
            assertEquals("", asked.getLast().warning(), inside);
        }
    }

    @Test
    void texts_areTheSeeds() {
        assertEquals("User denied execution of bash.", ApprovalManager.formatDenyResult("bash", ""));
        assertEquals(
                "User denied execution of bash. Reason: too risky",
                ApprovalManager.formatDenyResult("bash", "too risky"));
        assertEquals(
                "▶ bash: ls -la [Approved] ✓",
                ApprovalManager.formatApprovalResult("bash", command("ls -la"), new ApprovalResult(Decision.ONCE, "")));
        assertEquals(
                "▶ bash: " + "x".repeat(37) + "... [Always allowed] ✓",
                ApprovalManager.formatApprovalResult(
                        "bash", command("x".repeat(41)), new ApprovalResult(Decision.ALWAYS, "")));
        assertEquals(
                "▶ web_search: cats [Denied] ✗",
                ApprovalManager.formatApprovalResult(
                        "web_search", JsonObject.empty().with("query", "cats"), new ApprovalResult(Decision.DENY, "")));
    }
}
