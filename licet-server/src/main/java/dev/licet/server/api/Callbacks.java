package dev.licet.server.api;

import dev.licet.core.approval.Approval;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.Gate;
import dev.licet.gate.json.JsonText;
import dev.licet.gate.store.Delivery;
import dev.licet.server.outgoing.Addresses;
import dev.licet.server.outgoing.Outgoing;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
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

    private static final Duration ENDING = Duration.ofSeconds(2);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final int AT_ONCE = 50;
    private static final int AT_ONE_HOST = 10;
    private static final int MAX_ADDRESS = 2_000;

    private final Gate gate;
    private final EventStream events;
    private final List<URI> allowed;
    private final Outgoing outgoing = new Outgoing();
    private final Semaphore sending = new Semaphore(AT_ONCE);

    /** How many answers are waited for, by where they are to come from. */
    private final Map<String, Integer> busy = new ConcurrentHashMap<>();

    private boolean failing;
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
        return allowed.stream().anyMatch(prefix -> Addresses.isBelow(address, prefix));
    }

    /** Has {@code address} told when {@code approval} ends. */
    void promise(Approval approval, URI address) {
        gate.deliveries().add(approval.id(), address.toString());
    }

    private void work() {
        try {
            while (true) {
                round();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Sends what is due, now or once something has ended. A failure ends this round, and not the rounds. */
    private void round() throws InterruptedException {
        try {
            gate.eventsAfter(gate.lastEvent(), 1, PAUSE);
            var taken = new HashMap<String, Integer>();
            for (Delivery each : gate.deliveries()
                    .take(
                            sending.availablePermits(),
                            address -> isAllowed(URI.create(address)) && hasRoom(address, taken))) {
                sending.acquire();
                begin(each);
            }
            failing = false;
        } catch (RuntimeException e) {
            if (!failing) {
                LOG.warn("callbacks have to wait: {}", e.getMessage());
            }
            failing = true;
            Thread.sleep(PAUSE);
        }
    }

    private void begin(Delivery delivery) {
        String host = authority(delivery.address());
        busy.merge(host, 1, Integer::sum);
        Thread.startVirtualThread(() -> {
            try {
                send(delivery);
            } finally {
                busy.computeIfPresent(host, (from, count) -> count == 1 ? null : count - 1);
                sending.release();
            }
        });
    }

    /** Whether one more answer may be waited for from {@code address}, where {@code taken} are about to be. */
    private boolean hasRoom(String address, Map<String, Integer> taken) {
        String host = authority(address);
        return busy.getOrDefault(host, 0) + taken.merge(host, 1, Integer::sum) <= AT_ONE_HOST;
    }

    private static String authority(String address) {
        return String.valueOf(URI.create(address).getRawAuthority());
    }

    private void send(Delivery delivery) {
        try {
            String problem = problem(delivery);
            if (problem.isEmpty()) {
                gate.deliveries().arrived(delivery);
            } else if (!gate.deliveries().failed(delivery)) {
                LOG.warn("{} was called back {} times in vain: {}", delivery.address(), delivery.attempts(), problem);
            }
        } catch (RuntimeException e) {
            LOG.warn("a callback has to wait: {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Tells {@code delivery}; what went wrong, or nothing. What fails for another reason than the network is no better. */
    private String problem(Delivery delivery) throws InterruptedException {
        try {
            Optional<Approval> approval = gate.approval(delivery.approval());
            return approval.isEmpty() ? "" : post(URI.create(delivery.address()), approval.get());
        } catch (RuntimeException e) {
            return String.valueOf(e.getMessage());
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
                .header("Content-Type", "application/json")
                .header("webhook-id", approval.id().text())
                .header("licet-key-id", gate.tickets().keyId())
                .header("webhook-timestamp", String.valueOf(now.getEpochSecond()))
                .header(
                        "webhook-signature",
                        "v1a," + gate.tickets().signature(approval.id().text(), now, body))
                .POST(BodyPublishers.ofString(body))
                .build();
        return outgoing.problem(request);
    }

    /** Ends; what is on its way is noted first, so that it is tried again soon. */
    @Override
    public void close() {
        worker.ifPresent(Thread::interrupt);
        outgoing.close();
        try {
            if (!sending.tryAcquire(AT_ONCE, ENDING.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.info("callbacks are still on their way; they are tried again after the next start");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
