package dev.licet.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.JsonText;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills (SIGKILL) a server, its database and agents' clients again and again while agents ask and a person answers.
 * {@code -Dlicet.kills=300} makes it long; {@code -Dlicet.kills.seed} repeats a run.
 */
class KilledServerTest {
    private static final int KILLS = Integer.getInteger("licet.kills", 3);
    private static final long SEED = Long.getLong("licet.kills.seed", System.nanoTime());
    private static final int AGENTS = 6;

    /** How long somebody rests whom the server could not serve. */
    private static final Duration RETRY = Duration.ofMillis(20);

    /** How often the last server is looked at before it is said to have executed nothing. */
    private static final int LOOKS = 6_000;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path data;

    private final HttpClient http = HttpClient.newBuilder()
            .connectTimeout(Duration.ofSeconds(2))
            .executor(Executors.newVirtualThreadPerTaskExecutor())
            .build();
    private final Random random = new Random(SEED);
    private final AtomicInteger commands = new AtomicInteger();
    private final AtomicInteger killedAgents = new AtomicInteger();

    /** Calls whose agents were cut off, to be submitted again. */
    private final Queue<String> again = new ConcurrentLinkedQueue<>();

    /** How often each command was executed for sure; an agent that is cut off while it redeems does not execute. */
    private final Map<String, AtomicInteger> executed = new ConcurrentHashMap<>();

    /** What the person was told counts, by approval: {@code approved} or {@code rejected}. */
    private final Map<String, String> answered = new ConcurrentHashMap<>();

    /** Every approval that anybody ever saw, with its command. */
    private final Map<String, String> seen = new ConcurrentHashMap<>();

    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();

    private record Reply(int status, JsonObject body) {}

    private Reply post(RunningServer server, String path, String body) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(server.url() + path))
                .header("Authorization", "Bearer " + server.token())
                .timeout(Duration.ofSeconds(40))
                .POST(BodyPublishers.ofString(body))
                .build();
        var response = http.send(request, BodyHandlers.ofString());
        return new Reply(response.statusCode(), JsonText.parseObject(response.body()));
    }

    private static String call(String command) {
        return "{\"tool\":\"shell_exec\",\"sessionId\":\"s\",\"cwd\":\"/srv\",\"arguments\":{\"command\":\"" + command
                + "\"}}";
    }

    /** An agent that is a process of its own and is killed while it waits. It never executes anything. */
    private void mortalAgent(RunningServer server) {
        while (true) {
            String command = Optional.ofNullable(again.poll()).orElseGet(() -> "make " + commands.incrementAndGet());
            again.add(command);
            try {
                Process curl = new ProcessBuilder(
                                Program.require("curl", "curl").toString(),
                                "--silent",
                                "--header",
                                "Authorization: Bearer " + server.token(),
                                "--data",
                                call(command),
                                server.url() + "/v1/calls?wait=30")
                        .redirectOutput(Redirect.DISCARD)
                        .start();
                if (curl.waitFor(ThreadLocalRandom.current().nextInt(5, 300), TimeUnit.MILLISECONDS)) {
                    if (curl.exitValue() != 0) {
                        return;
                    }
                } else {
                    curl.destroyForcibly();
                    killedAgents.incrementAndGet();
                }
            } catch (Exception e) {
                wrong.add("mortal agent: " + e);
                return;
            }
        }
    }

    private void agent(RunningServer server) {
        while (true) {
            String command = Optional.ofNullable(again.poll()).orElseGet(() -> "make " + commands.incrementAndGet());
            try {
                Reply reply = post(server, "/v1/calls?wait=30", call(command));
                if (reply.status() != 200) {
                    again.add(command);
                    LockSupport.parkNanos(RETRY.toNanos());
                } else if (reply.body().text("decision").equals(Optional.of("allow"))) {
                    execute(server, command, reply.body());
                }
            } catch (IOException e) {
                again.add(command);
                return;
            } catch (Exception e) {
                wrong.add("agent: " + e);
                return;
            }
        }
    }

    /** Executes a call if its ticket is good, and shows that a ticket is good once. */
    private void execute(RunningServer server, String command, JsonObject allowed) throws Exception {
        String use = "{\"ticket\":\"" + allowed.text("ticket").orElseThrow() + "\",\"digest\":\""
                + allowed.text("digest").orElseThrow() + "\"}";
        if (post(server, "/v1/tickets/redeem", use).status() == 200) {
            executed.computeIfAbsent(command, key -> new AtomicInteger()).incrementAndGet();
            if (post(server, "/v1/tickets/redeem", use).status() == 200) {
                wrong.add("a ticket was good twice: " + command);
            }
        }
    }

    private void person(RunningServer server) {
        while (true) {
            try {
                for (JsonValue each : server.get("/v1/approvals").elements("approvals")) {
                    JsonObject approval = (JsonObject) each;
                    String id = approval.text("id").orElseThrow();
                    seen.put(id, command(approval));
                    boolean yes = (id.hashCode() & 3) != 0;
                    Reply reply = post(
                            server,
                            "/v1/approvals/" + id + (yes ? "/approve" : "/deny"),
                            yes ? "{}" : "{\"mode\":\"soft\"}");
                    if (reply.status() == 200 && reply.body().isTrue("applied")) {
                        String before = answered.put(id, yes ? "approved" : "rejected");
                        if (before != null) {
                            wrong.add("an approval was answered twice: " + id);
                        }
                    }
                }
                LockSupport.parkNanos(RETRY.toNanos() / 4);
            } catch (IOException e) {
                return;
            } catch (Exception e) {
                wrong.add("person: " + e);
                return;
            }
        }
    }

    private static String command(JsonObject approval) {
        return approval.object("call")
                .flatMap(call -> call.object("arguments"))
                .flatMap(arguments -> arguments.text("command"))
                .orElseThrow();
    }

    /** What else is killed in the middle of a round. */
    private interface Accident {
        void happen() throws Exception;
    }

    @Test
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void nothingIsLostOrDoubled_howeverOftenServerAndAgentsAreKilled() throws Exception {
        run(KILLS, () -> {});
    }

    @Test
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void nothingIsLostOrDoubled_whenTheDatabaseIsKilledAsWell(@TempDir Path folder) throws Exception {
        try (var database = new MortalPostgres(folder)) {
            run(Math.max(3, KILLS / 5), database::killAndStart, "--database", database.url());
        }
    }

    private void run(int kills, Accident accident, String... options) throws Exception {
        for (int i = 0; i < kills; i++) {
            RunningServer server = RunningServer.start(data, 0, options);
            var threads = new ArrayList<Thread>();
            for (int j = 0; j < AGENTS; j++) {
                threads.add(Thread.startVirtualThread(() -> agent(server)));
            }
            threads.add(Thread.startVirtualThread(() -> mortalAgent(server)));
            threads.add(Thread.startVirtualThread(() -> person(server)));
            LockSupport.parkNanos(Duration.ofMillis(300 + random.nextInt(2_200)).toNanos());
            accident.happen();
            LockSupport.parkNanos(Duration.ofMillis(random.nextInt(500)).toNanos());
            // A slow machine may have executed nothing yet: the last one lives until it has.
            for (int looks = 0; i == kills - 1 && executed.isEmpty() && looks < LOOKS; looks++) {
                LockSupport.parkNanos(RETRY.toNanos());
            }
            server.kill();
            for (Thread thread : threads) {
                thread.join();
            }
            assertEquals(List.of(), List.copyOf(wrong), () -> "seed " + SEED);
        }
        check(kills, options);
    }

    private void check(int kills, String... options) throws Exception {
        try (RunningServer server = RunningServer.start(data, 0, options)) {
            JsonObject verified = server.get("/v1/audit/verify");
            assertTrue(verified.isTrue("whole"), verified::toString);
            var approvals = new ConcurrentHashMap<String, AtomicInteger>();
            for (var approval : seen.entrySet()) {
                JsonObject now = server.get("/v1/approvals/" + approval.getKey());
                String state = now.text("state").orElse("lost");
                String told = answered.get(approval.getKey());
                // An answer may count without the person having been told so: the server was killed before it could.
                assertTrue(
                        told == null ? Set.of("pending", "approved", "rejected").contains(state) : state.equals(told),
                        () -> approval + " is " + state + ", but was said to be " + told + "; seed " + SEED);
                if (state.equals("approved")) {
                    approvals
                            .computeIfAbsent(approval.getValue(), key -> new AtomicInteger())
                            .incrementAndGet();
                }
            }
            executed.forEach((command, times) -> assertTrue(
                    approvals.containsKey(command) && approvals.get(command).get() >= times.get(),
                    () -> command + " ran " + times + " times; seed " + SEED));
            List<String> pending = server.get("/v1/approvals").elements("approvals").stream()
                    .map(approval -> command((JsonObject) approval))
                    .toList();
            assertEquals(Set.copyOf(pending).size(), pending.size(), "no call is pending twice");
            System.out.println(kills + " kills, and " + killedAgents.get() + " of agents: " + seen.size()
                    + " approvals, " + answered.size() + " answered, " + executed.size() + " executed, seed " + SEED);
            assertTrue(executed.size() > 0, "nothing was executed at all");
        }
    }
}
