package dev.licet.server.slack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.approval.ApprovalState;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.server.WithServer;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An app in Slack that asks in a thread for each session. */
class SlackThreadsTest extends WithServer {
    @SuppressWarnings("NullAway.Init")
    private TestSlack slack;

    @Override
    protected void prepare() throws Exception {
        slack = new TestSlack();
        slack.settings(folder, """
                threads: true
                people: {U00000BOB: bob approver}
                """);
    }

    @AfterEach
    void stop() throws IOException {
        slack.close();
    }

    private Map.Entry<String, JsonObject> asked(String session, String command) throws Exception {
        open.ask(session, command);
        return slack.await(command);
    }

    private static Optional<String> thread(Map.Entry<String, JsonObject> message) {
        return message.getValue().text("thread_ts");
    }

    private static boolean isInChannel(Map.Entry<String, JsonObject> message) {
        return message.getValue().isTrue("reply_broadcast");
    }

    @Test
    void aSession_hasAThread_andWhatIsDangerousStandsInTheChannelAsWell() throws Exception {
        var first = asked("s", "make one");
        assertEquals(Optional.empty(), thread(first));
        var second = asked("s", "make two");
        assertEquals(Optional.of(first.getKey()), thread(second));
        assertEquals(false, isInChannel(second));
        var dangerous = asked("s", "git push --force origin main");
        assertEquals(Optional.of(first.getKey()), thread(dangerous));
        assertTrue(isInChannel(dangerous));
        assertEquals(Optional.empty(), thread(asked("other", "make three")));
    }

    @Test
    void answersInAThread_count() throws Exception {
        asked("s", "make one");
        String id = open.ask("s", "make two");
        var second = slack.await("make two");
        int status = TestSlack.post(
                open.server().url() + "/slack",
                TestSlack.press("U00000BOB", second, "Approve"),
                Instant.now(),
                TestSlack.SECRET);
        assertEquals(200, status);
        assertTrue(open.state(id) instanceof ApprovalState.Approved);
    }

    @Test
    void aThreadThatIsGone_beginsAnew() throws Exception {
        var first = asked("s", "make one");
        slack.remove(first.getKey());
        var second = asked("s", "make two");
        assertEquals(Optional.empty(), thread(second));
        assertEquals(Optional.of(second.getKey()), thread(asked("s", "make three")));
    }
}
