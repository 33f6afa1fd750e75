package dev.licet.conformance;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.licet.conformance.Chromium.button;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.licet.core.contain.FileChange;
import dev.licet.core.contain.Preview;
import dev.licet.core.contain.PreviewedFile;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.JsonText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The inbox in a real browser, against a real server process. */
class InboxPageTest extends WithPage {
    @Override
    void prepare() throws Exception {
        AskedCommands.in(data, "rm", "echo", "cp");
    }

    private Hooked ask(String command) throws Exception {
        Hooked call = Hooked.bash(data, command);
        server.awaitPending();
        return call;
    }

    private void call(String tool, JsonObject arguments) throws Exception {
        server.submit(tool, arguments);
    }

    private void shell(String command) throws Exception {
        server.submitShell(command);
    }

    /** Clicks what counts only once it has stood there for a moment. */
    private static void press(Locator button) {
        assertThat(button).hasAttribute("aria-disabled", "false");
        button.click();
    }

    @Test
    void call_appearsByItself_andIsApproved() throws Exception {
        Page page = signedIn();
        assertThat(page.getByText("Nothing is waiting.")).isVisible();
        Hooked call = ask("git push origin main");
        assertThat(page.locator(".approval .tool")).hasText("Bash");
        assertThat(page.locator(".approval pre")).hasText("git push origin main");
        assertThat(page.locator(".approval .findings li"))
                .hasText(
                        "askruns git push origin mainno rule covers this, and it changes more than files of the workspace");
        assertThat(page.locator(".saves")).hasText("“Always” remembers:");
        assertThat(page.locator(".rules li")).hasText("allow shell_exec: git push *");
        assertThat(page).hasTitle("(1) Licet");
        press(button(page, "Approve once"));
        assertThat(page.locator("#answered .outcome")).hasText("approved git push origin main by web");
        assertThat(page.getByText("Nothing is waiting.")).isVisible();
        assertTrue(call.result().out().contains("\"permissionDecision\":\"allow\""));
    }

    @Test
    void howItEnded_comesToTheAnswer() throws Exception {
        Page page = signedIn();
        shell("make ended");
        press(button(page, "Approve once"));
        assertThat(page.locator("#answered .outcome")).hasText("approved make ended by web");
        JsonObject allowed = server.post(
                "/v1/calls",
                "{\"tool\":\"shell_exec\",\"sessionId\":\"s\",\"cwd\":\"/srv\",\"arguments\":{\"command\":\"make ended\"}}");
        JsonObject ticket = JsonObject.empty()
                .with("ticket", allowed.text("ticket").orElseThrow())
                .with("digest", allowed.text("digest").orElseThrow());
        server.post("/v1/tickets/redeem", JsonText.write(ticket));
        server.post(
                "/v1/tickets/outcome",
                JsonText.write(ticket.with("succeeded", false).with("note", "exit <2>")));
        assertThat(page.locator("#answered .ran")).containsText("failed, ");
        assertThat(page.locator("#answered .ran")).containsText(" s: exit <2>");
    }

    @Test
    void always_savesTheRule() throws Exception {
        Page page = signedIn();
        Hooked call = ask("git push origin main");
        press(button(page, "Always"));
        assertThat(page.locator("#answered .by")).hasText("by web, saved shell_exec: git push *");
        assertTrue(call.result().out().contains("\"allow\""));
        assertTrue(Files.readString(data.resolve("workers/local/permissions.jsonc"))
                .contains("\"git push *\": \"allow\""));
    }

    @Test
    void denial_carriesTheFeedbackAndTheMode() throws Exception {
        Page page = signedIn();
        Hooked call = ask("npm publish");
        page.getByLabel("Why not").fill("not <b>today</b>");
        page.getByLabel("What the agent does then").selectOption("hard");
        press(button(page, "Deny"));
        assertThat(page.locator("#answered .by")).hasText("by web: not <b>today</b>");
        assertTrue(call.result().out().contains("not <b>today</b>"));
        JsonObject answered = (JsonObject)
                server.get("/v1/approvals?state=all").elements("approvals").getFirst();
        assertEquals(Optional.of("hard"), answered.text("mode"));
    }

    @Test
    void anAgentThatLeft_isSaidToHave_whileSomebodyTypes() throws Exception {
        Page page = signedIn();
        Hooked call = ask("npm publish");
        page.getByLabel("Why not").fill("not tod");
        call.process().descendants().forEach(ProcessHandle::destroyForcibly);
        call.process().destroyForcibly();
        assertThat(page.locator(".approval .left")).hasText("The agent left. Your answer waits for the same call.");
        assertThat(page.locator(".row .left")).hasText("agent left");
        Hooked again = ask("npm publish");
        assertThat(page.locator(".left")).hasCount(0);
        page.getByLabel("Why not").pressSequentially("ay");
        press(button(page, "Deny"));
        assertTrue(again.result().out().contains("not today"));
    }

    /** Asks about `make` in a project, to be held in bounds; gives the id of its approval. */
    private String containable(Path project) throws Exception {
        JsonObject call = JsonObject.empty()
                .with("tool", "bash")
                .with("sessionId", "s")
                .with("cwd", project.toRealPath().toString())
                .with("containable", true)
                .with("arguments", JsonObject.empty().with("command", "make"));
        return server.post("/v1/calls?previewing", JsonText.write(call))
                .object("approval")
                .flatMap(approval -> approval.text("id"))
                .orElseThrow();
    }

    private void tried(String id, String diff) throws Exception {
        var file = new PreviewedFile(new FileChange(FileChange.Kind.CHANGED, "/srv/a.txt"), "+1 -1", diff, "", false);
        var preview = new Preview(0, "said", List.of(file), 0, List.of(), "0".repeat(64));
        server.post("/v1/approvals/" + id + "/changes", JsonText.write(preview.form()));
    }

    @Test
    void whatACallChanges_comesLater_andIsSeenBeforeItIsPutInPlace(@TempDir Path project) throws Exception {
        String id = containable(project);
        Page page = signedIn();
        assertThat(button(page, "Approve once")).hasAttribute("aria-disabled", "false");
        assertThat(button(page, "Run it instead")).isHidden();
        page.getByLabel("Why not").fill("not tod");
        tried(id, "@@ -41,1 +41,1 @@\n- one\n+ two\n" + "+ more\n".repeat(400) + "+ end");
        Locator put = button(page, "Put in place");
        assertThat(put).hasAttribute("aria-disabled", "true");
        assertThat(page.locator(".hold").first()).hasText("Scroll to the end of the call to allow it.");
        assertThat(page.locator(".diff .removed").first()).hasAttribute("data-line", "41");
        assertThat(page.locator(".effect").first()).containsText("changed /srv/a.txt (+1 -1)");
        assertThat(page.getByLabel("Why not")).hasValue("not tod");
        page.locator(".details").evaluate("(details) => details.scrollTop = details.scrollHeight");
        press(put);
        assertThat(page.locator("#answered .outcome")).hasCount(1);
        JsonObject answered = (JsonObject)
                server.get("/v1/approvals?state=all").elements("approvals").getFirst();
        assertTrue(answered.object("preview").orElseThrow().isTrue("complete"));
    }

    @Test
    void whatACallChanges_needNotBePutInPlace_itMayRunInstead(@TempDir Path project) throws Exception {
        tried(containable(project), "@@ -1,1 +1,1 @@\n- one\n+ two");
        Page page = signedIn();
        assertThat(page.locator(".effect")).hasCount(2);
        page.locator(".details").evaluate("(details) => details.scrollTop = details.scrollHeight");
        press(button(page, "Run it instead"));
        assertThat(page.locator("#answered .outcome")).hasCount(1);
        JsonObject answered = (JsonObject)
                server.get("/v1/approvals?state=all").elements("approvals").getFirst();
        assertEquals(Optional.empty(), answered.get("preview"));
    }

    @Test
    void choices_areShownToTheLetter_andMayBeChangedBeforeTheyAreSaved() throws Exception {
        shell("make all");
        Page page = signedIn();
        press(button(page, "More …"));
        Locator dialog = page.locator("dialog");
        assertThat(dialog.locator(".choice")).hasCount(3);
        assertThat(dialog.locator(".choice").first()).containsText("would have allowed 0 other calls of the last 1");
        dialog.locator("input[value=exact]").check();
        Locator pattern = dialog.getByLabel("pattern of the rule");
        assertThat(pattern).hasValue("make all");
        pattern.fill("make none");
        assertThat(dialog.locator(".told")).containsText("does not allow this call");
        assertThat(button(page, "Approve and remember")).isDisabled();
        pattern.fill("make al?");
        assertThat(dialog.locator(".told")).containsText("allows this call");
        dialog.getByLabel("Holds for").selectOption("uses");
        dialog.getByLabel("how many calls").fill("2");
        button(page, "Approve and remember").click();
        assertThat(page.locator("#answered .outcome")).hasCount(1);
        JsonObject grant =
                (JsonObject) server.get("/v1/grants").elements("grants").getFirst();
        assertEquals(Optional.of("2 uses"), grant.text("lifetime"));
        assertTrue(grant.toString().contains("make al?"), grant.toString());
    }

    @Test
    void aRuleOfSeveralLines_staysAsItIs_whereAnotherIsChanged() throws Exception {
        shell("make 'a\nb'; make all");
        Page page = signedIn();
        press(button(page, "More …"));
        Locator dialog = page.locator("dialog");
        dialog.locator("input[value=exact]").check();
        Locator patterns = dialog.getByLabel("pattern of the rule");
        assertThat(patterns.first()).hasValue("make 'a⏎ b'");
        patterns.last().fill("make al?");
        assertThat(dialog.locator(".told")).containsText("allows this call");
        button(page, "Approve and remember").click();
        assertThat(page.locator("#answered .outcome")).hasCount(1);
        JsonObject grant =
                (JsonObject) server.get("/v1/grants").elements("grants").getFirst();
        List<JsonObject> rules =
                grant.elements("rules").stream().map(JsonObject.class::cast).toList();
        assertEquals(Optional.of("make 'a\nb'"), rules.getFirst().text("pattern"));
        assertEquals(Optional.of("shell_exec: make 'a⏎ b'"), rules.getFirst().text("shown"));
        assertEquals(Optional.empty(), rules.getLast().text("shown"));
    }

    @Test
    void edited_itIsJudgedAndShown_beforeItIsApproved() throws Exception {
        call("shell_exec", JsonObject.empty().with("command", "rm -rf build").with("timeout", 5));
        Page page = signedIn();
        button(page, "Edit …").click();
        Locator dialog = page.locator("dialog");
        dialog.locator(".fields").getByLabel("command").fill("rm -rf /");
        button(page, "Judge").click();
        assertThat(dialog.locator(".preview")).containsText("rm -rf /");
        Locator approve = button(page, "Approve once as changed");
        dialog.locator(".fields").getByLabel("command").fill("ls build");
        assertThat(approve).isDisabled();
        button(page, "As JSON").click();
        Locator json = dialog.getByLabel("Arguments as JSON");
        assertTrue(json.inputValue().contains("\"timeout\": 5"), json.inputValue());
        json.fill("{");
        button(page, "Judge").click();
        assertThat(dialog.locator(".problem")).containsText("are no arguments");
        json.fill("{\"command\": \"ls -l build\"}");
        button(page, "Judge").click();
        assertThat(dialog.locator(".preview pre")).hasText("ls -l build");
        approve.click();
        assertThat(page.locator("#answered .outcome")).hasCount(1);
        JsonObject answered = (JsonObject)
                server.get("/v1/approvals?state=all").elements("approvals").getFirst();
        assertEquals(
                Optional.of("ls -l build"),
                answered.object("edited").orElseThrow().text("command"));
    }

    @Test
    void several_areAnsweredAtOnce_andEachIsShown() throws Exception {
        shell("make one");
        shell("make two");
        shell("make three");
        Page page = signedIn();
        assertThat(page.locator(".row")).hasCount(3);
        page.locator(".row .mark").nth(0).click();
        page.locator(".row .mark").nth(2).click();
        assertThat(page.locator(".details pre")).hasText(new String[] {"make one", "make three"});
        press(button(page, "Approve once (2)"));
        assertThat(page.locator("#answered .outcome")).hasCount(2);
        assertThat(page.locator(".details pre")).hasText(new String[] {"make two"});
        assertEquals(1, server.pending().size());
    }

    @Test
    void withoutAMouse_everythingIsReached() throws Exception {
        shell("make one");
        shell("make two");
        shell("make three");
        Page page = signedIn();
        assertThat(page.locator(".row.current")).containsText("make one");
        page.keyboard().press("j");
        assertThat(page.locator(".details pre")).hasText("make two");
        assertThat(button(page, "Approve once")).hasAttribute("aria-disabled", "false");
        page.keyboard().press("y");
        assertThat(page.locator("#answered .outcome")).hasText("approved make two by web");
        assertThat(page.locator(".details pre")).hasText("make three");
        page.keyboard().press("w");
        assertThat(page.locator(".explained")).containsText("Enough would be: allow shell_exec: make three");
        page.keyboard().press("n");
        page.keyboard().type("no y here");
        assertThat(button(page, "Deny")).hasAttribute("aria-disabled", "false");
        page.keyboard().press("Enter");
        assertThat(page.locator("#answered .outcome").first()).hasText("rejected make three by web: no y here");
        assertThat(page.locator(".details pre")).hasText("make one");
        page.keyboard().press("e");
        assertThat(page.locator("dialog")).isVisible();
        page.keyboard().press("Escape");
        assertThat(page.locator("dialog")).hasCount(0);
        page.keyboard().press("/");
        page.keyboard().type("nothing like it");
        assertThat(page.locator(".row")).hasCount(0);
        assertEquals(1, server.pending().size());
    }

    @Test
    void aKeyThatComesTooEarly_answersNothing() throws Exception {
        Page page = signedIn();
        // Pressed the moment it appears, as by somebody who types elsewhere.
        page.evaluate("""
                () => {
                  window.pressed = new Promise((done) => {
                    const press = () => document.dispatchEvent(new KeyboardEvent('keydown', {key: 'y', bubbles: true}));
                    const watch = new MutationObserver(() => {
                      if (document.querySelector('.approve')) {
                        const since = performance.now();
                        watch.disconnect();
                        press();
                        document.querySelector('.approve').click();
                        // On a busy machine the next frame may come when a key counts again.
                        requestAnimationFrame(() => { if (performance.now() - since < 200) press(); done(); });
                      }
                    });
                    watch.observe(document.body, {childList: true, subtree: true});
                  });
                }""");
        shell("make one");
        page.evaluate("() => window.pressed");
        assertThat(page.locator(".details pre")).hasText("make one");
        assertEquals(1, server.pending().size());
        press(button(page, "Approve once"));
        assertThat(page.locator("#answered .outcome")).hasCount(1);
    }

    @Test
    void aKeyThatWasMeantForACall_neverAnswersTheNext() throws Exception {
        shell("make one");
        Page page = signedIn();
        assertThat(button(page, "Deny")).hasAttribute("aria-disabled", "false");
        page.keyboard().press("n");
        page.keyboard().type("wh");
        server.post("/v1/approvals/" + server.pending().getFirst() + "/approve", "{}");
        assertThat(page.locator(".over")).isVisible();
        shell("make two");
        assertThat(page.locator(".row")).hasCount(1);
        page.keyboard().type("y not");
        page.locator(".details").focus();
        page.keyboard().press("y");
        assertEquals(1, server.pending().size());
        assertThat(page.locator(".details pre")).hasText("make one");
        button(page, "Next").click();
        assertThat(page.locator(".details pre")).hasText("make two");
        press(button(page, "Approve once"));
        assertThat(page.locator(".details pre")).hasCount(0);
        assertEquals(0, server.pending().size());
    }

    @Test
    void changedArguments_areApprovedOnlyOnceAllOfThemWasShown() throws Exception {
        shell("echo line\n".repeat(400) + "rm -rf tail");
        Page page = signedIn();
        Locator edit = button(page, "Edit …");
        edit.click();
        Locator dialog = page.locator("dialog");
        button(page, "Judge").click();
        assertThat(dialog.locator(".problem")).containsText("Nothing is changed");
        Locator approve = button(page, "Approve once as changed");
        assertThat(approve).isDisabled();
        dialog.locator(".fields").getByLabel("command").fill("echo line\n".repeat(400) + "ls tail");
        button(page, "Judge").click();
        assertThat(dialog.locator(".end-of-preview")).hasCount(1);
        assertThat(approve).isDisabled();
        dialog.locator(".end-of-preview").scrollIntoViewIfNeeded();
        approve.click();
        assertThat(page.locator("#answered .outcome")).hasCount(1);
    }

    @Test
    void whatWasNotShownToItsEnd_isNotAllowed() throws Exception {
        shell("echo " + "x".repeat(40_000) + " && make one");
        Page page = signedIn();
        assertThat(page.locator(".hold").first()).hasText("Scroll to the end of the call to allow it.");
        Locator approve = button(page, "Approve once");
        assertThat(approve).hasAttribute("aria-disabled", "true");
        approve.click(new Locator.ClickOptions().setForce(true));
        assertEquals(1, server.pending().size());
        page.locator(".details").evaluate("(details) => details.scrollTop = details.scrollHeight");
        press(approve);
        assertThat(page.locator("#answered .outcome")).hasCount(1);
    }

    @Test
    void answerGivenElsewhere_isShownAtOnce_andTakesNoKey() throws Exception {
        Page page = signedIn();
        Hooked call = ask("npm publish");
        assertThat(page.locator(".approval")).hasCount(1);
        String id = server.awaitPending();
        shell("make two");
        server.post("/v1/approvals/" + id + "/deny", "{\"channel\":\"terminal\"}");
        assertThat(page.locator(".approval.rejected .by")).hasText("by terminal");
        assertThat(page.locator(".answers")).hasCount(0);
        assertThat(page.locator("#answered .by")).hasText("by terminal");
        page.keyboard().press("y");
        assertThat(page.locator(".row")).hasCount(1);
        page.keyboard().press("j");
        assertThat(page.locator(".details pre")).hasText("make two");
        assertEquals(1, server.pending().size());
        call.result();
    }

    @Test
    void aDialog_answersWhatItIsAbout_orNothing() throws Exception {
        shell("make one");
        String first = server.awaitPending();
        Page page = signedIn();
        press(button(page, "More …"));
        assertThat(page.locator("dialog")).isVisible();
        server.post("/v1/approvals/" + first + "/cancel", "{}");
        shell("make another");
        assertThat(page.locator("dialog")).hasCount(0);
        button(page, "Next").click();
        button(page, "Edit …").click();
        page.locator("dialog .fields").getByLabel("command").fill("make it");
        button(page, "Judge").click();
        assertThat(button(page, "Approve once as changed")).isEnabled();
        String second = server.awaitPending();
        page.locator("dialog").evaluate("(dialog) => { delete dialog.dataset.about; }");
        server.post("/v1/approvals/" + second + "/cancel", "{}");
        shell("rm -rf build");
        String third = server.awaitPending();
        button(page, "Approve once as changed").click();
        assertThat(page.locator(".problem").last()).containsText("cancelled");
        assertEquals(List.of(third), server.pending());
    }

    @Test
    void whoTypesWhileItEnds_answersNothingElse() throws Exception {
        shell("make one");
        shell("make two");
        String first = server.pending().getFirst();
        Page page = signedIn();
        assertThat(button(page, "Deny")).hasAttribute("aria-disabled", "false");
        page.keyboard().press("n");
        page.keyboard().type("whatever, ");
        server.post("/v1/approvals/" + first + "/cancel", "{}");
        assertThat(page.locator(".answers .problem")).hasText("Already answered elsewhere.");
        page.keyboard().type("why do you try, yy any way");
        page.keyboard().press("Enter");
        page.keyboard().press("Escape");
        page.keyboard().type("yyy");
        assertEquals(1, server.pending().size());
        page.keyboard().press("j");
        assertThat(page.locator(".details pre")).hasText("make two");
    }

    @Test
    void theAnswers_neverCoverTheCall() throws Exception {
        StringBuilder line = new StringBuilder("make a0");
        for (int i = 1; i < 40; i++) {
            line.append(" && make a").append(i);
        }
        shell(line.toString());
        Page page = signedIn();
        page.setViewportSize(1200, 800);
        assertThat(page.locator(".rules li")).hasCount(40);
        double covered = page.locator(".answers").boundingBox().height;
        double all = page.locator(".details").boundingBox().height;
        assertTrue(covered < all / 2, covered + " of " + all);
    }

    @Test
    void rightToLeftLetters_stayWhereTheyRun() throws Exception {
        shell("cp \u05d0\u05d1\u05d2 \u05d3\u05d4\u05d5");
        Page page = signedIn();
        assertThat(page.locator(".details pre")).containsText("\u05d0");
        Object inOrder = page.locator(".details pre").evaluate("""
                (pre) => {
                  const texts = document.createTreeWalker(pre, NodeFilter.SHOW_TEXT);
                  let text = texts.nextNode();
                  while (text.length < 8) text = texts.nextNode();
                  const range = document.createRange();
                  const left = (at) => {
                    range.setStart(text, at);
                    range.setEnd(text, at + 1);
                    return range.getBoundingClientRect().left;
                  };
                  return left(3) < left(5) && left(5) < left(7);
                }""");
        assertEquals(true, inOrder);
    }

    @Test
    void twoBrowsersAnsweringAtOnce_areOneAnswer() throws Exception {
        var pages = new ArrayList<Page>();
        try (BrowserContext other = chromium.person()) {
            pages.add(signedIn());
            pages.add(chromium.signedIn(other, server, server.token()));
            for (int i = 0; i < 10; i++) {
                shell("make " + i);
                for (Page page : pages) {
                    assertThat(button(page, "Approve once")).hasAttribute("aria-disabled", "false");
                }
                // Neither waits for the other.
                pages.get(0).evaluate("() => { document.querySelector('.approve').click() }");
                pages.get(1).evaluate("() => { document.querySelector('.deny')?.click() }");
                for (Page page : pages) {
                    assertThat(page.locator(".row")).hasCount(0);
                    assertThat(page.locator("#answered .outcome")).hasCount(i + 1);
                    // What others did is told before the page's own answer has come back.
                    assertThat(page.locator(".approval.pending")).hasCount(0);
                }
                assertThat(pages.get(1).locator("#answered .outcome").first())
                        .hasText(String.valueOf(pages.get(0)
                                .locator("#answered .outcome")
                                .first()
                                .textContent()));
                for (Page page : pages) {
                    // Who was late sees what became of it, until they go on.
                    page.evaluate("() => document.querySelector('.next')?.click()");
                }
            }
        }
        assertEquals(List.of(), server.pending());
    }

    @Test
    void restartedServer_isFoundAgain_withoutSigningIn() throws Exception {
        server.close();
        server = RunningServer.start(data, 0);
        Page page = signedIn();
        ask("npm publish");
        int port = server.port();
        server.kill();
        assertThat(page.locator("#connection")).hasText("connection lost, trying again …");
        server = RunningServer.start(data, port);
        assertThat(page.locator("#connection")).hasText("connected");
        assertThat(page.locator(".approval pre")).hasText("npm publish");
        press(button(page, "Approve once"));
        assertThat(page.locator("#answered .outcome")).hasText("approved npm publish by web");
    }

    @Test
    void strangers_seeTheSignInPage_andWhoSignedOutSeesItAgain() throws Exception {
        Page page = chromium.watched(person);
        page.navigate(server.url());
        page.getByLabel("Token").fill("wrong");
        button(page, "Sign in").click();
        assertThat(page.getByRole(AriaRole.ALERT)).hasText("This is not the token of this server.");
        page.getByLabel("Token").fill(server.token());
        button(page, "Sign in").click();
        assertThat(page.locator("#connection")).hasText("connected");
        var stolen = person.cookies();
        button(page, "Sign out").click();
        assertThat(page.getByLabel("Token")).isVisible();
        person.addCookies(stolen);
        page.navigate(server.url());
        assertThat(page.getByLabel("Token")).isVisible();
    }

    @Test
    void anAddressOfAnApproval_leadsToIt_answeredOrNot() throws Exception {
        shell("make one");
        shell("make two");
        String second = server.pending().get(1);
        Page page = signedIn();
        page.navigate(server.url() + "/#/inbox/" + second);
        assertThat(page.locator(".details pre")).hasText("make two");
        server.post("/v1/approvals/" + second + "/approve", "{}");
        page.reload();
        assertThat(page.locator(".approval.approved pre")).hasText("make two");
        page.navigate(server.url() + "/#/inbox/none");
        assertThat(page.locator(".details .problem")).containsText("no approval");
    }
}
