package dev.licet.conformance;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.licet.conformance.Chromium.button;
import static dev.licet.conformance.Chromium.go;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the pages look like, with forty calls of five agents that wait. */
class PicturesTest extends WithManyCalls {
    private static final List<String> PAGES = List.of("History", "Policy", "Grants", "Sessions", "Overview");

    @Test
    void theInbox_looksAsApproved_inLightAndDark() throws Exception {
        fiveAgents();
        Page page = signedIn();
        page.setViewportSize(1440, 900);
        assertThat(page.locator(".approval .before li").first()).isVisible();
        assertThat(button(page, "Approve once")).hasAttribute("aria-disabled", "false");
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
            Picture.assertShows(page, "inbox-" + scheme.name().toLowerCase(java.util.Locale.ROOT));
        }
        page.locator(".row", new Page.LocatorOptions().setHasText("ci.yml")).click();
        assertThat(page.locator(".diff [data-line]")).hasCount(5);
        assertThat(page.locator(".approval .before li").first()).isVisible();
        assertThat(button(page, "Approve once")).hasAttribute("aria-disabled", "false");
        Picture.assertShows(page, "edit");
        page.keyboard().press("Enter");
        assertThat(page.locator("dialog")).isVisible();
        Picture.assertShows(page, "choices");
        page.keyboard().press("Escape");
        page.keyboard().press("g");
        assertThat(page.locator("dialog")).isVisible();
        Picture.assertShows(page, "group");
    }

    @Test
    void onAPhone_aListAndACall_lookAsApproved() throws Exception {
        fiveAgents();
        Page page = signedIn();
        page.setViewportSize(360, 740);
        assertThat(page.locator(".row").first()).isVisible();
        Picture.assertShows(page, "phone-list");
        page.locator(".row").first().click();
        assertThat(page.locator(".approval .before li").first()).isAttached();
        Picture.assertShows(page, "phone-call");
    }

    @Test
    void everyOtherPage_looksAsApproved() throws Exception {
        fiveAgents();
        for (String id : server.pending().subList(0, 3)) {
            server.post(
                    "/v1/approvals/" + id + "/approve", "{\"remember\":{\"kind\":\"exact\",\"lifetime\":\"session\"}}");
        }
        Page page = signedIn();
        page.setViewportSize(1200, 900);
        for (String name : PAGES) {
            go(page, name);
            assertThat(page.locator("main table:visible, main .entry").first()).isVisible();
            if (name.equals("Policy")) {
                assertThat(page.locator(".layers table").first()).isVisible();
                assertThat(page.locator("#rules-editor .cm-line").first()).isVisible();
            }
            Picture.assertShows(page, name.toLowerCase(java.util.Locale.ROOT));
        }
    }
}
