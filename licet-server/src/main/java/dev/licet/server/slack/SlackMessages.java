package dev.licet.server.slack;

import dev.licet.core.approval.ApprovalId;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import dev.licet.gate.outbox.ChannelRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which messages ask for which approvals, written down in the database. Thread-safe. */
final class SlackMessages {
    private static final Logger LOG = LoggerFactory.getLogger(SlackMessages.class);
    private static final String NOTE = "messages";

    /** A button may be pressed before Slack has told the number of its message. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final ChannelRecord record;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final List<Message> all = new ArrayList<>();

    /**
     * A message that asks.
     *
     * @param time what Slack tells it by within its channel
     */
    record Message(ApprovalId approval, String channel, String time) {
        private JsonObject form() {
            return JsonObject.empty()
                    .with("approval", approval.text())
                    .with("channel", channel)
                    .with("time", time);
        }

        /** The same as a text. */
        String text() {
            return JsonText.write(form());
        }

        /** What {@link #text} wrote; empty where it is none. */
        static Optional<Message> of(String text) {
            try {
                return Optional.of(of(JsonText.parseObject(text)));
            } catch (InvalidJson | RuntimeException e) {
                return Optional.empty();
            }
        }

        private static Message of(JsonObject form) {
            return new Message(
                    new ApprovalId(form.text("approval").orElseThrow()),
                    form.text("channel").orElseThrow(),
                    form.text("time").orElseThrow());
        }
    }

    SlackMessages(ChannelRecord record) {
        this.record = record;
    }

    /** Reads what was written down, by this server or another one. */
    void load() {
        List<Message> written = written();
        lock.lock();
        try {
            all.clear();
            all.addAll(written);
        } finally {
            lock.unlock();
        }
    }

    private List<Message> written() {
        Optional<String> written = record.read(NOTE);
        try {
            return written.isEmpty()
                    ? List.of()
                    : JsonText.parseObject(written.get()).elements("messages").stream()
                            .map(each -> Message.of((JsonObject) each))
                            .toList();
        } catch (InvalidJson | RuntimeException e) {
            LOG.warn("older messages in Slack are no longer known: {}", e.getMessage());
            return List.of();
        }
    }

    /** What is asked by the messages. */
    Set<ApprovalId> approvals() {
        lock.lock();
        try {
            return all.stream().map(Message::approval).collect(Collectors.toSet());
        } finally {
            lock.unlock();
        }
    }

    void add(Message message) {
        lock.lock();
        try {
            all.add(message);
            save();
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void remove(Message message) {
        lock.lock();
        try {
            if (all.remove(message)) {
                save();
            }
        } finally {
            lock.unlock();
        }
    }

    List<Message> of(ApprovalId approval) {
        lock.lock();
        try {
            return all.stream().filter(each -> each.approval().equals(approval)).toList();
        } finally {
            lock.unlock();
        }
    }

    /** Whether {@code message} was sent by this app, from any server; one that is on its way is waited for a moment. */
    boolean knows(Message message) throws InterruptedException {
        return holds(message, Duration.ZERO) || written().contains(message) || holds(message, PATIENCE);
    }

    private boolean holds(Message message, Duration patience) throws InterruptedException {
        lock.lock();
        try {
            long left = patience.toNanos();
            while (!all.contains(message) && left > 0) {
                left = arrived.awaitNanos(left);
            }
            return all.contains(message);
        } finally {
            lock.unlock();
        }
    }

    /** Writes them down. */
    void save() {
        lock.lock();
        try {
            JsonArray forms = JsonArray.of(all.stream().map(Message::form).toList());
            record.write(NOTE, JsonText.write(JsonObject.empty().with("messages", forms)));
        } finally {
            lock.unlock();
        }
    }
}
