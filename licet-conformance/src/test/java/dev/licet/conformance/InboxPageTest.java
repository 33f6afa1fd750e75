package dev.licet.conformance;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static com.microsoft.playwright.assertions.PlaywrightAssertions.setDefaultAssertionTimeout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page in a real browser, against a real server process. */
class InboxPageTest {
    private static final Path SCREENSHOTS = Program.ROOT.resolve("licet-conformance/target/screenshots");

    @SuppressWarnings("NullAway.Init")
    private static Playwright playwright;

    @SuppressWarnings("NullAway.Init")
    private static Browser browser;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path data;

    @SuppressWarnings("NullAway.Init")
    private ServerProcess server;

    @SuppressWarnings("NullAway.Init")
    private BrowserContext context;

    private final List<String> complaints = new ArrayList<>();

    @BeforeAll
    static void launch() throws Exception {
        Path chromium = Program.require("chromium", "chromium", "chromium-browser", "google-chrome");
        setDefaultAssertionTimeout(30_000);
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(chromium)
                        .setArgs(List.of(
                                "--headless",
                                "--no-sandbox",
                                "--disable-gpu",
                                "--disable-background-networking",
                                "--disable-component-update",
                                "--disable-sync")));
    }

    @AfterAll
    static void quit() {
        browser.close();
        playwright.close();
    }

    @BeforeEach
    void start() throws Exception {
        server = ServerProcess.start(data, 0);
        context = browser.newContext();
    }

    @AfterEach
    void stop() throws Exception {
        context.close();
        server.close();
        assertEquals(List.of(), complaints, "the browser's console stays empty");
    }

    private Page signedIn() throws Exception {
        Page page = context.newPage();
        page.onPageError(complaints::add);
        page.navigate(server.url() + "/#token=" + server.token());
        assertThat(page.locator("#connection")).hasText("connected");
        assertEquals(server.url() + "/", page.url(), "the token leaves the address");
        return page;
    }

    private Hooked ask(String command) throws Exception {
        Hooked call = Hooked.bash(data, command);
        server.awaitPending();
        return call;
    }

    private static Locator button(Page page, String name) {
        return page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name));
    }

    @Test
    void call_appearsByItself_andIsApproved() throws Exception {
        Page page = signedIn();
        assertThat(page.getByText("Nothing is waiting.")).isVisible();
        Hooked call = ask("git push origin main");
        assertThat(page.locator(".approval .tool")).hasText("Bash");
        assertThat(page.locator(".approval pre")).hasText("git push origin main");
        assertThat(page.locator(".approval .findings li")).hasText("askruns git push origin mainno rule speaks of it");
        assertThat(page.locator(".approval .saves")).hasText("“Always” saves to permissions.jsonc:");
        assertThat(page.locator(".approval .rules li")).hasText("allow shell_exec: git push *");
        assertThat(page).hasTitle("(1) Licet");
        button(page, "Approve once").click();
        assertThat(page.locator("#answered .outcome")).hasText("approved git push origin main by web");
        assertThat(page.getByText("Nothing is waiting.")).isVisible();
        assertTrue(call.result().out().contains("\"permissionDecision\":\"allow\""));
    }

    @Test
    void always_savesTheRule() throws Exception {
        Page page = signedIn();
        Hooked call = ask("git push origin main");
        button(page, "Always").click();
        assertThat(page.locator("#answered .by")).hasText("by web, saved shell_exec: git push *");
        assertTrue(call.result().out().contains("\"allow\""));
        assertTrue(Files.readString(data.resolve("workers/local/permissions.jsonc"))
                .contains("\"git push *\": \"allow\""));
    }

    @Test
    void denial_carriesTheFeedback() throws Exception {
        Page page = signedIn();
        Hooked call = ask("npm publish");
        page.getByLabel("Why not").fill("not <b>today</b>");
        button(page, "Deny").click();
        assertThat(page.locator("#answered .by")).hasText("by web: not <b>today</b>");
        assertTrue(call.result().out().contains("not <b>today</b>"));
    }

    @Test
    void hostileText_isShownAsText_withEveryHiddenCharacter() throws Exception {
        Page page = signedIn();
        Hooked call = ask("echo '<img src=x onerror=alert(1)>' \\u202e\\u200bx" + " ".repeat(40) + "; rm -rf y");
        assertThat(page.locator(".approval pre"))
                .hasText("echo '<img src=x onerror=alert(1)>' ⟨U+202E⟩⟨U+200B⟩x⟨40 blanks⟩; rm -rf y");
        assertThat(page.locator(".approval .hidden"))
                .hasText("Contains 42 characters that are hard to see; they are marked ⟨…⟩.");
        assertThat(page.locator(".approval .always")).isHidden();
        button(page, "Deny").click();
        call.result();
    }

    @Test
    void whatNeedsApproval_isMarked_andTheModelsWordsAreCalledSo() throws Exception {
        Page page = signedIn();
        Hooked call = ask("echo a \\u202e && git push origin main && echo b");
        assertThat(page.locator(".approval pre")).containsText("⟨U+202E⟩");
        assertThat(page.locator(".approval .said figcaption")).hasText("description (the model’s words)");
        assertThat(page.locator(".approval .said blockquote")).hasText("Do it");
        page.locator(".approval .deny").click();
        assertTrue(call.result().out().contains("\"deny\""));
        Hooked plain = ask("ls && git push origin main && pwd");
        assertThat(page.locator(".approval mark")).hasText(new String[] {"ls", "git push origin main", "pwd"});
        page.locator(".approval .deny").click();
        assertTrue(plain.result().out().contains("\"deny\""));
    }

    @Test
    void edits_areDifferences() throws Exception {
        server.post("/v1/calls?wait=0", """
                {"callId":"c","tool":"Edit","sessionId":"s","workerId":"local","cwd":"/w","arguments":
                {"file_path":"/other/a.py","old_string":"<b>one</b>\\ntwo","new_string":"<b>one</b>\\n2"}}""");
        Page page = signedIn();
        assertThat(page.locator(".approval .diff .removed")).hasText("- two");
        assertThat(page.locator(".approval .diff .added")).hasText("+ 2");
        assertThat(page.locator(".approval .diff .kept")).hasText("<b>one</b>");
        assertThat(page.locator(".approval .argument pre")).hasText("/other/a.py");
    }

    @Test
    void answerGivenElsewhere_isShownAtOnce() throws Exception {
        Page page = signedIn();
        Hooked call = ask("npm publish");
        assertThat(page.locator(".approval")).hasCount(1);
        server.post("/v1/approvals/" + server.awaitPending() + "/deny", "{\"channel\":\"terminal\"}");
        assertThat(page.locator(".approval")).hasCount(0);
        assertThat(page.locator("#answered .by")).hasText("by terminal");
        call.result();
    }

    @Test
    void restartedServer_isFoundAgain_withoutSigningIn() throws Exception {
        Page page = signedIn();
        ask("npm publish");
        int port = server.port();
        server.kill();
        assertThat(page.locator("#connection")).hasText("connection lost, trying again …");
        server = ServerProcess.start(data, port);
        assertThat(page.locator("#connection")).hasText("connected");
        assertThat(page.locator(".approval pre")).hasText("npm publish");
        button(page, "Approve once").click();
        assertThat(page.locator("#answered .outcome")).hasText("approved npm publish by web");
    }

    @Test
    void strangers_seeTheSignInPage() throws Exception {
        Page page = context.newPage();
        page.navigate(server.url());
        page.getByLabel("Token").fill("wrong");
        button(page, "Sign in").click();
        assertThat(page.getByRole(AriaRole.ALERT)).hasText("This is not the token of this server.");
        page.getByLabel("Token").fill(server.token());
        button(page, "Sign in").click();
        assertThat(page.locator("#connection")).hasText("connected");
    }

    @Test
    void page_fitsEveryWidth_andHasAScreenshot() throws Exception {
        Files.createDirectories(SCREENSHOTS);
        Page page = signedIn();
        ask("git status && " + "x".repeat(300) + " --flag && git push origin main");
        assertThat(page.locator(".approval")).hasCount(1);
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
            for (int width : new int[] {360, 800, 1600}) {
                page.setViewportSize(width, 900);
                Object overflow =
                        page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
                assertEquals(0, overflow, "nothing sticks out at " + width);
                for (String name : List.of("Approve once", "Always", "Deny")) {
                    var box = button(page, name).boundingBox();
                    assertTrue(box.x >= 0 && box.x + box.width <= width && box.height >= 40, name + " at " + width);
                }
                byte[] png = page.screenshot(new Page.ScreenshotOptions()
                        .setPath(SCREENSHOTS.resolve("inbox-" + scheme + "-" + width + ".png"))
                        .setFullPage(true));
                BufferedImage image = ImageIO.read(new ByteArrayInputStream(png));
                assertEquals(width, image.getWidth());
                boolean dark = (image.getRGB(2, 2) & 0xff) < 0x80;
                assertEquals(scheme == ColorScheme.DARK, dark, "the colours follow the system");
                assertTrue(colours(image).size() > 20, "something is painted");
            }
        }
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
}
