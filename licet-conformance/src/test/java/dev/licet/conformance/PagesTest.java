package dev.licet.conformance;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.licet.conformance.Chromium.button;
import static dev.licet.conformance.Chromium.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.JsonText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The pages beside the inbox, in a real browser against a real server process. */
class PagesTest extends WithPage {
    private static final String RULES =
            "{\n  \"shell_exec\": {\n    \"git fetch\": \"allow\",\n    \"make *\": \"ask\"\n  }\n}\n";

    @Override
    void prepare() throws Exception {
        Files.createDirectories(rules().getParent());
        Files.writeString(rules(), RULES);
    }

    private Path rules() {
        return data.resolve("workers/local/permissions.jsonc");
    }

    private Page page(String name) throws Exception {
        Page page = signedIn();
        go(page, name);
        return page;
    }

    private String shell(String command) throws Exception {
        return server.submitShell(command);
    }

    @Test
    void history_findsAnEntry_andShowsItsWholePath() throws Exception {
        shell("git fetch");
        String id = shell("make '<b>all</b>'");
        server.post("/v1/approvals/" + id + "/deny", "{\"feedback\":\"not <i>now</i>\"}");
        Page page = page("History");
        assertThat(page.locator(".chain")).containsText("✓ Audit log verified");
        page.getByLabel("Decision").selectOption("rejected");
        button(page, "Search").click();
        assertThat(page.locator(".entry")).hasCount(1);
        assertThat(page.locator(".entry")).containsText("rejected shell_exec make '<b>all</b>'");
        assertThat(page.locator(".entry")).containsText("by owner over api: not <i>now</i>");
        page.locator(".entry").click();
        Locator path = page.locator(".path");
        assertThat(path.locator("ol > li")).hasCount(3);
        assertThat(path.locator("ol > li").first()).containsText("shell_exec make '<b>all</b>'");
        assertThat(path).containsText("rule `shell_exec: make *` (permissions.jsonc:4) says ask");
        page.getByLabel("Decision").selectOption("");
        page.getByLabel("Text").fill("git fetch");
        page.keyboard().press("Enter");
        assertThat(page.locator(".entry").first()).containsText("allow shell_exec git fetch");
        page.getByLabel("Person").fill("nobody");
        button(page, "Search").click();
        assertThat(page.locator(".entries")).hasText("No matching calls.");
        page.getByLabel("Person").fill("");
        page.getByLabel("Show").selectOption("answered");
        button(page, "Search").click();
        assertThat(page.locator(".entries")).hasText("No matching entries.");
        page.getByLabel("Text").fill("");
        button(page, "Search").click();
        assertThat(page.locator(".entry")).containsText("rejected after");
    }

    @Test
    void whoAskedAndAtWhatTheyWork_isInHistoryAndSessions() throws Exception {
        server.post("/v1/calls?wait=0", """
                        {"tool":"Edit","sessionId":"s","cwd":"/home/u/shop","client":"claude","task":"Mend the login",
                         "arguments":{"file_path":"/home/u/shop/a.txt","old_string":"a\\nb","new_string":"a\\nc\\nd"}}""");
        Page page = page("History");
        assertThat(page.locator(".entry")).containsText("Edit a.txt +2 −1");
        assertThat(page.locator(".entry")).containsText("claude › s");
        go(page, "Sessions");
        assertThat(page.locator("tbody tr .task")).hasText("Mend the login");
        server.post("/v1/calls?wait=0", """
                        {"tool":"Read","sessionId":"s","cwd":"/home/u/shop","client":"claude","task":"Now the logout",
                         "arguments":{"file_path":"/home/u/shop/a.txt"}}""");
        page.reload();
        assertThat(page.locator("tbody tr .task")).hasText("Now the logout");
    }

    @Test
    void policy_isCheckedTriedAndHeldAgainstThePast_beforeItIsSaved() throws Exception {
        String id = shell("make all");
        server.post("/v1/approvals/" + id + "/deny", "{}");
        Page page = page("Policy");
        Locator editor = page.locator("#rules-editor .cm-content");
        assertThat(editor).containsText("\"make *\": \"ask\"");
        assertThat(button(page, "Save …")).isDisabled();
        replace(page, editor, "{\"shell_exec\": {\"make all\": \"allow\", \"*\": \"perhaps\"}}");
        assertThat(page.locator(".lint .error")).containsText("perhaps");
        assertThat(page.locator("#rules-editor .cm-lint-marker-error")).hasCount(1);
        replace(page, editor, "{\"shell_exec\": {\"make all\": \"deny\", \"make *\": \"allow\"}}");
        assertThat(page.locator(".lint .warning")).containsText("line 1");
        page.locator("#try-value").fill("make all");
        button(page, "Try").click();
        assertThat(page.locator(".tried")).containsText("It is decided: allow");
        button(page, "What would change").click();
        assertThat(page.locator(".changes")).containsText("1 of 1 past call");
        assertThat(page.locator(".changes")).containsText("somebody said no 1 time");
        button(page, "Save …").click();
        assertThat(page.locator("dialog")).containsText("1 of 1 past call");
        assertEquals(RULES, Files.readString(rules()), "nothing is saved before it was seen");
        button(page, "Save").click();
        assertThat(page.locator(".told").first()).containsText("Saved to");
        assertTrue(Files.readString(rules()).contains("\"make *\": \"allow\""));
        assertThat(page.locator(".layers")).containsText("make *");
    }

    @Test
    void policy_isEditedAsATable_andTheTextFollows() throws Exception {
        Files.writeString(rules(), "{\n  // ours\n" + RULES.substring(2));
        Page page = page("Policy");
        Locator editor = page.locator("#rules-editor .cm-content");
        Locator rows = page.locator(".rules-table tbody tr");
        assertThat(rows).hasCount(2);
        page.getByLabel("what shell_exec make * says").selectOption("deny");
        assertThat(editor).containsText("\"make *\": \"deny\"");
        page.getByLabel("reason of shell_exec make *").fill("by CI alone");
        page.keyboard().press("Tab");
        assertThat(editor).containsText("\"reason\": \"by CI alone\"");
        page.getByLabel("Pattern of the new rule").fill("npm test");
        page.getByLabel("What the new rule says").selectOption("allow");
        button(page, "Add the rule").click();
        assertThat(rows).hasCount(3);
        page.getByLabel("Pattern of the new rule").fill("npm test");
        button(page, "Add the rule").click();
        assertThat(page.locator(".rows .problem")).containsText("there is a rule `npm test` for this tool already");
        page.getByLabel("Move up shell_exec npm test").click();
        assertThat(rows.nth(1).locator("input").first()).hasValue("npm test");
        page.getByLabel("Remove shell_exec git fetch").click();
        assertThat(rows).hasCount(2);
        // Both ways: what is written in the text stands in the table.
        page.getByLabel("Find rules").fill("make");
        assertThat(rows).hasCount(1);
        button(page, "Save …").click();
        button(page, "Save").click();
        assertThat(page.locator(".told").first()).containsText("Saved to");
        assertEquals("""
                {
                  // ours
                  "shell_exec": {
                    "npm test": "allow",
                    "make *": { "action": "deny", "reason": "by CI alone" }
                  }
                }
                """, Files.readString(rules()));
        replace(page, editor, "{\"a\": \"ask\", \"make\": \"ask\"");
        assertThat(rows).hasCount(0);
        page.keyboard().insertText("}");
        assertThat(rows).hasCount(1);
    }

    private static void replace(Page page, Locator editor, String text) {
        editor.click();
        // A browser that replaces text keeps its style, which the policy for content refuses aloud.
        page.waitForCondition(() -> {
            page.keyboard().press("Control+a");
            page.keyboard().press("Delete");
            return editor.innerText().isBlank();
        });
        page.keyboard().insertText(text);
    }

    @Test
    void policyTests_areRunWithAClick_andSaved() throws Exception {
        Page page = page("Policy");
        Locator editor = page.locator("#tests-editor .cm-content");
        assertThat(editor).containsText("allow: git status");
        replace(page, editor, "tests:\n- allow: git fetch\n- allow: make all\n");
        button(page, "Run the tests").click();
        assertThat(page.locator(".results")).containsText("1 passed, 1 failed");
        assertThat(page.locator(".results .failed")).containsText("expected allow, got ask");
        button(page, "Save the tests").click();
        assertThat(page.locator(".results")).containsText("Saved to");
        assertTrue(Files.readString(data.resolve("workers/local/tests.yaml")).contains("make all"));
    }

    @Test
    void policy_thatSomebodyElseChanged_isNotOverwritten() throws Exception {
        Page page = page("Policy");
        Locator editor = page.locator("#rules-editor .cm-content");
        assertThat(editor).containsText("make");
        Files.writeString(rules(), "{}");
        replace(page, editor, "{\"shell_exec\": \"allow\"}");
        button(page, "Save …").click();
        button(page, "Save").click();
        assertThat(page.locator("main > .problem")).containsText("nothing was saved");
        assertEquals("{}", Files.readString(rules()));
        assertThat(editor).containsText("\"allow\"");
    }

    @Test
    void policy_thatIsNotSavedYet_isKept() throws Exception {
        Page page = page("Policy");
        Locator editor = page.locator("#rules-editor .cm-content");
        assertThat(editor).containsText("make");
        replace(page, editor, "{\"shell_exec\": \"deny\"}");
        go(page, "Grants");
        go(page, "Policy");
        assertThat(editor).containsText("\"deny\"");
        assertThat(page.locator(".draft")).containsText("have not saved");
        page.reload();
        assertThat(editor).containsText("\"deny\"");
        Files.writeString(rules(), "{\"glob\": \"ask\"}");
        page.reload();
        assertThat(editor).containsText("glob");
        button(page, "Bring back what you wrote").click();
        assertThat(editor).containsText("\"deny\"");
        button(page, "Back to what is saved").click();
        assertThat(editor).containsText("glob");
        page.reload();
        assertThat(editor).containsText("glob");
        assertThat(page.locator(".draft")).isEmpty();
    }

    @Test
    void arguments_areChangedInAForm_fromTheSchemaOfTheTool() throws Exception {
        JsonObject schema = JsonText.parseObject("""
                {"type": "object", "required": ["command"], "properties": {
                  "command": {"type": "string", "description": "what to <b>run</b>"},
                  "where": {"type": "string", "enum": ["here", "there"]},
                  "timeout": {"type": "integer", "minimum": 1, "maximum": 60},
                  "force": {"type": "boolean"},
                  "__proto__": {"type": "string"}}}
                """);
        server.post(
                "/v1/calls?wait=0",
                JsonText.write(JsonObject.empty()
                        .with("tool", "shell_exec")
                        .with("cwd", "/srv")
                        .with("schema", schema)
                        .with(
                                "arguments",
                                JsonObject.empty().with("command", "make all").with("where", "here"))));
        Page page = page("Inbox");
        button(page, "Edit …").click();
        Locator dialog = page.locator("dialog");
        assertThat(dialog.locator(".said")).hasText("the tool says: what to <b>run</b>");
        field(dialog, "where").selectOption("\"there\"");
        button(page, "Leave out where").click();
        button(page, "Add where").click();
        field(dialog, "where").selectOption("\"there\"");
        button(page, "Add timeout").click();
        button(page, "Add __proto__").click();
        field(dialog, "timeout").fill("0");
        button(page, "Judge").click();
        assertThat(dialog.locator(".problem")).containsText("timeout needs a number");
        field(dialog, "timeout").fill("30");
        button(page, "Judge").click();
        button(page, "Approve once as changed").click();
        assertThat(page.locator("#answered .outcome")).hasCount(1);
        JsonObject answered = (JsonObject)
                server.get("/v1/approvals?state=all").elements("approvals").getFirst();
        assertEquals(
                "{\"command\":\"make all\",\"where\":\"there\",\"timeout\":30,\"__proto__\":\"\"}",
                JsonText.write(answered.object("edited").orElseThrow()));
    }

    private static Locator field(Locator dialog, String name) {
        return dialog.getByLabel(name, new Locator.GetByLabelOptions().setExact(true));
    }

    @Test
    void rulesByLayer_haveTheirUses() throws Exception {
        shell("git fetch");
        shell("git fetch");
        Page page = page("Policy");
        Locator row = page.locator(".layers tr").filter(new Locator.FilterOptions().setHasText("git fetch"));
        assertThat(row).containsText("permissions.jsonc:3");
        assertThat(row.locator("td").nth(3)).hasText("2");
        assertThat(page.locator(".layers tr")
                        .filter(new Locator.FilterOptions().setHasText("make *"))
                        .locator("td")
                        .nth(4))
                .hasText("never");
    }

    @Test
    void grants_areTakenBack() throws Exception {
        String id = shell("make all");
        server.post("/v1/approvals/" + id + "/approve", "{\"remember\":{\"kind\":\"exact\",\"lifetime\":\"session\"}}");
        Page page = page("Grants");
        assertThat(page.locator("tbody tr")).containsText("shell_exec: make all");
        button(page, "Take back").click();
        assertThat(page.locator("main")).containsText("No grants.");
        assertEquals(0, server.get("/v1/grants").elements("grants").size());
    }

    @Test
    void sessions_haveTheirMode_andEndTheirFullAccess() throws Exception {
        server.post("/v1/sessions", "{\"sessionId\":\"s\",\"event\":\"full-access\",\"turns\":3}");
        Page page = page("Sessions");
        assertThat(page.locator("tbody tr")).containsText("full access, 3 turns left");
        button(page, "End full access").click();
        assertThat(page.locator("tbody tr td").nth(4)).hasText("no");
        button(page, "Full access …").click();
        page.getByLabel("How many").fill("7");
        page.getByLabel("Of what").selectOption("turns");
        button(page, "Give full access").click();
        assertThat(page.locator("tbody tr")).containsText("full access, 7 turns left");
        page.getByLabel("mode of s").selectOption("always-ask");
        button(page, "Set for s").click();
        assertThat(page.getByLabel("mode of s")).hasValue("always-ask");
        Await.until("the mode", () -> {
            JsonObject session =
                    (JsonObject) server.get("/v1/sessions").elements("sessions").getFirst();
            return session.text("mode").filter("always-ask"::equals);
        });
    }

    @Test
    void pausedSession_waits_andGoesOn() throws Exception {
        server.post("/v1/calls", read("a.txt"));
        Page page = page("Sessions");
        assertThat(page.locator("tbody tr")).containsText("allow read_file a.txt");
        button(page, "Pause").click();
        assertThat(page.locator("tbody tr")).containsText("paused by owner");
        server.post("/v1/calls?wait=0", read("b.txt"));
        assertThat(page.locator("tbody tr td").nth(2)).hasText("1 call");
        button(page, "Let it go on").click();
        assertThat(page.locator("tbody tr td").nth(2)).hasText("nothing");
        assertThat(page.locator("tbody tr")).not().containsText("paused");
        server.post(
                "/v1/calls?wait=0",
                "{\"tool\":\"shell_exec\",\"sessionId\":\"s\",\"cwd\":\"/srv\",\"arguments\":{\"command\":\"make all\"}}");
        button(page, "Cancel what waits").click();
        assertThat(page.locator("tbody tr td").nth(2)).hasText("nothing");
        assertEquals(List.of(), server.pending());
    }

    private static String read(String file) {
        return "{\"tool\":\"read_file\",\"sessionId\":\"s\",\"cwd\":\"/srv\",\"arguments\":{\"path\":\"" + file
                + "\"}}";
    }

    @Test
    void overview_tellsWhatWouldKeepItQuiet() throws Exception {
        shell("git fetch");
        String id = shell("make all");
        server.post("/v1/approvals/" + id + "/approve", "{}");
        Page page = page("Overview");
        assertThat(page.locator(".totals")).containsText("50 %");
        assertThat(page.locator(".plot")).hasCount(2);
        assertThat(page.locator("tbody tr")
                        .filter(new Locator.FilterOptions().setHasText("make all"))
                        .last())
                .containsText("allow shell_exec: make all");
        button(page, "Add the rule that allows shell_exec: make all").click();
        assertThat(page.getByText("Added. The Policy page takes it back.")).isVisible();
        assertEquals("", shell("make all"), "it is not asked any more");
        // What is shown is drawn anew: only then there is something to open.
        page.evaluate("document.querySelector('.totals').dataset.before = ''");
        page.getByLabel("Period").selectOption("168");
        assertThat(page.locator(".totals:not([data-before])")).containsText("66.7 %");
        page.getByText("The numbers").first().click();
        assertThat(page.locator("details[open] table")).isVisible();
    }

    @Test
    void aSuggestion_thatWouldAllowWhatSomebodyRejected_isNotAdded() throws Exception {
        shell("make all");
        server.post("/v1/approvals/" + server.pending().getFirst() + "/deny", "{}");
        shell("make all && make check");
        Page page = page("Overview");
        Locator row = page.locator("tbody tr")
                .filter(new Locator.FilterOptions().setHasText("make check"))
                .first();
        row.getByText("Add it").click();
        assertThat(row).containsText("Not added: it would allow a call that somebody said no to.");
        assertFalse(Files.readString(rules()).contains("make check"));
    }

    @Test
    void viewers_seeEverything_andChangeNothing() throws Exception {
        shell("make all");
        String token = Program.finish(
                        Program.licet("token", "create", "vera", "--role", "viewer", "--data-dir", data.toString()), "")
                .out()
                .strip();
        Page page = chromium.signedIn(
                person, server, token.substring(token.lastIndexOf('\n') + 1).strip());
        assertThat(page.locator("#who")).hasText("vera (viewer)");
        assertThat(button(page, "Approve once")).isDisabled();
        assertThat(button(page, "Deny")).isDisabled();
        go(page, "Policy");
        assertThat(page.locator("#rules-editor .cm-content")).containsText("make");
        assertThat(button(page, "Save the tests")).isDisabled();
        go(page, "History");
        assertThat(page.locator(".chain")).isEmpty();
        assertThat(page.locator(".entry").first()).isVisible();
    }
}
