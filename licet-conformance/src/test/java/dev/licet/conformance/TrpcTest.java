package dev.licet.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.JsonText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Molf's protocol with the real client of tRPC, run by Node: over HTTP with server-sent events, and over WebSocket. */
class TrpcTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path modules;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path data;

    @BeforeAll
    static void install() throws Exception {
        Path sources = Program.ROOT.resolve("licet-conformance/src/test/js/trpc");
        for (String name : new String[] {"package.json", "client.mjs"}) {
            Files.copy(sources.resolve(name), modules.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        }
        Program.Result installed = Program.finish(
                new ProcessBuilder(
                                Program.require("npm", "npm").toString(),
                                "install",
                                "--no-package-lock",
                                "--legacy-peer-deps",
                                "--ignore-scripts",
                                "--no-audit",
                                "--no-fund",
                                "--silent")
                        .directory(modules.toFile())
                        .start(),
                "");
        assertEquals(0, installed.status(), installed.err());
    }

    /** The client as a process; every line that it prints is read with a limit of time. */
    private static final class Client implements AutoCloseable {
        private final Process process;
        private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        private final List<JsonObject> passedOver = new ArrayList<>();
        private final Writer commands;

        Client(RunningServer server, String token, String kind) throws IOException, InterruptedException {
            process = new ProcessBuilder(
                            Program.require("nodejs", "node").toString(), "client.mjs", server.url(), token, kind)
                    .directory(modules.toFile())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            BufferedReader reader = process.inputReader(StandardCharsets.UTF_8);
            Thread.ofVirtual().start(() -> read(reader));
            commands = process.outputWriter(StandardCharsets.UTF_8);
        }

        private void read(BufferedReader reader) {
            try {
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                    lines.add(line);
                }
            } catch (IOException e) {
                // The client was stopped; who waits for a line says that none came.
            }
        }

        void send(String name, String input) throws IOException {
            commands.write("{\"do\":\"" + name + "\",\"input\":" + input + "}\n");
            commands.flush();
        }

        /** The next line that has the member called {@code name}; events and answers come in no order of their own. */
        JsonObject next(String name) throws Exception {
            for (JsonObject each : passedOver) {
                if (each.get(name).isPresent()) {
                    passedOver.remove(each);
                    return each;
                }
            }
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
            while (true) {
                String line = lines.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                if (line == null) {
                    throw new AssertionError("no `" + name + "` from the client within 20 seconds");
                }
                JsonObject object = JsonText.parseObject(line);
                if (object.get(name).isPresent()) {
                    return object;
                }
                passedOver.add(object);
            }
        }

        JsonObject event() throws Exception {
            return next("event").object("event").orElseThrow();
        }

        JsonObject answer(String name, String input) throws Exception {
            send(name, input);
            return next("answer").object("answer").orElseThrow();
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    private static String call(String more, String command) {
        return "{\"tool\":\"shell_exec\",\"sessionId\":\"s1\",\"cwd\":\"/srv\"" + more
                + ",\"arguments\":{\"command\":\"" + command + "\"}}";
    }

    private static String approval(JsonObject held) {
        return held.object("approval").flatMap(form -> form.text("id")).orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http", "ws"})
    void aClient_seesAndAnswersApprovals(String kind) throws Exception {
        try (RunningServer server = RunningServer.start(data, 0);
                var client = new Client(server, server.token(), kind)) {
            String before = approval(server.post("/v1/calls", call("", "make before")));
            client.send("subscribe", "{\"sessionId\":\"s1\"}");
            JsonObject required = client.event();
            assertEquals(
                    "{\"type\":\"tool_approval_required\",\"approvalId\":\"" + before
                            + "\",\"toolName\":\"shell_exec\",\"arguments\":\"{\\\"command\\\":\\\"make before\\\"}\",\"sessionId\":\"s1\"}",
                    JsonText.write(required),
                    "what was pending comes first");
            server.post("/v1/calls", call("", "make other").replace("\"s1\"", "\"s2\""));
            String now = approval(server.post("/v1/calls", call("", "make now")));
            assertEquals(Optional.of(now), client.event().text("approvalId"), "only its session");

            String input = "{\"sessionId\":\"s1\",\"approvalId\":\"" + now + "\"";
            assertTrue(client.answer("approve", input + "}").isTrue("applied"));
            JsonObject resolved = client.event();
            assertEquals(
                    "{\"type\":\"tool_approval_resolved\",\"approvalId\":\"" + now
                            + "\",\"outcome\":\"approved\",\"sessionId\":\"s1\"}",
                    JsonText.write(resolved));
            assertTrue(!client.answer("approve", input + "}").isTrue("applied"), "too late");
            assertTrue(!client.answer("deny", input.replace("s1", "s9") + "}").isTrue("applied"));

            String denied = "{\"sessionId\":\"s1\",\"approvalId\":\"" + before + "\",\"feedback\":\"use make all\"}";
            assertTrue(client.answer("deny", denied).isTrue("applied"));
            assertEquals(Optional.of("denied"), client.event().text("outcome"));
            JsonObject outcome = server.post("/v1/calls", call("", "make before"));
            assertTrue(outcome.text("reason").orElse("").contains("use make all"), outcome::toString);

            String always = approval(server.post("/v1/calls", call("", "make again")));
            client.event();
            assertTrue(
                    client.answer("approve", "{\"sessionId\":\"s1\",\"approvalId\":\"" + always + "\",\"always\":true}")
                            .isTrue("applied"));
            assertEquals(
                    Optional.of("allow"),
                    server.post("/v1/calls", call("", "make again")).text("decision"));
            assertEquals(
                    0,
                    client.answer("list", "{\"sessionId\":\"s1\"}")
                            .elements("tools")
                            .size());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http", "ws"})
    void subagents_areToldToTheSessionThatStartedThem(String kind) throws Exception {
        try (RunningServer server = RunningServer.start(data, 0);
                var client = new Client(server, server.token(), kind)) {
            server.post(
                    "/v1/sessions",
                    "{\"sessionId\":\"s1\",\"event\":\"agent-started\",\"agent\":\"child\",\"type\":\"general\"}");
            client.send("subscribe", "{\"sessionId\":\"s1\"}");
            client.next("started");
            String id = approval(server.post("/v1/calls", call(",\"agent\":\"child\"", "make")));
            JsonObject event = client.event();
            assertEquals(Optional.of("subagent_event"), event.text("type"));
            assertEquals(Optional.of("child"), event.text("sessionId"));
            assertEquals(Optional.of(id), event.object("event").flatMap(inner -> inner.text("approvalId")));
            assertTrue(client.answer("approve", "{\"sessionId\":\"child\",\"approvalId\":\"" + id + "\"}")
                    .isTrue("applied"));
            assertEquals(
                    Optional.of("tool_approval_resolved"),
                    client.event().object("event").flatMap(inner -> inner.text("type")));
        }
    }

    @Test
    void aClientThatLosesItsConnection_getsWhatIsPendingAgain() throws Exception {
        int port;
        RunningServer first = RunningServer.start(data, 0);
        port = first.port();
        try (var client = new Client(first, first.token(), "ws")) {
            client.send("subscribe", "{\"sessionId\":\"s1\"}");
            client.next("started");
            String id = approval(first.post("/v1/calls", call("", "make")));
            assertEquals(Optional.of(id), client.event().text("approvalId"));
            first.kill();
            client.next("closed");
            try (RunningServer second = RunningServer.start(data, port)) {
                assertEquals(Optional.of(id), client.event().text("approvalId"), "replayed after the reconnect");
                assertTrue(client.answer("approve", "{\"sessionId\":\"s1\",\"approvalId\":\"" + id + "\"}")
                        .isTrue("applied"));
                assertEquals(0, second.pending().size());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http", "ws"})
    void errors_haveTheCodesOfTrpc(String kind) throws Exception {
        try (RunningServer server = RunningServer.start(data, 0);
                var client = new Client(server, server.token(), kind)) {
            client.send("approve", "{\"sessionId\":\"s1\"}");
            assertEquals(Optional.of("BAD_REQUEST"), client.next("error").text("code"));
            client.send("approve", "{\"sessionId\":\"s1\",\"approvalId\":\"x\",\"always\":\"yes\"}");
            assertEquals(Optional.of("BAD_REQUEST"), client.next("error").text("code"));
            assertTrue(!client.answer("approve", "{\"sessionId\":\"s1\",\"approvalId\":\"unknown\"}")
                    .isTrue("applied"));
        }
    }

    @Test
    void anAgentsToken_seesNothingAndAnswersNothing() throws Exception {
        try (RunningServer server = RunningServer.start(data, 0)) {
            String id = approval(server.post("/v1/calls", call("", "make")));
            Program.Result made = Program.finish(
                    Program.licet("token", "create", "bot", "--role", "agent", "--data-dir", data.toString()), "");
            for (String kind : new String[] {"http", "ws"}) {
                try (var client = new Client(server, made.out().strip(), kind)) {
                    client.send("approve", "{\"sessionId\":\"s1\",\"approvalId\":\"" + id + "\"}");
                    assertEquals(Optional.of("FORBIDDEN"), client.next("error").text("code"), kind);
                }
            }
            assertEquals(1, server.pending().size());
        }
    }
}
