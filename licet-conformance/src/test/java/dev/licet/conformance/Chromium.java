package dev.licet.conformance;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static com.microsoft.playwright.assertions.PlaywrightAssertions.setDefaultAssertionTimeout;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A real browser, in which every page is watched: what it complains of fails the test. */
final class Chromium implements AutoCloseable {
    static final Path SCREENSHOTS = Program.ROOT.resolve("licet-conformance/target/screenshots");

    private final Playwright playwright;
    private final Browser browser;
    private final List<String> complaints = new ArrayList<>();

    Chromium() throws Exception {
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

    /** A browser of somebody's own. */
    BrowserContext person() {
        return browser.newContext();
    }

    /** A page of {@code person}, signed in by {@code token}. */
    Page signedIn(BrowserContext person, RunningServer server, String token) {
        Page page = watched(person);
        page.navigate(server.url() + "/#token=" + token);
        assertThat(page.locator("#connection")).hasText("connected");
        assertThat(page).hasURL(server.url() + "/");
        return page;
    }

    /** A page of {@code person} that is watched. */
    Page watched(BrowserContext person) {
        Page page = person.newPage();
        page.onPageError(complaints::add);
        page.onConsoleMessage(message -> {
            // A refused or broken request is not the page's fault; the last is what a private window says of Web Push.
            boolean asked =
                    List.of("status of 4", "ERR_", "in incognito mode").stream().anyMatch(message.text()::contains);
            if (List.of("error", "warning").contains(message.type())
                    && !asked
                    && !message.text().contains("ERR_")) {
                complaints.add(message.text());
            }
        });
        return page;
    }

    /** Goes to the page called {@code name} by its link. */
    static void go(Page page, String name) {
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(name)).click();
        assertThat(page.locator("main." + name.toLowerCase(Locale.ROOT))).isVisible();
    }

    static Locator button(Page page, String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    /** What axe-core finds wrong for people who do not see, or use no mouse. */
    static Object violations(Page page) {
        page.evaluate(AxeBuilder.getAxeScript());
        return page.evaluate(
                "async () => (await axe.run()).violations.map((found) => found.id + ': ' + found.nodes.map((node) => node.html.slice(0, 200) + ' ' + node.failureSummary).join(' | '))");
    }

    /** Nothing sticks out of the window. */
    static void assertFits(Page page, String what) {
        Object overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
        assertEquals(0, overflow, "nothing sticks out: " + what);
    }

    void assertNoComplaints() {
        List<String> found = List.copyOf(complaints);
        complaints.clear();
        assertEquals(List.of(), found, "the browser's console stays empty");
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }
}
