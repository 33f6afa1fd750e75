package dev.licet.server.telegram;

import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import dev.licet.gate.outbox.ChannelRecord;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who is typing why they deny, so that a restart forgets nobody: one reason a chat
 * at a time. Thread-safe.
 */
final class Reasons implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Reasons.class);

    private static final Duration AGAIN = Duration.ofSeconds(10);

    private static final String NOTE = "reasons";

    private final ChannelRecord record;
    private final ReentrantLock lock = new ReentrantLock();
    private final InstantSource clock;
    private final Late late;
    private final Map<Long, Reason> byChat = new HashMap<>();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofVirtual().name("licet-telegram-reasons").factory());

    /**
     * A reason that is waited for.
     *
     * @param asks the message whose call is denied
     * @param prompt the message that it has to be the reply to
     * @param user who denies
     * @param until when it is given up
     */
    record Reason(Messages.Message asks, int prompt, long user, Instant until) {
        private JsonObject form() {
            return asks.form().with("prompt", prompt).with("user", user).with("until", until.toString());
        }

        private static Reason of(JsonObject form) {
            return new Reason(
                    Messages.Message.of(form),
                    form.number("prompt").orElseThrow().intValueExact(),
                    form.number("user").orElseThrow().longValueExact(),
                    Instant.parse(form.text("until").orElseThrow()));
        }
    }

    /** What becomes of a reason that did not come in time. */
    interface Late {
        void come(Reason reason) throws InterruptedException;
    }

    /** @param late told of each reason that did not come in time */
    Reasons(ChannelRecord record, InstantSource clock, Late late) {
        this.record = record;
        this.clock = clock;
        this.late = late;
    }

    /** Reads what was written down, by this server or another one. */
    void load() {
        // Where the database cannot be read nothing is known, and nothing is begun.
        Optional<String> written = record.read(NOTE);
        lock.lock();
        try {
            byChat.clear();
            try {
                if (written.isPresent()) {
                    JsonText.parseObject(written.get()).elements("reasons").stream()
                            .map(each -> Reason.of((JsonObject) each))
                            .forEach(each -> byChat.put(each.asks().chat(), each));
                }
            } catch (InvalidJson | RuntimeException e) {
                LOG.warn("replies to older questions for reasons are not known: {}", e.getMessage());
                byChat.clear();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Another server waits for them from now on. */
    void forget() {
        lock.lock();
        try {
            byChat.clear();
        } finally {
            lock.unlock();
        }
    }

    /** Goes on waiting for what was waited for before a restart, for {@code grace} at least. */
    void begin(Duration grace) {
        lock.lock();
        try {
            Instant earliest = clock.instant().plus(grace);
            byChat.values().forEach(each -> await(each, each.until().isBefore(earliest) ? earliest : each.until()));
        } finally {
            lock.unlock();
        }
    }

    /** Waits for {@code reason}. */
    void ask(Reason reason) {
        lock.lock();
        try {
            byChat.put(reason.asks().chat(), reason);
            await(reason, reason.until());
            save();
        } finally {
            lock.unlock();
        }
    }

    private void await(Reason reason, Instant until) {
        Duration left = Duration.between(clock.instant(), until);
        var unused = timer.schedule(() -> giveUp(reason), Math.max(0, left.toMillis()), TimeUnit.MILLISECONDS);
    }

    /** What fails is tried again: a denial is not forgotten because the store is not there for a moment. */
    private void giveUp(Reason reason) {
        try {
            if (find(reason.asks().chat(), reason::equals).isPresent()) {
                late.come(reason);
                take(reason.asks().chat(), reason::equals);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.warn("a denial in Telegram is tried again: {}", e.getMessage());
            await(reason, clock.instant().plus(AGAIN));
        }
    }

    /** The reason that is typed in {@code chat}, if it is one of {@code which}. */
    Optional<Reason> find(long chat, Predicate<Reason> which) {
        lock.lock();
        try {
            return Optional.ofNullable(byChat.get(chat)).filter(which);
        } finally {
            lock.unlock();
        }
    }

    /** Whether a reason for the call of {@code message} is waited for. */
    boolean isAsked(Messages.Message message) {
        lock.lock();
        try {
            Reason reason = byChat.get(message.chat());
            return reason != null && reason.asks().equals(message);
        } finally {
            lock.unlock();
        }
    }

    /** Waits no more for the reason that is typed in {@code chat}, if it is one of {@code which}. */
    Optional<Reason> take(long chat, Predicate<Reason> which) {
        lock.lock();
        try {
            Optional<Reason> taken = find(chat, which);
            if (taken.isPresent()) {
                byChat.remove(chat);
                save();
            }
            return taken;
        } finally {
            lock.unlock();
        }
    }

    private void save() {
        List<JsonObject> forms = byChat.values().stream().map(Reason::form).toList();
        record.write(NOTE, JsonText.write(JsonObject.empty().with("reasons", JsonArray.of(forms))));
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
