package dev.licet.conformance;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a hook costs: as a whole process beside the smallest ones of Java and Node, and over HTTP. Prints, asserts no times. */
class HookBenchmark {
    private static final int ROUNDS = 41;
    private static final int PER_SECOND = 500;
    private static final int SECONDS = 20;

    private static final String PAYLOAD =
            "{\"session_id\":\"s\",\"cwd\":\"/w\",\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Read\","
                    + "\"tool_input\":{\"file_path\":\"/w/a\"},\"tool_use_id\":\"1\"}";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path data;

    private static double millis(List<String> command) throws IOException, InterruptedException {
        long start = System.nanoTime();
        Program.Result result = Program.finish(new ProcessBuilder(command).start(), PAYLOAD);
        double millis = (System.nanoTime() - start) / 1e6;
        assertTrue(result.status() == 0, () -> command + " " + result.err());
        return millis;
    }

    @Test
    void wholeProcess() throws Exception {
        try (RunningServer server = RunningServer.measured(data);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            // A server that has been used for a while.
            run(HttpClient.newBuilder().executor(threads).build(), request(server));
            String java = Files.readAllLines(Program.ROOT.resolve("licet-cli/target/java.txt"))
                    .get(0);
            List<List<String>> commands = List.of(
                    List.of(java, "-version"),
                    List.of(Program.require("nodejs", "node").toString(), "-e", "0"),
                    List.of(
                            Program.ROOT.resolve("licet").toString(),
                            "hook",
                            "claude",
                            "--data-dir",
                            data.toString(),
                            "--server",
                            server.url()));
            double[][] times = new double[commands.size()][ROUNDS];
            for (int round = 0; round < ROUNDS; round++) {
                for (int i = 0; i < times.length; i++) {
                    times[i][round] = millis(commands.get(i));
                }
            }
            for (double[] each : times) {
                Arrays.sort(each);
            }
            double java50 = times[0][ROUNDS / 2];
            System.out.printf(
                    "java -version %.1f ms, node -e 0 %.1f ms (%.2f), licet hook %.1f ms (%.2f)%n",
                    java50,
                    times[1][ROUNDS / 2],
                    times[1][ROUNDS / 2] / java50,
                    times[2][ROUNDS / 2],
                    times[2][ROUNDS / 2] / java50);
        }
    }

    @Test
    void overHttp() throws Exception {
        try (RunningServer server = RunningServer.measured(data);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var http = HttpClient.newBuilder().executor(threads).build();
            run(http, request(server));
            var times = new ArrayList<>(run(http, request(server)));
            times.sort(null);
            System.out.printf(
                    "HTTP hook at %d/s: p50 %.2f ms, p99 %.2f ms%n",
                    PER_SECOND, times.get(times.size() / 2) / 1e6, times.get(times.size() * 99 / 100) / 1e6);
        }
    }

    private static HttpRequest request(RunningServer server) throws IOException {
        return HttpRequest.newBuilder(URI.create(server.url() + "/hooks/claude"))
                .header("Authorization", "Bearer " + server.token())
                .POST(BodyPublishers.ofString(PAYLOAD))
                .build();
    }

    private static List<Long> run(HttpClient http, HttpRequest request) throws InterruptedException {
        var times = new ConcurrentLinkedQueue<Long>();
        var threads = new ArrayList<Thread>();
        long start = System.nanoTime();
        long gap = Duration.ofSeconds(1).toNanos() / PER_SECOND;
        for (int i = 0; i < PER_SECOND * SECONDS; i++) {
            long due = start + i * gap;
            LockSupport.parkNanos(Math.max(0, due - System.nanoTime()));
            threads.add(Thread.startVirtualThread(() -> {
                try {
                    http.send(request, BodyHandlers.ofString());
                    times.add(System.nanoTime() - due);
                } catch (IOException e) {
                    throw new AssertionError(e);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return List.copyOf(times);
    }
}
