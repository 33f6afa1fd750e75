package dev.licet.server.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.call.WorkerId;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.gate.json.JsonText;
import dev.licet.server.OpenServer;
import dev.licet.server.OpenServer.Reply;
import dev.licet.server.WithServer;
import dev.licet.server.access.Right;
import dev.licet.server.access.Role;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the past tells, and rules that people write: over a real server. */
class ReviewApiTest extends WithServer {
    private static final String RULES =
            "{\"shell_exec\": {\"git fetch\": \"allow\", \"rm *\": \"deny\", \"make *\": \"ask\"}}";

    @BeforeEach
    void writeRules() throws Exception {
        open.get("/v1/policy");
        Files.writeString(rules(), RULES);
    }

    private Path rules() {
        return open.directory().permissions(WorkerId.STANDARD);
    }

    private void call(String command) throws Exception {
        open.post("/v1/calls", OpenServer.shell("s", command));
    }

    private static List<JsonObject> objects(JsonObject form, String name) {
        return form.elements(name).stream().map(each -> (JsonObject) each).toList();
    }

    private static long number(JsonObject form, String name) {
        return form.get(name)
                .map(JsonValue::toString)
                .map(ReviewApiTest::digits)
                .orElseThrow();
    }

    private static long digits(String text) {
        return Long.parseLong(text.replaceAll("[^0-9]", ""));
    }

    private static String rule(String tool, String pattern) {
        return JsonText.write(JsonObject.empty().with("tool", tool).with("pattern", pattern));
    }

    private static String json(String text) {
        return JsonText.write(new JsonString(text));
    }

    @Test
    void overview_countsWhatWasDecided_andNamesWhatWouldHaveKeptItQuiet() throws Exception {
        call("git fetch");
        call("git fetch");
        call("rm -r x");
        String made = open.ask("s", "make all");
        open.post("/v1/approvals/" + made + "/approve", "{}");
        String denied = open.ask("s", "make install");
        open.post("/v1/approvals/" + denied + "/deny", "{}");
        JsonObject overview = open.get("/v1/overview").body();
        assertEquals(2, number(overview, "allowed"));
        assertEquals(1, number(overview, "denied"));
        assertEquals(2, number(overview, "asked"));
        assertEquals(1, number(overview.object("answers").orElseThrow(), "approved"));
        assertEquals(1, number(overview.object("answers").orElseThrow(), "rejected"));
        assertEquals(2, number(overview.object("waits").orElseThrow(), "answers"));
        JsonObject hour = objects(overview, "hours").getFirst();
        assertEquals(2, number(hour, "allowed"), "all in one hour, or the first of two");
        List<JsonObject> noise = objects(overview, "noise");
        assertTrue(noise.toString().contains("make *"), noise.toString());
        assertEquals(2, noise.stream().mapToLong(each -> number(each, "asked")).sum());
        assertEquals(
                1, noise.stream().mapToLong(each -> number(each, "rejected")).sum());
        JsonObject deny = objects(overview, "deniedBy").getFirst();
        assertTrue(deny.text("because").orElseThrow().contains("rm *"), deny.toString());
    }

    @Test
    void calls_areToldFromQuestionToOutcome() throws Exception {
        call("git fetch");
        String made = open.ask("s", "make all");
        String waiting = open.ask("s", "make wait");
        open.post("/v1/approvals/" + made + "/approve", "{\"comment\":\"go\"}");
        JsonObject allowed =
                open.post("/v1/calls", OpenServer.shell("s", "make all")).body();
        String ticket = JsonText.write(JsonObject.empty()
                .with("ticket", allowed.text("ticket").orElseThrow())
                .with("digest", allowed.text("digest").orElseThrow()));
        open.post("/v1/tickets/redeem", ticket);
        open.post("/v1/tickets/outcome", ticket.replace("}", ",\"succeeded\":false,\"note\":\"exit 2\"}"));
        // Made once more, it is another call.
        open.ask("s", "make all");
        List<JsonObject> calls = objects(open.get("/v1/calls").body(), "calls");
        assertEquals(
                List.of("ask make all", "ask make wait", "approved make all", "allow git fetch"),
                calls.stream()
                        .map(each -> each.text("state").orElse("") + " "
                                + each.text("text").orElse(""))
                        .toList());
        JsonObject ran = calls.get(2);
        assertEquals(Optional.of("exit 2"), ran.text("note"));
        assertEquals(Optional.of("go"), ran.text("comment"));
        assertEquals(Optional.of("owner"), ran.text("approver"));
        assertTrue(ran.get("succeeded").isPresent() && !ran.isTrue("succeeded"), ran::toString);
        assertTrue(ran.text("beganAt").isPresent() && ran.number("tookMillis").isPresent(), ran::toString);
        assertEquals(Optional.of(waiting), calls.get(1).text("approvalId"));
        assertEquals(Optional.empty(), calls.get(1).text("beganAt"));
        assertEquals(
                1, objects(open.get("/v1/calls?person=owner").body(), "calls").size());
        assertEquals(
                1, objects(open.get("/v1/calls?decision=allow").body(), "calls").size());
        JsonObject first = open.get("/v1/calls?limit=1").body();
        assertEquals(1, objects(first, "calls").size());
        JsonObject second =
                open.get("/v1/calls?limit=10&before=" + number(first, "before")).body();
        assertEquals(3, objects(second, "calls").size());
        assertTrue(second.get("before").isEmpty());
    }

    @Test
    void rules_haveTheirOriginAndUses() throws Exception {
        call("git fetch");
        call("git fetch");
        JsonObject layers = open.get("/v1/rules").body();
        JsonObject worker = objects(layers, "layers").stream()
                .filter(layer -> layer.text("owner").orElse("").equals("worker"))
                .findFirst()
                .orElseThrow();
        List<JsonObject> rules = objects(worker, "rules");
        assertEquals("git fetch", rules.getFirst().text("pattern").orElseThrow());
        assertEquals(2, number(rules.getFirst(), "uses"));
        assertEquals(1, number(rules.getFirst(), "line"));
        assertTrue(rules.getFirst().text("last").isPresent());
        assertEquals(0, number(rules.get(1), "uses"));
    }

    @Test
    void replay_tellsWhatWouldChange_andWhatSomebodyHadRejected() throws Exception {
        call("git fetch");
        String made = open.ask("s", "make all");
        open.post("/v1/approvals/" + made + "/deny", "{}");
        String text = RULES.replace("\"ask\"", "\"allow\"").replace("\"git fetch\": \"allow\", ", "");
        Reply replay = open.post("/v1/policy/replay", "{\"text\":" + json(text) + "}");
        assertEquals(2, number(replay.body(), "looked"));
        List<JsonObject> changes = objects(replay.body(), "changes");
        assertEquals(2, changes.size(), changes.toString());
        assertEquals("make all", changes.getFirst().text("text").orElseThrow());
        assertEquals("allow", changes.getFirst().text("after").orElseThrow());
        assertEquals(1, number(changes.getFirst(), "rejected"));
        assertEquals("ask", changes.get(1).text("after").orElseThrow());
        assertEquals(RULES, Files.readString(rules()), "nothing was saved");
    }

    @Test
    void replay_ofACallWithASecret_saysThatItIsWithheld() throws Exception {
        call("curl -H 'Authorization: Bearer ghp_0123456789012345678901234567890123456789' http://localhost");
        Reply replay = open.post("/v1/policy/replay", "{\"text\":\"{}\"}");
        assertEquals(0, number(replay.body(), "looked"));
        assertEquals(1, number(replay.body(), "withheld"));
    }

    @Test
    void check_findsWhatIsWrongAndOdd_atItsLine() throws Exception {
        String text = "{\n\"shell_exec\": {\n\"make\": \"allow\",\n\"*\": \"deny\"},\n\"read_file\": \"yes\"}";
        List<JsonObject> findings = objects(
                open.post("/v1/policy/check", "{\"text\":" + json(text) + "}").body(), "findings");
        assertEquals("error", findings.getFirst().text("kind").orElseThrow());
        assertEquals(5, number(findings.getFirst(), "line"));
        assertEquals("shadowed", findings.get(1).text("kind").orElseThrow());
        assertEquals(3, number(findings.get(1), "line"));
    }

    @Test
    void explain_triesRulesThatAreNotSaved() throws Exception {
        String call = OpenServer.shell("s", "make all");
        assertEquals("ask", open.post("/v1/explain", call).text("decision"));
        String with = call.substring(0, call.length() - 1) + ",\"rules\":"
                + json(RULES.replace("\"make *\": \"ask\"", "\"make *\": \"allow\"")) + "}";
        assertEquals("allow", open.post("/v1/explain", with).text("decision"));
        assertEquals(
                400,
                open.post("/v1/explain", with.replace("shell_exec\\\"", "")).status());
        assertEquals("ask", open.post("/v1/explain", call).text("decision"));
    }

    @Test
    void tests_areSavedAndRun() throws Exception {
        String tests = "tests:\n  - allow: git fetch\n  - deny: make all\n";
        String version = open.get("/v1/policy/tests").text("version");
        Reply saved = open.send(
                open.ownerToken(),
                "PUT",
                "/v1/policy/tests",
                "{\"version\":\"" + version + "\",\"text\":" + json(tests) + "}");
        assertEquals(tests, saved.text("text"));
        Reply run = open.post("/v1/policy/tests", "{\"tests\":" + json(tests) + "}");
        assertEquals(1, number(run.body(), "passed"));
        assertEquals(1, number(run.body(), "failed"));
        JsonObject failed = objects(run.body(), "results").get(1);
        assertEquals("ask", failed.text("got").orElseThrow());
        assertTrue(failed.text("because").orElseThrow().contains("make *"), failed.toString());
        assertEquals(1, run.body().elements("untested").size(), "only `rm *` decided nothing");
        Reply invalid = open.send(
                open.ownerToken(),
                "PUT",
                "/v1/policy/tests",
                "{\"version\":\"" + saved.text("version") + "\",\"text\":\"tests: 7\"}");
        assertEquals(422, invalid.status());
        assertEquals(tests, open.get("/v1/policy/tests").text("text"));
    }

    @Test
    void writtenRules_areTriedAndRemembered_ifTheyAllowTheCall() throws Exception {
        String id = open.ask("s", "make all");
        String narrow = "{\"rules\":[" + rule("shell_exec", "make al?") + "]}";
        Reply tried = open.post("/v1/approvals/" + id + "/choices", narrow);
        assertTrue(tried.body().toString().contains("true"), tried.toString());
        Reply wrong = open.post(
                "/v1/approvals/" + id + "/approve",
                "{\"remember\":{\"rules\":[" + rule("shell_exec", "make none") + "]}}");
        assertEquals(409, wrong.status());
        assertTrue(wrong.text("detail").contains("do not allow this call"), wrong.toString());
        Reply done = open.post(
                "/v1/approvals/" + id + "/approve",
                "{\"remember\":{\"rules\":[" + rule("shell_exec", "make al?") + "],\"lifetime\":{\"uses\":2}}}");
        assertEquals(200, done.status(), done.toString());
        assertEquals(
                "allow",
                open.post("/v1/calls", OpenServer.shell("s", "make alx")).text("decision"));
        assertEquals(
                "ask", open.post("/v1/calls", OpenServer.shell("s", "make al")).text("decision"));
    }

    @Test
    void writtenRules_liftNoDenyAndNoProtection() throws Exception {
        String id = open.ask("s", "cat .netrc");
        String all = "{\"remember\":{\"rules\":[" + rule("shell_exec", "*") + "," + rule("read_file", "*") + "]}}";
        assertEquals(409, open.post("/v1/approvals/" + id + "/approve", all).status());
        for (String rules :
                List.of("[]", "[7]", "[" + rule("", "x") + "]", "[" + rule("a", "x\u0007") + "]", "\"x\"")) {
            Reply reply = open.post("/v1/approvals/" + id + "/approve", "{\"remember\":{\"rules\":" + rules + "}}");
            assertEquals(400, reply.status(), rules);
        }
        assertEquals(
                400,
                open.post("/v1/approvals/" + id + "/approve", "{\"remember\":{\"kind\":\"exact\",\"rules\":[]}}")
                        .status());
    }

    @Test
    void writtenRules_needTheRightToEditRules_butForWhatIsOffered() throws Exception {
        String id = open.ask("s", "make all");
        String body = "{\"remember\":{\"rules\":[" + rule("shell_exec", "make *") + "]}}";
        String approver = open.token(Role.APPROVER);
        assertEquals(
                409,
                open.send(approver, "POST", "/v1/approvals/" + id + "/approve", body)
                        .status());
        String offered = body.replace("make *", "make all");
        String other = open.ask("other", "make all");
        assertEquals(
                200,
                open.send(approver, "POST", "/v1/approvals/" + other + "/approve", offered)
                        .status());
        String editor = open.token("editor", Role.APPROVER, Set.of(Right.RULES), Set.of());
        assertEquals(
                200,
                open.send(editor, "POST", "/v1/approvals/" + id + "/approve", body)
                        .status());
    }

    @Test
    void boundPeople_seeOnlyTheirSessions() throws Exception {
        call("git fetch");
        String bound = open.token("bound", Role.VIEWER, Set.of(), Set.of("other"));
        JsonObject overview = open.send(bound, "GET", "/v1/overview", "").body();
        assertEquals(0, number(overview, "allowed"));
        assertFalse(open.send(bound, "GET", "/v1/rules", "").body().toString().contains("last"));
        assertEquals(
                new JsonArray(List.of()).toString(),
                open.send(bound, "GET", "/v1/audit?decision=allow", "")
                        .body()
                        .get("entries")
                        .orElseThrow()
                        .toString());
    }

    @Test
    void callsOfBoundPeople_goOn_behindManyOfOthers() throws Exception {
        open.post("/v1/calls", OpenServer.shell("other", "git fetch"));
        for (int i = 0; i < 101; i++) {
            call("git fetch");
        }
        String bound = open.token("bound", Role.VIEWER, Set.of(), Set.of("other"));
        JsonObject none = open.send(bound, "GET", "/v1/calls?limit=1", "").body();
        assertEquals(List.of(), objects(none, "calls"));
        JsonObject mine = open.send(bound, "GET", "/v1/calls?limit=1&before=" + number(none, "before"), "")
                .body();
        assertEquals(1, objects(mine, "calls").size());
    }

    @Test
    void audit_isSearchedByPersonAndDecision() throws Exception {
        String made = open.ask("s", "make all");
        open.post("/v1/approvals/" + made + "/deny", "{}");
        assertEquals(
                1,
                open.get("/v1/audit?person=owner&decision=rejected")
                        .body()
                        .elements("entries")
                        .size());
        assertEquals(
                0,
                open.get("/v1/audit?person=nobody").body().elements("entries").size());
    }

    @Test
    void session_saysWhoIsSignedIn() throws Exception {
        JsonObject session = open.get("/v1/session").body();
        assertEquals("owner", session.text("name").orElseThrow());
        assertEquals(5, session.elements("rights").size());
        JsonObject viewer =
                open.send(open.token(Role.VIEWER), "GET", "/v1/session", "").body();
        assertEquals("viewer", viewer.text("role").orElseThrow());
        assertEquals(List.of(new JsonString("read")), viewer.elements("rights"));
    }
}
