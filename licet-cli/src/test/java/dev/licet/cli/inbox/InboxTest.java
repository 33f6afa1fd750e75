package dev.licet.cli.inbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.cli.approval.ChangedCall;
import dev.licet.cli.approval.ShownApproval;
import dev.licet.client.LicetClient;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.terminal.box.Paint;
import dev.licet.terminal.tty.Columns;
import dev.licet.terminal.tty.Key;
import dev.licet.terminal.tty.Tty;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class InboxTest {
    private static final Instant START = Instant.parse("2027-01-01T00:00:00Z");
    private static final InboxView.Look LOOK = new InboxView.Look(Paint.PLAIN, 100, 30);

    private final Inbox inbox = new Inbox(new InboxModel());
    private Instant now = START;

    private static JsonObject approval(String id, String command, String state) {
        return JsonObject.empty()
                .with("id", id)
                .with("state", state)
                .with("digest", "d-" + id)
                .with("askedAt", START.toString())
                .with(
                        "call",
                        JsonObject.empty()
                                .with("tool", "Bash")
                                .with("arguments", JsonObject.empty().with("command", command))
                                .with("sessionId", "s")
                                .with("workerId", "local")
                                .with("cwd", "/w"))
                .with(
                        "display",
                        JsonObject.empty()
                                .with("tool", "Bash")
                                .with("where", "local")
                                .with("text", command));
    }

    private void hear(InboxEvent news) {
        inbox.hear(List.of(news));
        draw();
    }

    private void arrived(String id, String command, String state) {
        String name = state.equals("pending") ? "approval_required" : "approval_resolved";
        hear(new InboxEvent.Arrived(new LicetClient.Event(OptionalLong.empty(), name, approval(id, command, state))));
    }

    private void connected() {
        hear(new InboxEvent.Connected());
    }

    private Frame draw() {
        Frame frame = InboxView.draw(inbox, LOOK, now);
        inbox.attention().drawn(frame, now);
        return frame;
    }

    /** Long enough for a key to count. */
    private void wait(int millis) {
        now = now.plus(Duration.ofMillis(millis));
        draw();
    }

    private List<InboxCommand> press(Key key) {
        List<InboxCommand> orders = inbox.press(key, now);
        draw();
        return orders;
    }

    private List<InboxCommand> type(String character) {
        return press(new Key.Typed(character));
    }

    private static boolean answers(List<InboxCommand> orders) {
        return orders.stream()
                .anyMatch(order -> order instanceof InboxCommand.Approve || order instanceof InboxCommand.Deny);
    }

    @Test
    void aKey_answersWhatWasOnTheScreen_withItsDigest() {
        connected();
        arrived("a", "ls", "pending");
        assertFalse(answers(type("y")), "too soon");
        wait(200);
        assertFalse(answers(type("y")), "the wait began again");
        wait(300);
        List<InboxCommand> orders = type("y");
        assertEquals(1, orders.size());
        assertEquals(
                new InboxCommand.Approve(
                        "a", JsonObject.empty().with("digest", "d-a").with("channel", "terminal")),
                orders.getFirst());
        wait(300);
        assertFalse(answers(type("y")), "it is on its way");
        hear(new InboxEvent.Failed("a", "no"));
        wait(300);
        assertTrue(answers(type("y")), "it did not arrive, and may be sent again");
    }

    @Test
    void whatComesToThePlaceOfAnother_isNotAnsweredByTheSameKey() {
        connected();
        arrived("a", "ls", "pending");
        arrived("b", "rm x", "pending");
        wait(300);
        arrived("a", "ls", "rejected");
        assertFalse(answers(type("y")));
        wait(300);
        assertTrue(answers(type("y")));
    }

    @Test
    void whateverHappens_aKeyAnswersOnlyWhatStoodThereForAWhile() {
        Key[] keys = {
            new Key.Typed("y"),
            new Key.Typed("n"),
            new Key.Typed("1"),
            new Key.Typed("2"),
            Key.Named.ENTER,
            Key.Named.DOWN,
            Key.Named.UP,
            Key.Named.TAB,
            new Key.Typed(" "),
            new Key.Typed("*"),
            Key.Named.ESCAPE,
            new Key.Clicked(70, 25),
            new Key.Clicked(5, 3),
            new Key.Pasted("y\ny\n1\n"),
            new Key.Typed("q"),
            new Key.Typed("d"),
            new Key.Scrolled(1)
        };
        var random = new Random(7);
        connected();
        Instant since = now;
        int answered = 0;
        for (int i = 0; i < 10_000; i++) {
            now = now.plusMillis(random.nextInt(200));
            String shown = draw().subject();
            if (random.nextInt(8) == 0) {
                arrived("x" + i, "echo " + i, "pending");
            }
            if (random.nextInt(8) == 0) {
                int which = i - random.nextInt(20);
                arrived("x" + which, "echo " + which, "cancelled");
            }
            since = inbox.subject().equals(shown) ? since : now;
            shown = inbox.subject();
            boolean answers = answers(press(keys[random.nextInt(keys.length)]));
            answered += answers ? 1 : 0;
            assertFalse(answers && now.isBefore(since.plus(Tty.QUIET)), shown);
            since = inbox.subject().equals(shown) ? since : now;
        }
        assertTrue(answered > 20, "keys do answer: " + answered);
    }

    @Test
    void nothingIsAllowed_thatWasNotSeenToItsEnd() {
        connected();
        arrived("a", "echo\n".repeat(100) + "rm x", "pending");
        wait(300);
        assertFalse(answers(type("y")));
        assertTrue(inbox.notice().contains("there is more of it"), inbox.notice());
        // To jump to the end is not to have seen what is before it.
        for (int i = 0; i < 3; i++) {
            type("d");
        }
        wait(300);
        assertFalse(answers(type("y")));
        for (int i = 0; i < 10; i++) {
            type("d");
        }
        wait(300);
        assertTrue(answers(type("y")));
    }

    @Test
    void whoHasNotSeenAll_mayDeny() {
        connected();
        arrived("a", "echo\n".repeat(100) + "rm x", "pending");
        type("n");
        type("1");
        wait(300);
        List<InboxCommand> orders = press(Key.Named.ENTER);
        assertEquals(
                new InboxCommand.Deny(
                        "a",
                        JsonObject.empty()
                                .with("mode", "soft")
                                .with("feedback", "1")
                                .with("digest", "d-a")
                                .with("channel", "terminal")),
                orders.getFirst());
    }

    @Test
    void severalAreAnswered_onlyWhileAllOfThemArePending() {
        connected();
        arrived("a", "ls", "pending");
        arrived("b", "rm x", "pending");
        type("*");
        type("y");
        arrived("b", "rm x", "rejected");
        assertTrue(inbox.task() instanceof Task.Browsing);
        assertTrue(inbox.notice().startsWith("rejected"), inbox.notice());
        type("y");
        wait(300);
        assertEquals(1, type("1").size());
    }

    @Test
    void whileTheServerIsGone_theLastLineSaysSo_whateverWasSaidBefore() {
        connected();
        hear(new InboxEvent.Said("rejected: rm x"));
        assertTrue(draw().lines().getLast().contains("rejected: rm x"));
        hear(new InboxEvent.Lost("gone"));
        assertTrue(
                draw().lines().getLast().startsWith("not connected: gone"),
                draw().lines().getLast());
    }

    @Test
    void whileTheServerIsGone_nothingIsAllowed_andWhatWasPendingStays() {
        connected();
        arrived("a", "ls", "pending");
        arrived("b", "rm x", "pending");
        hear(new InboxEvent.Lost("gone"));
        wait(300);
        assertFalse(answers(type("y")));
        assertEquals("not connected: gone", inbox.notice());
        connected();
        arrived("b", "rm x", "pending");
        hear(new InboxEvent.Listed(List.of(approval("a", "ls", "approved")), Set.of("b")));
        assertEquals(Set.of("b"), inbox.book().pending().keySet());
        assertEquals("b", inbox.listing().current());
        assertTrue(inbox.book().ended().containsKey("a"));
    }

    @Test
    void whatWasAskedWhileTheListWasOnItsWay_stays() {
        connected();
        arrived("new", "ls", "pending");
        hear(new InboxEvent.Listed(List.of(), Set.of()));
        assertEquals(Set.of("new"), inbox.book().pending().keySet());
    }

    @Test
    void choicesThatComeTooLate_openNothing() {
        connected();
        arrived("a", "ls", "pending");
        press(Key.Named.ENTER);
        assertTrue(inbox.task() instanceof Task.Opening);
        press(Key.Named.ESCAPE);
        hear(new InboxEvent.Choices("a", JsonObject.empty()));
        assertTrue(inbox.task() instanceof Task.Browsing);
    }

    @Test
    void search_findsByCommandAndSession_andTheCursorGoesAlong() {
        connected();
        for (int i = 0; i < 50; i++) {
            arrived("id" + i, "echo " + i, "pending");
        }
        type("/");
        for (String character : "ECHO 42".split("", -1)) {
            inbox.press(new Key.Typed(character.isEmpty() ? " " : character), now);
        }
        press(Key.Named.ENTER);
        assertEquals("id42", inbox.listing().current());
        press(Key.Named.ESCAPE);
        assertEquals(51, inbox.listing().rows().size(), "all and their session's heading");
        assertEquals("id42", inbox.listing().current());
    }

    @Test
    void everySize_givesLinesOfThatSize() {
        connected();
        arrived("a", "echo 中文字 ".repeat(40), "pending");
        arrived("b", "rm x", "pending");
        var tasks = new ArrayList<Runnable>(List.of(
                () -> {},
                () -> type("?"),
                () -> press(Key.Named.ESCAPE),
                () -> type("n"),
                () -> press(Key.Named.ESCAPE),
                () -> type("/")));
        for (Runnable task : tasks) {
            task.run();
            for (int columns = 1; columns < 210; columns += columns < 25 ? 1 : 13) {
                for (int rows = 1; rows < 50; rows += rows < 12 ? 1 : 7) {
                    Frame frame = InboxView.draw(inbox, new InboxView.Look(Paint.PLAIN, columns, rows), now);
                    assertTrue(frame.lines().size() <= rows, columns + "x" + rows);
                    for (String line : frame.lines()) {
                        String plain = line.replaceAll("\033\\[[0-9;]*m", "");
                        assertTrue(Columns.of(plain) <= columns, columns + "x" + rows + ": " + plain);
                    }
                }
            }
        }
    }

    @Test
    void sessions_sayWhatIsLeftOfFullAccess() {
        hear(new InboxEvent.Running(List.of(JsonObject.empty()
                .with("workerId", "local")
                .with("sessionId", "s")
                .with("fullAccess", JsonObject.empty().with("calls", 3).with("giver", "owner"))
                .with("agents", JsonArray.of(List.of())))));
        type("4");
        assertEquals(
                "full access, left: 3 calls", inbox.listing().rows().getFirst().text());
    }

    @Test
    void anApprovalThatTheServerTellsLittleOf_isStillShown() {
        connected();
        hear(new InboxEvent.Arrived(new LicetClient.Event(
                OptionalLong.empty(),
                "approval_required",
                JsonObject.empty().with("id", "a").with("state", "pending"))));
        assertEquals(new ShownApproval(JsonObject.empty()).tool(), "");
        assertEquals("a", inbox.listing().current());
        draw();
    }

    private static JsonObject choices(String... patterns) {
        var choices = new ArrayList<JsonObject>();
        for (String pattern : patterns) {
            JsonObject rule = JsonObject.empty().with("tool", "shell_exec").with("pattern", pattern);
            choices.add(JsonObject.empty().with("kind", "exact").with("rules", JsonArray.of(List.of(rule))));
        }
        return JsonObject.empty().with("choices", JsonArray.of(choices));
    }

    @Test
    void optionsThatDoNotFit_haveToBeSeen_beforeOneIsChosen() {
        connected();
        arrived("a", "terraform apply", "pending");
        press(Key.Named.ENTER);
        hear(new InboxEvent.Choices("a", choices("terraform " + "x".repeat(1_500) + " apply")));
        wait(300);
        assertFalse(answers(type("2")), "its rule was not on the screen");
        for (int i = 0; i < 10; i++) {
            type("d");
        }
        wait(300);
        assertTrue(answers(type("2")));
    }

    @Test
    void textOfAnAgent_isNoOption_howeverItLooks() {
        connected();
        arrived("a", "terraform", "pending");
        press(Key.Named.ENTER);
        hear(new InboxEvent.Choices(
                "a", choices("terraform '" + "x".repeat(27) + "    1. Allow once        zz' apply")));
        Frame frame = draw();
        var options = new ArrayList<Integer>();
        for (Frame.Area area : frame.areas()) {
            if (area.target() instanceof Frame.Target.OnOption option) {
                options.add(option.option());
                String line = frame.lines().get(area.row());
                assertTrue(line.contains((option.option() + 1) + ". ") || line.contains("↪"), line);
            }
        }
        assertEquals(3, Set.copyOf(options).size());
        assertEquals(2, options.stream().mapToInt(Integer::intValue).max().orElseThrow());
    }

    @Test
    void whatWasChanged_hasToBeSeenToItsEnd() {
        connected();
        arrived("a", "ls", "pending");
        JsonObject part = JsonObject.empty()
                .with("label", "text")
                .with("kind", "argument")
                .with("text", "line\n".repeat(40) + "rm x");
        JsonObject preview = JsonObject.empty()
                .with("decision", "ask")
                .with("digest", "other")
                .with("display", JsonObject.empty().with("parts", JsonArray.of(List.of(part))));
        hear(new InboxEvent.TriedOut(
                new ShownApproval(approval("a", "ls", "pending")
                        .with("display", JsonObject.empty().with("tool", "t".repeat(250)))),
                new ChangedCall(preview, JsonObject.empty().with("text", "x"))));
        assertTrue(inbox.task() instanceof Task.Answering);
        wait(300);
        Frame.Details details = draw().details();
        assertTrue(details.needed() >= 42, details.toString());
        assertFalse(answers(type("1")));
    }

    @Test
    void aChangeThatWasJudgedTooLate_interruptsNothing() {
        connected();
        arrived("a", "ls", "pending");
        arrived("b", "rm x", "pending");
        press(Key.Named.DOWN);
        type("n");
        type("b");
        hear(new InboxEvent.TriedOut(
                new ShownApproval(approval("a", "ls", "pending")),
                new ChangedCall(JsonObject.empty().with("decision", "ask"), JsonObject.empty())));
        Task.Answering answering = (Task.Answering) inbox.task();
        assertEquals(List.of("b"), answering.ids());
        assertEquals("b", answering.selection().reason());
    }

    private static JsonObject grant(String id) {
        return JsonObject.empty().with("id", id).with("worker", "local").with("session", "s");
    }

    @Test
    void whoIsAskedAboutAGrantThatIsGone_isAskedNoMore() {
        connected();
        hear(new InboxEvent.Granted(List.of(grant("a"), grant("b"))));
        type("3");
        type("r");
        assertTrue(inbox.task() instanceof Task.Confirming);
        hear(new InboxEvent.Granted(List.of(grant("b"))));
        assertTrue(inbox.task() instanceof Task.Browsing);
        wait(300);
        assertEquals(List.of(), type("y"));
    }

    @Test
    void aServerThatAnswersOddly_isBorne() {
        connected();
        JsonObject span = JsonObject.empty().with("start", 900).with("end", 1);
        JsonObject part = JsonObject.empty()
                .with("label", "command")
                .with("kind", "command")
                .with("text", "ls")
                .with("asks", JsonArray.of(List.of(span, span)));
        JsonObject odd = approval("a", "ls", "pending")
                .with("display", JsonObject.empty().with("parts", JsonArray.of(List.of(part))))
                .with("always", JsonArray.of(List.of(new JsonString("x"))))
                .with("findings", JsonArray.of(List.of(new JsonString("x"))))
                .with("askedAt", "yesterday");
        hear(new InboxEvent.Arrived(new LicetClient.Event(OptionalLong.empty(), "approval_required", odd)));
        press(Key.Named.ENTER);
        hear(new InboxEvent.Choices(
                "a", JsonObject.empty().with("choices", JsonArray.of(List.of(new JsonString("x"))))));
        assertTrue(inbox.task() instanceof Task.Answering);
    }

    @Test
    void aToolWithALongName_hidesNotThatItHasArguments() {
        connected();
        JsonObject display = JsonObject.empty().with("tool", "t".repeat(200)).with("text", "rm x");
        hear(new InboxEvent.Arrived(new LicetClient.Event(
                OptionalLong.empty(),
                "approval_required",
                approval("a", "", "pending").with("display", display))));
        String row = draw().lines().get(3);
        assertTrue(row.contains("…  rm x"), row);
    }

    @Test
    void onAScreenThatIsTooSmall_nothingIsAnswered() {
        connected();
        arrived("a", "ls", "pending");
        hear(new InboxEvent.Granted(List.of(grant("g"))));
        for (String keys : List.of("n\r", "y", "*n\r", "3ry")) {
            for (String key : keys.split("", -1)) {
                now = now.plusSeconds(1);
                var small = new InboxView.Look(Paint.PLAIN, 10, 4);
                inbox.attention().drawn(InboxView.draw(inbox, small, now), now);
                now = now.plusSeconds(1);
                Key pressed = key.equals("\r") ? Key.Named.ENTER : new Key.Typed(key);
                assertEquals(
                        List.of(),
                        key.isEmpty()
                                ? List.of()
                                : inbox.press(pressed, now).stream()
                                        .filter(order -> !(order instanceof InboxCommand.Load))
                                        .toList(),
                        keys);
            }
            inbox.press(Key.Named.ESCAPE, now);
            type("1");
        }
    }

    @Test
    void theNextOne_isShownFromItsBeginning() {
        connected();
        arrived("a", "echo\n".repeat(100) + "rm x", "pending");
        arrived("b", "echo\n".repeat(100) + "rm y", "pending");
        type("d");
        type("d");
        assertTrue(inbox.attention().scroll() > 0);
        type(" ");
        assertEquals("b", inbox.listing().current());
        assertEquals(0, draw().details().first());
    }

    @Test
    void whatIsToldAnew_hasToBeSeenAnew() {
        connected();
        arrived("a", "ls", "pending");
        wait(300);
        arrived("a", "rm x", "pending");
        assertFalse(answers(type("y")));
    }

    @Test
    void whoReadsWhy_isBackAtTheAnswers() {
        connected();
        arrived("a", "ls", "pending");
        press(Key.Named.ENTER);
        hear(new InboxEvent.Choices("a", choices("ls *")));
        assertEquals(1, type("w").size());
        hear(new InboxEvent.Explained("a", List.of("└─ ask")));
        assertTrue(inbox.task() instanceof Task.Reading);
        press(Key.Named.ESCAPE);
        assertTrue(inbox.task() instanceof Task.Answering);
        type("w");
        hear(new InboxEvent.Explained("a", List.of("└─ ask")));
        arrived("a", "ls", "approved");
        press(Key.Named.ESCAPE);
        assertTrue(inbox.task() instanceof Task.Browsing, "there is nothing to answer any more");
        wait(300);
        assertEquals(
                List.of(),
                type("1").stream()
                        .filter(order -> !(order instanceof InboxCommand.Load))
                        .toList());
    }

    @Test
    void choicesThatNeverCome_holdNobody() {
        connected();
        arrived("a", "ls", "pending");
        press(Key.Named.ENTER);
        hear(new InboxEvent.Said("taken back"));
        assertTrue(inbox.task() instanceof Task.Opening, "that was about something else");
        hear(new InboxEvent.Failed("a", "no"));
        assertTrue(inbox.task() instanceof Task.Browsing);
        press(Key.Named.ENTER);
        arrived("a", "ls", "approved");
        assertTrue(inbox.task() instanceof Task.Browsing);
    }
}
