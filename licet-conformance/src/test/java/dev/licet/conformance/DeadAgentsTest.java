package dev.licet.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.JsonText;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Agents that are processes of their own are killed (SIGKILL) while their call waits: what a person answers before, while
 * and after that is collected by the same call, and nothing is asked twice. {@code -Dlicet.kills=200} makes it long.
 */
class DeadAgentsTest {
    private static final int KILLS = Integer.getInteger("licet.kills", 6);
    private static final long SEED = Long.getLong("licet.kills.seed", System.nanoTime());

    /** How far the answer and the end of the agent are apart at most where they come together. */
    private static final int TOGETHER_NANOS = 3_000_000;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path data;

    @SuppressWarnings("NullAway.Init")
    private RunningServer server;

    private final Random random = new Random(SEED);

    /** How an agent's call reaches the gate. */
    enum Way {
        HTTP,
        UNIX_SOCKET,
        BATCH,
        HTTP_HOOK,
        HOOK_PROGRAM,
        JAVA_CLIENT
    }

    /** When the person answers. */
    private enum When {
        BEFORE,
        TOGETHER,
        AFTER
    }

    @BeforeEach
    void start() {
        server = RunningServer.here(data);
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    @ParameterizedTest
    @EnumSource
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void theAnswerOfADeadAgent_isCollectedByTheSameCall(Way way) throws Exception {
        int lost = 0;
        for (int i = 0; i < KILLS; i++) {
            When when = When.values()[i % When.values().length];
            boolean yes = random.nextInt(4) > 0;
            String command = "make " + way + i;
            String about = command + " answered " + (yes ? "yes " : "no ") + when + ", seed " + SEED;
            Path heard = data.resolve("heard");
            Process agent = start(way, command, heard);
            String id = server.awaitPending();
            killAndAnswer(agent, when, () -> answer(id, yes));
            if (says(heard).isPresent()) {
                // It had its answer before it died.
                assertEquals(yes, says(heard).get(), about);
                continue;
            }
            Process again = start(way, command, heard);
            if (!hasAnswer(again, id)) {
                // A hook that died between telling that it has a leave and passing that on has lost it, and a client in
                // Java that died when it had read that it must not: nothing ran.
                boolean safe = way == Way.JAVA_CLIENT
                        ? !yes && when != When.AFTER
                        : way == Way.HOOK_PROGRAM && yes && when == When.TOGETHER && ++lost <= 1 + KILLS / 20;
                assertTrue(safe, () -> about + " is asked again: " + steps(id));
                answer(server.awaitPending(), yes);
                assertTrue(hasAnswer(again, id), about);
            }
            assertEquals(Optional.of(yes), says(heard), () -> about + ": " + text(heard));
            assertEquals(List.of(), server.pending(), about);
        }
    }

    /** Whether {@code agent} is told the answer that was given to {@code id}; else it waits for another one. */
    private boolean hasAnswer(Process agent, String id) throws Exception {
        return Await.until("an answer or a question", () -> {
            boolean asks = server.pending().stream().anyMatch(other -> !other.equals(id));
            return agent.isAlive() && !asks ? Optional.empty() : Optional.of(!asks);
        });
    }

    /** What the audit says happened to the approval {@code id}, the last first. */
    private List<String> steps(String id) {
        try {
            return server.get("/v1/audit?text=" + id).elements("entries").stream()
                    .map(each -> ((JsonObject) each).text("step").orElse(""))
                    .toList();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Clients that know of no receipts: what one has not read it has not had. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theReplyThatNobodyRead_isCollectedByTheSameCall(boolean local) throws Exception {
        for (int i = 0; i < KILLS; i++) {
            String call = "{\"tool\":\"shell_exec\",\"sessionId\":\"s\",\"cwd\":\"/srv\",\"arguments\":"
                    + "{\"command\":\"make unread" + i + "\"}}";
            String id;
            try (SocketChannel agent = connected(local)) {
                agent.write(StandardCharsets.UTF_8.encode(request("wait=60", call)));
                id = server.awaitPending();
                answer(id, true);
                Await.until(
                        "a reply",
                        () -> Optional.of(id).filter(one -> steps(one).contains("released")));
                // It is there, and is not read.
                LockSupport.parkNanos(random.nextInt(TOGETHER_NANOS));
            }
            JsonObject again = server.post("/v1/calls?wait=60", call);
            assertEquals(Optional.of("allow"), again.text("decision"), () -> steps(id) + ", seed " + SEED);
        }
    }

    /** Clients that read and go are believed. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theReplyThatWasRead_isGivenOnce(boolean local) throws Exception {
        for (int i = 0; i < KILLS; i++) {
            String call = "{\"tool\":\"shell_exec\",\"sessionId\":\"s\",\"cwd\":\"/srv\",\"arguments\":"
                    + "{\"command\":\"make read" + i + "\"}}";
            String id;
            try (SocketChannel agent = connected(local)) {
                agent.write(StandardCharsets.UTF_8.encode(request("wait=60", call)));
                id = server.awaitPending();
                answer(id, true);
                ByteBuffer reply = ByteBuffer.allocate(64 * 1024);
                while (!text(reply).endsWith("}")) {
                    assertTrue(agent.read(reply) > 0, () -> text(reply));
                }
            }
            assertEquals(
                    Optional.of("ask"),
                    server.post("/v1/calls?wait=0", call).text("decision"),
                    () -> steps(id) + ", seed " + SEED);
            answer(server.awaitPending(), false);
        }
    }

    /** Some proxies reset a connection once they have read all of the reply: whoever stands behind them has it. */
    @ParameterizedTest
    @ValueSource(strings = {"", "&advisory"})
    void theReplyThatWasRead_isGivenOnce_alsoWhereTheConnectionIsReset(String advisory) throws Exception {
        for (int i = 0; i < KILLS; i++) {
            String call = "{\"tool\":\"shell_exec\",\"sessionId\":\"s\",\"cwd\":\"/srv\",\"arguments\":"
                    + "{\"command\":\"make reset" + i + "\"}}";
            ByteBuffer reply = ByteBuffer.allocate(64 * 1024);
            try (SocketChannel agent = connected(false)) {
                agent.setOption(StandardSocketOptions.SO_LINGER, 0);
                agent.write(StandardCharsets.UTF_8.encode(request("wait=60" + advisory, call)));
                answer(server.awaitPending(), true);
                while (!text(reply).endsWith("}")) {
                    assertTrue(agent.read(reply) > 0, () -> text(reply));
                }
            }
            if (advisory.isEmpty()) {
                JsonObject told = JsonText.parseObject(text(reply).replaceFirst("(?s).*?\r\n\r\n", ""));
                LockSupport.parkNanos(random.nextInt(TOGETHER_NANOS));
                assertTrue(
                        server.post(
                                        "/v1/tickets/redeem",
                                        JsonText.write(JsonObject.empty()
                                                .with(
                                                        "ticket",
                                                        told.text("ticket").orElseThrow())
                                                .with(
                                                        "digest",
                                                        told.text("digest").orElseThrow())))
                                .isTrue("redeemed"),
                        () -> "seed " + SEED);
            }
            assertEquals(
                    Optional.of("ask"),
                    server.post("/v1/calls?wait=0" + advisory, call).text("decision"),
                    () -> "seed " + SEED);
            answer(server.awaitPending(), false);
            server.post("/v1/calls?wait=0" + advisory, call);
        }
    }

    private SocketChannel connected(boolean local) throws IOException {
        return SocketChannel.open(
                local
                        ? UnixDomainSocketAddress.of(data.resolve("socket"))
                        : new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
    }

    private static String text(ByteBuffer read) {
        return StandardCharsets.UTF_8.decode(read.duplicate().flip()).toString().strip();
    }

    private String request(String query, String body) {
        return String.join(
                "\r\n",
                "POST /v1/calls?" + query + " HTTP/1.1",
                "Host: 127.0.0.1:" + server.port(),
                "Authorization: Bearer " + server.token(),
                "Content-Length: " + body.length(),
                "",
                body);
    }

    private interface Answering {
        void run() throws Exception;
    }

    private void killAndAnswer(Process agent, When when, Answering answering) throws Exception {
        switch (when) {
            case BEFORE -> {
                answering.run();
                kill(agent);
            }
            case TOGETHER -> {
                int apart = random.nextInt(TOGETHER_NANOS);
                Thread killer = Thread.ofPlatform().start(() -> {
                    LockSupport.parkNanos(apart);
                    kill(agent);
                });
                LockSupport.parkNanos(random.nextInt(TOGETHER_NANOS));
                answering.run();
                killer.join();
            }
            case AFTER -> {
                kill(agent);
                answering.run();
            }
        }
    }

    private static void kill(Process agent) {
        agent.descendants().forEach(ProcessHandle::destroyForcibly);
        agent.destroyForcibly();
        agent.onExit().join();
    }

    private void answer(String id, boolean yes) throws Exception {
        JsonObject reply =
                server.post("/v1/approvals/" + id + (yes ? "/approve" : "/deny"), yes ? "{}" : "{\"mode\":\"soft\"}");
        assertTrue(reply.isTrue("applied"), reply::toString);
    }

    /** What the agent was told in the end, if it was told anything. */
    private static Optional<Boolean> says(Path heard) throws IOException {
        String text = text(heard);
        if (text.contains("\"decision\":\"allow\"") || text.contains("\"permissionDecision\":\"allow\"")) {
            return Optional.of(true);
        }
        return text.contains("\"decision\":\"deny\"") || text.contains("\"permissionDecision\":\"deny\"")
                ? Optional.of(false)
                : Optional.empty();
    }

    private static String text(Path heard) {
        try {
            return Files.readString(heard);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private Process start(Way way, String command, Path heard) throws Exception {
        String call = "{\"tool\":\"shell_exec\",\"sessionId\":\"s\",\"cwd\":\"/srv\",\"arguments\":{\"command\":\""
                + command + "\"}}";
        return switch (way) {
            case HTTP -> perl(heard, call, "/v1/calls?wait=60", "127.0.0.1:" + server.port());
            case UNIX_SOCKET ->
                perl(heard, call, "/v1/calls?wait=60", data.resolve("socket").toString());
            case BATCH ->
                perl(heard, "{\"calls\":[" + call + "]}", "/v1/batches?wait=60", "127.0.0.1:" + server.port());
            case HTTP_HOOK -> perl(heard, hook(command), "/hooks/claude", "127.0.0.1:" + server.port());
            case JAVA_CLIENT ->
                new ProcessBuilder(
                                ProcessHandle.current().info().command().orElseThrow(),
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                System.getProperty("java.class.path"),
                                ClientAgent.class.getName(),
                                "http://127.0.0.1:" + server.port(),
                                server.token(),
                                command)
                        .redirectOutput(heard.toFile())
                        .start();
            case HOOK_PROGRAM -> {
                Process hook = new ProcessBuilder(
                                Program.ROOT.resolve("licet").toString(),
                                "hook",
                                "claude",
                                "--data-dir",
                                data.toString())
                        .redirectOutput(heard.toFile())
                        .start();
                try (var out = hook.getOutputStream()) {
                    out.write(hook(command).getBytes(StandardCharsets.UTF_8));
                }
                yield hook;
            }
        };
    }

    private static String hook(String command) {
        return "{\"session_id\":\"s\",\"cwd\":\"/srv\",\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Bash\","
                + "\"tool_input\":{\"command\":\"" + command + "\"},\"tool_use_id\":\"t\"}";
    }

    /** An agent that tells of its answer and then gives the receipt for it. */
    private Process perl(Path heard, String body, String path, String address) throws Exception {
        String program = """
                use IO::Socket::INET; use IO::Socket::UNIX;
                my ($address, $head, $body) = @ARGV;
                my $socket = $address =~ m{^/} ? IO::Socket::UNIX->new($address) : IO::Socket::INET->new($address);
                print $socket $head, "\r\n\r\n", $body;
                $socket->flush;
                my $reply = join("", <$socket>);
                syswrite(STDOUT, $reply);
                print $socket "\n";
                close $socket;
                """;
        String head = String.join(
                "\r\n",
                "POST " + path + " HTTP/1.1",
                "Host: 127.0.0.1:" + server.port(),
                "Authorization: Bearer " + server.token(),
                "Content-Length: " + body.length(),
                "Licet-Receipt: yes",
                "Connection: close");
        return new ProcessBuilder(Program.require("perl", "perl").toString(), "-e", program, address, head, body)
                .redirectOutput(heard.toFile())
                .start();
    }
}
