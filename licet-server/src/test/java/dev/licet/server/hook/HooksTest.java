package dev.licet.server.hook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.approval.Answer;
import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalId;
import dev.licet.core.approval.RejectMode;
import dev.licet.core.audit.AuditEntry;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.Gate;
import dev.licet.gate.json.JsonText;
import dev.licet.server.WithServer;
import dev.licet.server.access.Role;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Plays the hosts' side, with payloads of the shapes that they send. */
class HooksTest extends WithServer {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private Gate gate() {
        return open.server().gate();
    }

    /** An event of a host, {@code claude.PreToolUse}, with the payload that the file of its name shows. */
    private record Shape(String name) {
        String host() {
            return name.substring(0, name.indexOf('.'));
        }

        String event() {
            return name.substring(name.indexOf('.') + 1);
        }

        String payload() throws IOException {
            try (InputStream in = Objects.requireNonNull(HooksTest.class.getResourceAsStream(name + ".json"), name)) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
        }
    }

    private HttpRequest request(Shape shape, String query, String body, String token) {
        // As it is installed: an input that cannot be read does not tell its event.
        String event = shape.event().endsWith("ermissionRequest") ? "&event=" + shape.event() : "";
        return HttpRequest.newBuilder(URI.create(open.server().url() + "/hooks/" + shape.host() + "?" + query + event))
                .header("Authorization", "Bearer " + token)
                .POST(BodyPublishers.ofString(body))
                .build();
    }

    private HostSide.Effect effect(Shape shape, HttpResponse<String> response, JsonObject arguments) {
        return HostSide.http(shape.host(), shape.event(), response.statusCode(), response.body(), arguments);
    }

    private HostSide.Effect now(Shape shape, String body) throws Exception {
        return effect(
                shape,
                HTTP.send(request(shape, "wait=0", body, open.token(Role.AGENT)), BodyHandlers.ofString()),
                JsonObject.empty());
    }

    private CompletableFuture<HttpResponse<String>> waiting(Shape shape) throws Exception {
        return HTTP.sendAsync(
                request(shape, "wait=30", shape.payload(), open.token(Role.AGENT)), BodyHandlers.ofString());
    }

    private Approval pending() throws Exception {
        gate().eventsAfter(0, 1, Duration.ofSeconds(30));
        return gate().pending().get(0);
    }

    private static Answer answer(String comment) {
        return Answer.byOwner("test", Instant.EPOCH, comment);
    }

    private static final String APPROVED = "\"permissionDecisionReason\":\"Licet: approved: fine\"";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "claude.PreToolUse|runs|{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"allow\","
                        + APPROVED + "}}",
                "claude.PermissionRequest|runs|{\"hookSpecificOutput\":{\"hookEventName\":\"PermissionRequest\","
                        + "\"decision\":{\"behavior\":\"allow\"}}}",
                "codex.PreToolUse|native|``",
                "codex.PermissionRequest|runs|{\"hookSpecificOutput\":{\"hookEventName\":\"PermissionRequest\","
                        + "\"decision\":{\"behavior\":\"allow\"}}}",
                "gemini.BeforeTool|native|{}",
                "cursor.beforeShellExecution|runs|{\"permission\":\"allow\"}",
                "cursor.beforeMCPExecution|runs|{\"permission\":\"allow\"}",
                "cursor.preToolUse|runs|{\"permission\":\"allow\"}",
                "copilot.preToolUse|runs|{\"permissionDecision\":\"allow\"," + APPROVED + "}",
                "copilot.PreToolUse|runs|{\"permissionDecision\":\"allow\"," + APPROVED + "}",
                "copilot.permissionRequest|runs|{\"behavior\":\"allow\"}",
                "crush.PreToolUse|runs|{\"decision\":\"allow\"}",
                "goose.PreToolUse|native|{\"decision\":\"allow\"}",
                "vscode.PreToolUse|runs|{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"allow\","
                        + APPROVED + "}}",
                "cline.PreToolUse|native|{\"cancel\":false}",
                "cline.tool_call|native|{\"cancel\":false}",
                "qwen.PreToolUse|native|{}",
                "opencode.tool.execute.before|runs|{\"decision\":\"allow\"}",
                "kilo.tool.execute.before|runs|{\"decision\":\"allow\"}",
                "pi.tool_call|runs|{\"decision\":\"allow\"}",
                "amp.delegate|runs|``",
                "kiro.PreToolUse|native|``"
            })
    void approvedCall_isLetThrough_inTheHostsForm(String name, String verdict, String body) throws Exception {
        var shape = new Shape(name);
        var waiting = waiting(shape);
        Approval approval = pending();
        assertEquals("abc123", approval.call().session().text());
        assertEquals("/home/u/proj", approval.call().directory());
        gate().approveOnce(approval.id(), answer("fine"));
        assertEquals(body, waiting.get().body().strip());
        assertEquals(verdict, effect(shape, waiting.get(), JsonObject.empty()).verdict());
    }

    private static final String ALL = "claude.PreToolUse, claude.PermissionRequest, codex.PreToolUse,"
            + " codex.PermissionRequest, gemini.BeforeTool, cursor.beforeShellExecution, cursor.beforeMCPExecution,"
            + " cursor.preToolUse, copilot.preToolUse, copilot.PreToolUse, copilot.permissionRequest,"
            + " crush.PreToolUse, goose.PreToolUse, vscode.PreToolUse, cline.PreToolUse, cline.tool_call,"
            + " qwen.PreToolUse, opencode.tool.execute.before, kilo.tool.execute.before, pi.tool_call,"
            + " amp.delegate, kiro.PreToolUse";

    private static List<Shape> all() {
        return List.of(ALL.split(", ", -1)).stream().map(Shape::new).toList();
    }

    @Test
    void rejectedCall_isRefused_withTheFeedback_whateverTheMode() throws Exception {
        for (Shape shape : all()) {
            for (RejectMode mode : List.of(RejectMode.SOFT, RejectMode.HARD, RejectMode.EXPLAIN)) {
                var waiting = waiting(shape);
                ApprovalId id = awaitPending();
                gate().reject(id, mode, answer("use make"));
                HostSide.Effect effect = effect(shape, waiting.get(), JsonObject.empty());
                assertEquals(
                        "refused", effect.verdict(), shape + " " + waiting.get().body());
                assertTrue(effect.reason().contains("use make"), shape + " " + effect);
            }
        }
    }

    /** Only Cursor and Amp have no answer that leaves it alone. */
    @Test
    void whereHooksAreObserved_nothingIsHeld_andAllIsRecorded() throws Exception {
        Files.writeString(folder.resolve("licet.yaml"), "hooks: observe\n");
        for (Shape shape : all()) {
            HostSide.Effect effect = now(shape, shape.payload());
            boolean held = Set.of("cursor", "amp").contains(shape.host());
            assertEquals(held ? "refused" : effect.verdict(), effect.verdict(), shape.toString());
            assertEquals(held, !effect.verdict().equals("native") && !effect.mayRun(), shape + " " + effect);
        }
        List<String> judged = gate().audit().behind(0, 100).stream()
                .map(AuditEntry::text)
                .filter(text -> text.contains("\"step\":\"judged\""))
                .toList();
        assertEquals(all().size(), judged.size());
        assertEquals(
                all().size() - 4,
                judged.stream()
                        .filter(text -> text.contains("\"observed\":true"))
                        .count());
        Files.writeString(folder.resolve("licet.yaml"), "hooks: hold\n");
        assertEquals(
                "refused",
                now(new Shape("claude.PreToolUse"), new Shape("claude.PreToolUse").payload())
                        .verdict());
        // What is wrong with the file leaves nothing alone.
        Files.writeString(folder.resolve("licet.yaml"), "hooks: observe\nnonsense: 1\n");
        assertEquals(
                "refused",
                now(new Shape("claude.PreToolUse"), new Shape("claude.PreToolUse").payload())
                        .verdict());
    }

    private ApprovalId awaitPending() throws Exception {
        long last = gate().lastEvent();
        while (gate().pending().isEmpty()) {
            last = gate().eventsAfter(last, 1, Duration.ofSeconds(30)).isEmpty() ? last : gate().lastEvent();
        }
        return gate().pending().get(0).id();
    }

    @Test
    void editedCall_runsAsThePersonLeftIt_orNotAtAll() throws Exception {
        JsonObject fewer = JsonObject.empty().with("command", "npm run lint");
        for (Shape shape : all()) {
            var waiting = waiting(shape);
            ApprovalId id = awaitPending();
            JsonObject asked = gate().approval(id).orElseThrow().call().arguments();
            for (JsonObject edited : List.of(fewer)) {
                gate().approveEdited(id, edited, answer(""));
                HostSide.Effect effect = effect(shape, waiting.get(), asked);
                if (effect.mayRun()) {
                    assertEquals(Optional.of(edited), effect.arguments(), shape + " " + effect);
                } else {
                    assertTrue(effect.reason().contains("npm run lint"), shape + " " + effect);
                }
            }
        }
    }

    @Test
    void editedCall_thatTheHostCannotTake_isLetThroughWhenTheAgentMakesIt_once() throws Exception {
        var shape = new Shape("cursor.beforeShellExecution");
        var waiting = waiting(shape);
        gate().approveEdited(pending().id(), JsonObject.empty().with("command", "npm run lint"), answer(""));
        assertEquals("refused", effect(shape, waiting.get(), JsonObject.empty()).verdict());
        String asWanted = shape.payload().replace("npm test", "npm run lint");
        assertEquals("runs", now(shape, asWanted).verdict());
        assertEquals("refused", now(shape, asWanted).verdict(), "the second time it is asked");
    }

    @ParameterizedTest
    @CsvSource({
        "claude.PreToolUse, claude.PermissionRequest",
        "codex.PreToolUse, codex.PermissionRequest",
        "copilot.preToolUse, copilot.permissionRequest"
    })
    void aSecondEventAboutTheSameCall_isNotAskedAgain_butOnce(String first, String second) throws Exception {
        var waiting = waiting(new Shape(first));
        gate().approveOnce(pending().id(), answer(""));
        waiting.get();
        var again = new Shape(second);
        assertEquals("runs", now(again, again.payload()).verdict());
        assertEquals("refused", now(again, again.payload()).verdict());
        assertEquals(1, gate().pending().size());
    }

    /** Copilot tells of an edit twice, in two forms. */
    @Test
    void anEdit_thatCopilotShowsAgainAsADifference_isNotAskedAgain_butOnce() throws Exception {
        var first = new Shape("copilot.preToolUse");
        String before = first.payload()
                .replace("\"bash\"", "\"create\"")
                .replace(
                        "\"{\\\"command\\\":\\\"npm test\\\"}\"",
                        "{\"path\":\"/home/u/proj/.envrc\",\"file_text\":\"x\"}");
        var second = new Shape("copilot.permissionRequest");
        String again = second.payload()
                .replace("\"bash\"", "\"edit\"")
                .replace("\"command\": \"npm test\"", "\"file_path\": \"/home/u/proj/.envrc\", \"diff\": \"+x\"");
        var waiting =
                HTTP.sendAsync(request(first, "wait=30", before, open.token(Role.AGENT)), BodyHandlers.ofString());
        gate().approveOnce(pending().id(), answer(""));
        waiting.get();
        assertEquals(
                "refused",
                now(second, again.replace("proj/.envrc", "proj/mise.toml")).verdict());
        assertEquals("runs", now(second, again).verdict());
        assertEquals("refused", now(second, again).verdict());
    }

    /** Copilot calls the tool of an MCP server {@code notes-delete}, then {@code notes/delete}. */
    @Test
    void aToolOfAServer_thatCopilotCallsOtherwise_isNotAskedAgain() throws Exception {
        var first = new Shape("copilot.preToolUse");
        var second = new Shape("copilot.permissionRequest");
        var waiting = HTTP.sendAsync(
                request(
                        first,
                        "wait=30",
                        first.payload().replace("\"bash\"", "\"notes-delete\""),
                        open.token(Role.AGENT)),
                BodyHandlers.ofString());
        gate().approveOnce(pending().id(), answer(""));
        waiting.get();
        String again = second.payload().replace("\"bash\"", "\"notes/delete\"");
        assertEquals("refused", now(second, again.replace("delete", "erase")).verdict());
        assertEquals("runs", now(second, again).verdict());
    }

    @Test
    void unansweredCall_isRefused_andWaitsOn() throws Exception {
        for (Shape shape : all()) {
            HostSide.Effect effect = now(shape, shape.payload());
            assertEquals("refused", effect.verdict(), shape.toString());
            assertTrue(effect.reason().contains("still waits"), effect::toString);
        }
        assertFalse(gate().pending().isEmpty());
    }

    @Test
    void rules_answerAtOnce() throws Exception {
        var claude = new Shape("claude.PreToolUse");
        String read = claude.payload()
                .replace("\"Bash\"", "\"Read\"")
                .replaceFirst("(?s)\"tool_input\": \\{.*?}", "\"tool_input\":{\"file_path\":\"/home/u/proj/a.txt\"}");
        assertEquals("runs", now(claude, read).verdict());
        assertEquals("refused", now(claude, read.replace("a.txt", ".env")).verdict());
        var cursor = new Shape("cursor.beforeReadFile");
        assertEquals("refused", now(cursor, cursor.payload()).verdict());
        assertEquals(
                "runs",
                now(cursor, cursor.payload().replace("/home/u/.aws/credentials", "/home/u/proj/a.txt"))
                        .verdict());
    }

    @Test
    void everyFailure_isARefusalTheHostUnderstands() throws Exception {
        for (Shape shape : all()) {
            String payload = shape.payload();
            List<String> bodies = List.of(
                    "",
                    "{",
                    "null",
                    "[]",
                    "\u0000",
                    "{\"n\":1e99999999999}",
                    payload.replaceFirst("\\{", "{\"n\":-1e99999999999,"),
                    payload.replace(
                            "\"" + shape.event() + "\"", "\"" + shape.event().toUpperCase(Locale.ROOT) + "\""),
                    payload.replace("/home/u/proj", "proj"),
                    payload.replace("/home/u/proj", ""),
                    payload.replace("npm test", "npm\\u0000test")
                            .replace("x\\\"", "\\u0000\\\"")
                            .replace("\"x\"", "\"\\u0000\""),
                    payload.replace("npm test", "x".repeat(1024 * 1024)) + " ".repeat(1024 * 1024),
                    payload.replaceFirst("\\{", "{\"cwd\":\"/a\",\"cwd\":\"/b\","),
                    payload.replaceAll("\"(tool_name|toolName|command|file_path)\"", "\"other\""),
                    payload.replaceAll("\"(session_id|sessionId|taskId)\": \"abc123\"", "\"other\": 1")
                            .replaceAll("\"conversation_id\": \"abc123\"", "\"conversation_id\": \"a\\\\u0000\""),
                    payload.replaceAll(
                                    "(?s)\"(tool_input|toolArgs|parameters)\": (\\{.*?}|\"[^\"]*(\\\\\"[^\"]*)*\")",
                                    "\"$1\": 7")
                            .replaceAll("\"command\": \"npm test\"", "\"command\": 7"));
            for (String body : bodies) {
                HostSide.Effect effect = now(shape, body);
                assertEquals(
                        "refused",
                        effect.verdict(),
                        () -> shape + " " + body.substring(0, Math.min(600, body.length())) + " " + effect);
                assertFalse(effect.reason().isBlank());
            }
            for (String query : List.of("wait=x", "worker=../x")) {
                HttpResponse<String> response =
                        HTTP.send(request(shape, query, payload, open.ownerToken()), BodyHandlers.ofString());
                assertEquals(
                        "refused", effect(shape, response, JsonObject.empty()).verdict(), shape + " " + query);
            }
            for (String token : List.of("wrong", open.token(Role.VIEWER))) {
                HttpResponse<String> response =
                        HTTP.send(request(shape, "wait=0", payload, token), BodyHandlers.ofString());
                assertEquals(
                        "refused", effect(shape, response, JsonObject.empty()).verdict(), shape + " " + token);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "claude.PreToolUse",
                "codex.PreToolUse",
                "gemini.BeforeTool",
                "vscode.PreToolUse",
                "qwen.PreToolUse"
            })
    void anEventThatIsNoCall_isAnError_notADecision(String name) throws Exception {
        var shape = new Shape(name);
        HttpResponse<String> response = HTTP.send(
                request(
                        shape,
                        "wait=0",
                        shape.payload().replace("\"" + shape.event() + "\"", "\"SessionStart\""),
                        open.ownerToken()),
                BodyHandlers.ofString());
        assertEquals(422, response.statusCode());
        assertEquals(Optional.of("none"), response.headers().firstValue("licet-decision"));
    }

    @Test
    void aPlan_isAskedAboutOnce_whereTheHostTakesTheAnswer() throws Exception {
        String plan = "{\"hook_event_name\":\"%s\",\"session_id\":\"s\",\"cwd\":\"/p\",\"tool_name\":\"ExitPlanMode\","
                + "\"tool_input\":{\"plan\":\"# Do it\"}}";
        var before = new Shape("claude.PreToolUse");
        HttpResponse<String> passed = HTTP.send(
                request(before, "wait=0", plan.formatted("PreToolUse"), open.token(Role.AGENT)),
                BodyHandlers.ofString());
        assertEquals("", passed.body(), "the host shows the plan by itself");
        assertEquals(Optional.of("allow"), passed.headers().firstValue("Licet-Decision"));
        assertTrue(gate().pending().isEmpty());
        var asked = new Shape("claude.PermissionRequest");
        CompletableFuture<HttpResponse<String>> waiting = HTTP.sendAsync(
                request(asked, "wait=30", plan.formatted("PermissionRequest"), open.token(Role.AGENT)),
                BodyHandlers.ofString());
        gate().approveOnce(pending().id(), answer("fine"));
        assertEquals(
                "{\"hookSpecificOutput\":{\"hookEventName\":\"PermissionRequest\",\"decision\":{\"behavior\":\"allow\","
                        + "\"updatedInput\":{\"plan\":\"# Do it\"}}}}",
                waiting.get().body().strip());
    }

    @Test
    void anEditedPermissionRequest_releasesOneRun() throws Exception {
        var shape = new Shape("claude.PermissionRequest");
        var waiting = waiting(shape);
        gate().approveEdited(pending().id(), JsonObject.empty().with("command", "npm run lint"), answer(""));
        assertEquals("runs", effect(shape, waiting.get(), JsonObject.empty()).verdict());
        String edited = shape.payload()
                .replaceFirst("(?s)\"tool_input\": \\{.*?}", "\"tool_input\":{\"command\":\"npm run lint\"}");
        assertEquals("refused", now(shape, edited).verdict());
    }

    @Test
    void aQueryThatCannotBeRead_isRefused() throws Exception {
        var shape = new Shape("claude.PreToolUse");
        HttpResponse<String> response = HTTP.send(
                request(shape, "worker=%ff&wait=0", shape.payload(), open.ownerToken()), BodyHandlers.ofString());
        assertEquals("refused", effect(shape, response, JsonObject.empty()).verdict());
        assertEquals(0, gate().pending().size());
    }

    @Test
    void aLongReason_isCutBelowTheHostsLimit() throws Exception {
        var waiting = waiting(new Shape("claude.PreToolUse"));
        gate().reject(pending().id(), RejectMode.SOFT, answer("x".repeat(10_000)));
        String reason = JsonText.parseObject(waiting.get().body())
                .object("hookSpecificOutput")
                .flatMap(output -> output.text("permissionDecisionReason"))
                .orElseThrow();
        assertTrue(reason.length() < 10_000, () -> "" + reason.length());
    }

    @Test
    void aHardRejection_endsTheTurn_whereTheHostCan() throws Exception {
        var waiting = waiting(new Shape("claude.PreToolUse"));
        gate().reject(pending().id(), RejectMode.HARD, answer(""));
        JsonObject answer = JsonText.parseObject(waiting.get().body());
        assertEquals("false", answer.get("continue").orElseThrow().toString());
    }

    @Test
    void anUnknownHost_isRefused() throws Exception {
        HttpResponse<String> response =
                HTTP.send(request(new Shape("wat.X"), "", "{}", open.ownerToken()), BodyHandlers.ofString());
        assertEquals(200, response.statusCode());
        assertTrue(response.body().contains("\"deny\""), response.body());
    }
}
