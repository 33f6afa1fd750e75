package dev.licet.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.JsonText;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures a server process with SQLite, from a client process on the same machine; run with
 * {@code ./mvnw verify -pl licet-conformance -am -Dtest=ApprovalBenchmark -Dsurefire.failIfNoSpecifiedTests=false}. It prints,
 * and asserts only that everything was answered.
 */
class ApprovalBenchmark {
    private static final int ASKS_PER_SECOND = 200;
    private static final int SECONDS = 20;
    private static final int WARM_UP = 8_000;
    private static final int PENDING = 10_000;
    private static final int SUBSCRIBERS = 200;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path data;

    private final HttpClient http = HttpClient.newBuilder()
            .executor(Executors.newVirtualThreadPerTaskExecutor())
            .build();

    private HttpRequest.Builder request(RunningServer server, String path) throws Exception {
        return HttpRequest.newBuilder(URI.create(server.url() + path))
                .header("Authorization", "Bearer " + server.token());
    }

    private JsonObject post(RunningServer server, String path, String body) throws Exception {
        var request = request(server, path).POST(BodyPublishers.ofString(body)).build();
        return JsonText.parseObject(http.send(request, BodyHandlers.ofString()).body());
    }

    private static String call(String command) {
        return "{\"tool\":\"shell_exec\",\"sessionId\":\"load\",\"cwd\":\"/srv\",\"arguments\":{\"command\":\""
                + command + "\"}}";
    }

    private interface Work {
        void run() throws Exception;
    }

    private static Thread start(Work work) {
        return Thread.startVirtualThread(() -> {
            try {
                work.run();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
    }

    /** Approves whatever is asked, as soon as it is. */
    private void startApprover(RunningServer server) throws Exception {
        HttpRequest events = request(server, "/v1/events").GET().build();
        var listening = new CompletableFuture<Boolean>();
        start(() -> {
            try (Stream<String> lines =
                    http.send(events, BodyHandlers.ofLines()).body()) {
                listening.complete(true);
                lines.filter(line -> line.startsWith("data: ") && line.contains("\"state\":\"pending\""))
                        .forEach(line -> start(() -> approve(server, line.substring(6))));
            }
        });
        listening.get();
    }

    private void approve(RunningServer server, String approval) throws Exception {
        String id = JsonText.parseObject(approval).text("id").orElseThrow();
        post(server, "/v1/approvals/" + id + "/approve", "{}");
    }

    /** Asks so many times at the given rate; the times from asking to release, in microseconds, in order. */
    private long[] ask(RunningServer server, int count, String prefix) throws Exception {
        var micros = new long[count];
        var answered = new AtomicInteger();
        var threads = new ArrayList<Thread>();
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            int number = i;
            long due = start + i * (1_000_000_000L / ASKS_PER_SECOND);
            while (System.nanoTime() < due) {
                LockSupport.parkNanos(due - System.nanoTime());
            }
            threads.add(start(() -> {
                long begin = System.nanoTime();
                JsonObject outcome = post(server, "/v1/calls?wait=60", call(prefix + number));
                micros[number] = (System.nanoTime() - begin) / 1_000;
                answered.addAndGet(outcome.text("decision").orElse("").equals("allow") ? 1 : 0);
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(count, answered.get());
        Arrays.sort(micros);
        return micros;
    }

    @Test
    void askedAnsweredReleased() throws Exception {
        try (RunningServer server = RunningServer.measured(data)) {
            startApprover(server);
            ask(server, WARM_UP, "warm ");
            long[] micros = ask(server, ASKS_PER_SECOND * SECONDS, "make ");
            System.out.printf(
                    Locale.ROOT,
                    "asked, answered, released at %d a second: p50 %.1f ms, p99 %.1f ms, most %.1f ms%n",
                    ASKS_PER_SECOND,
                    micros[micros.length / 2] / 1_000.0,
                    micros[micros.length * 99 / 100] / 1_000.0,
                    micros[micros.length - 1] / 1_000.0);
        }
    }

    private static String push(int number) {
        return call("git push origin b" + number);
    }

    private void awaitPending(RunningServer server) throws Exception {
        Await.until(
                "all to be pending", () -> server.pending().size() == PENDING ? Optional.of(true) : Optional.empty());
    }

    /** Approves the oldest pending approval and what it stands for; milliseconds until the answer. */
    private long approveAlways(RunningServer server) throws Exception {
        String id = server.pending().getFirst();
        long start = System.nanoTime();
        post(server, "/v1/approvals/" + id + "/approve", "{\"always\":true}");
        return Duration.ofNanos(System.nanoTime() - start).toMillis();
    }

    @Test
    void cascade() throws Exception {
        try (RunningServer server = RunningServer.measured(data)) {
            post(server, "/v1/calls", push(0));
            long before = memory(server);
            for (int i = 1; i < PENDING; i++) {
                post(server, "/v1/calls", push(i));
            }
            System.out.printf(
                    Locale.ROOT,
                    "memory of a pending approval that nobody waits for: %d bytes%n",
                    (memory(server) - before) / PENDING);
            System.out.printf(
                    Locale.ROOT,
                    "cascade over %d pending approvals of one session: %d ms%n",
                    PENDING,
                    approveAlways(server));
            assertEquals(0, server.pending().size());
        }
    }

    @Test
    void memory_ofApprovalsThatAreWaitedFor() throws Exception {
        try (RunningServer server = RunningServer.measured(data)) {
            post(server, "/v1/calls", push(0));
            long before = memory(server);
            var waiting = new ArrayList<Thread>();
            for (int i = 1; i < PENDING; i++) {
                int number = i;
                waiting.add(start(() -> post(server, "/v1/calls?wait=600", push(number))));
                LockSupport.parkNanos(2_000_000);
            }
            awaitPending(server);
            System.out.printf(
                    Locale.ROOT,
                    "memory of a pending approval that is waited for: %d bytes%n",
                    (memory(server) - before) / PENDING);
            System.out.printf(Locale.ROOT, "cascade while all are waited for: %d ms%n", approveAlways(server));
            for (Thread thread : waiting) {
                thread.join();
            }
        }
    }

    @Test
    void subscribers_ofManyPending() throws Exception {
        try (RunningServer server = RunningServer.measured(data)) {
            for (int i = 0; i < PENDING; i++) {
                post(server, "/v1/calls", push(i));
            }
            long start = System.nanoTime();
            var threads = new ArrayList<Thread>();
            for (int i = 0; i < SUBSCRIBERS; i++) {
                threads.add(start(() -> listen(server)));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            System.out.printf(
                    Locale.ROOT,
                    "%d subscribers see %d pending approvals after %d ms%n",
                    SUBSCRIBERS,
                    PENDING,
                    Duration.ofNanos(System.nanoTime() - start).toMillis());
        }
    }

    /** Listens until it has seen every pending approval; goes on listening. */
    private long listen(RunningServer server) throws Exception {
        var seen = new AtomicInteger();
        var all = new CompletableFuture<Long>();
        HttpRequest events = request(server, "/v1/events").GET().build();
        start(() -> {
            try (Stream<String> lines =
                    http.send(events, BodyHandlers.ofLines()).body()) {
                lines.filter(line -> line.startsWith("data: ")).forEach(line -> {
                    if (seen.incrementAndGet() == PENDING) {
                        all.complete((long) PENDING);
                    }
                });
            }
        });
        return all.get();
    }

    /** The bytes in use on the heap of the server after a collection. */
    private static long memory(RunningServer server) throws Exception {
        String pid = String.valueOf(server.pid());
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        Program.run(jcmd.toString(), pid, "GC.run");
        String info = Program.run(jcmd.toString(), pid, "GC.heap_info");
        return info.lines()
                .filter(line -> line.startsWith("DefNew") || line.startsWith("Tenured"))
                .mapToLong(line -> Long.parseLong(line.replaceAll(".*used ([0-9]+)K.*", "$1")) * 1024)
                .sum();
    }
}
