package dev.licet.gate;

import static dev.licet.gate.OpenGate.LONG;
import static dev.licet.gate.OpenGate.WORKER;
import static dev.licet.gate.OpenGate.inBackground;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalId;
import dev.licet.core.approval.ApprovalState;
import dev.licet.core.approval.RejectMode;
import dev.licet.core.call.CallId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.approval.Answered;
import dev.licet.gate.call.Execution;
import dev.licet.gate.call.Outcome;
import dev.licet.gate.call.Submission;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.data.GateException;
import dev.licet.gate.disk.DiskView;
import dev.licet.gate.session.Sessions;
import dev.licet.gate.ticket.Tickets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GateTest extends WithGate {
    private static ToolCall shell(String command) {
        return OpenGate.shell("s", command);
    }

    private ApprovalId held(ToolCall call) throws InterruptedException {
        return open.held(call).id();
    }

    @Test
    void call_isAllowedOrDeniedAtOnce_byTheSeededRules() throws Exception {
        var read = new ToolCall(
                new CallId("c"),
                "read_file",
                JsonObject.empty().with("path", "a"),
                new SessionId("s"),
                WORKER,
                "/w",
                Map.of());
        assertInstanceOf(Outcome.Allowed.class, open.gate.submit(read, Duration.ZERO));
        Outcome.Denied denied =
                assertInstanceOf(Outcome.Denied.class, open.gate.submit(shell("cat .env"), Duration.ZERO));
        assertTrue(denied.message().contains("`read_file: *.env` (preset licet)"), denied.message());
        assertEquals(List.of(), open.gate.pending());
    }

    @Test
    void approveOnce_releasesTheWaitingCall_once() throws Exception {
        Future<Outcome> outcome = open.waiting(shell("npm test"));
        ApprovalId id = open.gate.pending().get(0).id();
        assertInstanceOf(Answered.Applied.class, open.gate.approveOnce(id, open.answer("go")));
        assertEquals(
                "go", assertInstanceOf(Outcome.Allowed.class, outcome.get()).comment());
        assertInstanceOf(Outcome.Held.class, open.gate.submit(shell("npm test"), Duration.ZERO));
    }

    @Test
    void reject_tellsTheModelWhy() throws Exception {
        Future<Outcome> outcome = open.waiting(shell("npm publish"));
        open.gate.reject(open.gate.pending().get(0).id(), RejectMode.SOFT, open.answer("not on a Friday"));
        assertEquals(
                "The user rejected `shell_exec`: not on a Friday",
                assertInstanceOf(Outcome.Denied.class, outcome.get()).message());
    }

    @Test
    void approveAlways_savesTheRuleItShows_andResolvesWhatItCovers() throws Exception {
        Future<Outcome> first = open.waiting(shell("git push origin main"));
        Future<Outcome> second = open.waiting(shell("git push origin other"));
        Future<Outcome> elsewhere = open.waiting(OpenGate.shell("other", "git push origin third"));
        Approval approval = open.gate.pending().get(0);
        assertEquals("[shell_exec: git push *]", approval.always().toString());
        open.gate.approveAlways(approval.id(), open.answer(""));
        assertInstanceOf(Outcome.Allowed.class, first.get());
        assertInstanceOf(Outcome.Allowed.class, second.get());
        assertInstanceOf(Outcome.Allowed.class, elsewhere.get());
        assertEquals(List.of(), open.gate.pending());
        assertTrue(Files.readString(open.directory.permissions(WORKER)).contains("\"git push *\": \"allow\""));
        assertTrue(Files.readString(open.directory.permissions(WORKER)).startsWith("// Licet"));
        assertInstanceOf(Outcome.Allowed.class, open.gate.submit(shell("git push origin x"), Duration.ZERO));
    }

    @Test
    void always_isNotOffered_whereNoRuleHelps() throws Exception {
        ApprovalId id = held(shell("eval \"$x\""));
        assertEquals(List.of(), open.gate.approval(id).orElseThrow().always());
        assertInstanceOf(Answered.Refused.class, open.gate.approveAlways(id, open.answer("")));
        assertTrue(open.gate.approval(id).orElseThrow().isPending());
    }

    @Test
    void always_isNotOffered_whenALaterEntryOverridesIt() throws Exception {
        open.gate.policy(WORKER);
        Files.writeString(open.directory.permissions(WORKER), "{\"shell_exec\": \"ask\", \"*\": \"ask\"}");
        assertEquals(
                List.of(), open.gate.approval(held(shell("make"))).orElseThrow().always());
    }

    @Test
    void always_withABrokenFile_failsAndLeavesTheApprovalPending() throws Exception {
        ApprovalId id = held(shell("make"));
        Files.writeString(open.directory.permissions(WORKER), "{ oops");
        assertThrows(GateException.class, () -> open.gate.approveAlways(id, open.answer("")));
        assertTrue(open.gate.approval(id).orElseThrow().isPending());
        assertInstanceOf(Answered.Applied.class, open.gate.approveOnce(id, open.answer("")));
    }

    @Test
    void firstAnswerWins_amongMany() throws Exception {
        ApprovalId id = held(shell("make"));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Answered>> answers = IntStream.range(0, 50)
                    .mapToObj(i -> threads.submit(() -> i % 2 == 0
                            ? open.gate.approveOnce(id, open.answer("" + i))
                            : open.gate.reject(id, RejectMode.SOFT, open.answer("" + i))))
                    .toList();
            int applied = 0;
            for (Future<Answered> each : answers) {
                applied += each.get() instanceof Answered.Applied ? 1 : 0;
            }
            assertEquals(1, applied);
        }
    }

    @Test
    void unknownApproval_isToldApart() {
        assertInstanceOf(Answered.Unknown.class, open.gate.approveOnce(new ApprovalId("nosuchone"), open.answer("")));
        assertInstanceOf(Answered.Unknown.class, open.gate.approveAlways(new ApprovalId("nosuchone"), open.answer("")));
    }

    @Test
    void sameCallAgain_joinsTheApproval_andTakesOverTheWait() throws Exception {
        Future<Outcome> first = open.waiting(shell("make"));
        Future<Outcome> second = inBackground(() -> open.gate.submit(shell("make"), LONG));
        assertInstanceOf(Outcome.Denied.class, first.get());
        assertEquals(1, open.gate.pending().size());
        open.gate.approveOnce(open.gate.pending().get(0).id(), open.answer(""));
        assertInstanceOf(Outcome.Allowed.class, second.get());
    }

    @Test
    void pendingApproval_survivesARestart_andTheRetryJoinsIt() throws Exception {
        ApprovalId id = held(shell("make"));
        open.reopen();
        assertEquals(List.of(id), open.gate.pending().stream().map(Approval::id).toList());
        assertEquals(id, held(shell("make")));
        open.gate.approveOnce(id, open.answer(""));
        assertInstanceOf(Outcome.Allowed.class, open.gate.submit(shell("make"), Duration.ZERO));
        assertInstanceOf(Outcome.Held.class, open.gate.submit(shell("make"), Duration.ZERO));
    }

    @Test
    void answerThatNobodyTookInTime_isNotTakenLater() throws Exception {
        open.gate.approveOnce(held(shell("make")), open.answer(""));
        open.now = open.now.plus(Submission.COLLECT_WITHIN).plusMillis(1);
        assertInstanceOf(Outcome.Held.class, open.gate.submit(shell("make"), Duration.ZERO));
    }

    @Test
    void anAnswer_isKeptAsLongAsTheOwnerSays() throws Exception {
        open.gate.approveOnce(held(shell("make")), open.answer(""));
        Files.writeString(open.directory.path().resolve("licet.yaml"), "approvals: { kept: 8h }\n");
        open.now = open.now.plus(Duration.ofHours(7));
        assertInstanceOf(Outcome.Allowed.class, open.gate.submit(shell("make"), Duration.ZERO));
        open.gate.approveOnce(held(shell("make")), open.answer(""));
        open.now = open.now.plus(Duration.ofHours(8)).plusMillis(1);
        assertInstanceOf(Outcome.Held.class, open.gate.submit(shell("make"), Duration.ZERO));
    }

    /** Somebody to whom an answer is handed over of which it is not known yet whether it arrives. */
    private static final class Far implements Submission.Sender {
        private final List<Submission.Handover> handed = new ArrayList<>();

        @Override
        public boolean isGone() {
            return false;
        }

        @Override
        public void takes(Submission.Handover handover) {
            handed.add(handover);
        }
    }

    @Test
    void answerThatDidNotArrive_isCollectedByTheSameCall_andItsTicketIsVoid() throws Exception {
        open.gate.approveOnce(held(shell("make")), open.answer(""));
        var far = new Far();
        Outcome.Allowed lost = assertInstanceOf(
                Outcome.Allowed.class,
                open.gate.submit(new Submission(shell("make"), Duration.ZERO, Execution.TICKET, far)));
        Future<Outcome> again = inBackground(() -> open.gate.submit(shell("make"), Duration.ZERO));
        far.handed.forEach(Submission.Handover::lost);
        assertInstanceOf(
                Tickets.Redeemed.Refused.class,
                open.gate.tickets().redeem(lost.ticket(), shell("make").digest()));
        Outcome.Allowed allowed = assertInstanceOf(Outcome.Allowed.class, again.get());
        assertInstanceOf(
                Tickets.Redeemed.Accepted.class,
                open.gate.tickets().redeem(allowed.ticket(), shell("make").digest()));
        assertInstanceOf(Outcome.Held.class, open.gate.submit(shell("make"), Duration.ZERO));
    }

    @Test
    void sameCall_whileTheAnswerIsOnItsWay_waits() throws Exception {
        open.gate.approveOnce(held(shell("make")), open.answer(""));
        var again = new FutureTask<>(() -> open.gate.submit(shell("make"), Duration.ZERO));
        var thread = new Thread(again);
        var sender = new Submission.Sender() {
            @Override
            public boolean isGone() {
                return false;
            }

            @Override
            public void takes(Submission.Handover handover) {
                thread.start();
                while (thread.getState() != Thread.State.TIMED_WAITING && !again.isDone()) {
                    Thread.onSpinWait();
                }
                handover.lost();
            }
        };
        open.gate.submit(new Submission(shell("make"), Duration.ZERO, Execution.TICKET, sender));
        assertInstanceOf(Outcome.Allowed.class, again.get());
    }

    @Test
    void whoGetsAnAnswer_doesNotWaitForItsOwn() throws Exception {
        open.gate.approveOnce(held(shell("make")), open.answer(""));
        var far = new Far();
        var submission = new Submission(shell("make"), Duration.ZERO, Execution.TICKET, far);
        assertInstanceOf(Outcome.Allowed.class, open.gate.submit(submission));
        assertInstanceOf(Outcome.Held.class, open.gate.submit(submission));
    }

    @Test
    void answerWhoseTicketWasUsed_isNotGivenAgain() throws Exception {
        open.gate.approveOnce(held(shell("make")), open.answer(""));
        var far = new Far();
        Outcome.Allowed used = assertInstanceOf(
                Outcome.Allowed.class,
                open.gate.submit(new Submission(shell("make"), Duration.ZERO, Execution.TICKET, far)));
        open.gate.tickets().redeem(used.ticket(), shell("make").digest());
        far.handed.forEach(Submission.Handover::lost);
        assertInstanceOf(Outcome.Held.class, open.gate.submit(shell("make"), Duration.ZERO));
    }

    @Test
    void answerThatMayHaveArrived_isItsTickets_untilTheSameCallComesAgain() throws Exception {
        open.gate.approveOnce(held(shell("make")), open.answer(""));
        var far = new Far();
        var submission = new Submission(shell("make"), Duration.ZERO, Execution.TICKET, far);
        Outcome.Allowed first = assertInstanceOf(Outcome.Allowed.class, open.gate.submit(submission));
        far.handed.forEach(Submission.Handover::doubtful);
        Outcome.Allowed second = assertInstanceOf(Outcome.Allowed.class, open.gate.submit(submission));
        assertInstanceOf(
                Tickets.Redeemed.Refused.class,
                open.gate.tickets().redeem(first.ticket(), shell("make").digest()));
        far.handed.getLast().doubtful();
        open.reopen();
        assertInstanceOf(
                Tickets.Redeemed.Accepted.class,
                open.gate.tickets().redeem(second.ticket(), shell("make").digest()));
        assertInstanceOf(Outcome.Held.class, open.gate.submit(submission));
    }

    @Test
    void answerThatMayHaveArrived_withoutATicket_isNotGivenAgain() throws Exception {
        open.gate.approveOnce(held(shell("make")), open.answer(""));
        var far = new Far();
        var submission = new Submission(shell("make"), Duration.ZERO, Execution.ADVISORY, far);
        assertInstanceOf(Outcome.Allowed.class, open.gate.submit(submission));
        far.handed.forEach(Submission.Handover::doubtful);
        assertInstanceOf(Outcome.Held.class, open.gate.submit(submission));
    }

    @Test
    void answerOnItsWay_isNotGivenBack_onceItsSessionHasEnded() throws Exception {
        open.gate.approveOnce(held(shell("make")), open.answer(""));
        var far = new Far();
        open.gate.submit(new Submission(shell("make"), Duration.ZERO, Execution.ADVISORY, far));
        open.gate.sessions().end(new Sessions.Target(WORKER, shell("make").session(), "test"));
        far.handed.forEach(Submission.Handover::lost);
        assertInstanceOf(Outcome.Held.class, open.gate.submit(shell("make"), Duration.ZERO));
    }

    @Test
    void answerThatArrived_isNotGivenAgain() throws Exception {
        open.gate.reject(held(shell("make")), RejectMode.SOFT, open.answer("no"));
        var far = new Far();
        assertInstanceOf(
                Outcome.Denied.class,
                open.gate.submit(new Submission(shell("make"), Duration.ZERO, Execution.ADVISORY, far)));
        far.handed.forEach(Submission.Handover::arrived);
        assertInstanceOf(Outcome.Held.class, open.gate.submit(shell("make"), Duration.ZERO));
    }

    @Test
    void ruleMadeStricterMeanwhile_beatsTheApproval() throws Exception {
        open.gate.approveOnce(held(shell("make")), open.answer(""));
        Files.writeString(open.directory.permissions(WORKER), "{\"shell_exec\": {\"make\": \"deny\"}}");
        assertInstanceOf(Outcome.Denied.class, open.gate.submit(shell("make"), Duration.ZERO));
    }

    @Test
    void rejectedApproval_keepsItsAnswer() throws Exception {
        ApprovalId id = held(shell("make"));
        open.gate.reject(id, RejectMode.EXPLAIN, open.answer("no"));
        open.reopen();
        ApprovalState.Rejected state = assertInstanceOf(
                ApprovalState.Rejected.class,
                open.gate.approval(id).orElseThrow().state());
        assertEquals(new ApprovalState.Rejected(open.answer("no"), RejectMode.EXPLAIN), state);
    }

    @Test
    void events_tellAskedAndAnswered_inOrder() throws Exception {
        ApprovalId id = held(shell("make"));
        open.gate.approveOnce(id, open.answer(""));
        var events = open.gate.eventsAfter(0, 10, Duration.ZERO);
        assertEquals(
                List.of(id, id), events.stream().map(event -> event.approval()).toList());
        assertEquals(List.of(), open.gate.eventsAfter(open.gate.lastEvent(), 10, Duration.ofMillis(1)));
    }

    @Test
    void secondGateOnTheSameDirectory_isRefused() {
        var e = assertThrows(GateException.class, () -> Gate.open(open.directory, () -> open.now));
        assertTrue(e.toString().contains("another Licet server uses"), e::toString);
    }

    @Test
    void dataDirectory_isPrivate_andAFileInItsPlaceIsAClearError() throws IOException {
        open.directory.token();
        assertEquals("rw-------", permissions(folder.resolve("data/token")));
        assertEquals("rwx------", permissions(folder.resolve("data")));
        assertEquals(
                open.directory.token(), DataDirectory.at(folder.resolve("data")).token());
        Files.writeString(folder.resolve("file"), "");
        assertThrows(GateException.class, () -> DataDirectory.at(folder.resolve("file")));
        assertThrows(GateException.class, () -> DataDirectory.at(folder.resolve("file/below")));
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void diskView_followsLinksAsTheSystemDoes() throws IOException {
        Path real = folder.toRealPath();
        Files.createDirectories(real.resolve("a/b"));
        Files.createSymbolicLink(real.resolve("link"), real.resolve("a/b"));
        Files.createSymbolicLink(real.resolve("loop"), Path.of("loop"));
        var view = new DiskView();
        assertEquals(real.resolve("a/b/new").toString(), view.canonical(real + "/link/new"));
        assertEquals(real.resolve("a/x").toString(), view.canonical(real + "/link/../x"));
        assertEquals(real.resolve("a").toString(), view.canonical(real + "//./a/"));
        assertTrue(view.canonical(real + "/loop/x").startsWith(real.toString()));
    }
}
