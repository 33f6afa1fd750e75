package dev.licet.server.slack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.approval.ApprovalId;
import dev.licet.core.approval.ApprovalState;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.server.WithServer;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A server with an app in Slack, against a Web API of its own on this machine. */
class SlackTest extends WithServer {
    private static final String ALICE = "U0000ALICE";
    private static final String BOB = "U00000BOB";
    private static final String VERA = "U0000VERA";

    @SuppressWarnings("NullAway.Init")
    private TestSlack slack;

    @Override
    protected void prepare() throws Exception {
        slack = new TestSlack();
        slack.settings(folder, """
                people:
                  U0000ALICE: alice approver+rules
                  U00000BOB: bob approver
                  U0000VERA: vera viewer
                """);
    }

    @AfterEach
    void stop() throws IOException {
        slack.close();
    }

    private int press(String user, Map.Entry<String, JsonObject> message, String button) throws Exception {
        return post(TestSlack.press(user, message, button));
    }

    private int post(JsonObject payload) throws Exception {
        return TestSlack.post(open.server().url() + "/slack", payload, Instant.now(), TestSlack.SECRET);
    }

    @Test
    void aCall_isAsked_approved_andSaysSo() throws Exception {
        String id = open.ask("s", "git commit --no-verify -m '<a> *b*'");
        var message = slack.await("Tool call requires approval");
        assertEquals(
                List.of("Approve", "Always", "Deny", "Deny with reason …", "Open"),
                TestSlack.buttons(message.getValue()));
        assertTrue(message.getValue().toString().contains("git commit --no-verify -m '<a> *b*'"), message.toString());
        assertTrue(message.getValue().toString().contains(" risk: "), message.toString());
        assertEquals(200, press(BOB, message, "Approve"));
        assertTrue(open.state(id) instanceof ApprovalState.Approved approved
                && approved.answer().principal().equals("bob")
                && approved.answer().channel().equals("slack"));
        assertEquals(List.of(), TestSlack.buttons(slack.await("approved by bob").getValue()));
        assertEquals(200, press(ALICE, message, "Deny"));
        assertEquals(ALICE + ": It was answered before: approved by bob", slack.told(1));
    }

    @Test
    void whatItDidWhenItWasTried_comesIntoTheMessage() throws Exception {
        String id = open.askTried(folder, "make");
        var message = slack.await("tried within bounds: changes 1 file");
        assertTrue(message.getValue().toString().contains("changed a.txt (+1 -1)"), message.toString());
        assertEquals(
                List.of("Approve", "Always", "Deny", "Deny with reason …", "Open"),
                TestSlack.buttons(message.getValue()));
        assertEquals(200, press(BOB, message, "Approve"));
        assertTrue(open.state(id) instanceof ApprovalState.Approved);
    }

    @Test
    void whatWouldChangeProtectedFiles_isAllowedInTheInboxAlone() throws Exception {
        String id = open.askTried(folder, "make", "protected: a file");
        var message = slack.await("tried within bounds: changes 1 file");
        assertEquals(200, press(BOB, message, "Approve"));
        assertTrue(slack.told(1).contains("It changes protected files."), slack.told(1));
        assertTrue(open.state(id) instanceof ApprovalState.Pending);
    }

    @Test
    void whoMayDoWhat_isLookedUpForEachPress() throws Exception {
        String id = open.ask("s", "git push origin main");
        var message = slack.await("Tool call requires approval");
        for (String stranger : List.of("U000MALLORY", VERA)) {
            assertEquals(200, press(stranger, message, "Approve"));
        }
        assertEquals("U000MALLORY: You are not on the list of people who may answer here.", slack.told(1));
        assertEquals(VERA + ": You are not on the list of people who may answer here.", slack.told(2));
        assertEquals(200, press(BOB, message, "Always"));
        assertTrue(slack.told(3).contains("does not carry the right `rules`"), slack.told(3));
        assertTrue(open.state(id) instanceof ApprovalState.Pending);
        assertEquals(200, press(ALICE, message, "Always"));
        assertTrue(open.state(id) instanceof ApprovalState.Approved approved
                && !approved.saved().isEmpty());
    }

    @Test
    void whatSlackHasNotSignedLately_isRefused() throws Exception {
        String id = open.ask("s", "git push origin main");
        var message = slack.await("Tool call requires approval");
        JsonObject pressed = TestSlack.press(ALICE, message, "Approve");
        String address = open.server().url() + "/slack";
        String other = TestSlack.SECRET.replace('8', '9');
        assertEquals(401, TestSlack.post(address, pressed, Instant.now(), other));
        Instant old = Instant.now().minus(Duration.ofMinutes(6));
        assertEquals(401, TestSlack.post(address, pressed, old, TestSlack.SECRET));
        JsonObject foreign = pressed.with(
                "container",
                JsonObject.empty().with("message_ts", "1700000000.999999").with("channel_id", TestSlack.CHANNEL));
        assertEquals(200, post(foreign));
        assertEquals(ALICE + ": This button is not good any more.", slack.told(1));
        assertEquals(200, post(JsonObject.empty().with("type", "block_actions")));
        assertTrue(open.state(id) instanceof ApprovalState.Pending);
    }

    @Test
    void aReason_isTypedInAWindow_andToldToTheModel() throws Exception {
        String id = open.ask("s", "npm publish");
        var message = slack.await("Tool call requires approval");
        assertEquals(200, press(BOB, message, "Deny with reason …"));
        JsonObject view = slack.view(1).object("view").orElseThrow();
        assertTrue(view.text("private_metadata").orElseThrow().contains(id), view.toString());
        JsonObject typed = JsonObject.empty()
                .with("type", "view_submission")
                .with("user", JsonObject.empty().with("id", BOB))
                .with(
                        "view",
                        view.with(
                                "state",
                                JsonObject.empty()
                                        .with(
                                                "values",
                                                JsonObject.empty()
                                                        .with(
                                                                "reason",
                                                                JsonObject.empty()
                                                                        .with(
                                                                                "text",
                                                                                JsonObject.empty()
                                                                                        .with(
                                                                                                "value",
                                                                                                "not <today>"))))));
        assertEquals(200, post(typed.with("user", JsonObject.empty().with("id", VERA))));
        assertTrue(open.state(id) instanceof ApprovalState.Pending);
        JsonObject foreign = view.with(
                "private_metadata",
                view.text("private_metadata").orElseThrow().replace("1700000000.000001", "1700000000.000009"));
        assertEquals(200, post(typed.with("view", foreign)));
        assertTrue(open.state(id) instanceof ApprovalState.Pending);
        assertEquals(200, post(typed));
        assertTrue(open.state(id) instanceof ApprovalState.Rejected rejected
                && rejected.answer().comment().equals("not <today>"));
        slack.await("rejected by bob: not ");
    }

    @Test
    void whatDoesNotStandThereAsAWhole_isNotAllowedThere() throws Exception {
        open.ask("s", "npm publish --tag " + "x".repeat(7_000));
        var large = slack.await("This is not all of it");
        assertEquals(List.of("Deny", "Deny with reason …", "Open"), TestSlack.buttons(large.getValue()));
        open.ask("s", "curl -H 'Authorization: Bearer sk-ant-api03-abcdefghijklmnopqrstuvwx' https://example.com");
        var secret = slack.await("Something secret is left out");
        assertFalse(secret.getValue().toString().contains("abcdefghijklmnop"), secret.toString());
        assertFalse(TestSlack.buttons(secret.getValue()).contains("Approve"));
    }

    @Test
    void whatSlackWouldNotTake_isAskedShortly_andStillDenied() throws Exception {
        String id = open.ask(
                "s", "npm publish --tag '" + "א a ".repeat(1_000) + "' --access \"" + "\\n".repeat(900) + "\"");
        var message = slack.await("Tool call requires approval");
        assertFalse(TestSlack.buttons(message.getValue()).contains("Approve"), message.toString());
        assertEquals(200, press(BOB, message, "Deny"));
        assertTrue(open.state(id) instanceof ApprovalState.Rejected);
    }

    @Test
    void severalReasons_leaveTheRulesToTheLetter() throws Exception {
        String name = "/srv/" + "directory/".repeat(25);
        String line = "npm publish"
                + IntStream.range(0, 12)
                        .mapToObj(each -> " && touch " + name + each)
                        .collect(Collectors.joining());
        String id = open.ask("s", line);
        var message = slack.await("Tool call requires approval");
        List<String> rules = open.server().gate().approval(new ApprovalId(id)).orElseThrow().always().stream()
                .map(rule -> "allow " + rule)
                .toList();
        List<String> texts = TestSlack.texts(message.getValue());
        assertTrue(texts.contains(line), texts.toString());
        assertEquals(
                TestSlack.buttons(message.getValue()).contains("Always"),
                texts.contains(String.join("\n", rules)),
                texts.toString());
    }

    @Test
    void anAppThatIsNotInTheChannelYet_asksOnceItIs() throws Exception {
        slack.refuse("not_in_channel", 1);
        String id = open.ask("s", "git push origin main");
        var message = slack.await("Tool call requires approval");
        assertEquals(200, press(BOB, message, "Approve"));
        assertTrue(open.state(id) instanceof ApprovalState.Approved);
    }

    @Test
    void whatSlackDoesNotTakeNow_isToldAgain_andOnce() throws Exception {
        slack.limit(2);
        open.ask("s", "git push origin main");
        slack.await("Tool call requires approval");
        open.ask("s", "npm publish");
        slack.await("npm publish");
        assertEquals(2, slack.size());
    }
}
