package dev.licet.conformance;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import dev.licet.core.json.JsonValue.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures the inbox page in a real browser: its first paint, how long an ask takes to be seen, and how opening, scrolling
 * and searching thousands goes. Run its {@code main}; it prints.
 */
final class PageBenchmark {
    private static final int PENDING = 5_000;
    private static final int ASKS = 60;
    private static final String SEARCH = "make 4 risk";

    private PageBenchmark() {}

    public static void main(String[] args) throws Exception {
        Path data = Files.createTempDirectory("licet-page");
        try (var chromium = new Chromium();
                RunningServer server = RunningServer.measured(data);
                BrowserContext person = chromium.person()) {
            Page page = chromium.signedIn(person, server, server.token());
            var paints = new ArrayList<Double>();
            for (int i = 0; i < 11; i++) {
                page.reload();
                assertThat(page.locator("#connection")).hasText("connected");
                paints.add(number(page, "performance.getEntriesByName('first-contentful-paint')[0].startTime"));
            }
            print("first contentful paint", paints);
            print("kilobytes of a first visit", List.of(visit(chromium, server)));
            print("from stored to seen", seen(page, server));
            for (int i = ASKS; i < PENDING; i++) {
                server.submitShell("make " + i);
            }
            assertThat(page).hasTitle("(" + PENDING + ") Licet");
            print("a frame while 5,000 scroll", frames(page));
            print("a letter of a search in 5,000", letters(page));
            var opened = new ArrayList<Double>();
            for (int i = 0; i < 7; i++) {
                opened.add(opened(page));
            }
            print("from 5,000 there to first list", opened);
        }
    }

    /** What a browser that never was here is sent, in kilobytes. */
    private static double visit(Chromium chromium, RunningServer server) {
        try (BrowserContext stranger = chromium.person()) {
            Page page = chromium.signedIn(stranger, server, server.token());
            assertThat(page.locator("#connection")).hasText("connected");
            page.waitForTimeout(1_000);
            return number(page, """
                    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
                      .filter((entry) => !entry.name.includes('/v1/'))
                      .reduce((sum, entry) => sum + entry.transferSize, 0) / 1000""");
        }
    }

    /** Milliseconds from the time that all that waits is there to the frame with the first rows. */
    private static double opened(Page page) {
        page.addInitScript("""
                globalThis.listed = 0;
                new MutationObserver((changes, observer) => {
                  if (!document.querySelector('.row')) return;
                  observer.disconnect();
                  requestAnimationFrame(() => { globalThis.listed = performance.now(); });
                }).observe(document, {childList: true, subtree: true});""");
        page.reload();
        assertThat(page).hasTitle("(" + PENDING + ") Licet");
        return number(page, """
                globalThis.listed - Math.min(...performance.getEntriesByType('resource')
                  .filter((entry) => entry.name.endsWith('/v1/approvals')).map((entry) => entry.responseEnd))""");
    }

    /** Milliseconds from a letter in the search to the frame in which the list is as it says. */
    private static List<Double> letters(Page page) {
        Object all = page.evaluate("""
                async (text) => {
                  const search = document.querySelector('input[type=search]');
                  const times = [];
                  for (let n = 1; n <= text.length; n++) {
                    await new Promise(requestAnimationFrame);
                    const before = performance.now();
                    search.value = text.slice(0, n);
                    search.dispatchEvent(new Event('input', { bubbles: true }));
                    await new Promise(requestAnimationFrame);
                    times.push(performance.now() - before);
                  }
                  search.value = '';
                  search.dispatchEvent(new Event('input', { bubbles: true }));
                  return times;
                }""", SEARCH);
        return ((List<?>) all)
                .stream().map(each -> ((Number) each).doubleValue()).toList();
    }

    /** Milliseconds from the time that an approval was stored with to the frame in which its row stood. */
    private static List<Double> seen(Page page, RunningServer server) throws Exception {
        page.evaluate("""
                () => {
                  globalThis.seen = {};
                  new MutationObserver(() => {
                    for (const row of document.querySelectorAll('.row')) {
                      const id = row.dataset.id;
                      if (!(id in seen)) { seen[id] = 0; requestAnimationFrame(() => { seen[id] = Date.now(); }); }
                    }
                  }).observe(document.querySelector('.list'), {childList: true, subtree: true});
                }""");
        for (int i = 0; i < ASKS; i++) {
            server.submitShell("make " + i);
            page.locator(".list").evaluate("(list) => { list.scrollTop = list.scrollHeight; }");
            page.waitForTimeout(150);
        }
        var times = new ArrayList<Double>();
        for (var each : server.get("/v1/approvals").elements("approvals")) {
            JsonObject approval = (JsonObject) each;
            double at = number(page, "globalThis.seen['" + approval.text("id").orElseThrow() + "'] ?? 0");
            if (at > 0) {
                times.add(at
                        - Instant.parse(approval.text("askedAt").orElseThrow()).toEpochMilli());
            }
        }
        return times;
    }

    /** Milliseconds between frames while the list scrolls by ten rows a frame. */
    private static List<Double> frames(Page page) {
        Object all = page.evaluate("""
                () => new Promise((done) => {
                  const list = document.querySelector('.list');
                  const frames = [];
                  let last = performance.now();
                  let left = 240;
                  const step = (now) => {
                    frames.push(now - last);
                    last = now;
                    list.scrollTop += 600;
                    if (list.scrollTop + list.clientHeight >= list.scrollHeight - 1) list.scrollTop = 0;
                    if (--left > 0) requestAnimationFrame(step); else done(frames.slice(1));
                  };
                  requestAnimationFrame(step);
                })""");
        return ((List<?>) all)
                .stream().map(each -> ((Number) each).doubleValue()).toList();
    }

    private static double number(Page page, String expression) {
        return ((Number) page.evaluate(expression)).doubleValue();
    }

    private static void print(String what, List<Double> times) {
        List<Double> sorted = times.stream().sorted().toList();
        System.out.printf(
                "%-31s p50 %.1f, p95 %.1f, most %.1f (%d)%n",
                what,
                sorted.get(sorted.size() / 2),
                sorted.get((int) (sorted.size() * 0.95)),
                sorted.getLast(),
                sorted.size());
    }
}
