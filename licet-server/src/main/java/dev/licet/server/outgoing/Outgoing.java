package dev.licet.server.outgoing;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;

/** Sends requests to others, who may be slow, silent or gone. Thread-safe. */
public final class Outgoing implements AutoCloseable {
    private static final Duration CONNECTING = Duration.ofSeconds(5);
    private static final Duration ANSWERING = Duration.ofSeconds(10);

    private final ReentrantLock lock = new ReentrantLock();

    /** Most servers send nothing to anybody: it is made for the first request. Guarded by the lock. */
    private Optional<HttpClient> made = Optional.empty();

    /** Guarded by the lock. */
    private boolean closed;

    private HttpClient http() {
        lock.lock();
        try {
            HttpClient http = made.orElseGet(() -> HttpClient.newBuilder()
                    .connectTimeout(CONNECTING)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .build());
            made = Optional.of(http);
            if (closed) {
                // Which has each request fail.
                http.shutdownNow();
            }
            return http;
        } finally {
            lock.unlock();
        }
    }

    /** What came back: a status, or why nothing did. */
    public sealed interface Reply {
        record Status(int code) implements Reply {}

        record None(String why) implements Reply {}
    }

    /** Sends {@code request}; the whole answer has to come in time. */
    public Reply send(HttpRequest request) throws InterruptedException {
        CompletableFuture<HttpResponse<Void>> answer = http().sendAsync(request, BodyHandlers.discarding());
        try {
            return new Reply.Status(
                    answer.get(ANSWERING.toMillis(), TimeUnit.MILLISECONDS).statusCode());
        } catch (TimeoutException e) {
            answer.cancel(true);
            return new Reply.None("it does not answer in time");
        } catch (ExecutionException e) {
            return new Reply.None(String.valueOf(e.getCause()));
        }
    }

    /**
     * What was answered.
     *
     * @param retryAfter after how many seconds to ask again, where it says so
     */
    public record Answer(int status, String body, OptionalLong retryAfter) {}

    /**
     * Sends {@code request}; the whole answer has to come in time.
     *
     * @throws IOException when none does
     */
    public Answer ask(HttpRequest request) throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<String>> answer = http().sendAsync(request, BodyHandlers.ofString());
        try {
            HttpResponse<String> got = answer.get(ANSWERING.toMillis(), TimeUnit.MILLISECONDS);
            return new Answer(got.statusCode(), got.body(), retryAfter(got));
        } catch (TimeoutException e) {
            answer.cancel(true);
            throw new IOException("it does not answer in time", e);
        } catch (ExecutionException e) {
            throw new IOException(String.valueOf(e.getCause()), e);
        }
    }

    private static OptionalLong retryAfter(HttpResponse<?> answer) {
        return answer.headers()
                .firstValue("Retry-After")
                .filter(text -> text.matches("[0-9]{1,9}"))
                .map(text -> OptionalLong.of(Long.parseLong(text)))
                .orElse(OptionalLong.empty());
    }

    /** Sends {@code request}; what is wrong with the answer, or nothing. */
    public String problem(HttpRequest request) throws InterruptedException {
        return switch (send(request)) {
            case Reply.Status status -> status.code() / 100 == 2 ? "" : "it answers with status " + status.code();
            case Reply.None none -> none.why();
        };
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            made.ifPresent(HttpClient::shutdownNow);
        } finally {
            lock.unlock();
        }
    }
}
