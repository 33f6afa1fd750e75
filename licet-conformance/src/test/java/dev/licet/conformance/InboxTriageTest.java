package dev.licet.conformance;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.licet.conformance.Chromium.button;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Many calls of several agents, in a real browser: what is worst, who asks for what, and answers for several. */
class InboxTriageTest extends WithManyCalls {
    @Test
    void fortyCalls_areTwentyLinesInSight_theWorstFirst() throws Exception {
        fiveAgents();
        Page page = signedIn();
        page.setViewportSize(1440, 900);
        assertThat(page).hasTitle("(40) Licet");
        assertThat(page.locator(".row").first()).isVisible();
        double bottom =
                page.locator(".list").boundingBox().y + page.locator(".list").boundingBox().height;
        long inSight = page.locator(".row").all().stream()
                .map(Locator::boundingBox)
                .filter(box -> box != null && box.y + box.height <= bottom)
                .count();
        assertTrue(inSight >= 20, inSight + " calls in sight");
        assertThat(page.locator(".title").first()).hasText("copilot-project · copilot8");
        // Which is the most dangerous, whose is it, which file, what changed: nothing is clicked.
        assertThat(page.locator(".row").first()).containsText("aws s3 sync build s3://acme-prod --delete");
        assertThat(page.locator(".row").first()).containsText("critical risk");
        assertThat(page.locator(".row").first()).containsText("production");
        assertThat(page.locator(".row", new Page.LocatorOptions().setHasText("ci.yml")))
                .containsText("+2 −1");
        assertThat(page.locator(".approval .worst"))
                .containsText("may do anything: nothing is known of `aws s3 sync`, and may not be undone");
        assertThat(page.locator(".approval .agents"))
                .hasText("asked by copilot in copilot-project for Work on copilot-project (not verified)");
        assertThat(page.locator(".approval .before li").first()).containsText("linear › create issue");
    }

    @Test
    void anEdit_showsItsLinesByNumber_andWhatChangedInThem() throws Exception {
        fiveAgents();
        Page page = signedIn();
        page.locator(".row", new Page.LocatorOptions().setHasText("ci.yml")).click();
        assertThat(page.locator(".approval .worst")).containsText("controls what runs later");
        assertThat(page.locator(".diff [data-line]")).hasCount(5);
        assertThat(page.locator(".diff .removed")).hasAttribute("data-line", "2");
        assertEquals(
                "  a\n- node: 18\n+ node: 22\n  b\n+ c",
                page.locator(".diff pre").textContent());
    }

    @Test
    void anEdit_isNumberedAsItsFileIs() throws Exception {
        Path project = data.resolveSibling("shop");
        Path file = project.resolve(".github/workflows/ci.yml");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "on: push\njobs:\n  node: 18\n  x: 1\n");
        server.post(
                "/v1/calls?wait=0",
                object().with("tool", "Edit")
                        .with(
                                "arguments",
                                object().with("file_path", file.toString())
                                        .with("old_string", "  node: 18\n")
                                        .with("new_string", "  node: 22\n"))
                        .with("sessionId", "s")
                        .with("cwd", project.toString())
                        .toString());
        Page page = signedIn();
        assertThat(page.locator(".diff .removed")).hasAttribute("data-line", "3");
        assertThat(page.locator(".diff .added")).hasAttribute("data-line", "3");
    }

    @Test
    void onAPhone_aCallHasAnAddress_andBackIsTheList() throws Exception {
        shell("claude", "shop", "npm publish");
        shell("claude", "shop", "git push");
        Page page = signedIn();
        page.setViewportSize(390, 800);
        Locator search = page.getByLabel("Search in what waits");
        search.fill("agent:claude");
        page.locator(".row", new Page.LocatorOptions().setHasText("git push")).click();
        assertThat(page.locator(".list")).isHidden();
        assertThat(page).hasURL(Pattern.compile(".*#/inbox/[0-9a-zA-Z-]+"));
        page.goBack();
        assertThat(page.locator(".list")).isVisible();
        assertThat(search).hasValue("agent:claude");
        page.goForward();
        assertThat(page.locator(".details pre")).hasText("git push");
        assertThat(page.locator(".list")).isHidden();
        page.reload();
        assertThat(page.locator(".details pre")).hasText("git push");
        assertThat(button(page, "Approve once")).hasAttribute("aria-disabled", "false");
        button(page, "Approve once").click();
        // The next one takes its place, and its address.
        assertThat(page.locator(".details pre")).hasText("npm publish");
        button(page, "All calls").click();
        assertThat(page.locator(".list")).isVisible();
        assertThat(page).not().hasURL(Pattern.compile(".*#/inbox/.*"));
    }

    @Test
    void anAddressOfNoCall_showsNone_andNoKeyAnswersAnother() throws Exception {
        shell("claude", "shop", "npm publish");
        shell("claude", "shop", "git push");
        Page page = signedIn();
        assertThat(button(page, "Approve once")).hasAttribute("aria-disabled", "false");
        page.evaluate("location.hash = '#/inbox/unknown'");
        assertThat(page.locator(".details .problem")).containsText("there is no approval `unknown`");
        page.keyboard().press("y");
        page.keyboard().press("Y");
        assertThat(page.locator(".approval")).hasCount(0);
        page.reload();
        assertThat(page.locator(".row")).hasCount(2);
        assertThat(page.locator(".details .problem")).containsText("there is no approval `unknown`");
        page.keyboard().press("y");
        assertThat(page.locator(".approval")).hasCount(0);
        // What is left out by a search is shown all the same to who comes for it.
        page.getByLabel("Search in what waits").fill("publish");
        assertThat(page.locator(".row")).hasCount(1);
        String pushed = server.pending().getLast();
        page.evaluate("location.hash = '#/inbox/" + pushed + "'");
        assertThat(page.locator(".details pre")).hasText("git push");
        assertEquals(2, server.pending().size());
    }

    @Test
    void inTheListOfAPhone_noKeyAnswers() throws Exception {
        shell("claude", "shop", "git push");
        Page page = signedIn();
        page.setViewportSize(390, 800);
        page.locator(".row").click();
        assertThat(button(page, "Approve once")).hasAttribute("aria-disabled", "false");
        button(page, "All calls").click();
        assertThat(page.locator(".list")).isVisible();
        for (String key : List.of("y", "Y", "Enter", "a", "n", "e")) {
            page.keyboard().press(key);
        }
        assertThat(page.locator("dialog")).hasCount(0);
        assertEquals(1, server.pending().size());
    }

    @Test
    void why_isATreeOverTheCommand() throws Exception {
        shell("claude", "shop", "echo \"$(npm publish)\" && git push");
        Page page = signedIn();
        button(page, "Why").click();
        Locator tree = page.locator(".explained .tree-of");
        assertThat(tree.locator(".findings > li").first()).containsText("runs npm publish");
        assertThat(tree.locator(".findings > li > .what .excerpt").first()).hasText("npm publish");
        assertThat(tree.locator("> li")).hasCount(2);
    }

    @Test
    void argumentsOfATool_areATree_whereThatSaysTheSame() throws Exception {
        JsonObject issue = object().with("title", "Totals")
                .with("assignee", object().with("id", 7).with("name", "7"))
                .with(
                        "labels",
                        JsonArray.of(
                                List.of(new JsonString("bug"), new JsonString("a\nb"), new JsonString(""), object())));
        String twice = "{\"title\":\"harmless\",\"title\":\"not\"}";
        call(
                "cursor",
                "shop",
                "mcp__linear__create_issue",
                object().with("issue", issue).with("raw", twice));
        Page page = signedIn();
        Locator tree = page.locator(".approval .tree");
        assertThat(tree).hasCount(1);
        assertThat(tree.locator("details").first()).hasAttribute("open", "");
        // A number is one, and a text that looks like it is in quotes.
        assertEquals(
                List.of(
                        "assignee",
                        "id",
                        "7",
                        "name",
                        "\"7\"",
                        "labels",
                        "1.",
                        "bug",
                        "2.",
                        "a\nb",
                        "3.",
                        "\"\"",
                        "4.",
                        "{}",
                        "title",
                        "Totals"),
                tree.evaluate("(tree) => [...tree.querySelectorAll('dt, dd')]"
                        + ".filter((each) => each.querySelector('dl') === null).map((each) => each.textContent)"));
        assertThat(page.locator(".approval pre").last()).hasText(twice);
        assertEquals(List.of(), Chromium.violations(page));
    }

    @Test
    void likeCalls_areOneLine_andOneAnswer() throws Exception {
        for (String session : List.of("one", "two", "three")) {
            server.post(
                    "/v1/calls?wait=0",
                    object().with("tool", "Bash")
                            .with("arguments", object().with("command", "git push"))
                            .with("sessionId", session)
                            .with("cwd", "/home/u/p")
                            .toString());
        }
        shell("claude", "p", "npm publish");
        Page page = signedIn();
        assertThat(page.locator(".row")).hasCount(2);
        Locator row = page.locator(".row", new Page.LocatorOptions().setHasText("git push"));
        assertThat(row.locator(".badge").first()).hasText("×3");
        row.click();
        assertThat(page.locator(".approval")).hasCount(3);
        assertThat(button(page, "Approve once (3)")).hasAttribute("aria-disabled", "true");
        page.locator(".details").evaluate("(details) => details.scrollTop = details.scrollHeight");
        assertThat(button(page, "Approve once (3)")).hasAttribute("aria-disabled", "false");
        button(page, "Approve once (3)").click();
        assertThat(page.locator("dialog")).containsText("3 of them may do harm.");
        button(page, "Allow 3 calls").click();
        assertThat(page.locator("#answered .outcome.approved")).hasCount(3);
        assertThat(page.locator(".row")).hasCount(1);
    }

    @Test
    void aCallThatIsFilteredOut_isNotTheOneThatIsAnswered() throws Exception {
        fiveAgents();
        Page page = signedIn();
        assertThat(page.locator(".approval pre")).containsText("aws s3");
        Locator search = page.getByLabel("Search in what waits");
        search.fill("agent:gemini risk:medium npm");
        assertThat(page.locator(".row")).hasCount(1);
        assertThat(page.locator(".approval pre")).hasText("npm test");
        page.keyboard().press("Tab");
        button(page, "Keep search").click();
        page.getByLabel("Name").fill("risk:high");
        button(page, "Keep").last().click();
        assertEquals(
                "Another search has this name.", page.getByLabel("Name").evaluate("name => name.validationMessage"));
        page.getByLabel("Name").fill("tests of gemini");
        button(page, "Keep").last().click();
        assertThat(button(page, "Forget search")).isVisible();
        page.locator(".details").focus();
        assertThat(button(page, "Approve once")).hasAttribute("aria-disabled", "false");
        page.keyboard().press("y");
        assertThat(page.locator("#answered .outcome")).hasText("approved npm test by web");
        assertThat(page.locator(".row")).hasCount(0);
        assertThat(page.locator(".approval")).hasCount(0);
        search.fill("risk:critical");
        assertThat(page.locator(".row")).hasCount(1);
        page.reload();
        search.focus();
        button(page, "tests of gemini").click();
        assertThat(search).hasValue("agent:gemini risk:medium npm");
        button(page, "Forget search").click();
        assertThat(button(page, "tests of gemini")).hasCount(0);
    }

    @Test
    void twoKeys_answerFromTheMomentThePageIsOpen() throws Exception {
        shell("claude", "p", "git push origin main");
        shell("claude", "p", "npm publish");
        Page page = signedIn();
        assertThat(button(page, "Deny")).hasAttribute("aria-disabled", "false");
        String first = page.locator(".approval pre").textContent();
        page.keyboard().press("n");
        page.keyboard().press("2");
        assertThat(page.locator("#answered .outcome")).hasText("rejected " + first + " by web");
        var answered = (JsonObject) server.get("/v1/approvals?state=all").elements("approvals").stream()
                .filter(each -> ((JsonObject) each).text("state").orElse("").equals("rejected"))
                .findFirst()
                .orElseThrow();
        assertEquals("hard", answered.text("mode").orElseThrow());
    }

    @Test
    void forTheSession_isOneKey_andForGood_withTheRuleInHand() throws Exception {
        shell("claude", "p", "git push origin main");
        Page page = signedIn();
        assertThat(button(page, "This session")).hasAttribute("aria-disabled", "false");
        page.keyboard().press("Shift+Y");
        assertThat(page.locator("#answered .outcome")).hasCount(1);
        JsonObject grant =
                (JsonObject) server.get("/v1/grants").elements("grants").getFirst();
        assertTrue(grant.toString().contains("git push *"), grant.toString());
        shell("codex", "p", "make all");
        assertThat(page.locator(".approval pre")).hasText("make all");
        assertThat(button(page, "Approve once")).hasAttribute("aria-disabled", "false");
        page.keyboard().press("a");
        assertThat(page.getByLabel("pattern of the rule")).isFocused();
        assertThat(page.getByLabel("Holds for")).hasValue("worker");
        button(page, "Approve and remember").click();
        assertThat(page.locator("#answered .outcome")).hasCount(2);
        Path rules = data.resolve("workers/local/permissions.jsonc");
        page.waitForCondition(() -> text(rules).contains("\"make"));
    }

    @Test
    void anAnswerThatIsHeld_isTakenBack_orSentWhenThePageGoes() throws Exception {
        shell("claude", "p", "git push origin main");
        Page page = signedIn();
        page.locator(".help summary").click();
        page.getByLabel("Hold each answer for 5 s, so that u takes it back").check();
        page.locator(".details").focus();
        assertThat(button(page, "Approve once")).hasAttribute("aria-disabled", "false");
        page.keyboard().press("y");
        assertThat(page.locator(".holding")).containsText("Approved: git push origin main");
        assertThat(page.locator(".row")).hasCount(0);
        page.keyboard().press("u");
        assertThat(page.locator(".holding")).hasCount(0);
        assertThat(page.locator(".row")).hasCount(1);
        assertEquals(1, server.pending().size());
        assertThat(button(page, "Approve once")).hasAttribute("aria-disabled", "false");
        page.keyboard().press("y");
        assertThat(page.locator(".holding")).isVisible();
        page.navigate("about:blank");
        Await.until(
                "the answer",
                () -> server.pending().isEmpty() ? java.util.Optional.of(true) : java.util.Optional.empty());
    }

    @Test
    void aGroup_hasAnswersOfItsOwn() throws Exception {
        shell("claude", "p", "ls a");
        shell("claude", "p", "npm publish");
        shell("codex", "q", "git push");
        Page page = signedIn();
        page.locator(".row", new Page.LocatorOptions().setHasText("npm publish"))
                .click();
        page.locator(".details").focus();
        page.keyboard().press("g");
        Locator dialog = page.locator("dialog");
        assertThat(dialog).containsText("p · claude");
        dialog.getByLabel("Mode of these sessions").selectOption("always-ask");
        button(page, "Set the mode").click();
        assertThat(dialog.locator(".told")).hasText("Done.");
        button(page, "Mark low risk (1)").click();
        assertThat(page.locator(".approval pre")).hasText("ls a");
        assertThat(button(page, "Approve once")).hasAttribute("aria-disabled", "false");
        page.keyboard().press("y");
        assertThat(page.locator("#answered .outcome")).hasText("approved ls a by web");
        page.locator(".row", new Page.LocatorOptions().setHasText("npm publish"))
                .click();
        button(page, "Group …").click();
        button(page, "Deny all (1)").click();
        assertThat(page.locator("#answered .outcome")).hasCount(2);
        assertThat(page.locator(".row")).hasCount(1);
        assertThat(page.locator(".row")).containsText("git push");
    }

    @Test
    void aGroup_isThatOfTheCallThatIsShown_whateverComesMeanwhile() throws Exception {
        shell("beta", "two", "npm ci");
        Page page = signedIn();
        assertThat(page.locator(".approval pre")).hasText("npm ci");
        for (String line : List.of("rm -rf /srv/a", "rm -rf /srv/b", "rm -rf /srv/c", "rm -rf /srv/d")) {
            shell("alpha", "one", line);
        }
        assertThat(page.locator(".row")).hasCount(5);
        page.locator(".details").focus();
        page.keyboard().press("g");
        assertThat(page.locator("dialog h2")).hasText("two · beta");
        page.keyboard().press("Escape");
        // The denial of many is asked back as well, and not by the key that comes next.
        page.keyboard().press("*");
        assertThat(page.locator(".approval")).hasCount(5);
        assertThat(button(page, "Deny (5)")).hasAttribute("aria-disabled", "false");
        page.keyboard().press("n");
        page.keyboard().press("Enter");
        assertThat(page.locator("dialog h2")).hasText("Deny 5 calls?");
        assertThat(button(page, "Cancel")).isFocused();
        button(page, "Deny 5 calls").click();
        assertThat(page.locator("#answered .outcome.rejected")).hasCount(5);
    }

    @Test
    void aSearch_isLeftByTheKeyboard_andSaysWhenItFindsNothing() throws Exception {
        shell("claude", "p", "git push");
        Page page = signedIn();
        assertThat(page.locator(".row")).hasCount(1);
        page.keyboard().press("/");
        page.keyboard().type("nobody");
        assertThat(page.locator("#none")).isVisible();
        assertThat(page.locator("#none")).hasText("Nothing that waits is found by this search.");
        page.keyboard().press("Escape");
        assertThat(page.locator(".row")).hasCount(1);
        assertThat(page.locator(".list")).isFocused();
        page.keyboard().press("/");
        page.keyboard().type("push");
        page.keyboard().press("Enter");
        assertThat(page.locator(".list")).isFocused();
        assertThat(page.locator(".row")).hasCount(1);
    }

    @Test
    void likeCallsOfThePast_areCounted() throws Exception {
        var ids = new ArrayList<String>();
        for (int i = 0; i < 3; i++) {
            shell("claude", "p", "git push origin b" + i);
            ids.add(server.pending().getFirst());
            server.post("/v1/approvals/" + ids.get(i) + (i == 0 ? "/deny" : "/approve"), "{}");
        }
        shell("claude", "p", "git push origin main");
        Page page = signedIn();
        assertThat(page.locator(".similar")).hasText("Calls like it: approved 2 times, denied once.");
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
