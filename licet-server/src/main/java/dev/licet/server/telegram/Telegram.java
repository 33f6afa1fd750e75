package dev.licet.server.telegram;

import com.pengrad.telegrambot.model.Update;
import com.pengrad.telegrambot.model.request.ParseMode;
import com.pengrad.telegrambot.request.DeleteWebhook;
import com.pengrad.telegrambot.request.EditMessageText;
import com.pengrad.telegrambot.request.SendDocument;
import com.pengrad.telegrambot.request.SendMessage;
import com.pengrad.telegrambot.request.SetWebhook;
import com.pengrad.telegrambot.utility.BotUtils;
import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalId;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.Gate;
import dev.licet.gate.outbox.ChannelRecord;
import dev.licet.server.access.Principal;
import dev.licet.server.access.Right;
import dev.licet.server.api.ApprovalService;
import dev.licet.server.http.HttpReply;
import dev.licet.server.http.HttpRequest;
import dev.licet.server.notify.ApprovalSummary;
import dev.licet.server.notify.Channel;
import dev.licet.server.settings.Notifications;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The channel {@code telegram}: asks each person on the list in their chat with the bot, and takes their answers. */
public final class Telegram implements Channel {
    /** Where Telegram posts updates, if it is told to. */
    public static final String PATH = "/telegram";

    private static final Logger LOG = LoggerFactory.getLogger(Telegram.class);

    private static final int BAD_REQUEST = 400;
    private static final int MOST_TAKEN = 10_000;
    private static final int MAX_TRIES = 3;

    /** How soon Telegram posts what was written while nobody took it. */
    private static final Duration GRACE = Duration.ofMinutes(1);

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    private final Gate gate;
    private final Notifications.Telegram settings;
    private final String inbox;
    private final Bot bot;
    private final Messages messages;
    private final TelegramAnswers answering;
    private final String secret;
    private volatile @Nullable Thread listening;

    /** Updates are taken one after the other. */
    private final ReentrantLock taking = new ReentrantLock();

    /** How often an update could not be answered, because Telegram was not there for a moment. */
    private final Map<Integer, Integer> tries = new HashMap<>();

    /** The updates that were taken last, the oldest first. */
    private final Set<Integer> taken = new LinkedHashSet<>();

    /**
     * @param secret 32 bytes by which Telegram proves that an update is from it
     * @param inbox where the page is, as others reach it
     * @param reasonWait how long somebody may take to type why they deny
     */
    public Telegram(
            Gate gate,
            ApprovalService desk,
            ChannelRecord record,
            Notifications.Telegram settings,
            byte[] secret,
            String inbox,
            Duration reasonWait) {
        this.gate = gate;
        this.settings = settings;
        this.inbox = inbox;
        this.secret = HexFormat.of().formatHex(secret);
        this.bot = new Bot(settings.api(), settings.token());
        this.messages = new Messages(record, gate::now);
        this.answering =
                new TelegramAnswers(gate, desk, settings.people(), bot, record, messages, this::showAll, reasonWait);
    }

    @Override
    public void begin() {
        messages.load();
        answering.load();
        listening = Thread.ofVirtual().name("licet-telegram").start(this::listen);
    }

    @Override
    public void pause() {
        Thread listener = listening;
        listening = null;
        if (listener != null) {
            listener.interrupt();
        }
        answering.forget();
    }

    @Override
    public String name() {
        return "telegram";
    }

    @Override
    public void asked(Approval approval) throws IOException, InterruptedException {
        ApprovalSummary notice = ApprovalSummary.of(approval);
        String text = TelegramTexts.asks(approval, gate.decide(approval.call()));
        for (Map.Entry<Long, Principal> person : settings.people().entrySet()) {
            boolean known = messages.of(approval.id()).stream().anyMatch(each -> each.chat() == person.getKey());
            if (known || !person.getValue().may(Right.READ)) {
                continue;
            }
            var message = new SendMessage((long) person.getKey(), text).parseMode(ParseMode.HTML);
            if (person.getValue().may(Right.ANSWER)) {
                message.replyMarkup(TelegramTexts.first(approval, notice));
            }
            Optional<Messages.Message> sent = Optional.empty();
            messages.sending();
            try {
                int id = bot.call(message).message().messageId();
                sent = Optional.of(new Messages.Message(approval.id(), person.getKey(), id));
            } catch (Bot.Refused e) {
                sent = refused(person, e).map(id -> new Messages.Message(approval.id(), person.getKey(), id));
            } finally {
                messages.sent(sent);
            }
        }
    }

    /** They have blocked the bot, or never begun to talk to it; or Telegram does not take the text, but may take a plain one. */
    private Optional<Integer> refused(Map.Entry<Long, Principal> person, Bot.Refused why)
            throws IOException, InterruptedException {
        LOG.warn("{} is not told in Telegram: {}", person.getValue().name(), why.getMessage());
        if (why.code() != BAD_REQUEST) {
            return Optional.empty();
        }
        try {
            var plain = new SendMessage((long) person.getKey(), TelegramTexts.PLAIN + inbox + "/#/inbox");
            return Optional.of(bot.call(plain).message().messageId());
        } catch (Bot.Refused e) {
            LOG.debug("nor of that: {}", e.getMessage());
            return Optional.empty();
        }
    }

    @Override
    public void digest(List<Approval> approvals) throws IOException, InterruptedException {
        for (Map.Entry<Long, Principal> person : settings.people().entrySet()) {
            if (!person.getValue().may(Right.READ)) {
                continue;
            }
            try {
                bot.call(new SendMessage((long) person.getKey(), TelegramTexts.digest(approvals, inbox + "/#/inbox"))
                        .parseMode(ParseMode.HTML));
            } catch (Bot.Refused e) {
                LOG.warn("{} is not told in Telegram: {}", person.getValue().name(), e.getMessage());
            }
        }
    }

    @Override
    public void previewed(Approval approval) throws IOException, InterruptedException {
        String text = TelegramTexts.asks(approval, gate.decide(approval.call()));
        for (Messages.Message message : messages.of(approval.id())) {
            var edit = new EditMessageText(message.chat(), message.id(), text).parseMode(ParseMode.HTML);
            Principal person = settings.people().get(message.chat());
            if (person != null && person.may(Right.ANSWER)) {
                edit.replyMarkup(TelegramTexts.first(approval, ApprovalSummary.of(approval)));
            }
            bot.edit(edit);
        }
    }

    @Override
    public void ended(Approval approval) throws IOException, InterruptedException {
        answering.ended(approval, messages.of(approval.id()));
    }

    /** Sends all of a call that was cut: in one message if it fits, else as a file. */
    private void showAll(long chat, Approval approval) throws IOException, InterruptedException {
        ApprovalSummary notice = ApprovalSummary.of(approval);
        String text = TelegramTexts.escaped(notice.text());
        if (TelegramTexts.fits(text)) {
            bot.call(new SendMessage(chat, "<pre>" + text + "</pre>").parseMode(ParseMode.HTML));
        } else {
            bot.call(new SendDocument(chat, notice.text().getBytes(StandardCharsets.UTF_8))
                    .fileName("call.txt")
                    .caption(notice.tool() + ", " + notice.text().length() + " characters"));
        }
    }

    private void listen() {
        Duration pause = Duration.ofSeconds(1);
        boolean begun = false;
        try {
            while (true) {
                try {
                    if (settings.webhook().isPresent()) {
                        bot.call(new SetWebhook()
                                .url(settings.webhook().get().toString())
                                .secretToken(secret)
                                .allowedUpdates("message", "callback_query"));
                        answering.begin(GRACE);
                        return;
                    }
                    bot.call(new DeleteWebhook());
                    while (true) {
                        poll();
                        pause = Duration.ofSeconds(1);
                        if (!begun) {
                            // Not before: what was typed while nobody listened is taken first.
                            answering.begin(Duration.ZERO);
                            begun = true;
                        }
                    }
                } catch (IOException | RuntimeException e) {
                    LOG.warn("Telegram is asked again in {} s: {}", pause.toSeconds(), e.getMessage());
                    Thread.sleep(pause);
                    pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void poll() throws IOException, InterruptedException {
        for (Update update : bot.updates(messages.offset())) {
            take(update);
        }
    }

    /** Takes {@code update}, unless it was taken before. */
    private void take(Update update) throws IOException, InterruptedException {
        taking.lock();
        try {
            takeNext(update);
        } finally {
            taking.unlock();
        }
    }

    private void takeNext(Update update) throws IOException, InterruptedException {
        // Numbers begin anew after a time without updates: what was taken is known by itself.
        int number = update.updateId();
        if (taken.contains(number)) {
            return;
        }
        try {
            answering.take(update);
        } catch (IOException e) {
            if (tries.merge(number, 1, Integer::sum) < MAX_TRIES) {
                throw e;
            }
            LOG.warn("an update of Telegram came to nothing after {} times: {}", MAX_TRIES, e.getMessage());
        }
        tries.remove(number);
        taken.add(number);
        if (taken.size() > MOST_TAKEN) {
            taken.remove(taken.iterator().next());
        }
        messages.offset(number + 1);
    }

    /** Takes an update that Telegram posts. */
    public HttpReply posted(HttpRequest request) throws InterruptedException {
        String given = request.header("x-telegram-bot-api-secret-token").orElse("");
        boolean known = settings.webhook().isPresent()
                && MessageDigest.isEqual(
                        given.getBytes(StandardCharsets.UTF_8), secret.getBytes(StandardCharsets.UTF_8));
        if (!known) {
            return HttpReply.problem(401, "unauthorized", "this is for Telegram alone");
        }
        if (listening == null) {
            // Telegram posts it again, and by then whoever tells may be there.
            return HttpReply.problem(503, "unavailable", "another server takes the updates of Telegram");
        }
        try {
            Update update = BotUtils.parseUpdate(new String(request.body(), StandardCharsets.UTF_8));
            if (update == null || update.updateId() == null) {
                return HttpReply.problem(400, "invalid", "this is no update");
            }
            take(update);
            return HttpReply.json(200, JsonObject.empty());
        } catch (IOException e) {
            // Telegram posts it again.
            return HttpReply.problem(503, "unavailable", "Telegram cannot be answered at present");
        } catch (RuntimeException e) {
            return HttpReply.problem(400, "invalid", "this is no update");
        }
    }

    /** The message that asks for {@code approval} in {@code chat}. */
    int message(ApprovalId approval, long chat) {
        return messages.of(approval).stream()
                .filter(each -> each.chat() == chat)
                .findFirst()
                .orElseThrow()
                .id();
    }

    @Override
    public void close() {
        pause();
        answering.close();
        bot.close();
    }
}
