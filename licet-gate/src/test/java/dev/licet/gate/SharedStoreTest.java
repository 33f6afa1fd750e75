package dev.licet.gate;

import static dev.licet.gate.OpenGate.LONG;
import static dev.licet.gate.OpenGate.WORKER;
import static dev.licet.gate.OpenGate.inBackground;
import static dev.licet.gate.OpenGate.read;
import static dev.licet.gate.OpenGate.shell;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.approval.Approval;
import dev.licet.core.approval.RejectMode;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.grant.Lifetime;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.propose.GrantKind;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Mode;
import dev.licet.gate.approval.Answered;
import dev.licet.gate.call.Outcome;
import dev.licet.gate.grant.GrantRequest;
import dev.licet.gate.outbox.ChannelRecord;
import dev.licet.gate.session.Sessions;
import dev.licet.gate.store.AuditSearch;
import dev.licet.gate.ticket.Tickets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two gates, each with a data directory of its own, over one PostgreSQL database. */
class SharedStoreTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private OpenGate a;

    @SuppressWarnings("NullAway.Init")
    private OpenGate b;

    @BeforeEach
    void open() throws Exception {
        GateOptions options =
                GateOptions.STANDARD.withStorage(new GateOptions.Storage.Postgres(Postgres.newDatabase()));
        a = new OpenGate(folder.resolve("a"), options);
        b = new OpenGate(folder.resolve("b"), options);
    }

    @AfterEach
    void close() {
        a.close();
        b.close();
    }

    private static Action eventually(OpenGate open, Action expected, String command) {
        Action action = open.gate.decide(shell("s", command)).action();
        while (action != expected) {
            action = open.gate.decide(shell("s", command)).action();
        }
        return action;
    }

    @Test
    void answerOnOneNode_releasesTheCallOnTheOther() throws Exception {
        Future<Outcome> waits = a.waiting(shell("s", "make"));
        Approval approval = b.gate.pending().get(0);
        assertInstanceOf(Answered.Applied.class, b.gate.approveOnce(approval.id(), b.answer("go")));
        assertEquals("go", assertInstanceOf(Outcome.Allowed.class, waits.get()).comment());
        assertInstanceOf(Answered.TooLate.class, a.gate.approveOnce(approval.id(), a.answer("")));
    }

    @Test
    void channel_isToldByOneNode_andByTheOtherOnceThatIsGone() throws Exception {
        ChannelRecord first = a.gate.channel("team");
        ChannelRecord second = b.gate.channel("team");
        assertTrue(first.hold());
        assertFalse(second.hold());
        first.write("told", "this");
        first.release();
        assertTrue(second.hold());
        assertEquals(Optional.of("this"), second.read("told"));
        assertFalse(first.hold());
        b.now = b.now.plusSeconds(1);
        a.now = a.now.plus(ChannelRecord.LEASE).plusSeconds(2);
        assertTrue(first.hold(), "nobody has heard of the second for too long");
        b.now = a.now;
        assertFalse(second.hold());
    }

    @Test
    void rememberedAnswerOnOneNode_releasesTheCallOnTheOther_onceAndNotAgain() throws Exception {
        Future<Outcome> waits = a.waiting(shell("s", "make"));
        b.gate.approve(
                b.gate.pending().get(0).id(), new GrantRequest(GrantKind.EXACT, new Lifetime.Uses(1)), b.answer(""));
        assertInstanceOf(Outcome.Allowed.class, waits.get());
        assertInstanceOf(Outcome.Allowed.class, b.submit(shell("s", "make")));
        eventually(a, Action.ASK, "make");
        assertInstanceOf(Outcome.Held.class, a.submit(shell("s", "make")));
    }

    @Test
    void retryOnAnotherNode_takesOverFromTheFirst() throws Exception {
        Future<Outcome> first = a.waiting(shell("s", "make"));
        long before = b.gate.lastEvent();
        Future<Outcome> second = inBackground(() -> b.gate.submit(shell("s", "make"), LONG));
        // It waits as soon as it is the one that collects.
        while (b.gate.audit().search(AuditSearch.newest(50).withStep("judged")).size() < 2) {
            Thread.onSpinWait();
        }
        assertEquals(before, b.gate.lastEvent(), "the same approval");
        a.gate.approveOnce(a.gate.pending().get(0).id(), a.answer(""));
        assertInstanceOf(Outcome.Allowed.class, second.get());
        assertInstanceOf(Outcome.Denied.class, first.get());
    }

    @Test
    void closedNodesCall_isPickedUpOnAnother() throws Exception {
        Future<Outcome> waits = a.waiting(shell("s", "make"));
        a.gate.close();
        assertInstanceOf(Outcome.Held.class, waits.get());
        Approval approval = b.held(shell("s", "make"));
        b.gate.approveOnce(approval.id(), b.answer(""));
        assertInstanceOf(Outcome.Allowed.class, b.submit(shell("s", "make")));
        a.gate = Gate.open(a.directory, () -> a.now, a.options);
    }

    @Test
    void firstAnswerWins_acrossNodes() throws Exception {
        for (int i = 0; i < 100; i++) {
            Approval approval = a.held(shell("s", "make " + i));
            Future<Answered> yes = inBackground(() -> a.gate.approveOnce(approval.id(), a.answer("")));
            Future<Answered> no = inBackground(() -> b.gate.reject(approval.id(), RejectMode.SOFT, b.answer("")));
            assertTrue(yes.get() instanceof Answered.Applied != no.get() instanceof Answered.Applied);
        }
        assertEquals(List.of(), a.gate.audit().verify(List.of()).problems());
    }

    @Test
    void sessionsAndGrants_areKnownToBothNodes() throws Exception {
        assertEquals(Action.ASK, a.gate.decide(shell("s", "make")).action());
        b.gate.sessions().chooseMode(new Sessions.Target(WORKER, new SessionId("s"), "owner"), Optional.of(Mode.YOLO));
        assertEquals(Action.ALLOW, eventually(a, Action.ALLOW, "make"));
    }

    @Test
    void planOfOneNode_holdsAtOnceOnTheOther() throws Exception {
        var place = new Sessions.Target(WORKER, new SessionId("s"), "owner");
        var write = OpenGate.call("s", "write_file", JsonObject.empty().with("path", "a"));
        for (int i = 0; i < 20; i++) {
            assertInstanceOf(Outcome.Allowed.class, b.submit(write));
            a.gate.sessions().startPlan(place);
            assertInstanceOf(Outcome.Denied.class, b.submit(write));
            a.gate.sessions().endPlan(place);
            eventually(b, write);
        }
    }

    private static void eventually(OpenGate open, ToolCall allowed) {
        while (open.gate.decide(allowed).action() != Action.ALLOW) {
            Thread.onSpinWait();
        }
    }

    @Test
    void ticketOfOneNode_isRedeemedOnTheOther_once() throws Exception {
        Outcome.Allowed allowed = assertInstanceOf(Outcome.Allowed.class, a.submit(read("s", "x")));
        assertInstanceOf(
                Tickets.Redeemed.Accepted.class,
                b.gate.tickets().redeem(allowed.ticket(), allowed.call().digest()));
        assertInstanceOf(
                Tickets.Redeemed.Refused.class,
                a.gate.tickets().redeem(allowed.ticket(), allowed.call().digest()));
    }

    @Test
    void bothNodesEntries_areOneChain() throws Exception {
        for (int i = 0; i < 20; i++) {
            a.submit(read("s", "a" + i));
            b.submit(read("s", "b" + i));
        }
        var verified = b.gate.audit().verify(List.of(a.gate.audit().checkpoint()));
        assertEquals(List.of(), verified.problems());
        assertEquals(82, verified.entries());
    }
}
