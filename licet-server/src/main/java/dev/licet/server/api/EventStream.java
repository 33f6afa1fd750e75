package dev.licet.server.api;

import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.contain.Preview;
import dev.licet.core.decide.Decision;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.session.Agent;
import dev.licet.gate.Gate;
import dev.licet.gate.json.JsonText;
import dev.licet.server.access.Caller;
import dev.licet.server.http.HttpReply;
import dev.licet.server.http.HttpRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Server-sent events: {@code approval_required}, {@code approval_changed} where the agent that waits has left or is back, or
 * where it is known what the call does, and
 * {@code approval_resolved}, each with the approval as data.
 *
 * <p>A client that sends {@code Last-Event-ID} gets what it missed; one that does not gets every pending approval first.
 */
final class EventStream {
    /** Most clients that may listen at once. */
    static final int MAX_SUBSCRIBERS = 10_000;

    /** How long the findings of a pending approval are shown as they were. */
    private static final Duration FRESH = Duration.ofSeconds(1);

    static final String CHANGED = "approval_changed";

    private static final int MAX_TEXTS = 20_000;

    private record Shown(ApprovalId id, String state, boolean deserted, String preview) {}

    private record Text(String text, long nanos) {}

    private final Gate gate;
    private final Feed feed;
    private final Map<Shown, Text> texts = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Shown, Text> eldest) {
            return size() > MAX_TEXTS;
        }
    };
    private final AtomicInteger subscribers = new AtomicInteger();

    EventStream(Gate gate, Feed feed) {
        this.gate = gate;
        this.feed = feed;
    }

    HttpReply open(HttpRequest request, Caller caller) {
        String last = request.header("last-event-id").orElse("");
        if (!last.matches("[0-9]{0,18}")) {
            return HttpReply.problem(400, "invalid-event-id", "`Last-Event-ID` is a number, not `" + last + "`");
        }
        if (subscribers.incrementAndGet() > MAX_SUBSCRIBERS) {
            subscribers.decrementAndGet();
            return HttpReply.problem(503, "too-many-subscribers", "more than " + MAX_SUBSCRIBERS + " clients listen");
        }
        return new HttpReply.Events(sink -> {
            try {
                follow(last, caller, sink);
            } finally {
                subscribers.decrementAndGet();
            }
        });
    }

    /** The same events on a WebSocket, each {@code {"id", "event", "data"}}; the last one known may be a parameter. */
    HttpReply socket(HttpRequest request, Caller caller) {
        String last = request.header("last-event-id")
                .or(() -> Optional.ofNullable(request.query().get("lastEventId")))
                .orElse("");
        if (!last.matches("[0-9]{0,18}")) {
            return HttpReply.problem(400, "invalid-event-id", "`lastEventId` is a number, not `" + last + "`");
        }
        return new HttpReply.Upgrade(socket -> new EventSocket(socket, feed, known(last), caller, this::frame));
    }

    private static OptionalLong known(String last) {
        return last.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(last));
    }

    private String frame(long id, String name, Approval approval) {
        return "{\"id\":" + id + ",\"event\":\"" + name + "\",\"data\":" + data(approval) + "}";
    }

    static String name(Approval approval) {
        return approval.isPending() ? "approval_required" : "approval_resolved";
    }

    private void follow(String last, Caller caller, HttpReply.Sink sink) throws IOException, InterruptedException {
        sink.send(": connected\n\n");
        feed.follow(known(last), caller, new Feed.Receiver() {
            @Override
            public void next(long id, Approval approval) throws IOException {
                sink.put(event(id, name(approval), approval));
            }

            @Override
            public void waiting(long id, Approval approval) throws IOException {
                sink.put(event(id, CHANGED, approval));
            }

            @Override
            public void caughtUp() throws IOException {
                sink.flush();
            }

            @Override
            public void idle() throws IOException {
                sink.send(": still here\n\n");
            }
        });
    }

    private String event(long id, String name, Approval approval) {
        return "id: " + id + "\nevent: " + name + "\ndata: " + data(approval) + "\n\n";
    }

    /** The text of an approval; those who listen at the same time share it. */
    private String data(Approval approval) {
        var key = new Shown(
                approval.id(),
                approval.state().text(),
                approval.isDeserted(),
                approval.preview().map(Preview::digest).orElse(""));
        synchronized (texts) {
            Text known = texts.get(key);
            if (known != null && System.nanoTime() - known.nanos() < FRESH.toNanos()) {
                return known.text();
            }
        }
        String text = JsonText.write(form(approval));
        synchronized (texts) {
            texts.put(key, new Text(text, System.nanoTime()));
        }
        return text;
    }

    /** A pending approval is shown with its findings as of now. */
    JsonObject form(Approval approval) {
        if (!approval.isPending()) {
            return ApprovalJson.write(approval);
        }
        ToolCall call = approval.call();
        Decision decision = gate.decide(call);
        List<Agent> agents = call.context()
                .agent()
                .map(agent ->
                        gate.sessions().session(call.worker(), call.session()).path(agent))
                .orElse(List.of());
        return ApprovalJson.write(
                approval,
                new ApprovalJson.Judged(decision, gate.policy(call.worker()), gate.outside(call, decision), agents));
    }
}
