package dev.licet.server.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.licet.core.call.WorkerId;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.JsonText;
import dev.licet.server.OpenServer;
import dev.licet.server.OpenServer.Reply;
import dev.licet.server.WithServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The description of the API against the server: every endpoint is called, and what it answers is as described. */
class OpenApiTest extends WithServer {
    @SuppressWarnings("NullAway.Init")
    private JsonObject document;

    private final Set<String> called = new TreeSet<>();

    @BeforeEach
    void read() throws Exception {
        document = open.get("/v1/openapi.json").body();
    }

    private JsonObject member(JsonObject object, String... names) {
        JsonObject inner = object;
        for (String name : names) {
            JsonObject outer = inner;
            inner = inner.object(name)
                    .orElseThrow(() -> new AssertionError(
                            "no `" + name + "` in " + outer.members().keySet()));
        }
        return inner;
    }

    /** Calls {@code template} with {@code id} and holds the answer against its description. */
    private Reply call(int status, String method, String template, String id, String query, String body)
            throws Exception {
        called.add(method + " " + template);
        Reply reply = open.send(open.ownerToken(), method, template.replace("{id}", id) + query, body);
        assertEquals(status, reply.status(), () -> method + " " + template + " " + reply);
        JsonObject response =
                member(document, "paths", template, method.toLowerCase(Locale.ROOT), "responses", "" + status);
        JsonObject content = member(response, "content");
        String type = content.members().keySet().iterator().next();
        JsonObject schema = JsonObject.empty()
                .with("components", member(document, "components"))
                .with("allOf", JsonArray.of(List.of(member(content, type, "schema"))));
        var faults = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(JsonText.write(schema), InputFormat.JSON)
                .validate(JsonText.write(reply.body()), InputFormat.JSON);
        assertTrue(faults.isEmpty(), () -> method + " " + template + " " + faults + " " + reply);
        return reply;
    }

    private static String text(Reply reply, String object, String name) {
        return reply.body().object(object).flatMap(form -> form.text(name)).orElseThrow();
    }

    private String ask(String command) throws Exception {
        return text(call(202, "POST", "/v1/calls", "", "", OpenServer.shell("s", command)), "approval", "id");
    }

    @Test
    void everyEndpoint_answersAsDescribed(@TempDir Path project) throws Exception {
        String read = "{\"tool\":\"read_file\",\"sessionId\":\"s\",\"cwd\":\"/srv\",\"arguments\":{\"path\":\"a\"}}";
        Reply allowed = call(200, "POST", "/v1/calls", "", "", read);
        String use = "{\"ticket\":\"" + allowed.text("ticket") + "\",\"digest\":\"" + allowed.text("digest") + "\"";
        call(200, "POST", "/v1/tickets/redeem", "", "", use + "}");
        call(409, "POST", "/v1/tickets/redeem", "", "", use + "}");
        call(200, "POST", "/v1/tickets/outcome", "", "", use + ",\"succeeded\":true}");
        call(400, "POST", "/v1/tickets/outcome", "", "", use + "}");
        call(200, "GET", "/v1/tickets/key", "", "", "");
        call(400, "POST", "/v1/calls", "", "", "{");
        call(200, "POST", "/v1/batches", "", "", "{\"calls\":[" + read + "]}");
        call(400, "POST", "/v1/batches", "", "", "{\"calls\":[7]}");

        String id = ask("make");
        call(200, "GET", "/v1/approvals", "", "", "");
        call(400, "GET", "/v1/approvals", "", "?state=x", "");
        call(200, "GET", "/v1/approvals/{id}", id, "", "");
        call(404, "GET", "/v1/approvals/{id}", "none", "", "");
        call(200, "GET", "/v1/approvals/{id}/past", id, "", "");
        call(200, "GET", "/v1/approvals/{id}/choices", id, "", "");
        String rules = "{\"rules\":[{\"tool\":\"shell_exec\",\"pattern\":\"make\"}]}";
        call(200, "POST", "/v1/approvals/{id}/choices", id, "", rules);
        call(400, "POST", "/v1/approvals/{id}/choices", id, "", "{\"rules\":[]}");
        call(200, "POST", "/v1/approvals/{id}/preview", id, "", "{\"arguments\":{\"command\":\"ls\"}}");
        call(400, "POST", "/v1/approvals/{id}/preview", id, "", "{}");
        call(200, "GET", "/v1/approvals/{id}/bounds", id, "", "");
        String preview = "{\"status\":0,\"output\":\"x\",\"more\":1,\"digest\":\"" + "0".repeat(64)
                + "\",\"files\":[{\"kind\":\"made\",\"path\":\"/srv/a\",\"diff\":\"+ a\"}]}";
        call(409, "POST", "/v1/approvals/{id}/changes", id, "", preview);
        String held = OpenServer.shell("s4", "make").replace("\"/srv\"", "\"" + project + "\",\"containable\":true");
        String tried = text(call(202, "POST", "/v1/calls", "", "", held), "approval", "id");
        call(200, "GET", "/v1/approvals/{id}/bounds", tried, "", "");
        call(200, "POST", "/v1/approvals/{id}/changes", tried, "", preview);
        call(400, "POST", "/v1/approvals/{id}/changes", tried, "", "{}");
        call(200, "POST", "/v1/approvals/{id}/approve", tried, "", "{}");
        call(200, "POST", "/v1/calls", "", "?previewing", held);
        call(400, "POST", "/v1/approvals/{id}/approve", id, "", "{\"yes\":true}");
        call(
                200,
                "POST",
                "/v1/approvals/{id}/approve",
                id,
                "",
                "{\"remember\":{\"kind\":\"exact\",\"lifetime\":\"session\"},\"comment\":\"fine\"}");
        call(409, "POST", "/v1/approvals/{id}/approve", id, "", "{}");
        Reply grants = call(200, "GET", "/v1/grants", "", "", "");
        String grant = ((JsonObject) grants.body().elements("grants").get(0))
                .text("id")
                .orElseThrow();
        call(200, "DELETE", "/v1/grants/{id}", grant, "", "");
        call(404, "DELETE", "/v1/grants/{id}", grant, "", "");
        call(200, "POST", "/v1/approvals/{id}/deny", ask("make two"), "", "{\"mode\":\"soft\",\"feedback\":\"no\"}");
        call(404, "POST", "/v1/approvals/{id}/deny", "none", "", "{}");
        call(200, "POST", "/v1/approvals/{id}/cancel", ask("make three"), "", "");
        call(200, "GET", "/v1/approvals", "", "?state=all", "");

        call(200, "POST", "/v1/sessions", "", "", "{\"sessionId\":\"s\",\"event\":\"plan-started\"}");
        call(400, "POST", "/v1/sessions", "", "", "{\"sessionId\":\"s\",\"event\":\"wat\"}");
        call(200, "GET", "/v1/sessions", "", "", "");
        call(200, "POST", "/v1/workers/{id}/connect", "w", "", "");
        call(200, "POST", "/v1/workers/{id}/disconnect", "w", "", "");
        call(200, "GET", "/v1/calls", "", "?limit=1", "");
        call(400, "GET", "/v1/calls", "", "?limit=x", "");
        call(200, "GET", "/v1/audit", "", "?limit=3", "");
        call(400, "GET", "/v1/audit", "", "?limit=x", "");
        call(200, "GET", "/v1/audit/verify", "", "", "");
        call(200, "GET", "/v1/audit/checkpoint", "", "", "");
        call(200, "POST", "/v1/audit/prune", "", "", "{\"before\":\"2001-01-01T00:00:00Z\"}");
        call(200, "POST", "/v1/explain", "", "", OpenServer.shell("s2", "git push && ls"));
        call(400, "POST", "/v1/explain", "", "", "{}");
        String changes = "{\"call\":" + OpenServer.shell("s2", "make")
                + ",\"changes\":[{\"kind\":\"made\",\"path\":\"/etc/x\"}]}";
        call(200, "POST", "/v1/changes", "", "", changes);
        String connections = "{\"call\":" + OpenServer.shell("s2", "make")
                + ",\"hosts\":[{\"host\":\"x.test\",\"port\":443,\"times\":1,\"sent\":2,\"received\":3}]}";
        call(200, "POST", "/v1/connections", "", "", connections);
        call(400, "POST", "/v1/connections", "", "", connections.replace("\"x.test\"", "7"));
        call(409, "POST", "/v1/contained", "", "", "{\"id\":\"none\"}");
        call(400, "POST", "/v1/contained", "", "", "{}");
        call(400, "POST", "/v1/changes", "", "", changes.replace("made", "wat"));
        call(200, "GET", "/v1/policy", "", "", "");
        call(422, "PUT", "/v1/policy", "", "", policy("{\"shell_exec\": \"perhaps\"}"));
        call(200, "PUT", "/v1/policy", "", "", policy("{\"shell_exec\": \"deny\"}"));
        open.post("/v1/calls", OpenServer.shell("s", "make"));
        call(200, "POST", "/v1/policy/check", "", "", "{\"text\":\"{\"}");
        call(400, "POST", "/v1/policy/check", "", "", "{}");
        call(200, "POST", "/v1/policy/table", "", "", "{\"text\":\"{}\"}");
        call(422, "POST", "/v1/policy/table", "", "", "{\"text\":\"{\"}");
        call(400, "POST", "/v1/policy/table", "", "", "{\"text\":\"{}\",\"edit\":{\"row\":0,\"up\":true}}");
        call(200, "POST", "/v1/policy/replay", "", "", "{\"text\":\"{}\"}");
        call(400, "POST", "/v1/policy/replay", "", "", "{\"text\":\"{\"}");
        call(200, "GET", "/v1/policy/tests", "", "", "");
        String noTests = "{\"tests\":\"tests: []\",\"rules\":\"{}\"}";
        call(200, "POST", "/v1/policy/tests", "", "", noTests);
        call(422, "POST", "/v1/policy/tests", "", "", noTests.replace("[]", "7"));
        call(409, "PUT", "/v1/policy/tests", "", "", "{\"text\":\"\",\"version\":\"none\"}");
        call(200, "GET", "/v1/rules", "", "", "");
        call(404, "GET", "/v1/rules", "", "?worker=nobody", "");
        assertFalse(Files.exists(open.directory().permissions(new WorkerId("nobody"))), "asking makes no file");
        call(200, "GET", "/v1/overview", "", "", "");
        call(400, "GET", "/v1/overview", "", "?hours=0", "");
        call(200, "GET", "/v1/push", "", "", "");
        call(400, "POST", "/v1/push", "", "", "{\"endpoint\":\"https://localhost/\"}");
        call(200, "DELETE", "/v1/push", "", "", "{\"endpoint\":\"https://localhost/\"}");
        call(200, "GET", "/v1/openapi.json", "", "", "");

        called.add("GET /v1/events");
        called.add("GET /v1/ws");
        var described = new TreeSet<String>();
        member(document, "paths")
                .members()
                .forEach((path, methods) -> ((JsonObject) methods)
                        .members()
                        .keySet()
                        .forEach(method -> described.add(method.toUpperCase(Locale.ROOT) + " " + path)));
        assertEquals(called, described, "every endpoint is described, and nothing else");
    }

    private String policy(String text) throws Exception {
        return JsonText.write(JsonObject.empty()
                .with("text", text)
                .with("version", open.get("/v1/policy").text("version")));
    }

    @Test
    void anEdit_countsAtOnce_andIsOnRecord() throws Exception {
        String before = policy("{\"shell_exec\": {\"make\": \"allow\"}}");
        call(200, "PUT", "/v1/policy", "", "", before);
        assertEquals(
                "allow", open.post("/v1/calls", OpenServer.shell("s", "make")).text("decision"));
        Reply late = call(409, "PUT", "/v1/policy", "", "", before.replace("allow", "deny"));
        assertTrue(late.text("text").contains("allow"), "it shows what is there: " + late);
        assertTrue(open.get("/v1/audit?step=rules").body().toString().contains("owner"));
        Path file = open.directory().permissions(WorkerId.STANDARD);
        assertEquals("{\"shell_exec\": {\"make\": \"allow\"}}", Files.readString(file));
    }

    @Test
    void anInvalidEdit_changesNothing() throws Exception {
        Path file = open.directory().permissions(WorkerId.STANDARD);
        open.get("/v1/policy");
        String before = Files.readString(file);
        for (String text :
                new String[] {"", "{", "[7]", "{\"shell_exec\": \"yes\"}", "{\"a\":\"allow\",\"a\":\"deny\"}"}) {
            call(422, "PUT", "/v1/policy", "", "", policy(text));
        }
        call(400, "PUT", "/v1/policy", "", "", "{\"text\":\"{}\"}");
        assertEquals(before, Files.readString(file));
    }

    @Test
    void anExplanation_leavesNoTrace_andSaysWhatWouldBeEnough() throws Exception {
        Reply why = call(200, "POST", "/v1/explain", "", "", OpenServer.shell("s", "make all"));
        assertEquals("ask", why.text("decision"));
        assertTrue(why.body().toString().contains("make all"));
        assertEquals(1, why.body().elements("enough").size());
        assertEquals(0, open.server().gate().pending().size());
        assertEquals(
                0, open.get("/v1/audit?step=judged").body().elements("entries").size());
    }

    @Test
    void theSocket_bringsTheSameEvents_andResumes() throws Exception {
        String first = open.ask("s", "make one");
        String all = next("");
        assertTrue(all.contains("\"event\":\"approval_required\"") && all.contains(first), all);
        long last = open.server().gate().lastEvent();
        String second = open.ask("s", "make two");
        String resumed = next("?lastEventId=" + last);
        assertTrue(resumed.contains(second) && !resumed.contains(first), resumed);
        assertEquals(426, open.get("/v1/ws").status());
        assertEquals(400, open.get("/v1/ws?lastEventId=x").status());
    }

    private String next(String query) throws Exception {
        var text = new CompletableFuture<String>();
        var parts = new StringBuilder();
        WebSocket socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .header("Authorization", "Bearer " + open.ownerToken())
                .buildAsync(
                        URI.create(open.server().url().replace("http", "ws") + "/v1/ws" + query),
                        new WebSocket.Listener() {
                            @Override
                            public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean whole) {
                                parts.append(data);
                                if (whole) {
                                    text.complete(parts.toString());
                                }
                                from.request(1);
                                return CompletableFuture.completedFuture(null);
                            }
                        })
                .join();
        try {
            return text.get(20, TimeUnit.SECONDS);
        } finally {
            socket.abort();
        }
    }
}
