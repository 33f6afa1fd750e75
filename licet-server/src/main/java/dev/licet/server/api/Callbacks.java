package dev.licet.server.api;

import dev.licet.core.approval.Approval;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.Gate;
import dev.licet.gate.GateException;
import dev.licet.gate.json.JsonText;
import dev.licet.gate.store.Delivery;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells callers that their calls were answered: a POST to the address that came with the call, in the form of Standard
 * Webhooks, signed with the key of the tickets. It carries the approval and no ticket; the call submitted again collects what
 * was decided. What was promised is stored, so that it outlives a restart.
 */
final class Callbacks implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Callbacks.class);

    private static final Duration CONNECTING = Duration.ofSeconds(5);
    private static final Duration ANSWERING = Duration.ofSeconds(10);
    private static final Duration ENDING = Duration.ofSeconds(2);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final int AT_ONCE = 50;
    private static final int MAX_ADDRESS = 2_000;

    private final Gate gate;
    private final EventStream events;
    private final List<URI> allowed;
    private final HttpClient http = HttpClient.newBuilder()
            .connectTimeout(CONNECTING)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
    private final Semaphore sending = new Semaphore(AT_ONCE);
    private final Optional<Thread> worker;

    /** Calls back addresses that begin with one of {@code allowed}. */
    Callbacks(Gate gate, EventStream events, List<URI> allowed) {
        this.gate = gate;
        this.events = events;
        this.allowed = allowed;
        this.worker = allowed.isEmpty()
                ? Optional.empty()
                : Optional.of(Thread.ofVirtual().name("licet-callbacks").start(this::work));
    }

    /** The address {@code text}, if it may be called back. */
    URI address(String text) {
        try {
            URI address = new URI(text);
            if (text.length() <= MAX_ADDRESS && isAllowed(address)) {
                return address;
            }
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("`callback` is no address: " + e.getReason(), e);
        }
        throw new IllegalArgumentException("`callback` may not be `" + text + "`; `server.callbacks` of licet.yaml "
                + (allowed.isEmpty() ? "lists what it may begin with, and lists nothing" : "has " + allowed));
    }

    private boolean isAllowed(URI address) {
        return allowed.stream().anyMatch(prefix -> isBelow(address, prefix));
    }

    private static boolean isBelow(URI address, URI prefix) {
        String path = Optional.ofNullable(address.getRawPath()).orElse("");
        String folder = Optional.ofNullable(prefix.getRawPath()).orElse("").replaceFirst("/$", "");
        return prefix.getScheme().equals(address.getScheme())
                && String.valueOf(prefix.getRawAuthority()).equalsIgnoreCase(address.getRawAuthority())
                && address.getRawFragment() == null
                && address.equals(address.normalize())
                // A server may read an escaped slash or dot as one.
                && !path.matches("(?is).*(%2e|%2f|%5c|//).*")
                && (path.equals(folder) || path.startsWith(folder + "/"));
    }

    /** Has {@code address} told when {@code approval} ends. */
    void promise(Approval approval, URI address) {
        gate.deliveries().add(approval.id(), address.toString());
    }

    private void work() {
        try {
            while (true) {
                // What ends is an event; the rest is what failed before.
                gate.eventsAfter(gate.lastEvent(), 1, PAUSE);
                sendWhatIsDue();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void sendWhatIsDue() throws InterruptedException {
        try {
            for (Delivery each : gate.deliveries().take(AT_ONCE)) {
                sending.acquire();
                Thread.startVirtualThread(() -> {
                    try {
                        send(each);
                    } finally {
                        sending.release();
                    }
                });
            }
        } catch (GateException e) {
            LOG.warn("callbacks have to wait: {}", e.getMessage());
            Thread.sleep(PAUSE);
        }
    }

    private void send(Delivery delivery) {
        try {
            Optional<Approval> approval = gate.approval(delivery.approval());
            URI address = URI.create(delivery.address());
            // The settings may have changed since it was promised.
            String problem = approval.isEmpty() || !isAllowed(address) ? "" : post(address, approval.get());
            if (problem.isEmpty()) {
                gate.deliveries().arrived(delivery);
            } else if (!gate.deliveries().failed(delivery)) {
                LOG.warn("{} was called back {} times in vain: {}", delivery.address(), delivery.attempts(), problem);
            }
        } catch (GateException e) {
            LOG.warn("a callback has to wait: {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Posts that {@code approval} has ended; what went wrong, or nothing. */
    private String post(URI address, Approval approval) throws InterruptedException {
        Instant now = gate.now();
        String body = JsonText.write(JsonObject.empty()
                .with("type", "approval_resolved")
                .with("timestamp", now.toString())
                .with("data", events.form(approval)));
        HttpRequest request = HttpRequest.newBuilder(address)
                .timeout(ANSWERING)
                .header("Content-Type", "application/json")
                .header("webhook-id", approval.id().text())
                .header("webhook-timestamp", String.valueOf(now.getEpochSecond()))
                .header("webhook-signature", "v1a," + gate.tickets().signature(approval.id(), now, body))
                .POST(BodyPublishers.ofString(body))
                .build();
        try {
            int status = http.send(request, BodyHandlers.discarding()).statusCode();
            return status / 100 == 2 ? "" : "it answers with status " + status;
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** Ends; what is on its way is noted first, so that it is tried again soon. */
    @Override
    public void close() {
        worker.ifPresent(Thread::interrupt);
        http.shutdownNow();
        try {
            if (!sending.tryAcquire(AT_ONCE, ENDING.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.info("callbacks are still on their way; they are tried again after the next start");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
