package dev.licet.server.telegram;

import dev.licet.core.approval.ApprovalId;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which messages ask for which approvals, and up to where updates were handled, in the file {@code telegram.json}.
 * Thread-safe.
 */
final class Messages {
    private static final Logger LOG = LoggerFactory.getLogger(Messages.class);

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /** Telegram keeps updates for a day, and counts on for a week. */
    private static final Duration FORGOTTEN = Duration.ofDays(3);

    private final Path file;
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

    Messages(DataDirectory directory, InstantSource clock) {
        this.clock = clock;
        this.file = directory.path().resolve("telegram.json");
        try {
            if (Files.exists(file)) {
                JsonObject form = JsonText.parseObject(Files.readString(file));
                offset = form.number("offset").orElseThrow().intValueExact();
                moved = Instant.parse(form.text("moved").orElseThrow());
                form.elements("messages").forEach(each -> all.add(Message.of((JsonObject) each)));
            }
        } catch (IOException | InvalidJson | RuntimeException e) {
            LOG.warn("`{}` cannot be read, older messages in Telegram are no longer known: {}", file, e.getMessage());
            all.clear();
        }
    }

    /** From which number on updates are asked for; from any after days without one, when numbers may begin anew. */
    synchronized int offset() {
        return Duration.between(moved, clock.instant()).compareTo(FORGOTTEN) < 0 ? offset : 0;
    }

    synchronized void offset(int next) {
        offset = next;
        moved = clock.instant();
        save();
    }

    /** A message is on its way: its buttons may be pressed before Telegram has told its number. */
    synchronized void sending() {
        onTheirWay++;
    }

    /** That message has got there, or not. */
    synchronized void sent(Optional<Message> message) {
        onTheirWay--;
        message.ifPresent(all::add);
        save();
        notifyAll();
    }

    /** The messages that ask for {@code approval}. */
    synchronized List<Message> of(ApprovalId approval) {
        return all.stream().filter(each -> each.approval().equals(approval)).toList();
    }

    /** The message {@code id} in {@code chat}, if it asks for something; waits a moment for one that is on its way. */
    synchronized Optional<Message> find(long chat, int id) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (onTheirWay > 0 && known(chat, id).isEmpty() && System.nanoTime() < end) {
            wait(PATIENCE.toMillis() / 20);
        }
        return known(chat, id);
    }

    private Optional<Message> known(long chat, int id) {
        return all.stream()
                .filter(each -> each.chat() == chat && each.id() == id)
                .findFirst();
    }

    /** {@code message} asks no more. */
    synchronized void remove(Message message) {
        if (all.remove(message)) {
            save();
        }
    }

    private void save() {
        List<JsonObject> forms = all.stream().map(Message::form).toList();
        try {
            DataDirectory.replace(
                    file,
                    JsonText.write(JsonObject.empty()
                            .with("offset", offset)
                            .with("moved", moved.toString())
                            .with("messages", JsonArray.of(forms))));
        } catch (IOException e) {
            LOG.warn("`{}` cannot be written: {}", file, e.getMessage());
        }
    }
}
