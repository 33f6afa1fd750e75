package dev.licet.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.approval.Answer;
import dev.licet.core.approval.ApprovalId;
import dev.licet.server.access.Role;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Agents that die, or close their connection, while their call waits. */
class GoneAgentTest extends WithServer {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static final String CALL = "{\"tool\":\"shell_exec\",\"arguments\":{\"command\":\"git push\"},"
            + "\"sessionId\":\"s\",\"workerId\":\"local\",\"cwd\":\"/home/u/proj\",\"callId\":\"c\"}";
    private static final String HOOK =
            "{\"session_id\":\"s\",\"cwd\":\"/home/u/proj\",\"hook_event_name\":\"PreToolUse\","
                    + "\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"git push\"}}";

    /** A call over a connection that is closed at some time. */
    private Socket submitted(String address, String body) throws IOException {
        URI server = URI.create(open.server().url());
        var socket = new Socket(server.getHost(), server.getPort());
        String request = "POST " + address + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                + open.token(Role.AGENT) + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                + "\r\n\r\n" + body;
        socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
        return socket;
    }

    private ApprovalId pending() throws Exception {
        long last = 0;
        while (open.server().gate().pending().isEmpty()) {
            open.server().gate().eventsAfter(last, 1, Duration.ofSeconds(30));
            last = open.server().gate().lastEvent();
        }
        return open.server().gate().pending().getFirst().id();
    }

    /** Waits until the approval {@code id} says that its agent has left, or that one waits. */
    private void awaitLeft(ApprovalId id, boolean left) throws Exception {
        long last = 0;
        while (open.server().gate().approval(id).orElseThrow().isDeserted() != left) {
            open.server().gate().eventsAfter(last, 1, Duration.ofSeconds(30));
            last = open.server().gate().lastEvent();
        }
    }

    @ParameterizedTest
    @CsvSource({"/v1/calls, false", "/v1/calls, true", "/hooks/claude, false", "/hooks/claude, true"})
    void anAgentThatLeft_isSaidToHave_untilItIsBack(String address, boolean half) throws Exception {
        String body = address.startsWith("/hooks") ? HOOK : CALL;
        Socket gone = submitted(address + "?wait=30", body);
        ApprovalId id = pending();
        awaitLeft(id, false);
        if (half) {
            gone.shutdownOutput();
        } else {
            gone.close();
        }
        awaitLeft(id, true);
        assertTrue(listed().contains("\"agentLeft\":true"), listed());
        Socket back = submitted(address + "?wait=30", body);
        awaitLeft(id, false);
        assertFalse(listed().contains("agentLeft"), listed());
        back.close();
        awaitLeft(id, true);
        open.server().gate().approveOnce(id, Answer.byOwner("test", Instant.now(), ""));
        assertEquals("allow", again(address + "?wait=0", body));
        gone.close();
    }

    private String listed() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(open.server().url() + "/v1/approvals"))
                .header("Authorization", "Bearer " + open.token(Role.OWNER))
                .build();
        return HTTP.send(request, BodyHandlers.ofString()).body();
    }

    private String again(String address, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(open.server().url() + address))
                .header("Authorization", "Bearer " + open.token(Role.AGENT))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build();
        String reply = HTTP.send(request, BodyHandlers.ofString()).body();
        return reply.contains("\"allow\"")
                ? "allow"
                : reply.contains("still waits") ? "ask" : reply.replaceFirst("(?s).*?\"decision\":\"(\\w+)\".*", "$1");
    }

    @ParameterizedTest
    @CsvSource({"/v1/calls, false", "/v1/calls, true", "/hooks/claude, false", "/hooks/claude, true"})
    void anAnswerThatNobodyIsThereToTake_isTakenByTheSameCall_once(String address, boolean half) throws Exception {
        String body = address.startsWith("/hooks") ? HOOK : CALL;
        for (int i = 0; i < 5; i++) {
            Socket gone = submitted(address + "?wait=30", body);
            ApprovalId id = pending();
            if (half) {
                gone.shutdownOutput();
            } else {
                gone.close();
            }
            open.server().gate().approveOnce(id, Answer.byOwner("test", Instant.now(), ""));
            assertEquals("allow", again(address + "?wait=0", body));
            assertEquals("ask", again(address + "?wait=0", body));
            open.server().gate().approveOnce(pending(), Answer.byOwner("test", Instant.now(), ""));
            assertEquals("allow", again(address + "?wait=0", body));
            gone.close();
        }
    }
}
