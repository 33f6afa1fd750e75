package dev.licet.server.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.approval.ApprovalId;
import dev.licet.core.approval.ApprovalState;
import dev.licet.core.call.WorkerId;
import dev.licet.server.OpenServer;
import dev.licet.server.OpenServer.Reply;
import dev.licet.server.WithServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PrincipalsTest extends WithServer {
    private void rules(String text) throws Exception {
        Path file = open.directory().permissions(WorkerId.STANDARD);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private boolean isPending(String id) {
        return open.server().gate().approval(new ApprovalId(id)).orElseThrow().isPending();
    }

    /** A request that needs {@code right}, with a body that would count. */
    private static List<String> request(Right right, String id) {
        return switch (right) {
            case CALL -> List.of("POST", "/v1/calls", OpenServer.shell("s", "make other"));
            case READ -> List.of("GET", "/v1/approvals", "");
            case ANSWER -> List.of("POST", "/v1/approvals/" + id + "/approve", "{}");
            case RULES ->
                List.of("POST", "/v1/sessions", "{\"sessionId\":\"modes\",\"event\":\"mode\",\"mode\":\"yolo\"}");
            case MANAGE -> List.of("GET", "/v1/audit/verify", "");
        };
    }

    @ParameterizedTest
    @EnumSource
    void aToken_doesWhatItsRoleMay_andNothingElse(Role role) throws Exception {
        String token = open.token(role);
        for (Right right : Right.values()) {
            String id = open.ask("s", "make " + right);
            List<String> request = request(right, id);
            Reply reply = open.send(token, request.get(0), request.get(1), request.get(2));
            boolean may = role.rights().contains(right);
            assertEquals(may, reply.status() < 300, role + " " + right + ": " + reply);
            if (!may) {
                assertEquals(403, reply.status());
                assertEquals("forbidden", reply.text("code"));
                assertTrue(isPending(id), "nothing changed");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AGENT", "WORKER"})
    void whoCalls_canNeverAnswer(Role role) throws Exception {
        assertThrows(
                IllegalArgumentException.class,
                () -> new Principal("a", role, Set.of(Right.CALL, Right.ANSWER), Set.of(), Set.of()));
        String token = open.token(role);
        String id = open.ask("s", "make");
        for (String verb : List.of("approve", "deny")) {
            for (String body : List.of("{}", "{\"always\":true}", "{\"mode\":\"soft\"}", "{\"arguments\":{}}", "")) {
                assertEquals(
                        403,
                        open.send(token, "POST", "/v1/approvals/" + id + "/" + verb, body)
                                .status());
            }
        }
        assertEquals(403, open.send(token, "GET", "/v1/events", "").status());
        assertTrue(isPending(id));
    }

    @Test
    void whatAnAgentSaysOfItsTools_countsOnlyWhereItIsStricter() throws Exception {
        String agent = open.token(Role.AGENT);
        String call =
                "{\"tool\":\"%s\",\"arguments\":{},\"sessionId\":\"words\",\"cwd\":\"/srv/project\",\"declared\":%s}";
        for (String declared : List.of(
                "{\"tier\":\"read\"}", "{\"tier\":\"read\",\"policy\":\"allow\"}", "{\"policyKey\":\"read_file\"}")) {
            String body = call.formatted("mcp__x__delete", declared);
            assertEquals(202, open.send(agent, "POST", "/v1/calls?wait=0", body).status(), declared);
        }
        String refused = call.formatted("mcp__x__pay", "{\"tier\":\"exec\",\"policy\":\"deny\"}");
        assertEquals(
                "deny", open.send(agent, "POST", "/v1/calls?wait=0", refused).text("decision"));
    }

    @Test
    void anAnswer_bearsTheNameOfItsPrincipal_whateverTheBodySays() throws Exception {
        String id = open.ask("s", "make");
        String anna = open.token("anna", Role.APPROVER, Set.of(), Set.of());
        assertEquals(
                400,
                open.send(anna, "POST", "/v1/approvals/" + id + "/approve", "{\"principal\":\"owner\"}")
                        .status(),
                "an unknown member is no hint");
        assertEquals(
                200,
                open.send(anna, "POST", "/v1/approvals/" + id + "/approve", "{}")
                        .status());
        ApprovalState state =
                open.server().gate().approval(new ApprovalId(id)).orElseThrow().state();
        assertEquals("anna", ((ApprovalState.Approved) state).answer().principal());
    }

    @Test
    void savingARule_needsMoreThanApproving() throws Exception {
        String plain = open.token("anna", Role.APPROVER, Set.of(), Set.of());
        String editor = open.token("berta", Role.APPROVER, Set.of(Right.RULES), Set.of());
        String id = open.ask("s", "make site");
        for (String body : List.of(
                "{\"always\":true}",
                "{\"remember\":{\"kind\":\"exact\",\"lifetime\":\"worker\"}}",
                "{\"remember\":{\"kind\":\"exact\",\"lifetime\":{\"until\":\"9999-01-01T00:00:00Z\"}}}")) {
            Reply refused = open.send(plain, "POST", "/v1/approvals/" + id + "/approve", body);
            assertEquals(409, refused.status(), refused::toString);
            assertEquals(Optional.of("not-possible"), refused.body().text("code"));
            assertTrue(isPending(id));
        }
        Path rules = open.directory().permissions(WorkerId.STANDARD);
        String before = Files.exists(rules) ? Files.readString(rules) : "";
        assertFalse(before.contains("make site"));
        assertEquals(
                200,
                open.send(editor, "POST", "/v1/approvals/" + id + "/approve", "{\"always\":true}")
                        .status());
        assertTrue(Files.readString(rules).contains("make site"));
        String other = open.ask("s", "make install");
        assertEquals(
                200,
                open.send(
                                plain,
                                "POST",
                                "/v1/approvals/" + other + "/approve",
                                "{\"remember\":{\"kind\":\"exact\",\"lifetime\":\"session\"}}")
                        .status(),
                "what ends with its session is an approval");
    }

    @Test
    void approvers_areThoseTheRuleNames() throws Exception {
        Path rules = open.directory().permissions(WorkerId.STANDARD);
        Files.createDirectories(rules.getParent());
        Files.writeString(
                rules, "{\"shell_exec\": {\"make deploy\": {\"action\": \"ask\", \"approvers\": [\"anna\"]}}}");
        String id = open.ask("s", "make deploy");
        String berta = open.token("berta", Role.APPROVER, Set.of(), Set.of());
        String anna = open.token("anna", Role.APPROVER, Set.of(), Set.of());
        String path = "/v1/approvals/" + id + "/approve";
        assertEquals(409, open.send(berta, "POST", path, "{}").status());
        assertEquals(409, open.post(path, "{}").status(), "not even the owner");
        assertTrue(isPending(id));
        assertEquals(200, open.send(anna, "POST", path, "{}").status());
    }

    @Test
    void aTokenOfASession_knowsNoOther() throws Exception {
        String mine = open.ask("mine", "make one");
        String other = open.ask("other", "make two");
        String token = open.token("anna", Role.APPROVER, Set.of(), Set.of("mine"));
        assertEquals(
                1,
                open.send(token, "GET", "/v1/approvals", "")
                        .body()
                        .elements("approvals")
                        .size());
        for (String path : List.of("", "/choices")) {
            assertEquals(
                    404,
                    open.send(token, "GET", "/v1/approvals/" + other + path, "").status());
        }
        assertEquals(
                404,
                open.send(token, "POST", "/v1/approvals/" + other + "/approve", "{}")
                        .status());
        assertTrue(isPending(other));
        assertEquals(
                200,
                open.send(token, "POST", "/v1/approvals/" + mine + "/approve", "{}")
                        .status());
        String entries = open.send(token, "GET", "/v1/audit", "").body().toString();
        assertTrue(entries.contains("make one") && !entries.contains("make two"), entries);
        String agent = open.token("bot", Role.AGENT, Set.of(), Set.of("mine"));
        assertEquals(
                400,
                open.send(agent, "POST", "/v1/calls", OpenServer.shell("other", "make"))
                        .status());
    }

    @Test
    void aCall_cannotSayThatItIsApproved_norInWhoseName() throws Exception {
        String agent = open.token(Role.AGENT);
        for (String member : List.of(
                "\"approved\":true",
                "\"decision\":\"allow\"",
                "\"approval\":{\"state\":\"approved\"}",
                "\"state\":\"approved\"",
                "\"ticket\":\"x\"",
                "\"principal\":\"owner\"",
                "\"channel\":\"terminal\"",
                "\"mode\":\"yolo\"")) {
            String call = OpenServer.shell("s", "make").replaceFirst("^\\{", "{" + member + ",");
            Reply reply = open.send(agent, "POST", "/v1/calls", call);
            assertEquals(400, reply.status(), member);
            assertEquals("deny", reply.text("decision"), member);
            assertEquals(
                    400,
                    open.send(agent, "POST", "/v1/batches", "{\"calls\":[" + call + "]}")
                            .status(),
                    member);
        }
        String requester = OpenServer.shell("s", "make").replaceFirst("^\\{", "{\"requester\":\"owner\",");
        assertEquals(202, open.send(agent, "POST", "/v1/calls", requester).status(), "a name is only shown");
        String named = "{\"arguments\":{\"approved\":true,\"command\":\"make all\"},"
                + OpenServer.shell("s", "x").replaceFirst("^\\{", "").replaceFirst(",\"arguments\".*", "}");
        assertEquals(202, open.send(agent, "POST", "/v1/calls", named).status(), "an argument is the tool's");
    }

    @Test
    void aTokenOfASession_usesNoTicketOfAnother() throws Exception {
        rules("{\"shell_exec\": {\"make\": \"allow\"}}");
        String mine = open.token("mine", Role.WORKER, Set.of(), Set.of("mine"));
        String other = open.token("other", Role.WORKER, Set.of(), Set.of("other \"é\""));
        Reply allowed = open.send(mine, "POST", "/v1/calls", OpenServer.shell("mine", "make"));
        String shown = "{\"ticket\":\"" + allowed.text("ticket") + "\",\"digest\":\"" + allowed.text("digest") + "\"";

        assertEquals(
                "forbidden",
                open.send(other, "POST", "/v1/tickets/redeem", shown + "}").text("code"));
        assertEquals(
                200, open.send(mine, "POST", "/v1/tickets/redeem", shown + "}").status());
        String outcome = shown + ",\"succeeded\":true}";
        assertEquals(
                "forbidden",
                open.send(other, "POST", "/v1/tickets/outcome", outcome).text("code"));
        assertEquals(
                200, open.send(mine, "POST", "/v1/tickets/outcome", outcome).status());
        assertEquals(
                409,
                open.send(
                                other,
                                "POST",
                                "/v1/tickets/redeem",
                                "{\"ticket\":\"a.b.c\",\"digest\":\"" + "ab".repeat(32) + "\"}")
                        .status(),
                "what is no ticket is refused as ever");
    }

    @Test
    void rulesForAllSessions_areNotForATokenOfOne() throws Exception {
        String bob = open.token("bob", Role.APPROVER, Set.of(Right.RULES), Set.of("mine"));
        String boss = open.token("boss", Role.OWNER, Set.of(), Set.of("mine"));
        String version = open.get("/v1/policy").text("version");
        String edit = "{\"text\":\"{}\",\"version\":\"" + version + "\"}";
        String id = open.ask("mine", "git push");
        for (String token : List.of(bob, boss)) {
            assertEquals(403, open.send(token, "PUT", "/v1/policy", edit).status());
            for (String body : List.of(
                    "{\"always\":true}",
                    "{\"remember\":{\"kind\":\"exact\",\"lifetime\":\"worker\"}}",
                    "{\"remember\":{\"kind\":\"exact\",\"lifetime\":{\"until\":\"2999-01-01T00:00:00Z\"}}}")) {
                Reply reply = open.send(token, "POST", "/v1/approvals/" + id + "/approve", body);
                assertTrue(reply.text("detail").contains("for some sessions only"), reply.toString());
                assertTrue(isPending(id));
            }
        }
        for (String path : List.of("/v1/audit/verify", "/v1/audit/checkpoint")) {
            assertEquals(403, open.send(boss, "GET", path, "").status(), path);
        }
        assertEquals(
                403,
                open.send(boss, "POST", "/v1/audit/prune", "{\"before\":\"2026-01-01T00:00:00Z\"}")
                        .status());
        assertEquals(
                200,
                open.send(bob, "POST", "/v1/approvals/" + id + "/approve", "{}").status());
    }

    @Test
    void aToken_endsWhenItExpiresOrIsRevoked() throws Exception {
        var file = new TokenFile(open.directory());
        var viewer = new Principal("v", Role.VIEWER, Role.VIEWER.rights(), Set.of(), Set.of());
        var over = file.make(
                viewer,
                Instant.now().minusSeconds(60),
                Optional.of(Instant.now().minusSeconds(1)));
        assertEquals(401, open.send(over.text(), "GET", "/v1/approvals", "").status());
        var good = file.make(viewer, Instant.now(), Optional.of(Instant.now().plusSeconds(600)));
        assertEquals(200, open.send(good.text(), "GET", "/v1/approvals", "").status());
        assertEquals(
                401, open.send(good.text() + "0", "GET", "/v1/approvals", "").status());
        assertEquals(
                401,
                open.send("licet_" + good.token().id() + "_", "GET", "/v1/approvals", "")
                        .status());
        assertTrue(file.revoke(good.token().id()));
        assertEquals(401, open.send(good.text(), "GET", "/v1/approvals", "").status());
        assertFalse(file.revoke(good.token().id()), "it is gone");
    }

    @Test
    void tokens_areStoredHashed() throws Exception {
        String token = open.token(Role.VIEWER);
        String stored = Files.readString(open.directory().tokens());
        assertFalse(stored.contains(token.substring(token.lastIndexOf('_') + 1)));
    }

    @Test
    void aDamagedTokenFile_letsNobodyInButTheOwner() throws Exception {
        String token = open.token(Role.VIEWER);
        Files.writeString(open.directory().tokens(), "{");
        assertEquals(401, open.send(token, "GET", "/v1/approvals", "").status());
        assertEquals(200, open.get("/v1/approvals").status());
        open.close();
        open = new OpenServer(folder);
        assertEquals(200, open.get("/v1/approvals").status(), "it starts all the same");
    }

    @Test
    void aHook_hasATokenThatCanCallAndNothingElse() throws Exception {
        String token = Files.readString(open.directory().hookToken()).strip();
        assertEquals(
                202,
                open.send(token, "POST", "/v1/calls", OpenServer.shell("s", "make"))
                        .status());
        assertEquals(403, open.send(token, "GET", "/v1/approvals", "").status());
        open.close();
        open = new OpenServer(folder);
        assertEquals(token, Files.readString(open.directory().hookToken()).strip(), "it stays the same");
    }
}
