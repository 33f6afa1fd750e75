package dev.licet.server.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.contain.FileChange;
import dev.licet.core.contain.Preview;
import dev.licet.core.contain.PreviewedFile;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.gate.json.JsonText;
import dev.licet.server.OpenServer.Reply;
import dev.licet.server.WithServer;
import dev.licet.server.access.Role;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Previews over HTTP. */
class PreviewApiTest extends WithServer {
    private static final String DIGEST = "cd".repeat(32);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path project;

    private String id = "";

    @BeforeEach
    void ask() throws Exception {
        project = Files.createDirectory(project.resolve("project")).toRealPath();
        id = id(submit("make", ""));
    }

    private Reply submit(String command, String query) throws Exception {
        JsonObject call = JsonObject.empty()
                .with("tool", "bash")
                .with("sessionId", "s")
                .with("cwd", project.toString())
                .with("containable", true)
                .with("arguments", JsonObject.empty().with("command", command));
        return open.post("/v1/calls" + query, JsonText.write(call));
    }

    private static String id(Reply held) {
        return held.body().object("approval").orElseThrow().text("id").orElseThrow();
    }

    private String preview(int status) {
        var file = new PreviewedFile(
                new FileChange(FileChange.Kind.CHANGED, project.resolve("a.txt").toString()),
                "+1 -1",
                "@@ -1,1 +1,1 @@\n- one\n+ two",
                "",
                false);
        return JsonText.write(new Preview(status, "said", List.of(file), 0, List.of(), DIGEST).form());
    }

    private Reply tell(String body) throws Exception {
        return open.post("/v1/approvals/" + id + "/changes", body);
    }

    private Reply approve(String body) throws Exception {
        return open.post("/v1/approvals/" + id + "/approve", body);
    }

    @Test
    void preview_isShownWithTheCall_andApprovingPutsItInPlace() throws Exception {
        Reply terms = open.get("/v1/approvals/" + id + "/bounds");
        assertEquals(
                List.of(new JsonString(project.toString())),
                terms.body().object("bounds").orElseThrow().elements("writable"));
        Reply told = tell(preview(0));
        assertEquals(200, told.status(), told::toString);
        Reply shown = open.get("/v1/approvals/" + id);
        assertEquals(told.body().get("display"), shown.body().get("display"));
        String display = JsonText.write(shown.body().object("display").orElseThrow());
        assertTrue(
                display.contains("{\"label\":\"a.txt\",\"kind\":\"diff\",\"text\":\"@@ -1,1 +1,1 @@\\n- one\\n+ two\""),
                display);
        assertTrue(display.contains("changed a.txt (+1 -1)"), display);
        assertEquals(
                DIGEST,
                shown.body().object("preview").orElseThrow().text("digest").orElse(""));
        assertEquals(200, approve("{}").status());
        Reply allowed = submit("make", "?previewing");
        assertEquals("allow", allowed.text("decision"));
        assertEquals(DIGEST, allowed.text("preview"));
        assertTrue(allowed.body().object("bounds").isPresent(), allowed::toString);
    }

    @Test
    void approvedToRun_runs() throws Exception {
        tell(preview(0));
        assertEquals(200, approve("{\"run\": true}").status());
        Reply allowed = submit("make", "?previewing");
        assertEquals("allow", allowed.text("decision"));
        assertEquals(Optional.empty(), allowed.body().get("preview"));
        assertEquals(Optional.empty(), allowed.body().get("bounds"));
    }

    @Test
    void whoWouldRunIt_isDenied() throws Exception {
        tell(preview(0));
        approve("{}");
        assertEquals("deny", submit("make", "").text("decision"));
    }

    @Test
    void oneAnswerHasOneMeaning() throws Exception {
        tell(preview(0));
        assertEquals(400, approve("{\"run\": true, \"always\": true}").status());
        assertEquals(400, approve("{\"run\": 1}").status());
    }

    @Test
    void whatReachesFurther_hasNone() throws Exception {
        id = id(submit("git push", ""));
        assertEquals(
                "it reaches beyond the files here",
                open.get("/v1/approvals/" + id + "/bounds").text("why"));
        assertEquals(409, tell(preview(0)).status());
    }

    @Test
    void whatWasAnswered_hasNone() throws Exception {
        approve("{}");
        assertEquals(
                "it is answered", open.get("/v1/approvals/" + id + "/bounds").text("why"));
        assertEquals(409, tell(preview(0)).status());
    }

    @Test
    void badPreview_changesNothing() throws Exception {
        for (String bad : List.of(
                "{}", "[]", "x", preview(0).replace(DIGEST, "x"), preview(0).replace("/", ""))) {
            Reply refused = tell(bad);
            assertEquals(400, refused.status(), refused::toString);
        }
        assertEquals(Optional.empty(), open.get("/v1/approvals/" + id).body().get("preview"));
    }

    @Test
    void onlyWhoMayHaveAnythingRun_triesIt() throws Exception {
        for (String token :
                List.of(open.token(Role.AGENT), open.token("other", Role.OWNER, Set.of(), Set.of("other")))) {
            Reply bounds = open.send(token, "GET", "/v1/approvals/" + id + "/bounds", "");
            Reply told = open.send(token, "POST", "/v1/approvals/" + id + "/changes", preview(0));
            assertTrue(bounds.status() == 403 || bounds.status() == 404, bounds::toString);
            assertEquals(bounds.status(), told.status());
        }
        assertEquals(Optional.empty(), open.get("/v1/approvals/" + id).body().get("preview"));
    }
}
