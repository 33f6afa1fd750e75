package dev.licet.server.notify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.ticket.TicketKey;
import dev.licet.gate.json.JsonText;
import dev.licet.server.OpenServer;
import dev.licet.server.notify.TestReceiver.Posted;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Signature;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Webhooks of a real server, over real sockets. */
class WebhookTest {
    private static final byte[] SECRET = "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.UTF_8);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private TestReceiver receiver;

    @SuppressWarnings("NullAway.Init")
    private OpenServer open;

    @BeforeEach
    void start() throws Exception {
        receiver = new TestReceiver();
        Files.writeString(
                folder.resolve("secret"), "whsec_" + Base64.getEncoder().encodeToString(SECRET));
    }

    private void open(String notify) throws Exception {
        Files.writeString(folder.resolve("licet.yaml"), "server:\n  notify:\n" + notify.indent(4));
        open = new OpenServer(folder);
    }

    @AfterEach
    void stop() throws IOException {
        open.close();
        receiver.close();
    }

    private String hook(String more) {
        return "webhooks:\n  - {name: team, url: \"" + receiver.url("/hook") + "\"" + more + "}\n";
    }

    private static JsonObject body(Posted posted) throws Exception {
        return JsonText.parseObject(posted.body());
    }

    private static String text(Posted posted) {
        return new String(posted.body(), StandardCharsets.UTF_8);
    }

    private static byte[] signed(Posted posted) {
        return (posted.header("webhook-id") + "." + posted.header("webhook-timestamp") + "." + text(posted))
                .getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void chats_areToldInTheirForms_andNothingOfACallIsMarkup() throws Exception {
        open(hook(", format: discord"));
        open.ask("s", "npm publish --tag '@everyone **x** <@1>'");
        JsonObject discord = body(receiver.next());
        String content = discord.text("content").orElseThrow();
        assertTrue(content.startsWith("npm publish \\-\\-tag '\\@everyone \\*\\*x\\*\\* \\<\\@1\\>'\n"), content);
        assertTrue(content.contains(" risk"), content);
        assertTrue(content.matches("(?s).*\n<http://127\\.0\\.0\\.1:[0-9]+/#/inbox/[a-z0-9]+>"), content);
        assertEquals(
                "{\"parse\":[]}",
                discord.object("allowed_mentions").orElseThrow().toString());
    }

    @Test
    void teams_getsACard_ofPlainText() throws Exception {
        open(hook(", format: teams"));
        String id = open.ask("s", "npm publish [x](https://example.com)");
        JsonObject attachment =
                (JsonObject) body(receiver.next()).elements("attachments").getFirst();
        JsonObject card = attachment.object("content").orElseThrow();
        assertEquals(Optional.of("AdaptiveCard"), card.text("type"));
        JsonObject said = (JsonObject) card.elements("body").get(1);
        assertEquals(Optional.of("RichTextBlock"), said.text("type"));
        assertTrue(said.toString().contains("npm publish [x](https://example.com)"), said.toString());
        assertTrue(card.elements("actions").toString().contains("/#/inbox/" + id), card.toString());
    }

    @Test
    void aSecretThatWouldBeCut_isNotToldInHalves() throws Exception {
        open(hook(", format: discord"));
        for (int length = 230; length < 300; length += 10) {
            open.ask(
                    "s",
                    "curl -o " + "x".repeat(length - 40) + " https://deploy:S3cret-passwordOfSomebody@example.com/a");
            String told = text(receiver.next());
            assertFalse(told.contains("S3cret"), told);
        }
    }

    @Test
    void anAddressWithASignature_isTaken_andNeverSaid() throws Exception {
        Files.writeString(folder.resolve("address"), receiver.url("/workflows/1?api-version=2016-06-01&sig=abc%2Fdef"));
        open("webhooks:\n  - {name: team, urlFile: address, format: teams}\n");
        open.ask("s", "npm publish");
        assertEquals(
                "/workflows/1?api-version=2016-06-01&sig=abc%2Fdef",
                receiver.next().path());
    }

    @Test
    void ntfy_isToldAtItsRoot_asUrgentlyAsTheRiskIs() throws Exception {
        open("webhooks:\n  - {name: phone, url: \"" + receiver.url("/my-topic") + "\", format: ntfy}\n");
        String id = open.ask("s", "npm publish");
        Posted posted = receiver.next();
        assertEquals("/", posted.path());
        JsonObject message = body(posted);
        assertEquals(Optional.of("my-topic"), message.text("topic"));
        assertEquals(4, message.number("priority").orElseThrow().intValue());
        assertTrue(message.text("click").orElseThrow().endsWith("/#/inbox/" + id));
        assertTrue(message.text("message").orElseThrow().startsWith("npm publish\n◆ high risk: "), text(posted));
    }

    @Test
    void asksAndOutcomes_areTold_signedWithTheGatesKey() throws Exception {
        open(hook(""));
        String id = open.ask("s", "make <all>");
        Posted asked = receiver.next();
        assertEquals("/hook", asked.path());
        assertEquals(id + "-asked", asked.header("webhook-id"));
        assertEquals(Optional.of("approval_required"), body(asked).text("type"));
        JsonObject data = body(asked).object("data").orElseThrow();
        assertEquals(Optional.of("make <all>"), data.text("text"));
        assertEquals(Optional.of(open.server().url() + "/#/inbox/" + id), data.text("link"));
        String signature = asked.header("webhook-signature").replaceFirst("v1a,", "");
        Signature check = Signature.getInstance("Ed25519");
        check.initVerify(TicketKey.publicKey(open.get("/v1/tickets/key").text("publicKey")));
        check.update(signed(asked));
        assertTrue(check.verify(Base64.getDecoder().decode(signature)));
        open.post("/v1/approvals/" + id + "/deny", "{\"feedback\":\"not now\"}");
        Posted ended = receiver.next();
        assertEquals(Optional.of("approval_resolved"), body(ended).text("type"));
        JsonObject how = body(ended).object("data").orElseThrow();
        assertEquals(Optional.of("rejected by owner"), how.text("outcome"));
        assertEquals(Optional.of("not now"), how.text("comment"));
    }

    @Test
    void aSharedSecret_signsAsStandardWebhooksDo() throws Exception {
        open(hook(", secretFile: secret"));
        open.ask("s", "make");
        Posted asked = receiver.next();
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(SECRET, "HmacSHA256"));
        assertEquals(
                "v1," + Base64.getEncoder().encodeToString(mac.doFinal(signed(asked))),
                asked.header("webhook-signature"));
    }

    @Test
    void theTextForm_isWhatChatsTake_andCallsNobody() throws Exception {
        open(hook(", format: text"));
        open.ask("s", "frob '<!channel> & `x`'");
        Posted asked = receiver.next();
        String text = body(asked).text("text").orElseThrow();
        assertTrue(text.startsWith("*shell_exec* `frob '&lt;!channel&gt; &amp; 'x''` (local · s · /srv) – <"), text);
        assertTrue(text.endsWith("|answer>"), text);
        assertEquals("null", asked.header("webhook-signature"));
    }

    @Test
    void secrets_areNeverSent() throws Exception {
        String secret = "ghp_0123456789012345678901234567890123456789";
        open(hook(""));
        String id = open.ask("s", "git clone https://x:" + secret + "@localhost/");
        open.post("/v1/approvals/" + id + "/deny", "{\"feedback\":\"token " + secret + "\"}");
        assertFalse(text(receiver.next()).contains(secret));
        assertFalse(text(receiver.next()).contains(secret));
    }

    @Test
    void whatDoesNotArrive_isToldLater_andAfterARestartOnlyWhatIsNew() throws Exception {
        receiver.fail(2);
        open(hook(""));
        String id = open.ask("s", "make");
        assertEquals(id + "-asked", receiver.next().header("webhook-id"));
        // Whether one that was on its way at the end had arrived nobody knows; this one is written down.
        assertTrue(receiver.isQuietFor(1_000));
        assertTrue(open.server().gate().channel("team").read("told").orElse("").contains(id));
        open.close();
        open = new OpenServer(folder);
        open.post("/v1/approvals/" + id + "/approve", "{}");
        assertEquals(id + "-ended", receiver.next().header("webhook-id"), "not asked again");
    }

    @Test
    void whatEndedWhileTheServerWasAway_isToldWhenItIsBack() throws Exception {
        open(hook(""));
        String id = open.ask("s", "make");
        receiver.next();
        open.close();
        Path settings = folder.resolve("licet.yaml");
        String before = Files.readString(settings);
        Files.writeString(settings, "");
        open = new OpenServer(folder);
        open.post("/v1/approvals/" + id + "/deny", "{}");
        open.close();
        Files.writeString(settings, before);
        open = new OpenServer(folder);
        assertEquals(id + "-ended", receiver.next().header("webhook-id"));
    }

    @Test
    void routes_chooseWhoIsTold() throws Exception {
        open(hook("") + """
                routes:
                  - {to: [], tools: [shell_exec], sessions: ["quiet*"]}
                  - {to: [team], tools: [shell_exec]}
                """);
        open.ask("quiet-1", "make");
        String id = open.ask("loud", "make");
        assertEquals(id + "-asked", receiver.next().header("webhook-id"));
        assertTrue(receiver.isQuietFor(700));
    }

    @Test
    void whoeverAnswersFirst_sparesTheOthers() throws Exception {
        open(hook(", format: text") + "routes: [{to: [team], after: 2s}]\n");
        String id = open.ask("s", "make one");
        open.post("/v1/approvals/" + id + "/approve", "{}");
        Posted ended = receiver.next();
        assertTrue(text(ended).contains("approved by owner"), text(ended));
        open.ask("s", "make two");
        assertTrue(receiver.isQuietFor(700));
        assertTrue(text(receiver.next()).contains("make two"));
    }

    @Test
    void whatIsRefused_keepsNothingElseBack() throws Exception {
        open(hook(""));
        receiver.answer(413);
        open.ask("s", "make big");
        receiver.next();
        receiver.answer(204);
        String id = open.ask("s", "make two");
        assertEquals(id + "-asked", receiver.next().header("webhook-id"));
        assertTrue(receiver.isQuietFor(1_500), "what was refused is not tried again");
    }

    @Test
    void whatFails_keepsNothingElseBack() throws Exception {
        open(hook(""));
        receiver.fail(1);
        String first = open.ask("s", "make one");
        String second = open.ask("s", "make two");
        assertEquals(second + "-asked", receiver.next().header("webhook-id"));
        assertEquals(first + "-asked", receiver.next().header("webhook-id"));
    }

    @Test
    void aDigest_isOnePost() throws Exception {
        open(hook("") + "routes: [{to: [team], digest: 1s}]\n");
        open.ask("s", "make one");
        open.ask("s", "make two");
        Posted digest = receiver.next();
        assertEquals(Optional.of("approvals_waiting"), body(digest).text("type"));
        assertEquals(
                2,
                body(digest).object("data").orElseThrow().elements("approvals").size());
        assertTrue(receiver.isQuietFor(1_500));
    }
}
