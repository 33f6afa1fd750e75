package dev.licet.gate;

import static dev.licet.gate.OpenGate.read;
import static dev.licet.gate.OpenGate.shell;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.approval.Answer;
import dev.licet.core.approval.Approval;
import dev.licet.core.call.Batch;
import dev.licet.core.call.BatchId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.rule.Action;
import dev.licet.gate.audit.Audit;
import dev.licet.gate.call.Execution;
import dev.licet.gate.call.Outcome;
import dev.licet.gate.call.Submission;
import dev.licet.gate.data.GateException;
import dev.licet.gate.session.Sessions;
import dev.licet.gate.store.AuditSearch;
import dev.licet.gate.ticket.LocalTickets;
import dev.licet.gate.ticket.Tickets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** A gate in memory, and executors in its process. */
class InMemoryGateTest extends WithGate {
    @Override
    GateOptions options() {
        return GateOptions.STANDARD.withStorage(new GateOptions.Storage.Memory());
    }

    private Outcome.Allowed here(ToolCall call) throws InterruptedException {
        Outcome outcome = open.gate.submit(new Submission(call, Duration.ZERO, Execution.HERE));
        return assertInstanceOf(Outcome.Allowed.class, outcome);
    }

    private List<String> steps() {
        return open.gate.audit().search(AuditSearch.newest(100)).reversed().stream()
                .map(entry -> entry.heading().orElseThrow().step())
                .toList();
    }

    private String refusal(String permit, ToolCall call) {
        var refused =
                assertThrows(GateException.class, () -> open.gate.localTickets().use(permit, call));
        return String.valueOf(refused.getMessage());
    }

    private void runs(ToolCall call) throws InterruptedException {
        Outcome.Allowed allowed = here(call);
        open.gate.localTickets().use(allowed.ticket(), call);
        open.gate.localTickets().finished(allowed.ticket(), new Tickets.Result(true, ""));
    }

    @Test
    void everyStep_isOnRecord_inItsOrder_assoonAsSomebodyLooks() throws Exception {
        runs(read("s", "a"));
        assertEquals(List.of("started", "judged", "ticket", "redeemed", "outcome"), steps());
        open.held(shell("s", "make"));
        runs(read("s", "b"));
        assertEquals(
                List.of(
                        "started",
                        "judged",
                        "ticket",
                        "redeemed",
                        "outcome",
                        "judged",
                        "asked",
                        "judged",
                        "ticket",
                        "redeemed",
                        "outcome"),
                steps());
        assertEquals(List.of(), open.gate.audit().verify(List.of()).problems());
    }

    @Test
    void whatRunsNext_isOnRecordAsUsed_andWhatOthersGoBefore_isNot() throws Exception {
        here(read("s", "a"));
        assertEquals(List.of("started", "judged", "ticket", "redeemed"), steps());
        ToolCall inBatch = read("s", "b");
        here(inBatch.in(inBatch.context().withBatch(new Batch(new BatchId("r"), List.of()))));
        assertEquals(List.of("started", "judged", "ticket", "redeemed", "judged", "ticket"), steps());
    }

    /** A call of the session called {@code session}, made in a folder where it has made none. */
    private static ToolCall writing(String session) {
        return OpenGate.in(
                "/srv/other",
                OpenGate.call(
                        session,
                        "write_file",
                        JsonObject.empty().with("path", "b").with("content", "")));
    }

    @Test
    void whereASessionWorks_isSaidByItsFirstCall() throws Exception {
        runs(read("s", "a"));
        assertEquals(Action.ASK, open.gate.decide(writing("s")).action());
        assertEquals(Action.ALLOW, open.gate.decide(writing("t")).action());
    }

    @Test
    void manyCallsFromManyThreads_areAllOnRecord_andTheChainIsWhole() throws Exception {
        var all = new ArrayList<Future<Boolean>>();
        for (int i = 0; i < 20; i++) {
            String session = "s" + i;
            all.add(OpenGate.inBackground(() -> {
                for (int j = 0; j < 50; j++) {
                    runs(read(session, "file" + j));
                }
                return true;
            }));
        }
        for (Future<Boolean> each : all) {
            assertTrue(each.get());
        }
        Audit.Verified verified = open.gate.audit().verify(List.of());
        assertEquals(List.of(), verified.problems());
        assertEquals(1 + 20 * 50 * 4, verified.entries());
    }

    @Test
    void permit_isRefused_twice_late_forAnotherCall_andWhereItIsNone() throws Exception {
        ToolCall call = read("s", "a");
        String first = here(call).ticket();
        String second = here(call).ticket();
        assertEquals("the ticket is refused: it is for another call", refusal(first, read("s", "b")));
        assertEquals("the ticket is refused: it is for another call", refusal(first, read("t", "a")));
        assertEquals("the ticket is refused: it is for another call", refusal(first, call.withTool("write_file")));
        open.gate.localTickets().use(first, call);
        assertEquals("the ticket is refused: it has been used already", refusal(first, call));
        open.now = open.now.plus(LocalTickets.LIFETIME).plusSeconds(1);
        assertEquals("the ticket is refused: it has expired; submit the call again", refusal(second, call));
        open.gate.localTickets().finished(first, new Tickets.Result(false, "late"));
        assertThrows(
                GateException.class,
                () -> open.gate.localTickets().finished(first, new Tickets.Result(true, "")),
                "an outcome is told once");
        assertThrows(
                GateException.class, () -> open.gate.localTickets().finished(second, new Tickets.Result(true, "")));
        String none = "the ticket is refused: it is not a ticket of this gate, or has been used already";
        assertEquals(none, refusal(first, call));
        assertEquals(none, refusal("here-aaaaaaaaaa-1", call));
        assertEquals(7, steps().stream().filter("ticket-refused"::equals).count());
    }

    @Test
    void permit_ofWhatAPersonChanged_isForThat() throws Exception {
        ToolCall call = shell("s", "make all");
        Approval approval = open.held(call);
        JsonObject changed = JsonObject.empty().with("command", "make one");
        open.gate.approveEdited(approval.id(), changed, Answer.byOwner("test", open.now, ""));
        Outcome.Allowed allowed = here(call);
        assertEquals(changed, allowed.call().arguments());
        assertEquals("the ticket is refused: it is for another call", refusal(allowed.ticket(), call));
        open.gate.localTickets().use(allowed.ticket(), call.withArguments(changed));
    }

    @Test
    void whatHappensInASession_countsForTheNextCall() throws Exception {
        runs(read("s", "a"));
        var place = new Sessions.Target(OpenGate.WORKER, new SessionId("s"), Answer.OWNER);
        open.gate.sessions().startPlan(place);
        Outcome outcome = open.gate.submit(
                new Submission(OpenGate.call("s", "write_file", written("a")), Duration.ZERO, Execution.HERE));
        assertInstanceOf(Outcome.Denied.class, outcome);
    }

    private static JsonObject written(String path) {
        return JsonObject.empty().with("path", path).with("content", "x");
    }

    @Test
    void whatIsAlwaysAllowed_countsAtOnce() throws Exception {
        ToolCall call = shell("s", "make all");
        here(read("s", "a"));
        open.gate.approveAlways(open.held(call).id(), open.answer(""));
        assertInstanceOf(Outcome.Allowed.class, open.submit(call));
        assertInstanceOf(Outcome.Allowed.class, open.submit(call.in(call.context())));
    }

    @Test
    void auditInMemory_doesNotGrowForEver_andStaysWhole() throws Exception {
        for (int i = 0; i < 24; i++) {
            runs(read("s", "file" + i));
        }
        open.gate.audit().keepNewest(50);
        assertEquals(97, open.gate.audit().verify(List.of()).entries());
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 30; i++) {
                runs(read("s", "file" + i));
            }
            open.gate.audit().keepNewest(50);
            Audit.Verified kept = open.gate.audit().verify(List.of());
            assertEquals(List.of(), kept.problems());
            assertEquals(52, kept.entries());
        }
    }
}
