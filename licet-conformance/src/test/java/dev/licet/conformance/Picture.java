package dev.licet.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Page;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Objects;
import javax.imageio.ImageIO;

/**
 * Pages as somebody has looked at and approved them. Each is held against its picture; with {@code -Dpictures=approve} what is
 * seen takes the place of that, to be looked at before it is committed.
 */
final class Picture {
    private static final Path APPROVED =
            Program.ROOT.resolve("licet-conformance/src/test/resources/dev/licet/conformance/pictures");

    /** Stretches of so many pixels are compared by their mean colour: edges of letters are drawn anew with each browser. */
    private static final int BLOCK = 8;

    /** How far a mean may be off, of 255. */
    private static final int NEAR = 24;

    /** So many blocks of a thousand may be others. */
    private static final int FEW = 5;

    /** The letters of every machine, and nothing that differs from run to run. */
    private static final String STEADY = """
            async (font) => {
              if (!globalThis.steady) {
                globalThis.steady = true;
                const bytes = Uint8Array.from(atob(font), (each) => each.charCodeAt(0));
                document.fonts.add(await new FontFace("Pictured", bytes).load());
                const sheet = new CSSStyleSheet();
                sheet.replaceSync("* { font-family: Pictured !important; caret-color: transparent !important; transition: none !important; }"
                    + "time, .row .age { visibility: hidden; display: inline-block; width: 3rem; overflow: hidden; white-space: nowrap; }"
                    + "svg.plot, main > .told, .chain, .axis span { visibility: hidden; }");
                document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
                for (const host of document.querySelectorAll(".editor")) {
                  if (host.shadowRoot) host.shadowRoot.adoptedStyleSheets = [...host.shadowRoot.adoptedStyleSheets, sheet];
                }
              }
              await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
            }""";

    private static final String FONT = font();

    private Picture() {}

    private static String font() {
        try (InputStream in = Picture.class.getResourceAsStream("/net/sf/jasperreports/fonts/dejavu/DejaVuSans.ttf")) {
            return Base64.getEncoder().encodeToString(Objects.requireNonNull(in).readAllBytes());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Holds what {@code page} shows against the picture called {@code name}. */
    static void assertShows(Page page, String name) throws IOException {
        page.evaluate(STEADY, FONT);
        byte[] png = page.screenshot();
        Path approved = APPROVED.resolve(name + ".png");
        if ("approve".equals(System.getProperty("pictures"))) {
            Files.createDirectories(APPROVED);
            Files.write(approved, png);
        }
        Path seen = Files.createDirectories(Chromium.SCREENSHOTS).resolve(name + ".png");
        Files.write(seen, png);
        assertTrue(Files.exists(approved), name + " has no approved picture: look at " + seen + ", see Picture");
        assertAlike(
                ImageIO.read(approved.toFile()),
                ImageIO.read(new ByteArrayInputStream(png)),
                seen + " is not " + approved);
    }

    private static void assertAlike(BufferedImage approved, BufferedImage seen, String what) {
        assertEquals(approved.getWidth() + "×" + approved.getHeight(), seen.getWidth() + "×" + seen.getHeight(), what);
        int all = 0;
        int others = 0;
        for (int x = 0; x + BLOCK <= seen.getWidth(); x += BLOCK) {
            for (int y = 0; y + BLOCK <= seen.getHeight(); y += BLOCK) {
                all++;
                others += isNear(approved, seen, x, y) ? 0 : 1;
            }
        }
        assertTrue(others * 1000 <= all * FEW, what + ": " + others + " of " + all + " stretches differ");
    }

    private static boolean isNear(BufferedImage one, BufferedImage other, int left, int top) {
        for (int shift = 0; shift <= 16; shift += 8) {
            if (Math.abs(mean(one, left, top, shift) - mean(other, left, top, shift)) > NEAR) {
                return false;
            }
        }
        return true;
    }

    private static int mean(BufferedImage image, int left, int top, int shift) {
        int sum = 0;
        for (int x = left; x < left + BLOCK; x++) {
            for (int y = top; y < top + BLOCK; y++) {
                sum += (image.getRGB(x, y) >> shift) & 0xff;
            }
        }
        return sum / (BLOCK * BLOCK);
    }
}
