package dev.licet.server.notify;

import dev.licet.core.approval.Approval;
import dev.licet.core.display.Risk;
import dev.licet.core.display.SafeText;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.Sha256;
import dev.licet.gate.Gate;
import dev.licet.gate.json.JsonText;
import dev.licet.server.outgoing.Outgoing;
import dev.licet.server.settings.Notifications.Format;
import dev.licet.server.settings.Notifications.Webhook;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Posts to an address, signed as Standard Webhooks are: with the shared secret if there is one, else with the gate's key. */
final class WebhookChannel implements Channel {
    private static final Logger LOG = LoggerFactory.getLogger(WebhookChannel.class);

    /** Too early, too slow, too much: those may take it another time. */
    private static final Set<Integer> LATER = Set.of(408, 425, 429);

    private static final int MOST_TEXT = 64 * 1024;
    private static final int MOST_SHOWN = 300;
    private static final int MOST_LISTED = 20;
    private static final int ID_LENGTH = 32;
    private static final int MOST_DISCORD = 1_900;

    /** A message of ntfy has 4,096 bytes. */
    private static final int MOST_NTFY = 1_000;

    /** A flag of a message of Discord. */
    private static final int SUPPRESS_EMBEDS = 1 << 2;

    /** What chats take for markup, or for calling somebody. */
    private static final Pattern MARKUP = Pattern.compile("[*_`~|>#\\[\\]()@<:\\\\-]");

    private final Gate gate;
    private final Webhook webhook;
    private final String inbox;
    private final Outgoing outgoing = new Outgoing();

    /** @param inbox where the page is, as others reach it */
    WebhookChannel(Gate gate, Webhook webhook, String inbox) {
        this.gate = gate;
        this.webhook = webhook;
        this.inbox = inbox;
    }

    @Override
    public String name() {
        return webhook.name();
    }

    @Override
    public boolean tellsEveryEnd() {
        return true;
    }

    @Override
    public void asked(Approval approval) throws IOException, InterruptedException {
        ApprovalSummary notice = ApprovalSummary.of(approval);
        JsonObject body = switch (webhook.format()) {
            case LICET -> event("approval_required", form(notice, approval));
            case TEXT -> text(line(notice) + " – <" + link(notice) + "|answer>");
            case DISCORD -> discord(spoken(approval), link(notice));
            case TEAMS -> teams("Tool call requires approval", spoken(approval), link(notice));
            case NTFY ->
                ntfy(
                        "Tool call requires approval",
                        spoken(approval),
                        link(notice),
                        risk(approval).level());
        };
        post(approval.id().text() + "-asked", body);
    }

    @Override
    public void digest(List<Approval> approvals) throws IOException, InterruptedException {
        JsonObject body = switch (webhook.format()) {
            case LICET ->
                event(
                        "approvals_waiting",
                        JsonObject.empty()
                                .with(
                                        "approvals",
                                        JsonArray.of(approvals.stream()
                                                .map(each -> form(ApprovalSummary.of(each), each))
                                                .toList())));
            case TEXT ->
                text(approvals.size() + " wait for an answer – <" + inbox + "/#/inbox|answer>\n"
                        + approvals.stream()
                                .limit(MOST_LISTED)
                                .map(each -> line(ApprovalSummary.of(each)))
                                .collect(Collectors.joining("\n")));
            case DISCORD -> discord(listed(approvals), inbox + "/#/inbox");
            case TEAMS -> teams(approvals.size() + " wait for an answer", listed(approvals), inbox + "/#/inbox");
            case NTFY ->
                ntfy(
                        approvals.size() + " wait for an answer",
                        listed(approvals),
                        inbox + "/#/inbox",
                        approvals.stream()
                                .map(each -> risk(each).level())
                                .max(Comparator.naturalOrder())
                                .orElse(Risk.Level.LOW));
        };
        String ids = approvals.stream().map(each -> each.id().text()).collect(Collectors.joining(" "));
        post(Sha256.hex(ids).substring(0, ID_LENGTH) + "-digest", body);
    }

    @Override
    public void ended(Approval approval) throws IOException, InterruptedException {
        ApprovalSummary notice = ApprovalSummary.of(approval);
        JsonObject body = switch (webhook.format()) {
            case LICET -> event("approval_resolved", form(notice, approval));
            case TEXT -> {
                String comment = ApprovalSummary.comment(approval)
                        .map(said -> ": " + escaped(said))
                        .orElse("");
                yield text(ApprovalSummary.outcome(approval) + comment + " – " + line(notice));
            }
            case DISCORD -> discord(over(approval), link(notice));
            case TEAMS -> teams(ApprovalSummary.outcome(approval), over(approval), link(notice));
            case NTFY -> ntfy(ApprovalSummary.outcome(approval), over(approval), link(notice), Risk.Level.LOW);
        };
        post(approval.id().text() + "-ended", body);
    }

    private Risk risk(Approval approval) {
        return Risk.of(approval.call(), gate.decide(approval.call()));
    }

    /** A call as a line, and what it would do at worst. */
    private String spoken(Approval approval) {
        return headline(approval) + "\n" + ApprovalSummary.risk(approval, risk(approval));
    }

    private static String headline(Approval approval) {
        return SafeText.cut(ApprovalSummary.headline(approval), MOST_SHOWN);
    }

    private static String listed(List<Approval> approvals) {
        return approvals.stream()
                .limit(MOST_LISTED)
                .map(WebhookChannel::headline)
                .collect(Collectors.joining("\n"));
    }

    private static String over(Approval approval) {
        String comment =
                ApprovalSummary.comment(approval).map(said -> ": " + said).orElse("");
        return ApprovalSummary.outcome(approval) + comment + "\n" + headline(approval);
    }

    /** Nobody is called by what a call says, nothing of it is markup, and no address in it is looked at. */
    private static JsonObject discord(String text, String link) {
        String plain = MARKUP.matcher(text).replaceAll("\\\\$0");
        return JsonObject.empty()
                .with("content", SafeText.cut(plain, MOST_DISCORD - link.length()) + "\n<" + link + ">")
                .with("flags", SUPPRESS_EMBEDS)
                .with("allowed_mentions", JsonObject.empty().with("parse", JsonArray.of(List.of())));
    }

    /** {@code https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors}: a card in which nothing is markup. */
    private static JsonObject teams(String title, String text, String link) {
        JsonObject card = JsonObject.empty()
                .with("type", "AdaptiveCard")
                .with("$schema", "http://adaptivecards.io/schemas/adaptive-card.json")
                .with("version", "1.4")
                .with("body", JsonArray.of(List.of(run(title, true), run(text, false))))
                .with(
                        "actions",
                        JsonArray.of(List.of(JsonObject.empty()
                                .with("type", "Action.OpenUrl")
                                .with("title", "Answer")
                                .with("url", link))));
        return JsonObject.empty()
                .with("type", "message")
                .with(
                        "attachments",
                        JsonArray.of(List.of(JsonObject.empty()
                                .with("contentType", "application/vnd.microsoft.card.adaptive")
                                .with("content", card))));
    }

    /** A block of rich text takes what it is given for text. */
    private static JsonObject run(String text, boolean heading) {
        JsonObject run = JsonObject.empty().with("type", "TextRun").with("text", text);
        return JsonObject.empty()
                .with("type", "RichTextBlock")
                .with("inlines", JsonArray.of(List.of(heading ? run.with("weight", "Bolder") : run)));
    }

    /** {@code https://docs.ntfy.sh/publish}: to the topic that is the last part of the address. */
    private JsonObject ntfy(String title, String text, String link, Risk.Level level) {
        String path = webhook.address().getPath();
        return JsonObject.empty()
                .with("topic", path.substring(path.lastIndexOf('/') + 1))
                .with("title", title)
                .with("message", SafeText.cut(text, MOST_NTFY))
                .with("priority", urgency(level))
                .with("click", link);
    }

    /** From 1 to 5, of which 3 is usual. */
    private static int urgency(Risk.Level level) {
        return switch (level) {
            case LOW -> 2;
            case MEDIUM -> 3;
            case HIGH -> 4;
            case CRITICAL -> 5;
        };
    }

    /** Messages for ntfy go to where its topics are. */
    private URI address() {
        return webhook.format() == Format.NTFY ? webhook.address().resolve(".") : webhook.address();
    }

    private String link(ApprovalSummary notice) {
        return inbox + "/#/inbox/" + notice.id().text();
    }

    private static String line(ApprovalSummary notice) {
        return "*" + word(notice.tool()) + "* `"
                + escaped(notice.line(MOST_SHOWN)).replace('`', '\'') + "` (" + word(notice.where()) + ")";
    }

    /** A name in a line, of which nothing is markup. */
    private static String word(String text) {
        return escaped(SafeText.cut(text, MOST_SHOWN)).replaceAll("[*`\\[\\]()@|]", "\u00b7");
    }

    /** What the hooks of chats would take for markup, or for calling somebody. */
    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private static JsonObject text(String text) {
        return JsonObject.empty().with("text", text);
    }

    private JsonObject event(String type, JsonObject data) {
        return JsonObject.empty()
                .with("type", type)
                .with("timestamp", gate.now().toString())
                .with("data", data);
    }

    private JsonObject form(ApprovalSummary notice, Approval approval) {
        JsonObject form = JsonObject.empty()
                .with("id", notice.id().text())
                .with("state", approval.state().text())
                .with("digest", approval.digest().hex())
                .with("askedAt", approval.askedAt().toString())
                .with("tool", notice.tool())
                .with("text", notice.text().substring(0, Math.min(notice.text().length(), MOST_TEXT)))
                .with("cut", notice.text().length() > MOST_TEXT)
                .with("redacted", notice.isRedacted())
                .with("hidden", notice.hidden())
                .with("where", notice.where())
                .with("link", link(notice));
        if (!approval.isPending()) {
            form = form.with("outcome", ApprovalSummary.outcome(approval));
        }
        Optional<String> comment = ApprovalSummary.comment(approval);
        return comment.isPresent() ? form.with("comment", comment.get()) : form;
    }

    private void post(String id, JsonObject body) throws IOException, InterruptedException {
        String text = JsonText.write(body);
        Instant now = gate.now();
        HttpRequest.Builder request = HttpRequest.newBuilder(address())
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(text));
        if (webhook.format() == Format.LICET) {
            request.header("webhook-id", id)
                    .header("webhook-timestamp", String.valueOf(now.getEpochSecond()))
                    .header("licet-key-id", gate.tickets().keyId())
                    .header("webhook-signature", signature(id, now, text));
        }
        switch (outgoing.send(request.build())) {
            case Outgoing.Reply.None none -> throw new IOException(none.why());
            case Outgoing.Reply.Status status -> {
                boolean later = status.code() / 100 == 5 || LATER.contains(status.code());
                if (later) {
                    throw new IOException("it answers with status " + status.code());
                }
                if (status.code() / 100 != 2) {
                    LOG.warn("{} does not take what it is told: status {}", webhook.name(), status.code());
                }
            }
        }
    }

    private String signature(String id, Instant now, String text) {
        return webhook.secret().isEmpty()
                ? "v1a," + gate.tickets().signature(id, now, text)
                : "v1," + hmac(webhook.secret().get(), id + "." + now.getEpochSecond() + "." + text);
    }

    private static String hmac(byte[] secret, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }

    @Override
    public void close() {
        outgoing.close();
    }
}
