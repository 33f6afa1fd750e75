package dev.licet.conformance;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.licet.conformance.Chromium.button;
import static dev.licet.conformance.Chromium.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Cookie;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.gate.json.JsonText;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

/** What holds for every page: people who do not see it, small screens, hostile text, weight, and who may load it. */
class PageQualityTest extends WithPage {
    @Override
    void prepare() throws Exception {
        AskedCommands.in(data, "echo");
    }

    private static final List<String> PAGES = List.of("Inbox", "History", "Policy", "Grants", "Sessions", "Overview");
    private static final int MOST_BYTES = 120 * 1024;

    /** What an agent or an MCP server may put into any text. */
    private static final String HOSTILE = "</code><img src=x onerror=alert(1)><script>alert(2)</script>\u202e\u200b&lt;"
            + "javascript:alert(3)\"'`${alert(4)}{{alert(5)}}";

    private static JsonValue.JsonObject object() {
        return JsonValue.JsonObject.empty();
    }

    private void call(String tool, JsonValue.JsonObject arguments) throws Exception {
        call(object().with("tool", tool).with("arguments", arguments));
    }

    private void call(JsonValue.JsonObject more) throws Exception {
        JsonValue.JsonObject call =
                object().with("callId", "c").with("sessionId", "s").with("cwd", "/srv");
        for (var member : more.members().entrySet()) {
            call = call.with(member.getKey(), member.getValue());
        }
        server.post("/v1/calls?wait=0", JsonText.write(call));
    }

    private void someHistory() throws Exception {
        call("shell_exec", object().with("command", "git status && npm publish"));
        call(
                "Edit",
                object().with("file_path", "/other/a.py")
                        .with("old_string", "one")
                        .with("new_string", "two"));
        call("shell_exec", object().with("command", "git push origin main"));
        server.post(
                "/v1/approvals/" + server.pending().get(2) + "/approve",
                "{\"remember\":{\"kind\":\"prefix\",\"lifetime\":\"session\"}}");
        server.post("/v1/sessions", "{\"sessionId\":\"other\",\"event\":\"full-access\",\"turns\":3}");
    }

    @Test
    void everyPageAndDialog_isForPeopleWhoDoNotSee_atEveryWidth_inLightAndDark() throws Exception {
        someHistory();
        call("shell_exec", object().with("command", "terraform destroy"));
        call("WebFetch", object().with("url", "https://example.com/page"));
        Page page = chromium.signedIn(person, server, server.token());
        Page stranger = chromium.watched(person);
        stranger.navigate(server.url() + "/sign-in.html");
        if (Integer.getInteger("licet.sample", 3) > 1) {
            // Each of them once in a landing.
            pages(page, stranger, 1440, ColorScheme.LIGHT);
            dialogs(page, 360, ColorScheme.DARK);
            return;
        }
        for (int width : new int[] {360, 800, 1440}) {
            for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
                pages(page, stranger, width, scheme);
                dialogs(page, width, scheme);
            }
        }
    }

    private static String seenAt(Page page, int width, ColorScheme scheme) {
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
        page.setViewportSize(width, 900);
        return " " + scheme + " at " + width;
    }

    private static void pages(Page page, Page stranger, int width, ColorScheme scheme) {
        seenAt(stranger, width, scheme);
        String where = seenAt(page, width, scheme);
        assertEquals(List.of(), Chromium.violations(stranger), "sign in" + where);
        for (String name : PAGES) {
            go(page, name);
            assertThat(page.locator("main")).not().isEmpty();
            if (name.equals("Policy")) {
                assertThat(page.locator(".layers table").first()).isVisible();
            }
            assertEquals(List.of(), Chromium.violations(page), name + where);
        }
    }

    private static void dialogs(Page page, int width, ColorScheme scheme) {
        String where = seenAt(page, width, scheme);
        go(page, "Sessions");
        button(page, "Full access …").first().click();
        assertFine(page, "full access" + where);
        go(page, "History");
        page.locator(".entry").first().click();
        assertThat(page.locator(".path").first()).isVisible();
        assertEquals(List.of(), Chromium.violations(page), "a call of the past" + where);
        go(page, "Policy");
        page.locator("#rules-editor .cm-content").click();
        page.keyboard().type(" ");
        button(page, "Save …").click();
        assertFine(page, "policy" + where);
        page.locator("#rules-editor .cm-content").click();
        page.keyboard().press("Backspace");
        go(page, "Inbox");
        page.getByLabel("Search in what waits").fill("git");
        button(page, "Keep search").click();
        assertFine(page, "search" + where);
        page.getByLabel("Search in what waits").fill("");
        page.locator(".row").first().click();
        assertThat(button(page, "More …")).hasAttribute("aria-disabled", "false");
        assertEquals(List.of(), Chromium.violations(page), "a call" + where);
        button(page, "More …").click();
        assertFine(page, "choices" + where);
        button(page, "Edit …").click();
        assertFine(page, "edit" + where);
        page.keyboard().press("g");
        assertFine(page, "group" + where);
        button(page, "Why").click();
        assertThat(page.locator(".explained")).isVisible();
        assertEquals(List.of(), Chromium.violations(page), "why" + where);
        page.keyboard().press("*");
        assertEquals(List.of(), Chromium.violations(page), "all marked" + where);
        page.locator(".deny").click();
        assertFine(page, "all denied" + where);
        page.keyboard().press("*");
    }

    private static void assertFine(Page page, String what) {
        assertThat(page.locator("dialog")).isVisible();
        assertEquals(List.of(), Chromium.violations(page), what);
        page.keyboard().press("Escape");
        assertThat(page.locator("dialog")).hasCount(0);
    }

    @Test
    void whoHearsThePage_hearsTheCallItsRiskAndItsAnswers() throws Exception {
        call("shell_exec", object().with("command", "git push --force origin main"));
        Page page = chromium.signedIn(person, server, server.token());
        assertThat(button(page, "Approve once")).hasAttribute("aria-disabled", "false");
        assertThat(page.locator("header")).matchesAriaSnapshot("""
                - heading "Licet" [level=1]
                - navigation "Pages":
                  - link "Inbox 1"
                  - link "History"
                  - link "Policy"
                  - link "Grants"
                  - link "Sessions"
                  - link "Overview"
                - status: connected
                """);
        assertThat(page.locator("main")).matchesAriaSnapshot("""
                - region "Waiting for you":
                  - heading "Waiting for you" [level=2]
                  - searchbox "Search in what waits"
                  - listbox "Waiting for you":
                    - option /critical risk git push --force origin main network/
                - region "The call":
                  - article:
                    - paragraph: /critical risk changes more than files of the workspace/
                    - heading "shell_exec" [level=2]
                    - figure:
                      - group "command"
                    - list "What it would do":
                      - listitem: /ask runs git push --force origin main/
                  - group "Answer":
                    - button "Approve once"
                    - button "This session"
                    - button "Always"
                    - button "More …"
                    - button "Edit …"
                    - button "Why"
                    - textbox "Why not"
                    - combobox "What the agent does then"
                    - button "Deny"
                """);
    }

    /** Marks each text of {@code texts.js}, whatever it is made of. */
    private static final String MARKED = """

            const marked = (text) => (typeof text === "string" ? `⟦${text}⟧` : Array.isArray(text) ? text.map((each) => (Array.isArray(each) ? [each[0], ...each.slice(1).map(marked)] : marked(each))) : typeof text === "function" ? (...given) => marked(text(...given)) : typeof text === "object" && text !== null ? Object.fromEntries(Object.entries(text).map(([name, each]) => [name, marked(each)])) : text);
            for (const page of [frame, time, signIn, call, inbox, choices, edit, history, policy, rows, grants, sessions, overview]) {
              for (const [name, text] of Object.entries(page)) if (name !== "language") page[name] = marked(text);
            }
            for (const list of [modes, bounds]) list.splice(0, list.length, ...marked(list));
            """;

    /** Words of buttons, headings and labels that no text of {@code texts.js} made. */
    private static final String UNMARKED = """
            () => [...document.querySelectorAll("button, h2, h3, legend, th, caption, summary, dt, label > span, nav a, option, [placeholder], [aria-label]")]
              // Names that rules and the API have are the same in every language, and so are keys and what somebody searches.
              .filter((each) => !each.closest(".editor, .tree, .findings, .parts, .row, [hidden], .where, .argument, .search option, .help dt, #searches, h2.tool, #try-value"))
              .flatMap((each) => [each.children.length === 0 ? each.textContent : "", each.getAttribute("placeholder") ?? "", each.getAttribute("aria-label") ?? ""])
              .filter((text) => /[a-z]{3}/iu.test(text) && !text.includes("⟦"))""";

    @Test
    void anotherLanguage_isOneFile() throws Exception {
        someHistory();
        person.route(
                "**/texts.js",
                route -> route.fulfill(new Route.FulfillOptions()
                        .setResponse(route.fetch())
                        .setBody(route.fetch().text() + MARKED)));
        Page page = chromium.watched(person);
        page.navigate(server.url() + "/#token=" + server.token());
        assertThat(page.locator("#connection")).hasText("⟦connected⟧");
        var unmarked = new TreeSet<String>();
        for (String name : PAGES) {
            page.navigate(server.url() + "/#/" + name.toLowerCase(Locale.ROOT));
            assertThat(page.locator("main." + name.toLowerCase(Locale.ROOT))).containsText("⟦");
            ((List<?>) page.evaluate(UNMARKED)).forEach(each -> unmarked.add(name + ": " + each));
        }
        assertEquals(Set.of(), unmarked);
    }

    @Test
    void everyPage_fitsEveryWidth_andHasItsPicture() throws Exception {
        someHistory();
        call("shell_exec", object().with("command", "git status && " + "x".repeat(300) + " --flag && git push"));
        Page page = chromium.signedIn(person, server, server.token());
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
            for (String name : PAGES) {
                go(page, name);
                for (int width : new int[] {360, 800, 1600}) {
                    page.setViewportSize(width, 900);
                    Chromium.assertFits(page, name + " at " + width);
                    byte[] png = page.screenshot(new Page.ScreenshotOptions()
                            .setPath(Chromium.SCREENSHOTS.resolve(name + "-" + scheme + "-" + width + ".png")));
                    BufferedImage image = ImageIO.read(new ByteArrayInputStream(png));
                    boolean dark = (image.getRGB(2, 2) & 0xff) < 0x80;
                    assertEquals(scheme == ColorScheme.DARK, dark, "the colours follow the system");
                    assertTrue(colours(image).size() > 20, "something is painted");
                }
            }
        }
        go(page, "Inbox");
        page.setViewportSize(360, 740);
        // A list first, then one call on the whole screen.
        assertThat(page.locator(".details")).isHidden();
        page.locator(".row").first().click();
        assertThat(page.locator(".list")).isHidden();
        for (String name : List.of("Approve once", "Deny")) {
            Locator button = button(page, name);
            button.scrollIntoViewIfNeeded();
            var box = button.boundingBox();
            assertTrue(box.x >= 0 && box.x + box.width <= 360 && box.height >= 40, name);
        }
        button(page, "All calls").click();
        assertThat(page.locator(".list")).isVisible();
    }

    private static Set<Integer> colours(BufferedImage image) {
        var colours = new HashSet<Integer>();
        for (int x = 0; x < image.getWidth(); x += 2) {
            for (int y = 0; y < image.getHeight(); y += 2) {
                colours.add(image.getRGB(x, y));
            }
        }
        return colours;
    }

    @Test
    void hostileText_isTextEverywhere() throws Exception {
        call(object().with("tool", "mcp__evil__" + HOSTILE)
                .with("sessionId", "s" + HOSTILE)
                .with("cwd", "/srv/" + HOSTILE)
                .with("agent", "a" + HOSTILE)
                .with("turnId", "t" + HOSTILE)
                .with("origin", HOSTILE)
                .with("requester", HOSTILE)
                .with("client", "c\u202e<b>")
                .with("task", HOSTILE)
                .with("env", object().with("NAME", HOSTILE))
                .with("batchId", "b")
                .with(
                        "batchRemaining",
                        JsonArray.of(List.of(
                                object().with("tool", HOSTILE).with("arguments", object().with(HOSTILE, HOSTILE)))))
                .with(
                        "arguments",
                        object().with(HOSTILE, HOSTILE)
                                .with("description", HOSTILE)
                                .with("n", 3)));
        call("shell_exec", object().with("command", "echo '" + HOSTILE + "'").with("description", HOSTILE));
        String first = server.pending().get(0);
        Page page = chromium.signedIn(person, server, server.token());
        page.onDialog(dialog -> {
            throw new AssertionError("a script of the agent ran: " + dialog.message());
        });
        assertThat(page.locator(".details")).containsText("<img src=x onerror=alert(1)>");
        button(page, "Edit …").click();
        assertThat(page.locator("dialog textarea").first()).isVisible();
        page.keyboard().press("Escape");
        assertThat(button(page, "Approve once")).hasAttribute("aria-disabled", "false");
        page.keyboard().press("w");
        assertThat(page.locator(".explained")).isVisible();
        button(page, "More …").click();
        assertThat(page.locator("dialog")).isVisible();
        page.keyboard().press("Escape");
        server.post("/v1/approvals/" + first + "/deny", JsonText.write(object().with("feedback", HOSTILE)));
        assertThat(page.locator("#answered")).containsText("<script>alert(2)</script>");
        for (String name : PAGES) {
            go(page, name);
            assertThat(page.locator("main")).not().isEmpty();
            if (name.equals("History")) {
                page.locator(".entry").last().click();
                page.locator(".entry").first().click();
                assertThat(page.locator(".path")).not().isEmpty();
            }
            assertEquals(0, page.locator("main img, main script, main iframe").count(), name);
            assertFalse(
                    String.valueOf(page.locator("main").innerText()).matches("(?s).*[\u202e\u200b].*"),
                    name + " has hidden characters");
        }
    }

    @Test
    void hugeCalls_areShownWhole_andThePageStaysUsable() throws Exception {
        call("shell_exec", object().with("command", "echo " + "x".repeat(900_000) + "the-end"));
        var edits = new ArrayList<JsonValue>();
        for (int i = 0; i < 500; i++) {
            edits.add(object().with("old_string", "before " + i).with("new_string", "<b>after</b> " + i));
        }
        call("MultiEdit", object().with("file_path", "/other/a.py").with("edits", JsonArray.of(edits)));
        Page page = chromium.signedIn(person, server, server.token());
        assertThat(page.locator(".row")).hasCount(2);
        page.waitForFunction("() => document.querySelector('.details pre')?.textContent.endsWith('the-end')");
        assertThat(button(page, "Approve once")).hasAttribute("aria-disabled", "true");
        page.keyboard().press("j");
        assertThat(page.locator(".details")).containsText("<b>after</b> 499");
        page.locator(".details").evaluate("(details) => details.scrollTop = details.scrollHeight");
        assertThat(button(page, "Deny")).hasAttribute("aria-disabled", "false");
        button(page, "Deny").click();
        assertThat(page.locator("#answered .outcome")).hasCount(1);
    }

    @Test
    void thousandsOfApprovals_areAFewRowsInThePage() throws Exception {
        for (int i = 0; i < 400; i++) {
            call("shell_exec", object().with("command", "make " + i));
        }
        Page page = chromium.signedIn(person, server, server.token());
        assertThat(page).hasTitle("(400) Licet");
        assertTrue(page.locator(".row").count() < 40);
        page.locator(".list").focus();
        page.keyboard().press("End");
        assertThat(page.locator(".details pre")).hasText("make 399");
        assertThat(page.locator(".row.current")).hasAttribute("aria-posinset", "400");
        assertThat(page.locator(".row.current")).hasAttribute("aria-setsize", "400");
        assertTrue(page.locator(".row").count() < 40);
    }

    @Test
    void thePage_isLight_andDoesNotMoveUnderTheHand() throws Exception {
        call("shell_exec", object().with("command", "git push"));
        Page page = chromium.signedIn(person, server, server.token());
        page.addInitScript("new PerformanceObserver((list) => { for (const entry of list.getEntries())"
                + " globalThis.shifted = (globalThis.shifted ?? 0) + (entry.hadRecentInput ? 0 : entry.value);"
                + " }).observe({type: 'layout-shift', buffered: true})");
        var transferred = new ArrayList<Long>();
        CDPSession session = person.newCDPSession(page);
        session.send("Network.enable");
        session.on(
                "Network.loadingFinished",
                event -> transferred.add(event.get("encodedDataLength").getAsLong()));
        page.reload();
        assertThat(page.locator(".approval pre")).hasText("git push");
        page.waitForTimeout(500);
        long bytes = transferred.stream().mapToLong(Long::longValue).sum();
        assertTrue(bytes > 10_000 && bytes <= MOST_BYTES, bytes + " bytes");
        double shifted = ((Number) page.evaluate("globalThis.shifted ?? 0")).doubleValue();
        assertTrue(shifted < 0.1, "the layout shifts by " + shifted);
    }

    @Test
    void aPush_isShown_andOneThatComesAgainSaysThatItIsOver() throws Exception {
        call("shell_exec", object().with("command", "git push"));
        String id = server.pending().getFirst();
        person.grantPermissions(List.of("notifications"));
        Page page = chromium.signedIn(person, server, server.token());
        CDPSession session = person.newCDPSession(page);
        var registrations = new ArrayList<String>();
        session.on(
                "ServiceWorker.workerRegistrationUpdated",
                event -> event.getAsJsonArray("registrations")
                        .forEach(each -> registrations.add(
                                each.getAsJsonObject().get("registrationId").getAsString())));
        session.send("ServiceWorker.enable");
        button(page, "Notify me").click();
        assertThat(button(page, "Do not notify me")).isVisible();
        String message = "{\"id\":\"" + id + "\",\"title\":\"Bash asks\",\"text\":\"x\"}";
        assertEquals(List.of("Bash asks: git push"), pushed(page, session, registrations, message, 1));
        server.post("/v1/approvals/" + id + "/deny", "{}");
        assertEquals(List.of(), shown(page, 0));
        assertEquals(List.of("Answered: shell_exec: rejected"), pushed(page, session, registrations, message, 1));
        assertEquals(2, pushed(page, session, registrations, "no JSON", 2).size());
    }

    /** The notifications once {@code message} has come; it comes again, as pushes do, until there are {@code count}. */
    private List<?> pushed(Page page, CDPSession session, List<String> registrations, String message, int count)
            throws Exception {
        return Await.until(count + " notifications", () -> {
            var parameters = new JsonObject();
            parameters.addProperty("origin", server.url() + "/");
            parameters.addProperty("registrationId", registrations.getLast());
            parameters.addProperty("data", message);
            session.send("ServiceWorker.deliverPushMessage", parameters);
            page.waitForTimeout(700);
            return Optional.of(notifications(page)).filter(list -> list.size() == count);
        });
    }

    private static List<?> notifications(Page page) {
        return (List<?>)
                page.evaluate(
                        "async () => (await (await navigator.serviceWorker.ready).getNotifications()).map((each) => each.title + ': ' + each.body)");
    }

    /** The notifications that stand, as soon as there are {@code count}. */
    private static List<?> shown(Page page, int count) throws Exception {
        return Await.until(
                count + " notifications", () -> Optional.of(notifications(page)).filter(list -> list.size() == count));
    }

    @Test
    void everyFile_hasTheStrictHeaders_andNoPageIsFramed() throws Exception {
        HttpClient http = HttpClient.newHttpClient();
        for (String file : List.of("/", "/main.js", "/style.css", "/sw.js", "/manifest.webmanifest", "/icon-192.png")) {
            HttpResponse<String> reply = http.send(
                    HttpRequest.newBuilder(URI.create(server.url() + file)).build(), BodyHandlers.ofString());
            String policy =
                    reply.headers().firstValue("content-security-policy").orElse("");
            assertTrue(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), file);
            assertFalse(policy.contains("unsafe"), policy);
            assertEquals(
                    "nosniff",
                    reply.headers().firstValue("x-content-type-options").orElse(""),
                    file);
        }
        for (String file : List.of(
                "/_static/../../dev/licet/server/web/index.html", "/_static/x.js", "/_static/", "/web/main.js")) {
            HttpResponse<String> reply = http.send(
                    HttpRequest.newBuilder(URI.create(server.url() + file)).build(), BodyHandlers.ofString());
            assertTrue(reply.statusCode() >= 400, file + " " + reply.statusCode());
        }
    }

    @Test
    void aCookieAlone_changesNothing() throws Exception {
        call("shell_exec", object().with("command", "git push"));
        String id = server.pending().getFirst();
        chromium.signedIn(person, server, server.token());
        Cookie cookie = person.cookies().getFirst();
        assertTrue(cookie.httpOnly && String.valueOf(cookie.sameSite).equals("STRICT"), cookie.name);
        for (String origin : List.of("", "https://evil.example", server.url())) {
            HttpRequest.Builder request = HttpRequest.newBuilder(
                            URI.create(server.url() + "/v1/approvals/" + id + "/approve"))
                    .header("Cookie", cookie.name + "=" + cookie.value)
                    .POST(BodyPublishers.ofString("{}"));
            if (!origin.isEmpty()) {
                request.header("Origin", origin);
            }
            HttpResponse<String> reply = HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
            assertEquals(403, reply.statusCode(), origin);
        }
        assertEquals(List.of(id), server.pending());
    }
}
