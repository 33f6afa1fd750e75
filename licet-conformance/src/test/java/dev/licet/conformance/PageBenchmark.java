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
 * Measures the inbox page in a real browser: its first paint, how long an ask takes to be seen, and how scrolling through
 * thousands goes. Run its {@code main}; it prints.
 */
final class PageBenchmark {
    private static final int PENDING = 2_000;
    private static final int ASKS = 60;

    private PageBenchmark() {}

    public static void main(String[] args) throws Exception {
        Path data = Files.createTempDirectory("licet-page");
        try (var chromium = new Chromium();
                RunningServer server = RunningServer.start(data, 0);
                BrowserContext person = chromium.person()) {
            Page page = chromium.signedIn(person, server, server.token());
            var paints = new ArrayList<Double>();
            for (int i = 0; i < 11; i++) {
                page.reload();
                assertThat(page.locator("#connection")).hasText("connected");
                paints.add(number(page, "performance.getEntriesByName('first-contentful-paint')[0].startTime"));
            }
            print("first contentful paint", paints);
            print("from stored to seen", seen(page, server));
            for (int i = ASKS; i < PENDING; i++) {
                server.submitShell("make " + i);
            }
            assertThat(page).hasTitle("(" + PENDING + ") Licet");
            print("a frame while 2,000 scroll", frames(page));
        }
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
                "%-28s p50 %.1f ms, p95 %.1f ms, most %.1f ms (%d)%n",
                what,
                sorted.get(sorted.size() / 2),
                sorted.get((int) (sorted.size() * 0.95)),
                sorted.getLast(),
                sorted.size());
    }
}
