package dev.licet.gate.permissions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.rule.Action;
import dev.licet.core.rule.Condition;
import dev.licet.core.rule.Layer;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.Rule;
import dev.licet.core.rule.RuleOptions;
import dev.licet.core.rule.RuleText;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.InvalidJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PermissionFileTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private Path path = Path.of("");

    @BeforeEach
    void choosePath() {
        path = folder.resolve("worker").resolve("permissions.jsonc");
    }

    private PermissionFile file() {
        return PermissionFile.at(path, "/home/dev");
    }

    private static List<String> texts(Policy policy) {
        return policy.rules().stream().map(PermissionFileTest::text).toList();
    }

    private static String text(Rule rule) {
        return rule.tool().pattern() + " " + rule.value().pattern() + " " + rule.action();
    }

    private PermissionFile write(String text) throws IOException {
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
        return file();
    }

    @Test
    void seededFile_hasNoRules_andIsWrittenOnce() throws IOException {
        PermissionFile file = file();
        file.seed();
        assertEquals(List.of(), file.policy().rules());
        assertEquals(List.of(), file.policy().problems());
        assertEquals(Layer.Defaults.BELOW, file.policy().layers().getFirst().defaults());
        Files.writeString(path, "{}");
        file.seed();
        assertEquals("{}", Files.readString(path));
    }

    @Test
    void beforeItIsWritten_aFileSaysWhatASeededOneDoes_andReadingLeavesNothingBehind() throws IOException {
        PermissionFile file = file();
        assertEquals(Layer.Defaults.BELOW, file.policy().layers().getFirst().defaults());
        assertEquals(Optional.empty(), file.policy().fault());
        assertTrue(file.text().contains("\"$extends\": \"preset\""));
        assertFalse(Files.exists(path.getParent()));
        file.allow(List.of(new RuleText("glob", "x")));
        assertEquals(List.of("glob x ALLOW"), texts(file().policy()));
        assertEquals(Layer.Defaults.BELOW, file().policy().layers().getFirst().defaults());
    }

    @Test
    void whatRulesStandOn_isSaid_orTheWholeFileAsks() throws IOException {
        assertEquals(
                Layer.Defaults.UNSAID, write("{}").policy().layers().getFirst().defaults());
        assertEquals(
                Layer.Defaults.REPLACED,
                write("{\"$extends\": \"nothing\"}")
                        .policy()
                        .layers()
                        .getFirst()
                        .defaults());
        for (String wrong :
                List.of("\"molf\"", "true", "{\"a\": \"allow\"}", "\"nothing\", \"$extends\": \"preset\"")) {
            Policy policy =
                    write("{\"glob\": \"allow\", \"$extends\": " + wrong + "}").policy();
            assertEquals(List.of("glob * ALLOW", "* * ASK"), texts(policy), wrong);
            assertEquals(1, policy.problems().size(), wrong);
        }
    }

    @Test
    void edits_countAtTheNextCall() throws IOException {
        PermissionFile file = write("{\"glob\": \"allow\"}");
        assertEquals(List.of("glob * ALLOW"), texts(file.policy()));
        write("{\"glob\": \"deny\"}");
        assertEquals(List.of("glob * DENY"), texts(file.policy()));
    }

    @Test
    void brokenFile_keepsItsLastGoodVersion_evenAcrossARestart() throws IOException {
        PermissionFile file = write("{\"glob\": \"deny\"}");
        assertEquals(List.of("glob * DENY"), texts(file.policy()));
        write("{\"glob\": \"allow\",\n  \"shell_exec\": {\n");
        for (PermissionFile each : List.of(file, file())) {
            Policy policy = each.policy();
            assertEquals(List.of("glob * DENY"), texts(policy));
            assertTrue(
                    policy.fault().orElseThrow().toString().startsWith("permissions.jsonc:"), policy.fault()::toString);
            assertTrue(policy.fault().get().line() >= 2, policy.fault()::toString);
        }
        assertThrows(GateException.class, () -> file.allow(List.of(new RuleText("glob", "x"))));
        assertTrue(Files.readString(path).endsWith("{\n"));
    }

    @Test
    void directoryInItsPlace_isAFault_andNothingIsAllowed() throws IOException {
        Files.createDirectories(path);
        Policy policy = file().policy();
        assertTrue(policy.fault().isPresent());
        assertEquals(List.of(), policy.rules());
    }

    @Test
    void lostFile_isNotSeededAgain_andALinkIsAFault() throws IOException {
        PermissionFile file = write("{\"*\": \"deny\"}");
        assertEquals(List.of("* * DENY"), texts(file.policy()));
        Files.move(path, folder.resolve("elsewhere.jsonc"));
        file().seed();
        assertEquals(List.of("* * DENY"), texts(file().policy()));
        assertTrue(file().policy().fault().isPresent());
        Files.createSymbolicLink(path, folder.resolve("elsewhere.jsonc"));
        assertTrue(file().policy().fault().orElseThrow().message().contains("is a link"));
        assertThrows(GateException.class, () -> file().allow(List.of(new RuleText("glob", "x"))));
    }

    @Test
    void wrongEntries_countAsAsk_andAreReportedWithTheirPlace() throws InvalidJson {
        Policy policy = PermissionText.parse("""
                {
                  "glob": "denied",
                  "grep": 3,
                  "read_file": {
                    "a": "Allow",
                    "b": { "c": "allow" },
                    "d": "prompt",
                    "d": "allow"
                  },
                  "skill": {},
                  "glob": "allow",
                  "write_file": ["x"]
                }
                """, "p.jsonc", "/home/dev", "");
        assertEquals(
                List.of(
                        "glob * ASK",
                        "grep * ASK",
                        "read_file a ASK",
                        "read_file b ASK",
                        "read_file d ASK",
                        "read_file d ASK",
                        "skill * ASK",
                        "glob * ASK",
                        "write_file * ASK"),
                texts(policy));
        assertEquals(
                List.of(
                        "p.jsonc:2:11: unknown action `denied` (did you mean `deny`? It counts as `ask`)",
                        "p.jsonc:3:11: expected an action or an object, not `3` (it counts as `ask`)",
                        "p.jsonc:5:10: unknown action `Allow` (did you mean `allow`? It counts as `ask`)",
                        "p.jsonc:6:12: unknown key `c` (known here: action, reason, when, expires, deadline, approvers)",
                        "p.jsonc:6:10: the rule has no `action` (it counts as `ask`)",
                        "p.jsonc:8:5: the pattern `d` stands twice (remove one)",
                        "p.jsonc:11:3: the tool `glob` stands twice (join the two entries)",
                        "p.jsonc:12:17: expected an action or an object, not an array (it counts as `ask`)"),
                policy.problems().stream().map(Object::toString).toList());
    }

    @Test
    void anEffectThatThereIsNot_isSaidWithWhatThereIs() throws InvalidJson {
        Policy policy = PermissionText.parse("""
                { "effect": { "connects gh": "allow", "conects": "deny", "executes*": "ask" } }
                """, "p.jsonc", "/home/dev", "");
        assertEquals(1, policy.problems().size());
        assertTrue(policy.problems().getFirst().toString().contains("no effect is called `conects`"));
    }

    @Test
    void arrayForm_andRulesWithTerms_areRead() throws InvalidJson {
        Policy policy = PermissionText.parse("""
                [
                  { "permission": "*", "action": "ask" },
                  { "permission": "read_file", "pattern": "${workspace}/a*", "action": "deny", "reason": "mine",
                    "when": { "offset": "1*", "/a~1b": "x" }, "expires": "2027-01-31" }
                ]
                """, "p", "/home/dev", "/w[1]");
        assertEquals(List.of("* * ASK", "read_file /w\\[1\\]/a* DENY"), texts(policy));
        assertEquals(List.of(), policy.problems());
        RuleOptions options = policy.rules().get(1).options();
        assertEquals("mine", options.reason());
        assertEquals(
                List.of("/offset", "/a~1b"),
                options.conditions().stream().map(Condition::pointer).toList());
        assertEquals("2027-02-01T00:00:00Z", options.until().orElseThrow().toString());
    }

    @Test
    void wrongTerms_countAsAsk_orStricter() throws InvalidJson {
        Policy policy = PermissionText.parse("""
                {
                  "$schema": "https://example.org/x.json",
                  "glob": { "a": { "action": "allow", "expires": "soon" }, "b": { "action": "deny", "when": 3 } },
                  "grep": { "a": { "action": "allow", "wen": {} }, "b": { "reason": "x" } },
                  "read_file": { "*????????????[a][b]{c,d}*": "deny" }
                }
                """, "p", "/h", "");
        assertEquals(
                List.of("glob a ASK", "glob b DENY", "grep a ASK", "grep b ASK", "read_file * ASK", "glob b DENY"),
                texts(policy));
        assertEquals(
                List.of(
                        "p:3:50: expected a time, not `soon`"
                                + " (write 2027-01-31 or 2027-01-31T18:00:00Z; it counts as `ask`)",
                        "p:3:93: expected an object of arguments and patterns, not `3`",
                        "p:4:39: unknown key `wen` (did you mean `when`?)",
                        "p:4:57: the rule has no `action` (it counts as `ask`)",
                        "p:5:18: a pattern with more than 8 question marks, groups, braces or classes"
                                + " (until it is simpler, the whole tool asks)"),
                policy.problems().stream().map(Object::toString).toList());
    }

    /** Whatever stands where an action should: it allows only if it is the word `allow`. */
    @Test
    void anythingButAllow_neverAllows() throws InvalidJson {
        for (String action : List.of(
                "\"Allow\"",
                "\"allow \"",
                "\"ALLOW\"",
                "\"\"",
                "\"yes\"",
                "true",
                "1",
                "null",
                "[]",
                "[\"allow\"]",
                "{}",
                "{\"action\":\"yes\"}",
                "{\"action\":[\"allow\"]}")) {
            for (String file : List.of(
                    "{\"glob\": %s}", "{\"glob\": {\"*\": %s}}", "[{\"permission\": \"glob\", \"action\": %s}]")) {
                Policy policy = PermissionText.parse(file.formatted(action), "p", "/h", "");
                assertTrue(
                        policy.rules().stream().noneMatch(rule -> rule.action() == Action.ALLOW),
                        () -> file.formatted(action));
            }
        }
    }

    @Test
    void homeInAPattern_isExpanded() throws InvalidJson {
        Policy policy = PermissionText.parse(
                "{\"read_file\": {\"~/.ssh/*\": \"deny\", \"$HOME/x\": \"deny\", \"~x\": \"deny\"}}",
                "p",
                "/home/dev",
                "");
        assertEquals(
                List.of("read_file /home/dev/.ssh/* DENY", "read_file /home/dev/x DENY", "read_file ~x DENY"),
                texts(policy));
    }

    @Test
    void byteOrderMarkAndWindowsLines_areRead() throws InvalidJson {
        assertEquals(
                1,
                PermissionText.parse("\ufeff{\r\n\"glob\": \"allow\"\r\n}", "p", "/h", "")
                        .rules()
                        .size());
    }

    @Test
    void rulesSavedFromManyThreads_allStay() throws Exception {
        PermissionFile file = write("{\n  \"shell_exec\": \"ask\" // mine\n}\n");
        var start = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var saved = IntStream.range(0, 40)
                    .mapToObj(i -> threads.submit(() -> {
                        start.await();
                        file().allow(List.of(new RuleText("shell_exec", "cmd" + i)));
                        return i;
                    }))
                    .toList();
            start.countDown();
            for (var each : saved) {
                each.get();
            }
        }
        assertEquals(
                40,
                file.policy().rules().stream()
                        .filter(rule -> rule.action() == Action.ALLOW)
                        .count());
        assertTrue(Files.readString(path).contains("// mine"));
        try (var left = Files.list(path.getParent())) {
            assertEquals(
                    0, left.filter(each -> each.toString().endsWith(".tmp")).count());
        }
    }
}
