package dev.licet.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.server.OpenServer.Reply;
import dev.licet.server.access.Role;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Answers, sessions, tickets and the audit over HTTP. */
class SessionsApiTest extends WithServer {
    private Reply post(String path, String body) throws Exception {
        return open.post(path, body);
    }

    private static String call(String tool, String arguments, String more) {
        return "{\"tool\":\"" + tool + "\",\"sessionId\":\"s\",\"cwd\":\"/srv\",\"arguments\":" + arguments + more
                + "}";
    }

    private static String shell(String command) {
        return call("shell_exec", "{\"command\":\"" + command + "\"}", "");
    }

    private String ask(String call) throws Exception {
        Reply held = post("/v1/calls", call);
        assertEquals(202, held.status(), held::toString);
        return held.body().object("approval").orElseThrow().text("id").orElseThrow();
    }

    private Reply happen(String event) throws Exception {
        return post("/v1/sessions", "{\"sessionId\":\"s\"," + event + "}");
    }

    private int happen(String token, String event) throws Exception {
        return open.send(token, "POST", "/v1/sessions", "{\"sessionId\":\"s\",\"event\":\"" + event + "\"}")
                .status();
    }

    private String decision(String call) throws Exception {
        return post("/v1/calls", call).text("decision");
    }

    @Test
    void editedArguments_areWhatTheTicketIsFor() throws Exception {
        String id = ask(shell("git push --force"));
        String edited = "{\"arguments\":{\"command\":\"git push\"}}";
        assertEquals("ask", post("/v1/approvals/" + id + "/preview", edited).text("decision"));
        assertEquals(
                409,
                post("/v1/approvals/" + id + "/approve", "{\"arguments\":{\"command\":\"cat .env\"}}")
                        .status());
        assertEquals(200, post("/v1/approvals/" + id + "/approve", edited).status());
        Reply allowed = post("/v1/calls", shell("git push --force"));
        assertEquals(
                "git push",
                allowed.body().object("arguments").orElseThrow().text("command").orElse(""));
        String use = "{\"ticket\":\"" + allowed.text("ticket") + "\",\"digest\":\"" + allowed.text("digest") + "\"}";
        assertEquals(200, post("/v1/tickets/redeem", use).status());
        Reply twice = post("/v1/tickets/redeem", use);
        assertEquals(409, twice.status());
        assertEquals("the ticket is refused: it has been used already", twice.text("detail"));
        String done = use.replace("}", ",\"succeeded\":true,\"note\":\"ok\"}");
        assertEquals(200, post("/v1/tickets/outcome", done).status());
        assertEquals(409, post("/v1/tickets/outcome", done).status());
    }

    @Test
    void rejection_withoutAMode_orWithAWrongOne_isHard() throws Exception {
        for (String mode : List.of("{}", "{\"mode\":\"maybe\"}", "{\"mode\":\"hard\"}")) {
            String id = ask(shell("make"));
            assertEquals(200, post("/v1/approvals/" + id + "/deny", mode).status());
            assertTrue(post("/v1/calls", shell("make")).body().isTrue("stop"), mode);
        }
        String id = ask(shell("make"));
        post("/v1/approvals/" + id + "/deny", "{\"mode\":\"soft\",\"feedback\":\"no\"}");
        Reply soft = post("/v1/calls", shell("make"));
        assertTrue(!soft.body().isTrue("stop"));
        assertEquals("The user rejected `shell_exec`: no", soft.text("reason"));
    }

    @Test
    void answerInTwoWays_isRefused() throws Exception {
        String id = ask(shell("make"));
        for (String body : List.of(
                "{\"always\":true,\"arguments\":{}}",
                "{\"always\":true,\"remember\":{\"kind\":\"exact\"}}",
                "{\"remember\":{\"kind\":\"exact\"},\"arguments\":{}}",
                "{\"approve\":true,\"deny\":true}",
                "{\"arguments\":[]}",
                "{\"remember\":{\"kind\":\"exact\",\"reach\":\"world\"}}")) {
            assertEquals(400, post("/v1/approvals/" + id + "/approve", body).status(), body);
        }
        assertEquals(
                "pending",
                open.send(open.ownerToken(), "GET", "/v1/approvals/" + id, "").text("state"));
    }

    @Test
    void batch_isAnsweredAsOne_andShowsWhatRemains() throws Exception {
        String calls = "{\"calls\":[" + shell("make a") + "," + call("read_file", "{\"path\":\"x\"}", "") + ","
                + shell("cat .env") + "]}";
        Reply reply = post("/v1/batches", calls);
        assertEquals(
                List.of("ask", "allow", "deny"),
                reply.body().elements("outcomes").stream()
                        .map(outcome -> ((JsonObject) outcome).text("decision").orElse(""))
                        .toList());
        JsonObject asked = ((JsonObject) reply.body().elements("outcomes").getFirst())
                .object("approval")
                .orElseThrow();
        List<JsonValue> remaining = asked.elements("batchRemaining");
        assertEquals(2, remaining.size());
        assertEquals(400, post("/v1/batches", "{\"calls\":[1]}").status());
        assertEquals(
                400,
                post("/v1/batches", "{\"calls\":[],\"presentation\":\"x\"}").status());
    }

    @Test
    void sessionsEvents_changeWhatIsDecided() throws Exception {
        assertEquals(200, happen("\"event\":\"plan-started\"").status());
        String write = call("write_file", "{\"path\":\"a\"}", "");
        assertEquals("deny", decision(write));
        happen("\"event\":\"plan-ended\"");
        assertEquals("allow", decision(write));
        happen("\"event\":\"full-access\",\"calls\":1");
        assertEquals("allow", decision(shell("make")));
        assertEquals("ask", decision(shell("make")));
        assertEquals(
                200,
                happen("\"event\":\"agent-started\",\"agent\":\"a\",\"type\":\"explore\"")
                        .status());
        assertEquals("deny", decision(call("shell_exec", "{\"command\":\"ls\"}", ",\"agent\":\"a\"")));
        assertEquals(
                "explore",
                ((JsonObject) ((JsonObject) open.send(open.ownerToken(), "GET", "/v1/sessions", "")
                                        .body()
                                        .elements("sessions")
                                        .getFirst())
                                .elements("agents")
                                .getFirst())
                        .text("type")
                        .orElse(""));
        assertEquals(200, happen("\"event\":\"ended\"").status());
        assertEquals(
                List.of(),
                open.send(open.ownerToken(), "GET", "/v1/sessions", "").body().elements("sessions"));
    }

    @Test
    void pausedSession_goesOnByPeopleAlone() throws Exception {
        String agent = open.token(Role.AGENT);
        String approver = open.token(Role.APPROVER);
        String read = call("read_file", "{\"path\":\"a\"}", "");
        assertEquals("allow", decision(read));
        for (String token : List.of(agent, approver)) {
            assertEquals(200, happen(token, "paused"));
            assertEquals("ask", decision(read));
            assertEquals(403, happen(agent, "resumed"));
            assertEquals(200, happen(approver, "resumed"));
            assertEquals("allow", decision(read));
        }
        assertEquals(200, happen(approver, "aborted"));
        assertEquals(403, happen(approver, "ended"));
    }

    @Test
    void sessionsEvents_thatAreWrong_areClearErrors() throws Exception {
        for (String event : List.of(
                "\"event\":\"nope\"",
                "\"event\":\"full-access\"",
                "\"event\":\"full-access\",\"turns\":1.5",
                "\"event\":\"full-access\",\"turns\":-1",
                "\"event\":\"full-access\",\"until\":\"tomorrow\"",
                "\"event\":\"mode\",\"mode\":\"wild\"",
                "\"event\":\"agent-started\",\"agent\":\"a\",\"type\":\"nosuch\"",
                "\"event\":\"agent-started\",\"agent\":\"a\",\"type\":\"explore\",\"parent\":\"b\"",
                "\"event\":\"turn-started\"",
                "\"event\":\"skill\",\"name\":\"x\",\"version\":\"1\",\"turnId\":\"1\",\"cwd\":\"/w\"",
                "\"x\":1")) {
            Reply reply = happen(event);
            assertEquals(400, reply.status(), event);
            assertTrue(!reply.text("detail").isEmpty() && !reply.text("detail").contains("Exception"), event);
        }
        assertEquals(400, post("/v1/workers/-x/disconnect", "").status());
        assertEquals(200, post("/v1/workers/local/disconnect", "").status());
    }

    @Test
    void withdrawnApproval_isToldSo() throws Exception {
        String id = ask(shell("make"));
        assertTrue(post("/v1/approvals/" + id + "/cancel", "").body().isTrue("applied"));
        assertTrue(!post("/v1/approvals/" + id + "/cancel", "").body().isTrue("applied"));
        Reply approval = open.send(open.ownerToken(), "GET", "/v1/approvals/" + id, "");
        assertEquals("cancelled", approval.text("state"));
        assertEquals("aborted", approval.text("reason"));
        assertEquals(404, post("/v1/approvals/nosuchone/cancel", "").status());
    }

    @Test
    void audit_isSearchedAndChecked() throws Exception {
        decision(call("read_file", "{\"path\":\"x\"}", ""));
        post("/v1/calls", "{\"tool\":");
        Reply found = open.send(open.ownerToken(), "GET", "/v1/audit?step=judged&tool=read_file&limit=1", "");
        assertEquals(1, found.body().elements("entries").size());
        assertEquals(
                1,
                open.send(open.ownerToken(), "GET", "/v1/audit?step=refused", "")
                        .body()
                        .elements("entries")
                        .size());
        assertTrue(open.send(open.ownerToken(), "GET", "/v1/audit/verify", "")
                .body()
                .isTrue("whole"));
        assertTrue(open.send(open.ownerToken(), "GET", "/v1/audit/checkpoint", "")
                .text("checkpoint")
                .startsWith("4 "));
        for (String query : List.of("limit=0", "limit=x", "since=yesterday", "before=-1")) {
            assertEquals(
                    400,
                    open.send(open.ownerToken(), "GET", "/v1/audit?" + query, "")
                            .status(),
                    query);
        }
        assertEquals(400, post("/v1/audit/prune", "{}").status());
        assertEquals(
                200,
                post("/v1/audit/prune", "{\"before\":\"2000-01-01T00:00:00Z\"}").status());
    }

    @Test
    void ticketRequests_thatAreWrong_areClearErrors() throws Exception {
        for (String body : List.of(
                "{}",
                "[]",
                "{\"ticket\":1,\"digest\":\"x\"}",
                "{\"ticket\":\"x\",\"digest\":\"x\"}",
                "{\"ticket\":\"x\"}")) {
            assertEquals(400, post("/v1/tickets/redeem", body).status(), body);
            assertEquals(400, post("/v1/tickets/outcome", body).status(), body);
        }
        String digest = "ab".repeat(32);
        assertEquals(
                409,
                post("/v1/tickets/redeem", "{\"ticket\":\"a.b.c\",\"digest\":\"" + digest + "\"}")
                        .status());
        assertEquals(
                "Ed25519",
                open.send(open.ownerToken(), "GET", "/v1/tickets/key", "").text("algorithm"));
    }
}
