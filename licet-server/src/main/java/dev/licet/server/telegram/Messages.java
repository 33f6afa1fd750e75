package dev.licet.server.telegram;

import dev.licet.core.approval.ApprovalId;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import dev.licet.gate.outbox.ChannelRecord;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which messages ask for which approvals, and up to where updates were handled.
 * Thread-safe.
 */
final class Messages {
    private static final Logger LOG = LoggerFactory.getLogger(Messages.class);

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /** Telegram keeps updates for a day, and counts on for a week. */
    private static final Duration FORGOTTEN = Duration.ofDays(3);

    private static final String NOTE = "messages";

    private final ChannelRecord record;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final List<Message> all = new ArrayList<>();
    private final InstantSource clock;
    private int offset;
    private Instant moved = Instant.EPOCH;
    private int onTheirWay;

    /** A message that asks. */
    record Message(ApprovalId approval, long chat, int id) {
        JsonObject form() {
            return JsonObject.empty()
                    .with("approval", approval.text())
                    .with("chat", chat)
                    .with("id", id);
        }

        static Message of(JsonObject form) {
            return new Message(
                    new ApprovalId(form.text("approval").orElseThrow()),
                    form.number("chat").orElseThrow().longValueExact(),
                    form.number("id").orElseThrow().intValueExact());
        }
    }

    Messages(ChannelRecord record, InstantSource clock) {
        this.record = record;
        this.clock = clock;
    }

    /** Reads what was written down, by this server or another one. */
    void load() {
        // Where the database cannot be read nothing is known, and nothing is begun.
        Optional<String> written = record.read(NOTE);
        lock.lock();
        try {
            all.clear();
            try {
                if (written.isPresent()) {
                    JsonObject form = JsonText.parseObject(written.get());
                    offset = form.number("offset").orElseThrow().intValueExact();
                    moved = Instant.parse(form.text("moved").orElseThrow());
                    form.elements("messages").forEach(each -> all.add(Message.of((JsonObject) each)));
                }
            } catch (InvalidJson | RuntimeException e) {
                LOG.warn("older messages in Telegram are no longer known: {}", e.getMessage());
                all.clear();
            }
        } finally {
            lock.unlock();
        }
    }

    /** From which number on updates are asked for; from any after days without one, when numbers may begin anew. */
    int offset() {
        lock.lock();
        try {
            return Duration.between(moved, clock.instant()).compareTo(FORGOTTEN) < 0 ? offset : 0;
        } finally {
            lock.unlock();
        }
    }

    void offset(int next) {
        lock.lock();
        try {
            offset = next;
            moved = clock.instant();
            save();
        } finally {
            lock.unlock();
        }
    }

    /** A message is on its way: its buttons may be pressed before Telegram has told its number. */
    void sending() {
        lock.lock();
        try {
            onTheirWay++;
        } finally {
            lock.unlock();
        }
    }

    /** That message has got there, or not. */
    void sent(Optional<Message> message) {
        lock.lock();
        try {
            onTheirWay--;
            message.ifPresent(all::add);
            save();
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The messages that ask for {@code approval}. */
    List<Message> of(ApprovalId approval) {
        lock.lock();
        try {
            return all.stream().filter(each -> each.approval().equals(approval)).toList();
        } finally {
            lock.unlock();
        }
    }

    /** The message {@code id} in {@code chat}, if it asks for something; waits a moment for one that is on its way. */
    Optional<Message> find(long chat, int id) throws InterruptedException {
        lock.lock();
        try {
            long end = System.nanoTime() + PATIENCE.toNanos();
            while (onTheirWay > 0 && known(chat, id).isEmpty() && System.nanoTime() < end) {
                arrived.awaitNanos(end - System.nanoTime());
            }
            return known(chat, id);
        } finally {
            lock.unlock();
        }
    }

    private Optional<Message> known(long chat, int id) {
        return all.stream()
                .filter(each -> each.chat() == chat && each.id() == id)
                .findFirst();
    }

    /** {@code message} asks no more. */
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

    private void save() {
        List<JsonObject> forms = all.stream().map(Message::form).toList();
        record.write(
                NOTE,
                JsonText.write(JsonObject.empty()
                        .with("offset", offset)
                        .with("moved", moved.toString())
                        .with("messages", JsonArray.of(forms))));
    }
}
