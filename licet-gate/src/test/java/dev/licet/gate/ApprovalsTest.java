package dev.licet.gate;

import static dev.licet.gate.OpenGate.LONG;
import static dev.licet.gate.OpenGate.WORKER;
import static dev.licet.gate.OpenGate.inBackground;
import static dev.licet.gate.OpenGate.read;
import static dev.licet.gate.OpenGate.shell;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.approval.Answer;
import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalState;
import dev.licet.core.approval.RejectMode;
import dev.licet.core.call.AgentId;
import dev.licet.core.call.Batch;
import dev.licet.core.call.BatchId;
import dev.licet.core.call.CallContext;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.TurnId;
import dev.licet.core.grant.Lifetime;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.preset.Preset;
import dev.licet.core.propose.GrantKind;
import dev.licet.core.rule.Action;
import dev.licet.gate.approval.Answered;
import dev.licet.gate.call.Execution;
import dev.licet.gate.call.Outcome;
import dev.licet.gate.call.Presentation;
import dev.licet.gate.call.Submission;
import dev.licet.gate.data.GateException;
import dev.licet.gate.grant.GrantRequest;
import dev.licet.gate.permissions.PolicyFiles;
import dev.licet.gate.session.Sessions;
import dev.licet.gate.store.AuditSearch;
import dev.licet.gate.ticket.Tickets;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class ApprovalsTest extends WithGate {
    private static ToolCall inBatch(String batch, ToolCall call) {
        return call.in(CallContext.NONE.withBatch(new Batch(new BatchId(batch), List.of())));
    }

    private void rules(String text) throws Exception {
        open.gate.policy(WORKER);
        Files.writeString(open.directory.permissions(WORKER), text);
    }

    private Approval approval(Approval approval) {
        return open.gate.approval(approval.id()).orElseThrow();
    }

    @Test
    void softRejection_isADenial_andTheBatchGoesOn() throws Exception {
        Future<Outcome> first = open.waiting(inBatch("b", shell("s", "make a")));
        Future<Outcome> second = open.waiting(inBatch("b", shell("s", "make b")));
        open.gate.reject(open.gate.pending().get(0).id(), RejectMode.SOFT, open.answer(""));
        assertInstanceOf(Outcome.Denied.class, first.get());
        assertEquals(1, open.gate.pending().size());
        open.gate.approveOnce(open.gate.pending().get(0).id(), open.answer(""));
        assertInstanceOf(Outcome.Allowed.class, second.get());
    }

    @Test
    void firstCallsAtOnce_haveOneWorkspace() throws Exception {
        rules("{\"read_file\": {\"*\": \"ask\", \"${workspace}/**\": \"allow\"}}");
        for (int i = 0; i < 20; i++) {
            String session = "w" + i;
            Future<Outcome> one =
                    OpenGate.inBackground(() -> open.submit(OpenGate.in("/srv/a", read(session, "/srv/a/x"))));
            Future<Outcome> other =
                    OpenGate.inBackground(() -> open.submit(OpenGate.in("/srv/b", read(session, "/srv/b/x"))));
            boolean both = one.get() instanceof Outcome.Allowed && other.get() instanceof Outcome.Allowed;
            assertFalse(both, session);
        }
    }

    /** Who takes an answer, and will redeem its ticket. */
    private static final class Redeeming implements Submission.Sender {
        @Override
        public boolean isGone() {
            return false;
        }

        @Override
        public void takes(Submission.Handover handover) {
            handover.arrivedUnused();
        }
    }

    private ToolCall by(String agent, ToolCall call) {
        open.gate
                .sessions()
                .startAgent(
                        new Sessions.Target(call.worker(), call.session(), "owner"),
                        new Sessions.AgentStart(new AgentId(agent), "general", Optional.empty(), call.directory()));
        return call.in(CallContext.NONE.withAgent(new AgentId(agent)));
    }

    @Test
    void anAnswerThatOneAgentHas_isNotTakenFromIt_byTheSameCallOfAnother() throws Exception {
        ToolCall mine = by("x", shell("s", "make all"));
        ToolCall other = by("y", shell("s", "make all"));
        open.gate.approveOnce(open.held(mine).id(), open.answer(""));
        Outcome.Allowed allowed = assertInstanceOf(
                Outcome.Allowed.class,
                open.gate.submit(new Submission(mine, Duration.ZERO, Execution.TICKET, new Redeeming())));
        assertInstanceOf(Outcome.Held.class, open.submit(other));
        assertInstanceOf(
                Tickets.Redeemed.Accepted.class,
                open.gate.tickets().redeem(allowed.ticket(), allowed.call().digest()));
        assertInstanceOf(Outcome.Held.class, open.submit(mine), "it has been used");
    }

    @Test
    void anAnswerThatNobodyUsed_isHadBySameCall_andItsFirstTicketIsVoid() throws Exception {
        ToolCall call = shell("s", "make all");
        open.gate.approveOnce(open.held(call).id(), open.answer(""));
        var submission = new Submission(call, Duration.ZERO, Execution.TICKET, new Redeeming());
        Outcome.Allowed first = assertInstanceOf(Outcome.Allowed.class, open.gate.submit(submission));
        Outcome.Allowed second = assertInstanceOf(Outcome.Allowed.class, open.gate.submit(submission));
        assertInstanceOf(Tickets.Redeemed.Refused.class, open.gate.tickets().redeem(first.ticket(), call.digest()));
        assertInstanceOf(Tickets.Redeemed.Accepted.class, open.gate.tickets().redeem(second.ticket(), call.digest()));
    }

    @Test
    void hardRejection_stopsTheBatch_butNoOther() throws Exception {
        Future<Outcome> first = open.waiting(inBatch("b", shell("s", "make a")));
        Future<Outcome> second = open.waiting(inBatch("b", shell("s", "make b")));
        Approval other = open.held(inBatch("c", shell("s", "make c")));
        open.gate.reject(open.gate.pending().get(0).id(), RejectMode.HARD, open.answer("use npm"));
        assertEquals(
                "The user rejected `shell_exec` and stopped you here: use npm\nDo nothing more; wait for their next message.",
                assertInstanceOf(Outcome.Stopped.class, first.get()).message());
        assertEquals(
                "Not executed: the user stopped you at an earlier call of the same reply. Wait for their next message.",
                assertInstanceOf(Outcome.Stopped.class, second.get()).message());
        assertTrue(approval(other).isPending());
        assertInstanceOf(
                Outcome.Stopped.class, open.submit(inBatch("b", read("s", "a"))), "also what would be allowed");
        assertInstanceOf(Outcome.Allowed.class, open.submit(read("s", "a")));
        open.gate.sessions().startTurn(new Sessions.Target(WORKER, new SessionId("s"), "owner"), new TurnId("2"));
        assertInstanceOf(Outcome.Stopped.class, open.submit(inBatch("b", read("s", "a"))), "a stopped batch stays so");
    }

    @Test
    void rejections_speakInTheWordsOfTheirPreset() throws Exception {
        open.close();
        open = new OpenGate(
                folder.resolve("co"),
                GateOptions.STANDARD.withChoice(
                        new PolicyFiles.Choice(Preset.named("connectonion"), Optional.empty())));
        assertEquals("User rejected tool 'bash'.", rejected(RejectMode.HARD, ""));
        assertEquals("User rejected tool 'bash'. Feedback: use npm", rejected(RejectMode.HARD, "use npm"));
        assertTrue(
                rejected(RejectMode.EXPLAIN, "why?")
                        .startsWith(
                                "User wants explanation for tool 'bash'. Context: why?\n\n<system-reminder>User clicked 'Explain'"));
        assertTrue(rejected(RejectMode.EXPLAIN, "")
                .startsWith("User wants explanation for tool 'bash'.\n\n<system-reminder>User clicked 'Explain'"));
        assertTrue(rejected(RejectMode.SOFT, "no")
                .startsWith("User rejected tool 'bash'. Feedback: no\n\n<system-reminder>User skipped 'bash'."));
        assertTrue(rejected(RejectMode.SOFT, "")
                .startsWith("User rejected tool 'bash'.\n\n<system-reminder>User skipped 'bash'."));
    }

    private String rejected(RejectMode mode, String feedback) throws Exception {
        Approval approval =
                open.held(OpenGate.call("s", "bash", JsonObject.empty().with("command", "make")));
        open.gate.reject(approval.id(), mode, open.answer(feedback));
        return switch (open.submit(approval.call())) {
            case Outcome.Denied denied -> denied.message();
            case Outcome.Stopped stopped -> stopped.message();
            case Outcome.Allowed allowed -> "allowed";
            case Outcome.Held held -> "held";
        };
    }

    @Test
    void deadline_expiresTheApproval_andLaterAnswersDoNotCount() throws Exception {
        rules("{\"shell_exec\": {\"*\": {\"action\": \"ask\", \"deadline\": \"10m\"}}}");
        Future<Outcome> waits = open.waiting(shell("s", "make"));
        Approval approval = open.gate.pending().get(0);
        Instant deadline = open.now.plus(Duration.ofMinutes(10));
        assertEquals(Optional.of(deadline), approval.terms().deadline());
        open.now = deadline;
        assertInstanceOf(Answered.TooLate.class, open.gate.approveOnce(approval.id(), open.answer("")));
        assertEquals(
                "Nobody answered in time, so `shell_exec` was not executed. Continue without it, or ask the user to be"
                        + " there and call it again.",
                assertInstanceOf(Outcome.Denied.class, waits.get()).message());
        assertEquals(new ApprovalState.Expired(deadline), approval(approval).state());
    }

    @Test
    void deadline_isKept_withoutAnybodyAsking_andAfterARestart() throws Exception {
        rules("{\"shell_exec\": {\"*\": {\"action\": \"ask\", \"deadline\": \"1d\"}}}");
        Approval approval = open.held(shell("s", "make"));
        long before = open.gate.lastEvent();
        open.now = open.now.plus(Duration.ofDays(2));
        open.reopen();
        // The clock may jump back meanwhile; what has expired stays so.
        assertEquals(1, open.gate.eventsAfter(before, 10, LONG).size());
        open.now = open.now.minus(Duration.ofDays(2));
        assertEquals("expired", approval(approval).state().text());
    }

    @Test
    void approvers_areTheOnlyOnesWhoMayAnswer() throws Exception {
        rules("{\"shell_exec\": {\"*\": {\"action\": \"ask\", \"approvers\": [\"anna\", \"ben\"]}}}");
        Approval approval = open.held(shell("s", "make"));
        assertEquals(Set.of("anna", "ben"), approval.terms().approvers());
        assertEquals(
                "you may not answer this approval; it is for anna, ben",
                assertInstanceOf(Answered.Refused.class, open.gate.approveOnce(approval.id(), open.answer("")))
                        .why());
        assertInstanceOf(Answered.Refused.class, open.gate.reject(approval.id(), RejectMode.HARD, open.answer("")));
        assertTrue(approval(approval).isPending());
        assertInstanceOf(
                Answered.Applied.class, open.gate.approveOnce(approval.id(), new Answer("anna", "web", open.now, "")));
    }

    @Test
    void configuredTerms_holdWhereNoRuleSetsItsOwn() throws Exception {
        Files.writeString(
                open.directory.path().resolve("licet.yaml"), "approvals: { deadline: 2h, approvers: [ anna ] }\n");
        rules("{\"shell_exec\": {\"make *\": {\"action\": \"ask\", \"deadline\": \"10m\"}}}");
        Approval plain = open.held(shell("s", "npm test"));
        assertEquals(
                Optional.of(open.now.plus(Duration.ofHours(2))), plain.terms().deadline());
        assertEquals(Set.of("anna"), plain.terms().approvers());
        Approval own = open.held(shell("s", "make all"));
        assertEquals(
                Optional.of(open.now.plus(Duration.ofMinutes(10))), own.terms().deadline());
        Files.writeString(open.directory.path().resolve("licet.yaml"), "approvals: { approvers: anna }\n");
        assertEquals(Set.of("owner"), open.held(shell("s", "npm ci")).terms().approvers(), "a mistake opens nothing");
    }

    @Test
    void rulesThatWantDifferentPeople_denyWhatNobodyCouldApprove() throws Exception {
        rules("""
                {"shell_exec": {
                  "make *": {"action": "ask", "approvers": ["anna"]},
                  "npm *": {"action": "ask", "approvers": ["ben"]}
                }}""");
        assertTrue(assertInstanceOf(Outcome.Denied.class, open.submit(shell("s", "make a && npm test")))
                .message()
                .contains("want different people"));
        assertInstanceOf(Outcome.Held.class, open.submit(shell("s", "make a && make b")));
    }

    @Test
    void grantOfSomebodyWhoMayNotAnswer_doesNotCover() throws Exception {
        rules("{\"shell_exec\": {\"*\": \"ask\", \"make deploy\": {\"action\": \"ask\", \"approvers\": [\"anna\"]}}}");
        Approval harmless = open.held(shell("s", "make test"));
        open.gate.approve(harmless.id(), new GrantRequest(GrantKind.TOOL, new Lifetime.Session()), open.answer(""));
        assertEquals(Action.ALLOW, open.gate.decide(shell("s", "make all")).action());
        assertEquals(Action.ASK, open.gate.decide(shell("s", "make deploy")).action());
    }

    @Test
    void approverWhoIsNoneAnyMore_releasesNothing() throws Exception {
        Approval approval = open.held(shell("s", "make deploy"));
        open.gate.approveOnce(approval.id(), open.answer(""));
        rules("{\"shell_exec\": {\"*\": {\"action\": \"ask\", \"approvers\": [\"anna\"]}}}");
        assertInstanceOf(Outcome.Denied.class, open.submit(shell("s", "make deploy")));
    }

    @Test
    void rememberedAnswer_isNotLostForWhoComesBackLater() throws Exception {
        Approval first = open.held(shell("s", "git push origin a"));
        open.held(shell("s", "git push origin b"));
        open.held(shell("s", "git push origin c"));
        open.gate.approve(first.id(), new GrantRequest(GrantKind.PREFIX, new Lifetime.Uses(2)), open.answer("go"));
        for (String branch : List.of("a", "b", "c")) {
            assertInstanceOf(Outcome.Allowed.class, open.submit(shell("s", "git push origin " + branch)), branch);
        }
        assertInstanceOf(Outcome.Held.class, open.submit(shell("s", "git push origin a")));
        Approval past = open.held(shell("s", "npm test"));
        assertInstanceOf(
                Answered.Refused.class,
                open.gate.approve(
                        past.id(), new GrantRequest(GrantKind.EXACT, new Lifetime.Until(open.now)), open.answer("")));
    }

    @Test
    void editedArguments_areJudgedAgain_andAreWhatRuns() throws Exception {
        Future<Outcome> waits = open.waiting(shell("s", "git push --force"));
        Approval approval = open.gate.pending().get(0);
        assertInstanceOf(
                Answered.Refused.class,
                open.gate.approveEdited(
                        approval.id(), JsonObject.empty().with("command", "cat .env"), open.answer("")));
        assertTrue(approval(approval).isPending());
        JsonObject edited = JsonObject.empty().with("command", "git push");
        assertInstanceOf(
                Answered.Applied.class, open.gate.approveEdited(approval.id(), edited, open.answer("no force")));
        Outcome.Allowed allowed = assertInstanceOf(Outcome.Allowed.class, waits.get());
        assertEquals(edited, allowed.call().arguments());
        assertEquals("no force", allowed.comment());
        assertInstanceOf(
                Tickets.Redeemed.Refused.class,
                open.gate.tickets().redeem(allowed.ticket(), approval.call().digest()),
                "the ticket is not for what was asked");
        assertInstanceOf(
                Tickets.Redeemed.Accepted.class,
                open.gate.tickets().redeem(allowed.ticket(), allowed.call().digest()));
    }

    @Test
    void editedArguments_thatRulesDenyByNow_doNotRun() throws Exception {
        Approval approval = open.held(shell("s", "git push --force"));
        open.gate.approveEdited(approval.id(), JsonObject.empty().with("command", "git push"), open.answer(""));
        rules("{\"shell_exec\": {\"*\": \"ask\", \"git push\": \"deny\"}}");
        assertInstanceOf(Outcome.Denied.class, open.submit(shell("s", "git push --force")));
    }

    @Test
    void ticketsOfABatch_lastUntilTheLastOfItsCallsIsAnswered() throws Exception {
        Duration patience = Duration.ofHours(1);
        List<Submission> calls = List.of(
                new Submission(shell("s", "make a"), patience, Execution.TICKET),
                new Submission(shell("s", "make b"), patience, Execution.TICKET));
        Future<List<Outcome>> together = inBackground(() -> open.gate.submit(calls, Presentation.TOGETHER));
        while (open.gate.pending().size() < 2) {
            Thread.onSpinWait();
        }
        List<Approval> pending = open.gate.pending();
        open.gate.approveOnce(pending.getFirst().id(), open.answer(""));
        while (open.gate
                .audit()
                .search(AuditSearch.newest(1).withStep("ticket"))
                .isEmpty()) {
            Thread.onSpinWait();
        }
        open.now = open.now.plus(Duration.ofMinutes(30));
        open.gate.approveOnce(pending.getLast().id(), open.answer(""));
        for (Outcome outcome : together.get()) {
            Outcome.Allowed allowed = assertInstanceOf(Outcome.Allowed.class, outcome);
            assertInstanceOf(
                    Tickets.Redeemed.Accepted.class,
                    open.gate.tickets().redeem(allowed.ticket(), allowed.call().digest()));
        }
    }

    @Test
    void batch_showsWhatRemains_andIsAnsweredTogetherOrOneByOne() throws Exception {
        List<Submission> calls = List.of(
                new Submission(shell("s", "make a"), LONG, Execution.TICKET),
                new Submission(read("s", "a"), LONG, Execution.TICKET),
                new Submission(shell("s", "make b"), LONG, Execution.TICKET));
        Future<List<Outcome>> together = inBackground(() -> open.gate.submit(calls, Presentation.TOGETHER));
        while (open.gate.pending().size() < 2) {
            Thread.onSpinWait();
        }
        Approval first = open.gate.pending().stream()
                .filter(each -> each.call().arguments().text("command").equals(Optional.of("make a")))
                .findFirst()
                .orElseThrow();
        assertEquals(
                List.of("read_file", "shell_exec"),
                first.call().context().batch().orElseThrow().remaining().stream()
                        .map(Batch.Remaining::tool)
                        .toList());
        open.gate.reject(first.id(), RejectMode.HARD, open.answer(""));
        List<Outcome> outcomes = together.get();
        assertInstanceOf(Outcome.Stopped.class, outcomes.get(0));
        assertInstanceOf(Outcome.Stopped.class, outcomes.get(2));

        Future<List<Outcome>> sequential = inBackground(() -> open.gate.submit(calls, Presentation.SEQUENTIAL));
        while (open.gate.pending().isEmpty()) {
            Thread.onSpinWait();
        }
        assertEquals(1, open.gate.pending().size());
        open.gate.reject(open.gate.pending().get(0).id(), RejectMode.HARD, open.answer(""));
        for (Outcome outcome : sequential.get()) {
            assertInstanceOf(Outcome.Stopped.class, outcome);
        }
        assertEquals(List.of(), open.gate.pending());
    }

    @Test
    void batchsGrant_holdsForItsCallsOnly() throws Exception {
        Approval approval = open.held(inBatch("b", shell("s", "git push origin a")));
        open.gate.approve(
                approval.id(),
                new GrantRequest(GrantKind.PREFIX, new Lifetime.Batch(new BatchId("of the call"))),
                open.answer(""));
        assertEquals(
                Action.ALLOW,
                open.gate.decide(inBatch("b", shell("s", "git push origin x"))).action());
        assertEquals(
                Action.ASK,
                open.gate.decide(inBatch("c", shell("s", "git push origin x"))).action());
        Approval plain = open.held(shell("s", "make"));
        assertInstanceOf(
                Answered.Refused.class,
                open.gate.approve(
                        plain.id(),
                        new GrantRequest(GrantKind.EXACT, new Lifetime.Batch(new BatchId("of the call"))),
                        open.answer("")));
    }

    @Test
    void ruleThatCannotBeSaved_leavesTheApprovalPending_andNoTrace() throws Exception {
        Approval approval = open.held(shell("s", "git push origin a"));
        Files.delete(open.directory.permissions(WORKER));
        Files.createDirectory(open.directory.permissions(WORKER));
        assertThrows(GateException.class, () -> open.gate.approveAlways(approval.id(), open.answer("")));
        assertTrue(approval(approval).isPending());
        assertEquals(
                List.of("asked", "judged", "started"),
                open.gate.audit().search(AuditSearch.newest(10)).stream()
                        .map(entry -> entry.heading().orElseThrow().step())
                        .toList());
    }

    @Test
    void withdrawnCall_endsWithoutAnAnswer() throws Exception {
        Future<Outcome> waits = open.waiting(shell("s", "make"));
        Approval approval = open.gate.pending().get(0);
        assertTrue(open.gate.cancel(approval.id()));
        assertInstanceOf(Outcome.Denied.class, waits.get());
        assertTrue(!open.gate.cancel(approval.id()));
        assertInstanceOf(Answered.TooLate.class, open.gate.approveOnce(approval.id(), open.answer("")));
    }

    @Test
    void zeroWait_doesNotTakeOver_whatAnotherSubmissionWaitsFor() throws Exception {
        Future<Outcome> waits = open.waiting(shell("s", "make"));
        Approval approval = open.held(shell("s", "make"));
        open.gate.approveOnce(approval.id(), open.answer(""));
        assertInstanceOf(Outcome.Allowed.class, waits.get());
    }

    @Test
    void manySubmissionsOfOneCall_areReleasedOnce() throws Exception {
        List<Future<Outcome>> all = java.util.stream.IntStream.range(0, 40)
                .mapToObj(i -> inBackground(() -> open.gate.submit(shell("s", "make"), LONG)))
                .toList();
        while (open.gate.pending().isEmpty()
                || all.stream().filter(Future::isDone).count() < all.size() - 1) {
            Thread.onSpinWait();
        }
        open.gate.approveOnce(open.gate.pending().get(0).id(), open.answer(""));
        int allowed = 0;
        for (Future<Outcome> each : all) {
            allowed += each.get() instanceof Outcome.Allowed ? 1 : 0;
        }
        assertEquals(1, allowed);
    }

    @Test
    void twoPeopleAtOnce_oneAnswerCounts_athousandTimes() throws Exception {
        for (int i = 0; i < 1_000; i++) {
            Approval approval = open.held(shell("s", "make " + i));
            Future<Answered> yes =
                    inBackground(() -> open.gate.approveOnce(approval.id(), new Answer("anna", "web", open.now, "")));
            Future<Answered> no = inBackground(
                    () -> open.gate.reject(approval.id(), RejectMode.SOFT, new Answer("ben", "api", open.now, "")));
            boolean approved = yes.get() instanceof Answered.Applied;
            boolean rejected = no.get() instanceof Answered.Applied;
            assertTrue(approved != rejected, approval.id()::text);
            assertEquals(
                    approved ? "approved" : "rejected",
                    approval(approval).state().text());
        }
    }
}
