package dev.licet.core.display;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.licet.core.contain.FileChange;
import dev.licet.core.contain.Preview;
import dev.licet.core.contain.PreviewedFile;
import java.util.List;
import org.junit.jupiter.api.Test;

class PreviewTextTest {
    private static final String DIGEST = "0".repeat(64);

    private static PreviewedFile file(FileChange.Kind kind, String path, String detail, String diff) {
        return new PreviewedFile(new FileChange(kind, path), detail, diff, "", false);
    }

    private static List<String> parts(Preview preview) {
        return PreviewText.parts(preview, "/srv/app").stream()
                .map(part -> part.label() + " (" + part.kind().text() + "):\n"
                        + part.text().text())
                .toList();
    }

    @Test
    void complete_saysWhatApprovingDoes_andShowsEachDifference() {
        var preview = new Preview(
                0,
                "done\n",
                List.of(
                        new PreviewedFile(
                                new FileChange(FileChange.Kind.CHANGED, "/srv/app/.github/ci.yml"),
                                "+1 -0",
                                TextDiff.changed("a\n", "a\nb\n"),
                                "protected: a CI file",
                                false),
                        new PreviewedFile(
                                new FileChange(FileChange.Kind.MADE, "/srv/app/.git/hooks/x"),
                                "9 bytes, not shown",
                                "",
                                "protected: a hook",
                                true),
                        file(FileChange.Kind.REMOVED, "/srv/other", "folder with 2 files", "")),
                7,
                List.of("/tmp/a b", "/root/.x"),
                DIGEST);
        assertEquals(
                List.of("""
                        preview (effect):
                        tried within bounds: changes 10 files; approving puts that in place, and does not run it again
                        changed .github/ci.yml (+1 -0), protected: a CI file
                        made .git/hooks/x (9 bytes, not shown), stays as it is, protected: a hook
                        removed /srv/other (folder with 2 files)
                        and 7 more
                        not kept, as it is outside of the workspace: "/tmp/a b", /root/.x""", ".github/ci.yml (diff):\n@@ -1,1 +1,2 @@\n  a\n+ b", "what it printed (effect):\ndone\n"),
                parts(preview));
    }

    @Test
    void failed_saysThatApprovingRunsIt() {
        assertEquals(
                List.of(
                        "preview (effect):\ntried within bounds: failed with exit status 2; approving runs it without bounds, and puts nothing of this in place"),
                parts(new Preview(2, " \n", List.of(), 0, List.of(), DIGEST)));
    }

    @Test
    void whatAgentsChoose_isSafeToShow() {
        String diff = TextDiff.changed("", "x\u202ey\r\n@@ -1 +1 @@\n");
        var preview = new Preview(
                0, "", List.of(file(FileChange.Kind.MADE, "/srv/app/a\nremoved b", "", diff)), 0, List.of(), DIGEST);
        assertEquals(
                List.of(
                        "preview (effect):\ntried within bounds: changes 1 file; approving puts that in place, and does not"
                                + " run it again\nmade \"a⏎ removed b\"",
                        "a⏎ removed b (diff):\n@@ -0,0 +1,2 @@\n+ x⟨U+202E⟩y⟨U+000D⟩\n+ @@ -1 +1 @@"),
                parts(preview));
    }

    @Test
    void onlyWhatDiffers_isShown_withWhereItStands() {
        String before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n";
        assertEquals(
                "@@ -3,7 +3,7 @@\n  3\n  4\n  5\n- 6\n+ six\n  7\n  8\n  9",
                TextDiff.changed(before, before.replace("6", "six")));
        assertEquals("", TextDiff.changed(before, before));
        assertEquals("@@ -1,1 +1,1 @@\n- a\r\n+ a", TextDiff.changed("a\r\n", "a\n"));
        assertEquals("@@ -0,0 +1,1 @@\n+", TextDiff.changed("", "\n"));
        assertEquals("@@ -1,1 +1,2 @@\n  a\n+", TextDiff.changed("a", "a\n"));
        assertEquals("", TextDiff.changed("", "x\n".repeat(3_000)));
    }
}
