package dev.licet.gate.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.approval.Answer;
import dev.licet.core.approval.AnswerTerms;
import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalId;
import dev.licet.core.approval.ApprovalState;
import dev.licet.core.approval.CancelReason;
import dev.licet.core.approval.RejectMode;
import dev.licet.core.audit.AuditCheck;
import dev.licet.core.audit.AuditHead;
import dev.licet.core.audit.AuditStep;
import dev.licet.core.call.AgentId;
import dev.licet.core.call.Batch;
import dev.licet.core.call.BatchId;
import dev.licet.core.call.CallContext;
import dev.licet.core.call.CallDigest;
import dev.licet.core.call.CallId;
import dev.licet.core.call.CallSource;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.ToolWords;
import dev.licet.core.call.TurnId;
import dev.licet.core.call.WorkerId;
import dev.licet.core.contain.FileChange;
import dev.licet.core.contain.Preview;
import dev.licet.core.contain.PreviewedFile;
import dev.licet.core.grant.Grant;
import dev.licet.core.grant.GrantId;
import dev.licet.core.grant.Lifetime;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.propose.GrantKind;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Mode;
import dev.licet.core.rule.RuleText;
import dev.licet.core.session.Agent;
import dev.licet.core.session.FullAccess;
import dev.licet.core.session.Session;
import dev.licet.core.session.SessionTerms;
import dev.licet.core.ticket.Ticket;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every store does, whatever database it is in. */
abstract class StoreContract {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final WorkerId WORKER = new WorkerId("w");
    private static final SessionId SESSION = new SessionId("a session/with blanks");
    private static final List<RuleText> RULES = List.of(new RuleText("shell_exec", "git push *"));
    private static final Answer ANSWER = new Answer("anna", "web", NOON, "go, \u00e4\u4e2d\ud83d\ude00 'x'");

    @SuppressWarnings("NullAway.Init")
    private Store store;

    /** A store in a database of its own that is empty. */
    abstract Store open() throws Exception;

    @BeforeEach
    void openStore() throws Exception {
        store = open();
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    private static ToolCall call(String command) {
        return new ToolCall(
                new CallId("c"),
                "shell_exec",
                JsonObject.empty().with("command", command),
                SESSION,
                WORKER,
                "/srv",
                Map.of("A", "1"),
                new CallContext(
                        Optional.of(new AgentId("agent")),
                        Optional.of(new TurnId("turn")),
                        Optional.of(new Batch(
                                new BatchId("batch"), List.of(new Batch.Remaining("read_file", JsonObject.empty())))),
                        "mcp:x",
                        "anna",
                        new ToolWords(
                                JsonObject.empty().with("type", "object"),
                                JsonObject.empty().with("tier", "read"),
                                List.of("Command: x"))));
    }

    private static Approval approval(String id, String command) {
        var terms = new AnswerTerms(Optional.of(NOON.plusSeconds(60)), Set.of("anna", "ben"));
        return Approval.pending(new ApprovalId(id), call(command), RULES, NOON, terms);
    }

    private Approval added(String id, String command) {
        Approval approval = approval(id, command);
        return store.write(change -> {
            change.add(approval, "waiter");
            return approval;
        });
    }

    private Optional<Approval> find(String id) {
        return store.read(queries -> queries.find(new ApprovalId(id)));
    }

    private boolean end(Approval approval, ApprovalState.Event event) {
        return store.write(change -> change.end(approval.after(event)));
    }

    private boolean did(Function<Change, Boolean> work) {
        return store.write(work);
    }

    private boolean sees(Function<Queries, Boolean> query) {
        return store.read(query);
    }

    private int pendingCount() {
        return store.read(Queries::pendingCount);
    }

    @Test
    void approval_comesBackAsItWas_inEveryState() {
        List<ApprovalState.Event> events = List.of(
                new ApprovalState.Event.Approve(
                        ANSWER, RULES, Optional.of(JsonObject.empty().with("command", "ls"))),
                ApprovalState.Event.Approve.once(ANSWER),
                new ApprovalState.Event.Reject(ANSWER, RejectMode.HARD),
                new ApprovalState.Event.Reject(ANSWER, RejectMode.EXPLAIN),
                new ApprovalState.Event.Tick(NOON.plusSeconds(61)),
                new ApprovalState.Event.Cancel(NOON, CancelReason.WORKER_GONE));
        for (int i = 0; i < events.size(); i++) {
            Approval pending = added("id-" + i, "make " + i);
            assertEquals(Optional.of(pending), find("id-" + i));
            assertTrue(end(pending, events.get(i)));
            assertEquals(Optional.of(pending.after(events.get(i))), find("id-" + i));
        }
        assertEquals(List.of(), store.read(queries -> queries.pending()));
        assertEquals(
                List.of("id-5", "id-4"),
                store.read(queries -> queries.newest(2)).stream()
                        .map(each -> each.id().text())
                        .toList());
    }

    @Test
    void preview_comesBackAsItWas_untilItCountsNoMore_andNotOnceItEnded() {
        var preview = new Preview(
                1,
                "said",
                List.of(new PreviewedFile(
                        new FileChange(FileChange.Kind.MADE, "/srv/a"), "+1 -0", "+ a", "protected", true)),
                2,
                List.of("/tmp/x"),
                "ab".repeat(32));
        Approval pending = added("id-1", "make");
        ApprovalId id = pending.id();
        assertTrue(did(change -> change.preview(id, Optional.of(preview))));
        assertEquals(Optional.of(pending.with(Optional.of(preview))), find("id-1"));
        assertTrue(did(change -> change.preview(id, Optional.empty())));
        assertEquals(Optional.of(pending), find("id-1"));
        assertTrue(did(change -> change.preview(id, Optional.of(preview))));
        // Who answers may not have seen it: it stays with the approval all the same.
        ApprovalState.Event once = ApprovalState.Event.Approve.once(ANSWER);
        end(pending, once);
        assertEquals(Optional.of(pending.with(Optional.of(preview)).after(once)), find("id-1"));
        assertFalse(did(change -> change.preview(id, Optional.empty())));
        assertFalse(did(change -> change.preview(new ApprovalId("none"), Optional.of(preview))));
    }

    @Test
    void secondEnd_changesNothing() {
        Approval pending = added("id-1", "ls");
        assertTrue(end(pending, ApprovalState.Event.Approve.once(ANSWER)));
        assertFalse(end(pending, new ApprovalState.Event.Reject(ANSWER, RejectMode.SOFT)));
        assertEquals("approved", find("id-1").orElseThrow().state().text());
    }

    @Test
    void sameCall_isPendingOnce() {
        added("id-1", "ls");
        assertThrows(RuntimeException.class, () -> added("id-2", "ls"));
        assertEquals(1, pendingCount());
        assertEquals(
                "id-1",
                store.read(queries -> queries.open(call("ls"), NOON))
                        .orElseThrow()
                        .id()
                        .text());
    }

    @Test
    void answer_isCollectedOnce_byTheNewestWhoWaits() {
        Approval pending = added("id-1", "ls");
        ApprovalId id = pending.id();
        assertFalse(did(change -> change.collect(id, "waiter")));
        store.change(change -> {
            change.wait(id, "newer");
        });
        end(pending, ApprovalState.Event.Approve.once(ANSWER));
        assertFalse(did(change -> change.collect(id, "waiter")));
        assertTrue(did(change -> change.collect(id, "newer")));
        assertFalse(did(change -> change.collect(id, "newer")));
    }

    @Test
    void answeredCall_isOpenUntilItIsOld() {
        end(added("id-1", "ls"), ApprovalState.Event.Approve.once(ANSWER));
        assertTrue(store.read(queries -> queries.open(call("ls"), NOON.minusMillis(1)))
                .isPresent());
        assertTrue(store.read(queries -> queries.open(call("ls"), NOON)).isEmpty());
    }

    @Test
    void rememberedAnswer_isCollectedByWhoWaits_andByNobodyWhoComesLater() {
        Approval pending = added("id-1", "ls");
        assertTrue(did(change -> change.endRemembered(pending.after(ApprovalState.Event.Approve.once(ANSWER)))));
        assertTrue(store.read(queries -> queries.open(call("ls"), NOON.minusMillis(1)))
                .isEmpty());
        assertTrue(did(change -> change.collect(pending.id(), "waiter")));
    }

    @Test
    void overdueApprovals_areFound() {
        added("id-1", "ls");
        assertEquals(List.of(), store.read(queries -> queries.overdue(NOON.plusSeconds(59))));
        assertEquals(
                1, store.read(queries -> queries.overdue(NOON.plusSeconds(60))).size());
    }

    @Test
    void events_growInOrder_andNameWhatChanged() {
        Approval pending = added("id-1", "ls");
        store.change(change -> {
            change.put(Session.fresh(WORKER, SESSION), NOON);
        });
        end(pending, ApprovalState.Event.Approve.once(ANSWER));
        List<StoredEvent> events = store.read(queries -> queries.eventsAfter(0, 10));
        assertEquals(
                List.of(StoredEvent.Kind.APPROVAL, StoredEvent.Kind.SESSION, StoredEvent.Kind.APPROVAL),
                events.stream().map(StoredEvent::kind).toList());
        assertEquals(pending.id(), events.getFirst().approval());
        assertEquals(SESSION, events.get(1).session());
        assertEquals(WORKER, events.get(1).worker());
        long last = store.read(Queries::lastEvent);
        assertEquals(events.getLast().id(), last);
        assertEquals(
                1,
                store.read(queries -> queries.eventsAfter(events.get(1).id(), 10))
                        .size());
    }

    @Test
    void grants_comeBackAsTheyWere_withEveryLifetime() {
        List<Lifetime> lifetimes = List.of(
                new Lifetime.Batch(new BatchId("b")),
                new Lifetime.Turn(new TurnId("t")),
                new Lifetime.Session(),
                new Lifetime.Worker(),
                new Lifetime.Until(NOON),
                new Lifetime.Uses(3));
        for (int i = 0; i < lifetimes.size(); i++) {
            var grant = new Grant(
                    new GrantId("grant-" + i),
                    i == 0 ? GrantKind.CALL : GrantKind.PREFIX,
                    i == 0 ? List.of() : RULES,
                    i == 0 ? Optional.of(call("ls").digest()) : Optional.empty(),
                    new Grant.Scope(WORKER, SESSION, i == 1 ? Optional.of(new AgentId("a")) : Optional.empty()),
                    lifetimes.get(i),
                    NOON,
                    new Grant.Giver("anna", "web"));
            store.change(change -> {
                change.add(grant);
            });
            assertEquals(
                    grant,
                    store.read(queries -> queries.grants(WORKER, SESSION)).getLast());
        }
        Grant uses = store.read(queries -> queries.grants()).getLast();
        store.change(change -> {
            change.lasting(uses.used().orElseThrow());
        });
        assertEquals(
                new Lifetime.Uses(2),
                store.read(queries -> queries.grants()).getLast().lifetime());
        assertTrue(did(change -> change.removeGrant(uses.id())));
        assertFalse(did(change -> change.removeGrant(uses.id())));
    }

    @Test
    void session_comesBackAsItWas_andIsRemovedWithItsGrants() {
        var session = new Session(
                WORKER,
                SESSION,
                new SessionTerms(
                        Optional.of(Mode.YOLO),
                        true,
                        "ben",
                        Optional.of(new FullAccess(OptionalInt.of(3), OptionalInt.of(5), Optional.of(NOON), "anna")),
                        ""),
                Optional.of(new TurnId("t")),
                Optional.of(new TurnId("s")),
                List.of(new BatchId("b")),
                List.of(new Agent(
                        new AgentId("a"),
                        "explore",
                        Optional.empty(),
                        List.of(new Agent.AgentLayer(
                                List.of(new Agent.AgentRule(new RuleText("*", "*"), Action.DENY)), true)))),
                "/srv/project",
                new CallSource("claude", "mend the login"));
        store.change(change -> {
            change.put(session, NOON);
        });
        assertEquals(session, store.read(queries -> queries.session(WORKER, SESSION)));
        assertEquals(List.of(session), store.read(queries -> queries.idleSessions(NOON.plusMillis(1), 10)));
        assertEquals(List.of(), store.read(queries -> queries.idleSessions(NOON, 10)));
        store.change(change -> {
            change.removeSession(WORKER, SESSION);
        });
        assertEquals(Session.fresh(WORKER, SESSION), store.read(queries -> queries.session(WORKER, SESSION)));
    }

    @Test
    void ticket_isRedeemedOnce_amongMany() throws Exception {
        var ticket = new Ticket(
                "0123456789abcdef", new CallDigest("ab".repeat(32)), WORKER, SESSION, NOON, NOON.plusSeconds(1));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Boolean>> all = IntStream.range(0, 50)
                    .mapToObj(i -> (Callable<Boolean>) () -> store.write(change -> change.redeem(ticket)))
                    .toList();
            int accepted = 0;
            for (Future<Boolean> each : threads.invokeAll(all)) {
                accepted += each.get() ? 1 : 0;
            }
            assertEquals(1, accepted);
        }
        assertTrue(did(change -> change.outcome(ticket, "succeeded")));
        assertFalse(did(change -> change.outcome(ticket, "failed")));
    }

    @Test
    void failedWork_undoesItself_andNothingElse() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Boolean>> all = IntStream.range(0, 60)
                    .mapToObj(i -> threads.submit(() -> store.write(change -> {
                        change.audit(
                                AuditStep.ASKED,
                                NOON,
                                AuditSubject.GATE,
                                JsonObject.empty().with("i", i));
                        change.add(approval("id-" + i, "make " + i), "");
                        if (i % 3 == 0) {
                            throw new IllegalStateException("no " + i);
                        }
                        return true;
                    })))
                    .toList();
            int failed = 0;
            for (Future<Boolean> each : all) {
                try {
                    each.get();
                } catch (ExecutionException e) {
                    assertInstanceOf(IllegalStateException.class, e.getCause());
                    failed++;
                }
            }
            assertEquals(20, failed);
        }
        assertEquals(40, pendingCount());
        assertEquals(40, store.read(queries -> queries.audit(0, 100)).size());
        assertEquals(List.of(), problems(AuditHead.START));
    }

    private List<String> problems(AuditHead start) {
        var check = new AuditCheck(start, List.of());
        store.read(queries -> queries.audit(0, 10_000)).forEach(check::next);
        return check.problems();
    }

    private void note(AuditStep step, Instant at, String tool, String text) {
        store.change(change -> {
            change.audit(
                    step,
                    at,
                    new AuditSubject("w", "s", tool),
                    JsonObject.empty().with("text", text));
        });
    }

    private List<Long> found(AuditSearch search) {
        return store.read(queries -> queries.audit(search)).stream()
                .map(entry -> entry.number())
                .toList();
    }

    @Test
    void audit_isSearched() {
        note(AuditStep.JUDGED, NOON, "read_file", "one 100% a_b");
        note(AuditStep.ASKED, NOON.plusSeconds(1), "shell_exec", "Two");
        note(AuditStep.JUDGED, NOON.plusSeconds(2), "shell_exec", "three aXb");
        AuditSearch all = AuditSearch.newest(10);
        assertEquals(List.of(3L, 2L, 1L), found(all));
        assertEquals(List.of(3L, 1L), found(all.withStep("judged")));
        var none = Optional.<String>empty();
        var never = Optional.<Instant>empty();
        List<List<String>> nothing = List.of();
        assertEquals(
                List.of(3L, 2L),
                found(new AuditSearch(none, none, none, Optional.of("shell_exec"), nothing, never, never, 0, 10)));
        assertEquals(List.of(1L), found(all.saying("a_B")));
        assertEquals(List.of(1L), found(all.saying("0%")));
        assertEquals(List.of(), found(all.saying("one").saying("two")));
        assertEquals(
                List.of(2L),
                found(new AuditSearch(
                        none,
                        Optional.of("w"),
                        Optional.of("s"),
                        none,
                        List.of(List.of("two")),
                        Optional.of(NOON.plusSeconds(1)),
                        Optional.of(NOON.plusSeconds(2)),
                        0,
                        10)));
        assertEquals(List.of(2L), found(all.saying("two").since(NOON.plusSeconds(1))));
        assertEquals(List.of(), found(all.saying("two").since(NOON.plusSeconds(2))));
        assertEquals(List.of(1L), found(new AuditSearch(none, none, none, none, nothing, never, never, 2, 10)));
    }

    @Test
    void audit_isSearchedByPersonAndDecision() {
        store.change(change -> {
            change.audit(
                    AuditStep.JUDGED,
                    NOON,
                    AuditSubject.GATE,
                    JsonObject.empty().with("decision", "deny"));
            change.audit(
                    AuditStep.ANSWERED,
                    NOON,
                    AuditSubject.GATE,
                    JsonObject.empty().with("approver", "al\"ice").with("state", "rejected"));
            change.audit(
                    AuditStep.RULES, NOON, AuditSubject.GATE, JsonObject.empty().with("by", "alice"));
            change.audit(
                    AuditStep.GRANTED,
                    NOON,
                    AuditSubject.GATE,
                    JsonObject.empty().with("giver", "alice"));
        });
        AuditSearch all = AuditSearch.newest(10);
        assertEquals(List.of(4L, 3L), found(all.by("alice")));
        assertEquals(List.of(2L), found(all.by("al\"ice")));
        assertEquals(List.of(1L), found(all.decided("deny")));
        assertEquals(List.of(2L), found(all.decided("rejected")));
        assertEquals(List.of(), found(all.decided("rejected").by("alice")));
    }

    @Test
    void pruning_removesWhatEndedBefore_andTheChainStaysWhole() {
        note(AuditStep.JUDGED, NOON, "t", "a");
        note(AuditStep.JUDGED, NOON.plusSeconds(1), "t", "b");
        note(AuditStep.JUDGED, NOON.plusSeconds(2), "t", "c");
        Approval old = added("id-1", "ls");
        end(old, ApprovalState.Event.Approve.once(ANSWER));
        added("id-2", "make");
        Optional<AuditHead> removed = store.write(change -> change.prune(NOON.plusSeconds(2)));
        assertEquals(2, removed.orElseThrow().number());
        assertEquals(List.of(), problems(removed.get()));
        assertEquals(Optional.empty(), find("id-1"));
        assertTrue(find("id-2").isPresent());
        assertEquals(
                List.of("id-2"),
                store.read(queries -> queries.eventsAfter(0, 10)).stream()
                        .map(StoredEvent::subject)
                        .toList());
        Optional<AuditHead> rest = store.write(change -> change.prune(NOON.plusSeconds(99)));
        assertEquals(Optional.empty(), rest, "the last entry stays");
        assertEquals(3, store.read(queries -> queries.auditHead()).number());
    }

    private List<Delivery> due(Instant now) {
        return store.read(queries -> queries.due(now, 10));
    }

    @Test
    void deliveries_areDueOnceTheirApprovalEnded_andTakenByOneAtATime() {
        Approval approval = added("id-1", "ls");
        store.change(change -> {
            change.deliver(approval.id(), "http://a/", NOON);
            change.deliver(approval.id(), "http://a/", NOON.plusSeconds(1));
        });
        assertEquals(List.of(), due(NOON.plusSeconds(9)), "it is pending");
        end(approval, ApprovalState.Event.Approve.once(ANSWER));
        assertEquals(List.of(), due(NOON.minusMillis(1)));
        Delivery first = new Delivery(approval.id(), "http://a/", 1);
        assertEquals(List.of(first), due(NOON));
        Instant later = NOON.plusSeconds(60);
        assertTrue(did(change -> change.claim(first, NOON, later)));
        assertFalse(did(change -> change.claim(first, NOON, later)), "somebody has it");
        assertEquals(List.of(), due(later.minusMillis(1)));
        Delivery second = new Delivery(approval.id(), "http://a/", 2);
        assertEquals(List.of(second), due(later), "who had it is gone");
        store.change(change -> change.again(second, later.plusSeconds(1)));
        assertEquals(List.of(), due(later));
        assertEquals(1, due(later.plusSeconds(1)).size());
        store.change(change -> change.delivered(second));
        assertEquals(List.of(), due(later.plusSeconds(999)));
    }

    @Test
    void skills_areKnownByVersion() {
        store.change(change -> {
            change.approveSkill(WORKER, "deploy", "v1");
            change.approveSkill(WORKER, "deploy", "v1");
        });
        assertTrue(sees(queries -> queries.isApprovedSkill(WORKER, "deploy", "v1")));
        assertFalse(sees(queries -> queries.isApprovedSkill(WORKER, "deploy", "v2")));
    }
}
