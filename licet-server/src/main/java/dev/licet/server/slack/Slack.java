package dev.licet.server.slack;

import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalId;
import dev.licet.core.approval.RejectMode;
import dev.licet.core.decide.Decision;
import dev.licet.core.display.Risk;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.Gate;
import dev.licet.gate.approval.Answered;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import dev.licet.gate.outbox.ChannelRecord;
import dev.licet.server.access.Caller;
import dev.licet.server.access.Principal;
import dev.licet.server.access.Right;
import dev.licet.server.api.AnswerForm;
import dev.licet.server.api.ApprovalService;
import dev.licet.server.http.HttpReply;
import dev.licet.server.http.HttpRequest;
import dev.licet.server.notify.ApprovalSummary;
import dev.licet.server.notify.Channel;
import dev.licet.server.settings.Notifications;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The channel {@code slack}: asks in a channel of Slack, and takes the buttons that people on the list press there. Slack proves
 * by a signature that a press is from it.
 */
public final class Slack implements Channel {
    /** Where Slack posts what people press. */
    public static final String PATH = "/slack";

    private static final Logger LOG = LoggerFactory.getLogger(Slack.class);

    /** A request that is older may be one that somebody has kept. */
    private static final Duration FRESH = Duration.ofMinutes(5);

    private static final String PAYLOAD = "payload=";
    private static final String NOT_LISTED = "You are not on the list of people who may answer here.";

    private final Gate gate;
    private final ApprovalService desk;
    private final Notifications.Slack settings;
    private final String inbox;
    private final SlackApi api;
    private final SlackMessages messages;
    private final SlackThreads threads;

    /** @param inbox where the page is, as others reach it */
    public Slack(Gate gate, ApprovalService desk, ChannelRecord record, Notifications.Slack settings, String inbox) {
        this.gate = gate;
        this.desk = desk;
        this.settings = settings;
        this.inbox = inbox;
        this.api = new SlackApi(settings.api(), settings.token());
        this.messages = new SlackMessages(record);
        this.threads = new SlackThreads(record);
    }

    @Override
    public String name() {
        return "slack";
    }

    @Override
    public void begin() {
        messages.load();
        later(() -> {
            for (ApprovalId id : messages.approvals()) {
                Optional<Approval> approval = gate.approval(id).filter(found -> !found.isPending());
                if (approval.isPresent()) {
                    ended(approval.get());
                }
            }
        });
    }

    @Override
    public void asked(Approval approval) throws IOException, InterruptedException {
        if (!messages.of(approval.id()).isEmpty()) {
            messages.save();
            return;
        }
        Decision decision = gate.decide(approval.call());
        JsonObject reply = told(approval, decision, place(approval, decision));
        messages.add(new SlackMessages.Message(
                approval.id(),
                reply.text("channel").orElse(settings.channel()),
                reply.text("ts").orElse("")));
    }

    private JsonObject told(Approval approval, Decision decision, JsonObject place)
            throws IOException, InterruptedException {
        JsonObject reply;
        try {
            reply = sent(placed(SlackBlocks.asks(approval, decision, link(approval.id())), place));
        } catch (SlackApi.Refused e) {
            if (e.isPlace() && !place.members().isEmpty()) {
                return told(approval, decision, JsonObject.empty());
            }
            LOG.warn("Slack does not take the whole message: {}", e.getMessage());
            reply = toldLater(placed(SlackBlocks.asksShortly(approval, decision, link(approval.id())), place));
        }
        if (settings.threads() && place.members().isEmpty()) {
            reply.text("ts").ifPresent(time -> threads.begin(approval.call(), time));
        }
        return reply;
    }

    /** In the thread of its session, and in the channel as well where the risk is high; without threads the channel alone. */
    private JsonObject place(Approval approval, Decision decision) {
        boolean isHigh = Risk.of(approval.call(), decision).level().compareTo(Risk.Level.HIGH) >= 0;
        return settings.threads()
                ? threads.of(approval.call())
                        .map(time -> JsonObject.empty().with("thread_ts", time).with("reply_broadcast", isHigh))
                        .orElseGet(JsonObject::empty)
                : JsonObject.empty();
    }

    private static JsonObject placed(JsonObject message, JsonObject place) {
        JsonObject placed = message;
        for (var member : place.members().entrySet()) {
            placed = placed.with(member.getKey(), member.getValue());
        }
        return placed;
    }

    @Override
    public void previewed(Approval approval) throws IOException, InterruptedException {
        JsonObject shown = SlackBlocks.asks(approval, gate.decide(approval.call()), link(approval.id()));
        for (SlackMessages.Message message : messages.of(approval.id())) {
            try {
                api.call("chat.update", shown.with("channel", message.channel()).with("ts", message.time()));
            } catch (SlackApi.Refused e) {
                LOG.info("a message in Slack cannot be changed: {}", e.getMessage());
            }
        }
    }

    @Override
    public void digest(List<Approval> approvals) throws IOException, InterruptedException {
        toldLater(SlackBlocks.digest(approvals, inbox + "/#/inbox"));
    }

    /** What Slack answers to a message for its channel; what is wrong with the app or the channel may be mended. */
    private JsonObject sent(JsonObject message) throws IOException, InterruptedException, SlackApi.Refused {
        try {
            return api.call("chat.postMessage", message.with("channel", settings.channel()));
        } catch (SlackApi.Refused e) {
            if (e.isForm() || e.isPlace()) {
                throw e;
            }
            throw new IOException("Slack does not take messages: " + e.getMessage(), e);
        }
    }

    private JsonObject toldLater(JsonObject message) throws IOException, InterruptedException {
        try {
            return sent(message);
        } catch (SlackApi.Refused e) {
            throw new IOException("Slack does not take what it is told: " + e.getMessage(), e);
        }
    }

    /** Something to tell Slack. */
    private interface Telling {
        void tell() throws IOException, InterruptedException;
    }

    /** Tells it meanwhile: Slack waits for an answer to a press for three seconds, and a server begins at once. */
    private static void later(Telling telling) {
        Thread.ofVirtual().name("slack").start(() -> {
            try {
                telling.tell();
            } catch (IOException | GateException e) {
                LOG.info("Slack is not told: {}", e.getMessage());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    @Override
    public void ended(Approval approval) throws IOException, InterruptedException {
        for (SlackMessages.Message message : messages.of(approval.id())) {
            try {
                api.call(
                        "chat.update",
                        SlackBlocks.ended(approval)
                                .with("channel", message.channel())
                                .with("ts", message.time()));
            } catch (SlackApi.Refused e) {
                LOG.warn("a message in Slack cannot be changed: {}", e.getMessage());
            }
            messages.remove(message);
        }
    }

    private String link(ApprovalId id) {
        return inbox + "/#/inbox/" + id.text();
    }

    /** Takes what Slack posts. Anything that it has not signed lately is refused. */
    public HttpReply posted(HttpRequest request) {
        String body = new String(request.body(), StandardCharsets.UTF_8);
        if (!isSigned(request, body)) {
            return HttpReply.problem(401, "unknown-caller", "this is not signed by Slack, or not of these minutes");
        }
        if (!body.startsWith(PAYLOAD)) {
            return HttpReply.problem(400, "invalid", "what Slack posts here has a `payload`");
        }
        try {
            String text = URLDecoder.decode(body.substring(PAYLOAD.length()), StandardCharsets.UTF_8);
            JsonObject payload = JsonText.parseObject(text);
            return HttpReply.json(200, take(payload));
        } catch (InvalidJson | IllegalArgumentException e) {
            return HttpReply.problem(400, "invalid", "the payload cannot be read: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return HttpReply.problem(503, "ending", "the server is ending");
        }
    }

    private boolean isSigned(HttpRequest request, String body) {
        Optional<String> time = request.header("x-slack-request-timestamp").filter(text -> text.matches("[0-9]{1,12}"));
        Optional<String> signature = request.header("x-slack-signature");
        if (time.isEmpty() || signature.isEmpty()) {
            return false;
        }
        Duration age = Duration.between(Instant.ofEpochSecond(Long.parseLong(time.get())), gate.now());
        String expected = "v0=" + hmac("v0:" + time.get() + ":" + body);
        return age.abs().compareTo(FRESH) <= 0
                && MessageDigest.isEqual(
                        expected.getBytes(StandardCharsets.UTF_8),
                        signature.get().getBytes(StandardCharsets.UTF_8));
    }

    private String hmac(String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(settings.secret().getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }

    private JsonObject take(JsonObject payload) throws InterruptedException {
        String user = payload.object("user").flatMap(each -> each.text("id")).orElse("");
        Optional<Caller> caller =
                Optional.ofNullable(settings.people().get(user)).map(Slack::caller);
        switch (payload.text("type").orElse("")) {
            case "block_actions" -> pressed(payload, user, caller);
            case "view_submission" -> {
                String wrong = submitted(payload, caller);
                if (!wrong.isEmpty()) {
                    return JsonObject.empty()
                            .with("response_action", "errors")
                            .with("errors", JsonObject.empty().with("reason", wrong));
                }
            }
            default -> LOG.debug("Slack posts what is not asked for");
        }
        return JsonObject.empty();
    }

    private static Caller caller(Principal principal) {
        return new Caller(principal, "slack", Caller.OWNER);
    }

    private void pressed(JsonObject payload, String user, Optional<Caller> caller) throws InterruptedException {
        JsonObject container = payload.object("container").orElseGet(JsonObject::empty);
        JsonObject action = payload.elements("actions").stream()
                .flatMap(each ->
                        each instanceof JsonObject object ? List.of(object).stream() : List.<JsonObject>of().stream())
                .findFirst()
                .orElseGet(JsonObject::empty);
        String verb = action.text("action_id").orElse("");
        String channel = container.text("channel_id").orElse("");
        if (verb.equals("open")) {
            return;
        }
        Optional<ApprovalId> id = id(action.text("value").orElse(""));
        String time = container.text("message_ts").orElse("");
        String told = caller.filter(person -> person.may(Right.ANSWER)).isEmpty()
                ? NOT_LISTED
                : id.isEmpty()
                        ? "This button is not known."
                        : press(
                                verb,
                                new SlackMessages.Message(id.get(), channel, time),
                                caller.get(),
                                payload.text("trigger_id").orElse(""));
        tell(user, channel, told);
    }

    private static Optional<ApprovalId> id(String text) {
        try {
            return Optional.of(new ApprovalId(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private String press(String verb, SlackMessages.Message message, Caller caller, String trigger)
            throws InterruptedException {
        return act(message, caller, approval -> switch (verb) {
            case "approve" -> approve(approval, AnswerForm.ONCE, caller);
            case "always" -> approve(approval, AnswerForm.ALWAYS, caller);
            case "deny" -> answered(approval, AnswerForm.rejection(RejectMode.SOFT, ""), caller);
            case "reason" -> askReason(message, trigger);
            default -> "This button is not known.";
        });
    }

    /** What is done to an approval; tells what went wrong, or nothing. */
    private interface Act {
        String on(Approval approval) throws InterruptedException;
    }

    private String act(SlackMessages.Message message, Caller caller, Act act) throws InterruptedException {
        try {
            Optional<Approval> approval = desk.find(message.approval().text(), caller);
            if (approval.isEmpty()) {
                return "There is no such approval.";
            }
            if (!approval.get().isPending()) {
                return "It was answered before: " + ApprovalSummary.outcome(approval.get());
            }
            // INVARIANT (own buttons): only what was sent for this approval to this channel answers it.
            return messages.knows(message) ? act.on(approval.get()) : "This button is not good any more.";
        } catch (GateException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** INVARIANT (what you see): nothing is allowed here that does not stand here as a whole. */
    private String approve(Approval approval, AnswerForm form, Caller caller) {
        if (!SlackBlocks.isWhole(ApprovalSummary.of(approval))) {
            return "Not all of it stands here. Allow it in the inbox, which shows it.";
        }
        if (ApprovalSummary.changesProtected(approval)) {
            return ApprovalSummary.PROTECTED;
        }
        if (form.choice() instanceof AnswerForm.Choice.Always && !SlackBlocks.isAlwaysShown(approval)) {
            return "The rules are too long for a message; choose in the inbox.";
        }
        return answered(approval, form, caller);
    }

    private String answered(Approval approval, AnswerForm form, Caller caller) {
        return switch (desk.answer(approval, form, caller)) {
            case Answered.Applied applied -> "";
            case Answered.TooLate late -> "It was answered before: " + ApprovalSummary.outcome(late.approval());
            case Answered.Unknown unknown -> "There is no such approval.";
            case Answered.Refused refused -> refused.why();
        };
    }

    private String askReason(SlackMessages.Message message, String trigger) throws InterruptedException {
        try {
            api.callAtOnce("views.open", SlackBlocks.askReason(trigger, message.text()));
            return "";
        } catch (IOException | SlackApi.Refused e) {
            LOG.warn("Slack opens no window: {}", e.getMessage());
            return "Slack opens no window for a reason at present; press Deny, or answer in the inbox.";
        }
    }

    /** What was wrong with what a window is closed with; empty where nothing was. */
    private String submitted(JsonObject payload, Optional<Caller> caller) throws InterruptedException {
        JsonObject view = payload.object("view").orElseGet(JsonObject::empty);
        Optional<SlackMessages.Message> message =
                SlackMessages.Message.of(view.text("private_metadata").orElse(""));
        if (!view.text("callback_id").equals(Optional.of("reason")) || message.isEmpty()) {
            return "";
        }
        String reason = view.object("state")
                .flatMap(state -> state.object("values"))
                .flatMap(values -> values.object("reason"))
                .flatMap(block -> block.object("text"))
                .flatMap(input -> input.text("value"))
                .orElse("");
        if (caller.filter(person -> person.may(Right.ANSWER)).isEmpty()) {
            return NOT_LISTED;
        }
        AnswerForm denial = AnswerForm.rejection(RejectMode.SOFT, reason);
        return act(message.get(), caller.get(), approval -> answered(approval, denial, caller.get()));
    }

    /** Says something to one person alone. */
    private void tell(String user, String channel, String text) {
        if (text.isEmpty()) {
            return;
        }
        JsonObject said =
                JsonObject.empty().with("channel", channel).with("user", user).with("text", SlackBlocks.escaped(text));
        later(() -> {
            try {
                api.call("chat.postEphemeral", said);
            } catch (SlackApi.Refused e) {
                throw new IOException(e.getMessage(), e);
            }
        });
    }

    @Override
    public void close() {
        api.close();
    }
}
