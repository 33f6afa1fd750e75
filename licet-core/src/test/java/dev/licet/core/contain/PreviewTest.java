package dev.licet.core.contain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class PreviewTest {
    private static final String DIGEST = "0123456789abcdef".repeat(4);

    private static PreviewedFile file(String diff) {
        return new PreviewedFile(
                new FileChange(FileChange.Kind.CHANGED, "/srv/a"), "+1 -0", diff, "protected: a hook", true);
    }

    @Test
    void form_comesBackAsItWas() {
        var preview = new Preview(3, "out\n", List.of(file("@@ -1,1 +1,1 @@\n+ x")), 2, List.of("/tmp/x"), DIGEST);
        assertEquals(preview, Preview.of(preview.form()));
        assertFalse(preview.isComplete());
        var plain = new PreviewedFile(new FileChange(FileChange.Kind.REMOVED, "/srv/b"), "", "", "", false);
        var other = new Preview(0, "", List.of(plain), 0, List.of(), DIGEST);
        assertEquals(other, Preview.of(other.form()));
        assertTrue(other.isComplete());
    }

    @Test
    void whatIsNoPreview_isRefused() {
        JsonObject good = new Preview(0, "", List.of(), 0, List.of(), DIGEST).form();
        for (JsonObject bad : List.of(
                JsonObject.empty(),
                good.without("digest"),
                good.with("digest", "x"),
                good.without("status"),
                good.with("status", 256),
                good.with("status", -1),
                good.with("status", "0"),
                good.with("lost", JsonArray.of(List.of(good))),
                good.with("more", -1),
                good.with("more", Long.MAX_VALUE),
                good.with("output", "x".repeat(Preview.MAX_OUTPUT + 1)))) {
            assertThrows(IllegalArgumentException.class, () -> Preview.of(bad), bad::toString);
        }
    }

    @Test
    void moreThanIsShown_isRefused() {
        List<PreviewedFile> many = Collections.nCopies(Preview.MAX_FILES + 1, file(""));
        assertThrows(IllegalArgumentException.class, () -> new Preview(0, "", many, 0, List.of(), DIGEST));
        List<PreviewedFile> large = List.of(file("+".repeat(Preview.MAX_DIFF)), file("+"));
        assertThrows(IllegalArgumentException.class, () -> new Preview(0, "", large, 0, List.of(), DIGEST));
    }

    @Test
    void change_needsAKindAndAnAbsolutePath() {
        var change = new FileChange(FileChange.Kind.LINKED, "/srv/a");
        assertEquals(change, FileChange.of(change.form()));
        assertThrows(
                IllegalArgumentException.class,
                () -> FileChange.of(change.form().with("path", "a")));
        assertThrows(
                IllegalArgumentException.class,
                () -> FileChange.of(change.form().with("kind", "moved")));
    }
}
