package dev.licet.server.telegram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.approval.ApprovalId;
import dev.licet.core.approval.ApprovalState;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.json.JsonText;
import dev.licet.server.OpenServer;
import dev.licet.server.WithServer;
import dev.licet.server.api.ApprovalService;
import dev.licet.server.settings.ServerSettings;
import dev.licet.server.telegram.TestBotApi.Shown;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A server with a bot, against a Bot API of its own on this machine. */
class TelegramTest extends WithServer {
    private static final long ALICE = 11;
    private static final long BOB = 22;
    private static final long VERA = 33;
    private static final long MALLORY = 66;

    @SuppressWarnings("NullAway.Init")
    private TestBotApi api;

    private int pressed;

    @Override
    protected void prepare() throws Exception {
        api = new TestBotApi();
        Files.writeString(folder.resolve("bot"), TestBotApi.TOKEN + "\n");
        settings("");
    }

    private void settings(String more) throws IOException {
        Files.writeString(folder.resolve("licet.yaml"), """
                server:
                  notify:
                    telegram:
                      tokenFile: bot
                      api: %s
                      people:
                        "11": alice approver+rules
                        "22": bob approver
                        "33": vera viewer
                """.formatted(api.url()) + more);
    }

    @AfterEach
    void stop() throws IOException {
        api.close();
    }

    private ApprovalState ended(String id) throws InterruptedException {
        long end = System.nanoTime() + 20_000_000_000L;
        while (open.state(id) instanceof ApprovalState.Pending && System.nanoTime() < end) {
            open.server().gate().eventsAfter(open.server().gate().lastEvent(), 1, Duration.ofMillis(50));
        }
        return open.state(id);
    }

    /** The message in which {@code user} is asked about {@code part}. */
    private Map.Entry<Integer, Shown> asked(long user, String part) throws InterruptedException {
        return api.await(user, part);
    }

    /** Presses a button and gives what is told. */
    private String press(long user, Map.Entry<Integer, Shown> message, String button) throws InterruptedException {
        api.press(
                user,
                message.getValue().chat(),
                message.getKey(),
                message.getValue().data(button).orElseThrow(() -> new AssertionError(message.toString())));
        return api.told(++pressed);
    }

    @Test
    void aCall_isAskedAsMolfDoes_andApproved() throws Exception {
        String id = open.ask("s", "git push <origin> main");
        var message = asked(ALICE, "Tool call requires approval");
        String text = message.getValue().text();
        assertTrue(
                text.startsWith("Tool call requires approval: <code>shell_exec</code>\n"
                        + "Arguments: <code>git push &lt;origin&gt; main</code>"),
                text);
        assertEquals(
                List.of("Approve", "Always", "Deny", "Remember …"),
                message.getValue().buttons());
        assertEquals(Optional.of("tool_approve_" + id), message.getValue().data("Approve"));
        assertEquals("", press(ALICE, message, "Approve"));
        assertTrue(ended(id) instanceof ApprovalState.Approved approved
                && approved.answer().principal().equals("alice")
                && approved.answer().channel().equals("telegram"));
        assertEquals(
                "Approved: <code>shell_exec</code>",
                asked(ALICE, "Approved").getValue().text());
        assertEquals(
                "Approved (elsewhere): <code>shell_exec</code>",
                asked(BOB, "Approved").getValue().text());
        assertTrue(asked(ALICE, "Approved").getValue().buttons().isEmpty());
    }

    @Test
    void whatItDidWhenItWasTried_comesIntoTheMessage() throws Exception {
        String id = open.askTried(folder, "make");
        var message = asked(ALICE, "tried within bounds: changes 1 file");
        assertTrue(message.getValue().text().contains("changed a.txt (+1 -1)"), message.toString());
        assertEquals("", press(ALICE, message, "Approve"));
        assertTrue(ended(id) instanceof ApprovalState.Approved);
    }

    @Test
    void always_savesTheRule_ifThePersonMay() throws Exception {
        String id = open.ask("s", "git push origin main");
        String refused = press(BOB, asked(BOB, "git push"), "Always");
        assertTrue(refused.contains("does not carry the right `rules`"), refused);
        assertTrue(open.state(id) instanceof ApprovalState.Pending);
        assertEquals("", press(ALICE, asked(ALICE, "git push"), "Always"));
        assertTrue(ended(id) instanceof ApprovalState.Approved approved
                && approved.saved().toString().contains("git push *"));
        asked(ALICE, "Always approved: <code>shell_exec</code>");
    }

    @Test
    void deny_asksOnceMore() throws Exception {
        String id = open.ask("s", "make");
        var message = asked(ALICE, "make");
        press(ALICE, message, "Deny");
        var second = asked(ALICE, "make");
        assertEquals(
                List.of("Deny", "Deny with reason", "Back"), second.getValue().buttons());
        assertEquals(Optional.of("tool_denynow_" + id), second.getValue().data("Deny"));
        press(ALICE, second, "Back");
        assertEquals(4, asked(ALICE, "make").getValue().buttons().size());
        press(ALICE, message, "Deny");
        press(ALICE, asked(ALICE, "make"), "Deny");
        assertTrue(ended(id) instanceof ApprovalState.Rejected);
        assertEquals(
                "Denied: <code>shell_exec</code>",
                asked(ALICE, "Denied").getValue().text());
    }

    @Test
    void denyWithReason_takesTheReply_andNothingElse() throws Exception {
        String id = open.ask("s", "make");
        press(ALICE, asked(ALICE, "make"), "Deny");
        press(ALICE, asked(ALICE, "make"), "Deny with reason");
        var prompt = asked(ALICE, "Type your denial reason:");
        assertTrue(prompt.getValue().keyboard().members().containsKey("force_reply"));
        JsonObject none = JsonObject.empty();
        api.write(MALLORY, prompt.getKey(), "mine", none);
        api.write(ALICE, prompt.getKey() + 1, "to another message", none);
        api.write(
                ALICE,
                prompt.getKey(),
                "forwarded",
                none.with("forward_origin", none.with("type", "hidden_user").with("date", 1)));
        api.write(ALICE, prompt.getKey(), "edited", none.with("edit_date", 2));
        JsonObject edit = api.write(ALICE, prompt.getKey() + 1, "x", none)
                .object("message")
                .orElseThrow();
        api.update("edited_message", edit);
        api.write(ALICE, prompt.getKey(), "not <today>", none);
        assertTrue(ended(id) instanceof ApprovalState.Rejected rejected
                && rejected.answer().comment().equals("not <today>"));
        asked(ALICE, "Denied: not &lt;today&gt;: <code>shell_exec</code>");
    }

    @Test
    void aSecondQuestionForAReason_deniesTheFirst() throws Exception {
        String first = open.ask("s", "make one");
        String second = open.ask("s", "make two");
        for (String each : List.of("make one", "make two")) {
            press(ALICE, asked(ALICE, each), "Deny");
            press(ALICE, asked(ALICE, each), "Deny with reason");
        }
        assertTrue(ended(first) instanceof ApprovalState.Rejected);
        assertTrue(open.state(second) instanceof ApprovalState.Pending);
        api.write(ALICE, asked(ALICE, "Type your").getKey(), "why", JsonObject.empty());
        assertTrue(
                ended(second) instanceof ApprovalState.Rejected rejected
                        && rejected.answer().comment().equals("why"),
                api::all);
    }

    @Test
    void aReasonThatDoesNotCome_isGivenUp() throws Exception {
        Path other = Files.createDirectory(folder.resolve("other"));
        Files.copy(folder.resolve("licet.yaml"), other.resolve("licet.yaml"));
        Files.copy(folder.resolve("bot"), other.resolve("bot"));
        var settings = ServerSettings.of(DataDirectory.at(other))
                .notifications()
                .telegram()
                .orElseThrow();
        String id = open.ask("s", "make");
        // The server's own bot reads no updates any more: this one, which is not patient, gets them.
        try (var impatient = new Telegram(
                open.server().gate(),
                new ApprovalService(open.server().gate()),
                open.server().gate().channel("impatient"),
                settings,
                new byte[32],
                "http://localhost",
                Duration.ofMillis(300))) {
            open.server().gate().channel("impatient").hold();
            impatient.begin();
            impatient.asked(open.server().gate().approval(new ApprovalId(id)).orElseThrow());
            pressUntilKnown(impatient, id, "deny");
            pressUntilKnown(impatient, id, "denyreason");
            assertTrue(ended(id) instanceof ApprovalState.Rejected);
            asked(ALICE, "Denied (timed out): <code>shell_exec</code>");
        }
    }

    /** Two bots ask for the same updates here, and each gets all of them: only the one whose message it is acts. */
    private void pressUntilKnown(Telegram bot, String id, String verb) throws InterruptedException {
        int message = bot.message(new ApprovalId(id), ALICE);
        api.press(ALICE, ALICE, message, "tool_" + verb + "_" + id);
        api.told(++pressed);
        api.told(++pressed);
    }

    @Test
    void choices_areShownToTheLetter_andRemembered() throws Exception {
        String id = open.ask("s", "git push origin main");
        press(ALICE, asked(ALICE, "git push"), "Remember …");
        var choices = asked(ALICE, "and remember:");
        assertTrue(
                choices.getValue().text().contains("<code>allow shell_exec: git push *</code>"),
                choices.getValue().text());
        press(ALICE, choices, "exact, this session");
        assertTrue(ended(id) instanceof ApprovalState.Approved);
        assertEquals(1, open.get("/v1/grants").body().elements("grants").size());
        assertEquals(
                "allow",
                open.post("/v1/calls", OpenServer.shell("s", "git push origin main"))
                        .text("decision"));
    }

    @Test
    void whoIsNotOnTheList_answersNothing_whateverTheyPress() throws Exception {
        String id = open.ask("s", "make");
        var message = asked(ALICE, "make");
        String told = press(MALLORY, message, "Approve");
        assertTrue(told.contains("not on the list"), told);
        // A viewer has no buttons, and making one up does not help.
        assertTrue(asked(VERA, "make").getValue().buttons().isEmpty());
        api.press(VERA, VERA, asked(VERA, "make").getKey(), "tool_approve_" + id);
        assertTrue(api.told(++pressed).contains("does not carry the right `answer`"));
        // Bob's press under Alice's message is nobody's.
        api.press(BOB, ALICE, message.getKey(), "tool_approve_" + id);
        assertTrue(api.told(++pressed).contains("not good any more"));
        for (String forged : List.of("tool_approve_none", "approve", "tool_xall_" + id, "tool__" + id, "")) {
            api.press(ALICE, ALICE, message.getKey(), forged);
            assertFalse(api.told(++pressed).isEmpty(), forged);
        }
        api.press(ALICE, ALICE, message.getKey() + 50, "tool_approve_" + id);
        assertTrue(api.told(++pressed).contains("not good any more"));
        assertTrue(open.state(id) instanceof ApprovalState.Pending);
    }

    @Test
    void aLongCall_isSentWhole_beforeItCanBeApproved() throws Exception {
        String id = open.ask("s", "frob " + "x".repeat(300) + " && make the-end");
        var message = asked(ALICE, "Tool call");
        assertFalse(message.getValue().text().contains("the-end</code>"));
        assertTrue(
                message.getValue().text().contains("x..."), message.getValue().text());
        String told = press(ALICE, message, "Approve");
        assertTrue(told.contains("This was not all of it"), told);
        assertTrue(open.state(id) instanceof ApprovalState.Pending);
        asked(ALICE, "make the-end</pre>");
        String hasty = press(ALICE, message, "Approve");
        assertTrue(hasty.contains("Look at all of it first"), hasty);
        while (open.state(id) instanceof ApprovalState.Pending) {
            press(ALICE, message, "Approve");
        }
        assertTrue(ended(id) instanceof ApprovalState.Approved);
    }

    @Test
    void aVeryLongCall_isSentAsAFile() throws Exception {
        open.ask("s", "frob " + "x".repeat(9_000) + " the-end");
        press(ALICE, asked(ALICE, "Tool call"), "Show all");
        String file = asked(ALICE, "characters").getValue().file();
        assertTrue(file.endsWith(" the-end"), file);
    }

    @Test
    void secrets_areNeverSent() throws Exception {
        String secret = "ghp_0123456789012345678901234567890123456789";
        open.ask("s", "curl -H 'Authorization: Bearer " + secret + "' http://localhost/" + "x".repeat(5_000));
        var message = asked(ALICE, "Something secret is left out here");
        assertEquals(List.of("Deny"), message.getValue().buttons());
        String id = open.server().gate().pending().getFirst().id().text();
        for (String verb : List.of("approve", "always", "sexact", "all", "more")) {
            api.press(ALICE, ALICE, message.getKey(), "tool_" + verb + "_" + id);
            api.told(++pressed);
        }
        assertTrue(open.state(id) instanceof ApprovalState.Pending);
        assertFalse(api.anywhere(secret));
    }

    @Test
    void aFailedEdit_isMadeUpFor() throws Exception {
        String id = open.ask("s", "make");
        for (long each : new long[] {ALICE, BOB, VERA}) {
            asked(each, "make");
        }
        api.fail("editMessageText", 500, 2);
        open.post("/v1/approvals/" + id + "/deny", "{}");
        for (long each : new long[] {ALICE, BOB, VERA}) {
            asked(each, "Denied (elsewhere)");
        }
    }

    @Test
    void longNamesOfPlaces_areCut_soThatSomebodyIsTold() throws Exception {
        open.post(
                "/v1/calls",
                OpenServer.shell("s", "make").replace("\"cwd\":\"/srv", "\"cwd\":\"/" + "x/".repeat(3_000)));
        assertTrue(asked(ALICE, "Tool call requires approval").getValue().text().length() < 4_096);
    }

    @Test
    void repeatedUpdates_doNothingTwice() throws Exception {
        String id = open.ask("s", "make");
        assertEquals("", press(ALICE, asked(ALICE, "make"), "Approve"));
        assertTrue(ended(id) instanceof ApprovalState.Approved);
        String next = open.ask("s", "make again");
        asked(ALICE, "make again");
        api.repeat();
        press(ALICE, asked(ALICE, "make again"), "Deny");
        assertTrue(open.state(next) instanceof ApprovalState.Pending);
        assertEquals(
                List.of("Deny", "Deny with reason", "Back"),
                asked(ALICE, "make again").getValue().buttons());
    }

    @Test
    void anApiThatFails_isAskedAgain() throws Exception {
        api.fail("sendMessage", 429, 1);
        api.fail("sendMessage", 500, 1);
        api.fail("getUpdates", 500, 1);
        api.fail("getUpdates", -1, 1);
        String id = open.ask("s", "make");
        var message = asked(ALICE, "make");
        asked(BOB, "make");
        asked(VERA, "make");
        assertEquals(1, api.count(ALICE), "who was told is not told again");
        press(ALICE, message, "Approve");
        assertTrue(ended(id) instanceof ApprovalState.Approved);
    }

    @Test
    void afterARestart_messagesAreKnown_andNobodyIsAskedAgain() throws Exception {
        String id = open.ask("s", "make");
        String other = open.ask("s", "make two");
        var message = asked(ALICE, "make two");
        asked(BOB, "make two");
        asked(VERA, "make two");
        var first = asked(ALICE, "make</code>");
        open.close();
        open = new OpenServer(folder);
        open.post("/v1/approvals/" + id + "/approve", "{}");
        asked(ALICE, "Approved (elsewhere)");
        assertEquals(2, api.count(ALICE), api::all);
        press(ALICE, message, "Approve");
        assertTrue(ended(other) instanceof ApprovalState.Approved);
        assertTrue(press(ALICE, first, "Approve").contains("not good any more"));
    }

    @Test
    void aReasonThatIsTyped_isWaitedFor_overARestart() throws Exception {
        String id = open.ask("s", "make");
        press(ALICE, asked(ALICE, "make"), "Deny");
        press(ALICE, asked(ALICE, "make"), "Deny with reason");
        var prompt = asked(ALICE, "Type your denial reason:");
        open.close();
        open = new OpenServer(folder);
        api.write(ALICE, prompt.getKey(), "not today", JsonObject.empty());
        assertTrue(
                ended(id) instanceof ApprovalState.Rejected rejected
                        && rejected.answer().comment().equals("not today"),
                api::all);
    }

    @Test
    void aPress_whileTelegramCannotBeReached_isNotLost() throws Exception {
        String id = open.ask("s", "make");
        var message = asked(ALICE, "make");
        asked(BOB, "make");
        asked(VERA, "make");
        api.fail("editMessageText", 500, 2);
        api.fail("answerCallbackQuery", 500, 1);
        press(ALICE, message, "Deny");
        api.awaitButton(ALICE, "Deny with reason");
        assertTrue(open.state(id) instanceof ApprovalState.Pending);
    }

    @Test
    void onePressOnACutCall_isOnePress_whateverTelegramDoes() throws Exception {
        String id = open.ask("s", "frob " + "x".repeat(300) + " && make the-end");
        var message = asked(ALICE, "Tool call");
        api.fail("answerCallbackQuery", 502, 1);
        api.press(ALICE, ALICE, message.getKey(), "tool_approve_" + id);
        asked(ALICE, "make the-end</pre>");
        // Another update is taken after it, and after all that may be tried again.
        String next = open.ask("s", "make another");
        assertEquals("", press(ALICE, asked(ALICE, "make another"), "Deny"));
        assertTrue(open.state(id) instanceof ApprovalState.Pending);
        assertTrue(open.state(next) instanceof ApprovalState.Pending);
    }

    @Test
    void anAnswerWhoseMessageCannotBeChanged_counts_andSaysSoLater() throws Exception {
        String id = open.ask("s", "make");
        var message = asked(ALICE, "make");
        asked(BOB, "make");
        asked(VERA, "make");
        api.fail("editMessageText", 502, 1);
        assertEquals("", press(ALICE, message, "Approve"));
        assertTrue(ended(id) instanceof ApprovalState.Approved);
        assertEquals(
                "Approved: <code>shell_exec</code>",
                asked(ALICE, "Approved").getValue().text());
    }

    @Test
    void aMessageThatTelegramRefuses_isToldInPlainWords() throws Exception {
        api.fail("sendMessage", 400, 1);
        open.ask("s", "make");
        for (long each : new long[] {ALICE, BOB, VERA}) {
            asked(each, "ool call requires approval");
        }
        assertTrue(api.anywhere("cannot be shown here. Answer it in the inbox: http"), api::all);
    }

    @Test
    void aWebhook_isSetUp_andBelievedOnlyWithItsSecret() throws Exception {
        open.close();
        settings("      webhook: https://licet.example.com/telegram\n");
        open = new OpenServer(folder);
        assertEquals("https://licet.example.com/telegram", api.webhook());
        String id = open.ask("s", "make");
        var message = asked(ALICE, "make");
        String update = JsonText.write(api.press(ALICE, ALICE, message.getKey(), "tool_approve_" + id));
        assertEquals(401, post(update, "wrong"));
        assertEquals(401, post(update, ""));
        assertTrue(open.state(id) instanceof ApprovalState.Pending);
        assertEquals(400, post("{", api.secret()));
        assertEquals(400, post("[]", api.secret()));
        assertEquals(200, post(update, api.secret()));
        assertTrue(ended(id) instanceof ApprovalState.Approved);
        assertEquals(200, post(update, api.secret()), "one that comes again does nothing");
    }

    private int post(String body, String secret) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(open.server().url() + "/telegram"))
                .POST(BodyPublishers.ofString(body));
        if (!secret.isEmpty()) {
            request.header("X-Telegram-Bot-Api-Secret-Token", secret);
        }
        HttpResponse<String> response = HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
        return response.statusCode();
    }

    @Test
    void digests_areOneMessage() throws Exception {
        open.close();
        Files.writeString(
                folder.resolve("licet.yaml"),
                Files.readString(folder.resolve("licet.yaml")) + "    routes:\n      - {to: [telegram], digest: 1s}\n");
        open = new OpenServer(folder);
        open.ask("s", "make one");
        open.ask("s", "make <two>");
        var message = asked(ALICE, "wait for an answer");
        assertTrue(
                message.getValue().text().contains("make &lt;two&gt;"),
                message.getValue().text());
        assertEquals(1, api.count(ALICE));
    }
}
