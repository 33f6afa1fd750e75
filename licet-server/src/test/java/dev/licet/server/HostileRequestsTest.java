package dev.licet.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.approval.ApprovalId;
import dev.licet.core.approval.ApprovalState;
import dev.licet.core.call.WorkerId;
import dev.licet.server.access.Role;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whatever is sent to the server, it answers with 4xx or hangs up, allows nothing, and goes on. {@code -Dlicet.fuzz=N} makes it longer. */
class HostileRequestsTest extends WithServer {
    private static final int REQUESTS = Integer.getInteger("licet.fuzz", 3_000);
    private static final long SEED = Long.getLong("licet.fuzz.seed", System.nanoTime());

    private static final List<String> PATHS = Stream.concat(
                    Stream.of(
                            "/",
                            "/v1/session",
                            "/metrics",
                            "/health",
                            "/trpc",
                            "/trpc/tool.approve",
                            "/trpc/tool.approve,tool.deny,tool.list?batch=1",
                            "/trpc/agent.onEvents",
                            "/connectonion",
                            "/connectonion?session=s",
                            "/hooks/claude",
                            "/hooks/codex",
                            "/hooks/gemini",
                            "/hooks/cursor",
                            "/hooks/copilot",
                            "/hooks/vscode",
                            "/hooks/cline",
                            "/hooks/",
                            "/hooks/claude/../cline",
                            "/%2e%2e/v1/approvals",
                            "/v1//approvals",
                            "/v1/calls?wait=999999",
                            "/v1/calls?wait=%zz",
                            "/v1/approvals/%00/approve"),
                    Stream.of(
                                    "calls",
                                    "batches",
                                    "approvals",
                                    "approvals/ID",
                                    "approvals/ID/choices",
                                    "approvals/ID/preview",
                                    "approvals/ID/approve",
                                    "approvals/ID/deny",
                                    "approvals/ID/cancel",
                                    "grants",
                                    "grants/ID",
                                    "sessions",
                                    "workers/ID/connect",
                                    "workers/ID/disconnect",
                                    "tickets/redeem",
                                    "tickets/outcome",
                                    "tickets/key",
                                    "audit",
                                    "audit/prune",
                                    "policy",
                                    "explain",
                                    "ws",
                                    "nope")
                            .map("/v1/"::concat))
            .toList();

    private static final List<String> METHODS =
            List.of("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE", "X");

    private static final List<String> PIECES = List.of(
            "{",
            "}",
            "[",
            "]",
            ":",
            ",",
            "\"tool\"",
            "\"arguments\"",
            "\"cwd\"",
            "\"sessionId\"",
            "\"command\"",
            "\"approved\"",
            "\"always\"",
            "\"mode\"",
            "\"remember\"",
            "true",
            "false",
            "null",
            "7",
            "-1e999",
            "1e99999999",
            "\"/srv\"",
            "\"\"",
            "\"\\u0000\"",
            "\"\\ud800\"",
            "\"shell_exec\"",
            "\"git push\"",
            "\u00ff",
            " ",
            "\n",
            "{\"tool\":\"shell_exec\",\"arguments\":{\"command\":\"ls\"},\"cwd\":\"/srv\"}",
            "{\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"ls\"}}");

    /** Sends {@code bytes} as they are; gives what comes back within two seconds, at most 64 KiB. */
    private String exchange(byte[] bytes) throws IOException {
        try (var socket = new Socket(
                InetAddress.getLoopbackAddress(),
                URI.create(open.server().url()).getPort())) {
            socket.setSoTimeout(2_000);
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
            socket.shutdownOutput();
            InputStream in = socket.getInputStream();
            return new String(in.readNBytes(64 * 1024), StandardCharsets.ISO_8859_1);
        } catch (SocketTimeoutException e) {
            return "timeout";
        } catch (IOException e) {
            return "closed";
        }
    }

    private static byte[] body(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> new byte[0];
            case 1 -> {
                byte[] noise = new byte[random.nextInt(200)];
                random.nextBytes(noise);
                yield noise;
            }
            case 2 -> "[".repeat(random.nextInt(5_000)).getBytes(StandardCharsets.US_ASCII);
            default -> {
                var text = new StringBuilder();
                for (int i = random.nextInt(12); i >= 0; i--) {
                    text.append(PIECES.get(random.nextInt(PIECES.size())));
                }
                yield text.toString()
                        .getBytes(random.nextBoolean() ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
            }
        };
    }

    @Test
    void oddRequests_areRefused_andNothingIsAllowed() throws Exception {
        String id = open.ask("s", "git push --force");
        Path rules = open.directory().permissions(WorkerId.STANDARD);
        String before = Files.readString(rules);
        var tokens = List.of(open.ownerToken(), open.token(Role.AGENT), open.token(Role.VIEWER), "wrong");
        var random = new Random(SEED);
        for (int i = 0; i < REQUESTS; i++) {
            byte[] body = body(random);
            String method = METHODS.get(random.nextInt(METHODS.size()));
            String path = PATHS.get(random.nextInt(PATHS.size()));
            // Whoever may answer could really approve it; all else is sent to the approval that is there.
            int who = random.nextInt(tokens.size());
            path = path.replace("ID", who == 0 ? "unknown" : id);
            String head =
                    method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer "
                            + tokens.get(who) + "\r\nContent-Length: " + body.length + "\r\n\r\n";
            byte[] whole = new byte[head.length() + body.length];
            System.arraycopy(head.getBytes(StandardCharsets.ISO_8859_1), 0, whole, 0, head.length());
            System.arraycopy(body, 0, whole, head.length(), body.length);
            String answer = exchange(whole);
            String sent = method + " " + path + " as " + who + "; seed " + SEED + ", request " + i;
            assertFalse(answer.startsWith("HTTP/1.1 5"), () -> sent + "\n" + answer);
            assertFalse(answer.contains("\tat ") || answer.contains("Exception"), () -> sent + "\n" + answer);
        }
        // An agent may withdraw what it asked for; nobody here may answer.
        ApprovalState state =
                open.server().gate().approval(new ApprovalId(id)).orElseThrow().state();
        assertTrue(state instanceof ApprovalState.Pending || state instanceof ApprovalState.Cancelled, state::text);
        assertEquals(List.of(), open.server().gate().sessions().grants());
        assertEquals(before, Files.readString(rules));
        assertEquals(200, open.get("/v1/approvals").status(), "it goes on");
    }

    @Test
    void whatIsNoHttp_isHungUpOn() throws Exception {
        var random = new Random(SEED);
        for (int i = 0; i < 200; i++) {
            byte[] noise = new byte[1 + random.nextInt(3_000)];
            random.nextBytes(noise);
            String answer = exchange(noise);
            assertTrue(
                    answer.isEmpty()
                            || answer.equals("closed")
                            || answer.startsWith("HTTP/1.1 4")
                            || answer.startsWith("HTTP/1.1 505"),
                    () -> "seed " + SEED + ": " + answer);
        }
        for (String head : List.of(
                "GET /health HTTP/1.1\r\n\r\n",
                "GET /health HTTP/1.1\r\nHost: a\r\nHost: localhost\r\n\r\n",
                "GET /v1/approvals HTTP/1.0\r\n\r\n",
                "POST /v1/calls HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n{}",
                "POST /v1/calls HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n{}",
                "GET http://evil.example/health HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET /health HTTP/1.1\r\nHost: localhost.evil.example\r\n\r\n",
                "GET /health HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost.evil.example\r\n\r\n",
                "GET /health HTTP/1.1\r\nHost: localhost\r\nX: " + "a".repeat(20_000) + "\r\n\r\n")) {
            String answer = exchange(head.getBytes(StandardCharsets.US_ASCII));
            assertTrue(
                    answer.isEmpty() || answer.equals("closed") || answer.startsWith("HTTP/1.1 4"),
                    () -> head.substring(0, Math.min(80, head.length())) + "\n" + answer);
        }
        assertEquals(200, open.get("/v1/approvals").status(), "it goes on");
    }

    @Test
    void halfARequest_holdsNobodyElseUp() throws Exception {
        int port = URI.create(open.server().url()).getPort();
        try (Socket slow = new Socket(InetAddress.getLoopbackAddress(), port);
                Socket silent = new Socket(InetAddress.getLoopbackAddress(), port)) {
            slow.getOutputStream()
                    .write("POST /v1/calls HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"
                            .getBytes(StandardCharsets.US_ASCII));
            slow.getOutputStream().flush();
            assertTrue(silent.isConnected());
            for (int i = 0; i < 20; i++) {
                assertEquals(200, open.get("/v1/approvals").status());
            }
        }
    }
}
