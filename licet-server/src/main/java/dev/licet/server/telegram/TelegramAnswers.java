package dev.licet.server.telegram;

import com.pengrad.telegrambot.model.CallbackQuery;
import com.pengrad.telegrambot.model.Message;
import com.pengrad.telegrambot.model.Update;
import com.pengrad.telegrambot.model.request.ForceReply;
import com.pengrad.telegrambot.model.request.InlineKeyboardMarkup;
import com.pengrad.telegrambot.model.request.ParseMode;
import com.pengrad.telegrambot.request.EditMessageText;
import com.pengrad.telegrambot.request.SendMessage;
import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalId;
import dev.licet.core.approval.RejectMode;
import dev.licet.core.grant.Lifetime;
import dev.licet.core.propose.GrantKind;
import dev.licet.gate.Gate;
import dev.licet.gate.approval.Answered;
import dev.licet.gate.data.GateException;
import dev.licet.gate.grant.GrantOffer;
import dev.licet.gate.grant.GrantRequest;
import dev.licet.gate.outbox.ChannelRecord;
import dev.licet.server.access.Caller;
import dev.licet.server.access.Principal;
import dev.licet.server.api.AnswerForm;
import dev.licet.server.api.ApprovalService;
import dev.licet.server.notify.ApprovalSummary;
import dev.licet.server.telegram.Reasons.Reason;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Buttons and replies. Updates come one after the other. */
final class TelegramAnswers {
    private static final Logger LOG = LoggerFactory.getLogger(TelegramAnswers.class);

    private static final Pattern DATA = Pattern.compile("tool_([a-z]{1,16})_([A-Za-z0-9-]{4,64})");
    private static final Duration READING = Duration.ofSeconds(2);
    private static final String ELSEWHERE = " (elsewhere)";
    private static final String TIMED_OUT = " (timed out)";
    private static final String ASKS_REASON = "Type your denial reason:";

    private final Gate gate;
    private final ApprovalService desk;
    private final Map<Long, Principal> people;
    private final Bot bot;
    private final Messages messages;
    private final ShowAll showAll;
    private final Duration reasonWait;

    /** Since when all of a call has stood in the chat, where the message itself does not show it. */
    private final Map<Messages.Message, Instant> shown = new ConcurrentHashMap<>();

    /** Under which messages somebody answers at this moment, and what is said of that. */
    private final Map<Messages.Message, String> here = new ConcurrentHashMap<>();

    /** Why somebody denies, while they type it. */
    private final Reasons reasons;

    /** Sends all of a call. */
    interface ShowAll {
        void send(long chat, Approval approval) throws IOException, InterruptedException;
    }

    TelegramAnswers(
            Gate gate,
            ApprovalService desk,
            Map<Long, Principal> people,
            Bot bot,
            ChannelRecord record,
            Messages messages,
            ShowAll showAll,
            Duration reasonWait) {
        this.gate = gate;
        this.desk = desk;
        this.people = people;
        this.bot = bot;
        this.messages = messages;
        this.showAll = showAll;
        this.reasonWait = reasonWait;
        this.reasons = new Reasons(record, gate::now, this::giveUp);
    }

    /** Reads what was written down, by this server or another one. */
    void load() {
        reasons.load();
    }

    /** Another server goes on with them. */
    void forget() {
        reasons.forget();
    }

    /** Goes on with what a restart interrupted; replies that came meanwhile have {@code grace} to be taken first. */
    void begin(Duration grace) {
        reasons.begin(grace);
    }

    /**
     * Takes {@code update}; what is wrong with it is no reason to stop.
     *
     * @throws IOException when Telegram cannot be reached for a moment: the update may be taken again
     */
    void take(Update update) throws IOException, InterruptedException {
        try {
            if (update.callbackQuery() != null) {
                pressed(update.callbackQuery());
            } else if (update.message() != null) {
                written(update.message());
            }
        } catch (Bot.Refused | RuntimeException e) {
            LOG.warn("an update of Telegram came to nothing: {}", e.getMessage());
        }
    }

    private Optional<Caller> caller(long user) {
        return Optional.ofNullable(people.get(user)).map(principal -> new Caller(principal, "telegram", Caller.OWNER));
    }

    private void pressed(CallbackQuery query) throws IOException, InterruptedException {
        String told = "";
        try {
            told = pressed(query, caller(query.from().id()));
        } catch (GateException e) {
            told = String.valueOf(e.getMessage());
        } finally {
            // Whatever comes of it, the button must not spin for ever.
            bot.tell(query.id(), told);
        }
    }

    /** Does what a button says; gives what is told to whoever pressed it, which may be nothing. */
    private String pressed(CallbackQuery query, Optional<Caller> caller) throws IOException, InterruptedException {
        if (caller.isEmpty()) {
            return "You are not on the list of people who may answer here.";
        }
        Matcher data = DATA.matcher(String.valueOf(query.data()));
        var place = query.maybeInaccessibleMessage();
        Optional<Messages.Message> message =
                place == null ? Optional.empty() : messages.find(place.chat().id(), place.messageId());
        // INVARIANT (own buttons): only what was sent for this approval to this chat answers it.
        if (!data.matches()
                || message.isEmpty()
                || !message.get().approval().text().equals(data.group(2))
                || message.get().chat() != query.from().id()) {
            return "This button is not good any more.";
        }
        Optional<Approval> approval = desk.find(data.group(2), caller.get());
        if (approval.isEmpty()) {
            return "There is no such approval.";
        }
        if (!approval.get().isPending()) {
            close(message.get(), TelegramTexts.ended(approval.get(), ELSEWHERE));
            return "It was answered before: " + ApprovalSummary.outcome(approval.get());
        }
        return act(data.group(1), message.get(), approval.get(), caller.get());
    }

    private String act(String verb, Messages.Message message, Approval approval, Caller caller)
            throws IOException, InterruptedException {
        ApprovalId id = approval.id();
        return switch (verb) {
            case "approve" -> approve(message, approval, AnswerForm.ONCE, caller);
            case "always" -> approve(message, approval, AnswerForm.ALWAYS, caller);
            case "deny" -> face(message, asks(approval), TelegramTexts.denying(id));
            case "denynow" -> deny(message, approval, "", caller);
            case "denyreason" -> askReason(message, approval, caller);
            case "back" -> {
                // Who goes back denies nothing when the time for a reason is over.
                reasons.take(message.chat(), reason -> reason.asks().equals(message));
                yield face(message, asks(approval), TelegramTexts.first(approval, ApprovalSummary.of(approval)));
            }
            case "more" -> choices(message, approval);
            case "all" -> all(message, approval);
            default -> remember(verb, message, approval, caller);
        };
    }

    private String asks(Approval approval) {
        return TelegramTexts.asks(approval, gate.decide(approval.call()));
    }

    private String face(Messages.Message message, String text, InlineKeyboardMarkup keyboard)
            throws IOException, InterruptedException {
        bot.edit(new EditMessageText(message.chat(), message.id(), text)
                .parseMode(ParseMode.HTML)
                .replyMarkup(keyboard));
        return "";
    }

    private String all(Messages.Message message, Approval approval) throws IOException, InterruptedException {
        showAll.send(message.chat(), approval);
        shown.putIfAbsent(message, gate.now());
        return "";
    }

    private String choices(Messages.Message message, Approval approval) throws IOException, InterruptedException {
        List<GrantOffer> offers = gate.offers(approval);
        if (offers.isEmpty()) {
            return "Nothing can be remembered for this call.";
        }
        String text = TelegramTexts.choices(ApprovalSummary.of(approval), offers);
        return TelegramTexts.fits(text)
                ? face(message, text, TelegramTexts.choosing(approval.id(), offers))
                : "The rules are too long for a message; choose in the inbox.";
    }

    private String remember(String verb, Messages.Message message, Approval approval, Caller caller)
            throws IOException, InterruptedException {
        Optional<Lifetime> lifetime = TelegramTexts.lifetime(verb);
        Optional<GrantKind> kind = GrantKind.of(verb.substring(1));
        if (lifetime.isEmpty() || kind.isEmpty() || (kind.get().isOfCall() && verb.charAt(0) == 'w')) {
            return "This button is not known.";
        }
        AnswerForm form = AnswerForm.remembering(new GrantRequest(kind.get(), lifetime.get()));
        return approve(message, approval, form, caller);
    }

    /** INVARIANT (what you see): nothing is allowed of which the rest was not sent first, or which is not sent at all. */
    private String approve(Messages.Message message, Approval approval, AnswerForm form, Caller caller)
            throws IOException, InterruptedException {
        ApprovalSummary notice = ApprovalSummary.of(approval);
        if (notice.isRedacted()) {
            return "Something secret is left out here. Allow it in the inbox, which shows it.";
        }
        if (ApprovalSummary.changesProtected(approval)) {
            return ApprovalSummary.PROTECTED;
        }
        if (TelegramTexts.isCut(notice)) {
            Instant since = shown.get(message);
            if (since == null) {
                all(message, approval);
                return "This was not all of it. The rest has been sent: look at it, then press again.";
            }
            // A second press may have been on its way before anything was read.
            if (since.plus(READING).isAfter(gate.now())) {
                return "Look at all of it first, then press again.";
            }
        }
        if (form.choice() instanceof AnswerForm.Choice.Always && !TelegramTexts.isAlwaysShown(approval)) {
            return "The rules are too long for a message; choose in the inbox.";
        }
        return answered(message, "", () -> desk.answer(approval, form, caller));
    }

    private String deny(Messages.Message message, Approval approval, String reason, Caller caller)
            throws InterruptedException {
        return answered(
                message, "", () -> desk.answer(approval, AnswerForm.rejection(RejectMode.SOFT, reason), caller));
    }

    /** An answer that is sent to the desk. */
    private interface Sending {
        Answered send();
    }

    /** Sends an answer; {@code place} is said of it under the message, as soon as that can be changed. */
    private String answered(Messages.Message message, String place, Sending sending) throws InterruptedException {
        here.put(message, place);
        boolean over = false;
        try {
            return switch (sending.send()) {
                case Answered.Applied applied -> {
                    over = isClosed(message, TelegramTexts.ended(applied.approval(), place));
                    yield "";
                }
                case Answered.TooLate late -> {
                    here.remove(message);
                    over = isClosed(message, TelegramTexts.ended(late.approval(), ELSEWHERE));
                    yield "It was answered before: " + ApprovalSummary.outcome(late.approval());
                }
                case Answered.Unknown unknown -> {
                    over = true;
                    yield "There is no such approval.";
                }
                case Answered.Refused refused -> {
                    over = true;
                    yield refused.why();
                }
            };
        } catch (RuntimeException e) {
            over = true;
            throw e;
        } finally {
            if (over) {
                here.remove(message);
            }
        }
    }

    /** INVARIANT (one press): an answer that counts is not given again because its message cannot be changed at present. */
    private boolean isClosed(Messages.Message message, String text) throws InterruptedException {
        try {
            close(message, text);
            return true;
        } catch (IOException e) {
            // Whoever is told of the end changes it then.
            LOG.info("a message in Telegram is changed later: {}", e.getMessage());
            return false;
        }
    }

    /** Tells each of {@code asking} that {@code approval}, which they asked about, has ended. */
    void ended(Approval approval, List<Messages.Message> asking) throws IOException, InterruptedException {
        // Whoever answers at this moment may not have said so under their own message yet.
        Map<Messages.Message, String> places = new LinkedHashMap<>();
        asking.forEach(message -> places.put(message, place(message)));
        for (Map.Entry<Messages.Message, String> each : places.entrySet()) {
            close(each.getKey(), TelegramTexts.ended(approval, each.getValue()));
            here.remove(each.getKey());
        }
    }

    private String place(Messages.Message message) {
        return here.getOrDefault(message, ELSEWHERE);
    }

    /** Asks why; who is asked already denies that one, without a reason. */
    private String askReason(Messages.Message message, Approval approval, Caller caller)
            throws IOException, InterruptedException {
        if (reasons.isAsked(message)) {
            return "Answer the question for your reason, which is further up.";
        }
        Optional<Reason> before = reasons.take(message.chat(), reason -> true);
        if (before.isPresent()) {
            Optional<Approval> other = gate.approval(before.get().asks().approval());
            if (other.isPresent() && !other.get().id().equals(approval.id())) {
                deny(before.get().asks(), other.get(), "", caller);
            }
        }
        int prompt = bot.call(new SendMessage(message.chat(), ASKS_REASON).replyMarkup(new ForceReply()))
                .message()
                .messageId();
        // A chat with the bot has the number of the person that it is with.
        reasons.ask(new Reason(message, prompt, message.chat(), gate.now().plus(reasonWait)));
        return "";
    }

    /** A reason that does not come in time is none, and the call is denied. */
    private void giveUp(Reason reason) throws InterruptedException {
        Optional<Approval> approval = gate.approval(reason.asks().approval());
        Optional<Caller> caller = caller(reason.user());
        if (approval.isPresent() && caller.isPresent()) {
            answered(
                    reason.asks(),
                    TIMED_OUT,
                    () -> desk.answer(approval.get(), AnswerForm.rejection(RejectMode.SOFT, ""), caller.get()));
        }
    }

    /** A reply to a question for a reason. What was forwarded, edited or sent through another bot is none of theirs. */
    private void written(Message written) throws IOException, InterruptedException {
        Optional<Caller> caller = written.from() == null
                ? Optional.empty()
                : caller(written.from().id());
        Message answers = written.replyToMessage();
        boolean own = written.forwardOrigin() == null && written.viaBot() == null && written.editDate() == null;
        if (caller.isEmpty() || answers == null || written.text() == null || !own) {
            return;
        }
        long chat = written.chat().id();
        Optional<Reason> reason = reasons.find(
                chat,
                each -> each.prompt() == answers.messageId()
                        && each.user() == written.from().id());
        if (reason.isPresent()) {
            String told = denied(reason.get(), written.text(), caller.get());
            // Not before: what fails is tried again.
            reasons.take(chat, reason.get()::equals);
            if (!told.isEmpty()) {
                bot.call(new SendMessage(chat, told));
            }
        }
    }

    /** @throws IOException when the store is not there for a moment: the reply may be taken again */
    private String denied(Reason reason, String text, Caller caller) throws IOException, InterruptedException {
        try {
            Optional<Approval> approval = gate.approval(reason.asks().approval());
            return approval.isPresent() ? deny(reason.asks(), approval.get(), text, caller) : "";
        } catch (GateException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** Has {@code message} say {@code text}, without buttons. */
    private void close(Messages.Message message, String text) throws IOException, InterruptedException {
        bot.edit(new EditMessageText(message.chat(), message.id(), text).parseMode(ParseMode.HTML));
        // Not before: what fails is tried again.
        messages.remove(message);
        shown.remove(message);
    }

    void close() {
        reasons.close();
    }
}
