package dev.licet.server.hook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.approval.Answer;
import dev.licet.core.approval.Approval;
import dev.licet.core.approval.RejectMode;
import dev.licet.gate.DataDirectory;
import dev.licet.gate.json.JsonText;
import dev.licet.server.LicetServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plays the host's side: status 200 with a decision is an answer, anything else lets the call run. */
class ClaudeHookTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private DataDirectory directory;

    @SuppressWarnings("NullAway.Init")
    private LicetServer server;

    @BeforeEach
    void start() {
        directory = DataDirectory.at(folder.resolve("data"));
        server = LicetServer.start(directory, "127.0.0.1", 0);
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private static String payload() throws IOException {
        try (InputStream in = Objects.requireNonNull(ClaudeHookTest.class.getResourceAsStream("pre-tool-use.json"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private HttpResponse<String> hook(String query, String body) throws IOException, InterruptedException {
        return HTTP.send(request(query, body).build(), BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String query, String body) {
        return HttpRequest.newBuilder(URI.create(server.url() + "/hooks/claude" + query))
                .header("Authorization", "Bearer " + directory.token())
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body));
    }

    /** What the host does with an answer: `allow`, `deny`, or `runs` when it cannot use it. */
    private static String effect(HttpResponse<String> response) throws Exception {
        if (response.statusCode() / 100 != 2) {
            return "runs";
        }
        return JsonText.parseObject(response.body())
                .object("hookSpecificOutput")
                .filter(output -> output.text("hookEventName")
                        .filter("PreToolUse"::equals)
                        .isPresent())
                .flatMap(output -> output.text("permissionDecision"))
                .orElse("runs");
    }

    @Test
    void approvedCall_isAllowed_inTheHostsFormat() throws Exception {
        var waiting = HTTP.sendAsync(request("", payload()).build(), BodyHandlers.ofString());
        server.gate().eventsAfter(0, 1, Duration.ofSeconds(30));
        Approval approval = server.gate().pending().get(0);
        assertEquals("Bash", approval.call().tool());
        assertEquals("abc123", approval.call().session().text());
        assertEquals("toolu_01ABC", approval.call().id().text());
        server.gate().approveOnce(approval.id(), Answer.byOwner("test", Instant.EPOCH, ""));
        assertEquals(
                "{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"allow\","
                        + "\"permissionDecisionReason\":\"Licet: approved\"}}\n",
                waiting.get().body());
    }

    @Test
    void rejectedCall_isDenied_withTheFeedback() throws Exception {
        var waiting = HTTP.sendAsync(request("", payload()).build(), BodyHandlers.ofString());
        server.gate().eventsAfter(0, 1, Duration.ofSeconds(30));
        server.gate()
                .reject(
                        server.gate().pending().get(0).id(),
                        RejectMode.SOFT,
                        Answer.byOwner("test", Instant.EPOCH, "use make"));
        assertEquals(
                "{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"deny\","
                        + "\"permissionDecisionReason\":\"The user rejected `Bash`: use make\"}}\n",
                waiting.get().body());
    }

    @Test
    void unansweredCall_isDenied_andWaitsOn() throws Exception {
        HttpResponse<String> response = hook("?wait=0", payload());
        assertEquals("deny", effect(response));
        assertTrue(response.body().contains("still waits"), response.body());
        assertEquals(1, server.gate().pending().size());
    }

    @Test
    void rules_answerAtOnce() throws Exception {
        String read = payload()
                .replace("\"Bash\"", "\"Read\"")
                .replaceFirst("\"tool_input\":\\{.*}", "\"tool_input\":{\"file_path\":\"/home/u/proj/a.txt\"}");
        assertEquals("allow", effect(hook("", read)));
        assertEquals("deny", effect(hook("", read.replace("a.txt", ".env"))));
    }

    @Test
    void everyFailure_isADenialTheHostUnderstands() throws Exception {
        for (String body : new String[] {
            "",
            "{",
            "null",
            payload().replace("\"session_id\"", "\"tool_name\":\"Read\",\"session_id\""),
            payload().replace("\"tool_name\":\"Bash\",", ""),
            payload().replace("\"tool_name\":\"Bash\"", "\"tool_name\":7"),
            payload().replace("/home/u/proj", "proj"),
            payload().replace("npm test", "npm\\u0000test"),
            payload().replace("npm test", "x".repeat(1024 * 1024))
        }) {
            assertEquals("deny", effect(hook("", body)), () -> body.substring(0, Math.min(80, body.length())));
        }
        assertEquals("deny", effect(hook("?wait=x", payload())));
        assertEquals("deny", effect(hook("?worker=../x", payload())));
        assertEquals(0, server.gate().pending().size());
    }

    @Test
    void wrongToken_isADenialTheHostUnderstands() throws Exception {
        var request = request("", payload()).setHeader("Authorization", "Bearer wrong");
        assertEquals("deny", effect(HTTP.send(request.build(), BodyHandlers.ofString())));
    }

    @Test
    void otherEvent_isAnError_notADecision() throws Exception {
        HttpResponse<String> response = hook("", payload().replace("PreToolUse", "PostToolUse"));
        assertEquals(422, response.statusCode());
        assertTrue(response.body().contains("`PostToolUse` is not supported"), response.body());
    }

    @Test
    void longReason_isCutBelowTheHostsLimit() throws Exception {
        var waiting = HTTP.sendAsync(request("", payload()).build(), BodyHandlers.ofString());
        server.gate().eventsAfter(0, 1, Duration.ofSeconds(30));
        server.gate()
                .reject(
                        server.gate().pending().get(0).id(),
                        RejectMode.SOFT,
                        Answer.byOwner("test", Instant.EPOCH, "x".repeat(10_000)));
        String reason = JsonText.parseObject(waiting.get().body())
                .object("hookSpecificOutput")
                .flatMap(output -> output.text("permissionDecisionReason"))
                .orElseThrow();
        assertTrue(reason.length() < 10_000, () -> "" + reason.length());
    }
}
