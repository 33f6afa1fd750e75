package dev.licet.gate;

import static dev.licet.gate.OpenGate.WORKER;
import static dev.licet.gate.OpenGate.read;
import static dev.licet.gate.OpenGate.shell;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.approval.Approval;
import dev.licet.core.audit.AuditEntry;
import dev.licet.core.audit.Checkpoint;
import dev.licet.core.call.CallDigest;
import dev.licet.core.call.ToolCall;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.ticket.TicketCheck;
import dev.licet.core.ticket.TicketKey;
import dev.licet.gate.audit.Audit;
import dev.licet.gate.call.Execution;
import dev.licet.gate.call.Outcome;
import dev.licet.gate.call.Submission;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.JsonText;
import dev.licet.gate.store.AuditSearch;
import dev.licet.gate.store.Store;
import dev.licet.gate.ticket.Tickets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AuditTrailTest extends WithGate {
    private List<String> steps() {
        return open.gate.audit().search(AuditSearch.newest(100)).reversed().stream()
                .map(entry -> entry.heading().orElseThrow().step())
                .toList();
    }

    private JsonObject newest(String step) throws Exception {
        AuditEntry entry =
                open.gate.audit().search(AuditSearch.newest(1).withStep(step)).getFirst();
        return JsonText.parseObject(entry.text()).object("what").orElseThrow();
    }

    private void database(String... commands) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + open.directory.database());
                Statement statement = connection.createStatement()) {
            for (String command : commands) {
                statement.execute(command);
            }
        }
    }

    private List<String> problems() {
        return open.gate.audit().verify(List.of()).problems();
    }

    private Outcome.Allowed asked(ToolCall call) throws InterruptedException {
        Approval approval = open.held(call);
        open.gate.approveOnce(approval.id(), open.answer("fine"));
        return assertInstanceOf(Outcome.Allowed.class, open.submit(call));
    }

    @Test
    void everyStepOfACall_isAnEntry() throws Exception {
        Outcome.Allowed allowed = asked(shell("s", "curl -H 'Authorization: Bearer abcdefgh12345' http://x"));
        CallDigest digest = allowed.call().digest();
        open.gate.tickets().redeem(allowed.ticket(), digest);
        open.gate.tickets().redeem(allowed.ticket(), digest);
        open.gate.tickets().finished(allowed.ticket(), digest, new Tickets.Result(true, "done"));
        assertEquals(
                List.of(
                        "started",
                        "judged",
                        "asked",
                        "answered",
                        "judged",
                        "released",
                        "ticket",
                        "redeemed",
                        "ticket-refused",
                        "outcome"),
                steps());
        JsonObject judged = newest("judged");
        assertEquals(
                "curl -H 'Authorization: Bearer [credentials]' http://x",
                judged.object("arguments").orElseThrow().text("command").orElseThrow());
        assertEquals(digest.hex(), judged.text("digest").orElseThrow());
        assertEquals("ask", judged.text("decision").orElseThrow());
        assertEquals(16, judged.text("policy").orElseThrow().length());
        JsonObject answered = newest("answered");
        assertEquals("owner", answered.text("approver").orElseThrow());
        assertEquals("test", answered.text("channel").orElseThrow());
        assertEquals("fine", answered.text("comment").orElseThrow());
        assertEquals(List.of(), problems());
    }

    @Test
    void whatAnAgentRunsItself_isMarkedAdvisory_andGetsNoTicket() throws Exception {
        Outcome outcome = open.gate.submit(new Submission(read("s", "a"), Duration.ZERO, Execution.ADVISORY));
        assertEquals("", assertInstanceOf(Outcome.Allowed.class, outcome).ticket());
        assertTrue(newest("judged").isTrue("advisory"));
        assertEquals(List.of("started", "judged"), steps());
    }

    @Test
    void edits_areKeptAsADifference() throws Exception {
        Approval approval = open.held(shell("s", "git push --force"));
        open.gate.approveEdited(approval.id(), JsonObject.empty().with("command", "git push"), open.answer(""));
        JsonObject difference = newest("answered")
                .object("edited")
                .orElseThrow()
                .object("command")
                .orElseThrow();
        assertEquals("git push --force", difference.text("before").orElseThrow());
        assertEquals("git push", difference.text("after").orElseThrow());
    }

    @Test
    void policysVersion_changesWithTheRules_andOnlyThen() throws Exception {
        open.submit(read("s", "a"));
        String before = newest("judged").text("policy").orElseThrow();
        open.submit(read("s", "b"));
        assertEquals(before, newest("judged").text("policy").orElseThrow());
        Files.writeString(open.directory.permissions(WORKER), "{\"read_file\": \"allow\"}");
        open.submit(read("s", "b"));
        assertFalse(before.equals(newest("judged").text("policy").orElseThrow()));
    }

    private void fill() throws InterruptedException {
        for (int i = 0; i < 20; i++) {
            open.submit(read("s", "file-" + i));
        }
    }

    @Test
    void alteredRemovedAndReorderedEntries_areNamed() throws Exception {
        fill();
        database("update audit set text = replace(text, 'file-3', 'file-9') where number = 8");
        assertEquals(List.of("entry 8 was altered: its text does not have its hash"), problems());
        database("delete from audit where number in (10, 11)");
        assertEquals("entries 10 to 11 are missing", problems().get(1));
        database(
                "update audit set number = -1 where number = 12",
                "update audit set number = 12 where number = 13",
                "update audit set number = 13 where number = -1");
        assertEquals(
                "entry 12 was moved: its text says that it is entry 13",
                problems().get(2));
    }

    @Test
    void cutEnd_isFoundByTheSignedHead_andTheGateDoesNotStart() throws Exception {
        fill();
        open.gate.close();
        database("delete from audit where number > 15");
        var e = assertThrows(GateException.class, () -> open.reopen());
        assertTrue(e.toString().contains("the audit was cut or changed: it ends with entry 15"), e::toString);
        Files.delete(open.directory.path().resolve("audit.head"));
        open.reopen();
        assertEquals("missing", newest("started").text("checkpoint").orElseThrow());
    }

    @Test
    void rewrittenChain_isFoundByACheckpointKeptElsewhere() throws Exception {
        fill();
        Checkpoint kept = open.gate.audit().checkpoint();
        assertEquals(List.of(), open.gate.audit().verify(List.of(kept)).problems());
        open.gate.close();
        database("delete from audit");
        Files.delete(open.directory.path().resolve("audit.head"));
        open.reopen();
        fill();
        assertEquals(List.of(), problems());
        assertEquals(
                List.of("entry 41 is not the one of the signed checkpoint"),
                open.gate.audit().verify(List.of(kept)).problems());
    }

    @Test
    void forgedHead_isNotBelieved() throws Exception {
        fill();
        open.gate.close();
        Path file = open.directory.path().resolve("audit.head");
        Files.writeString(file, Files.readString(file).replaceFirst("^[0-9]+", "5"));
        assertThrows(GateException.class, () -> open.reopen());
        Files.writeString(file, "x\n");
        assertTrue(assertThrows(GateException.class, () -> open.reopen())
                .toString()
                .contains("cannot be read"));
        Files.delete(file);
        open.reopen();
    }

    @Test
    void pruning_isNoted_andTheRestIsWhole() throws Exception {
        fill();
        open.now = open.now.plus(Submission.COLLECT_WITHIN).plusSeconds(3_600);
        assertThrows(IllegalArgumentException.class, () -> open.gate.audit().prune(open.now, "owner"));
        open.submit(read("s", "later"));
        var removed = open.gate.audit().prune(open.now.minus(Submission.COLLECT_WITHIN), "owner");
        assertEquals(41, removed.orElseThrow().number());
        assertEquals(List.of(), problems());
        assertEquals(3, open.gate.audit().verify(List.of()).entries());
        database("delete from audit where number = 42");
        assertFalse(problems().isEmpty(), "more was removed than was noted");
    }

    @Test
    void gateThatWasPrunedElsewhere_starts() throws Exception {
        fill();
        open.gate.close();
        Path head = open.directory.path().resolve("audit.head");
        String old = Files.readString(head);
        open.reopen();
        open.now = open.now.plus(Submission.COLLECT_WITHIN).plusSeconds(3_600);
        open.submit(read("s", "later"));
        open.gate.audit().prune(open.now.minus(Submission.COLLECT_WITHIN), "owner");
        open.gate.close();
        Files.writeString(head, old);
        open.reopen();
        assertEquals(List.of(), problems());
    }

    @Test
    void entriesFiledUnderAnotherStepOrSession_areNamed() throws Exception {
        fill();
        database(
                "update audit set step = 'pruned' where number = 4", "update audit set session = 'x' where number = 6");
        database("update audit set at = at - 5 where number = 8", "update audit set tool = 'y' where number = 10");
        assertEquals(
                List.of(4, 6, 8, 10),
                problems().stream()
                        .map(problem -> Integer.parseInt(problem.replaceAll("[^0-9]", "")))
                        .toList());
    }

    @Test
    void endThatIsCutWhileTheGateRuns_isNotSignedAway() throws Exception {
        fill();
        Checkpoint before = Checkpoint.parse(
                Files.readString(open.directory.path().resolve("audit.head")).strip());
        while (before.head().number() < 41) {
            before = Checkpoint.parse(Files.readString(open.directory.path().resolve("audit.head"))
                    .strip());
        }
        database("delete from audit where number > 3");
        open.submit(read("s", "after"));
        assertFalse(problems().isEmpty());
        open.gate.close();
        assertThrows(GateException.class, () -> open.reopen());
        Files.delete(open.directory.path().resolve("audit.head"));
        open.reopen();
    }

    @Test
    void missingHead_isAProblem() throws Exception {
        fill();
        open.gate.close();
        Files.delete(open.directory.path().resolve("audit.head"));
        try (var store = Store.sqlite(open.directory.database())) {
            assertEquals(
                    1,
                    Audit.of(store, open.directory, () -> open.now)
                            .verify(List.of())
                            .problems()
                            .size());
        }
        open.reopen();
    }

    @Test
    void ticket_isCheckedByTheWorkerAlone_withThePublicKey() throws Exception {
        Outcome.Allowed allowed = assertInstanceOf(Outcome.Allowed.class, open.submit(read("s", "a")));
        var key = TicketKey.publicKey(open.gate.tickets().publicText());
        assertInstanceOf(
                TicketCheck.Good.class,
                TicketCheck.of(allowed.ticket(), allowed.call().digest(), open.now, key));
        assertInstanceOf(
                TicketCheck.Bad.class,
                TicketCheck.of(allowed.ticket(), read("s", "b").digest(), open.now, key));
    }

    @Test
    void ticket_isRefused_late_twice_andForAnotherCall_alsoAfterARestart() throws Exception {
        Outcome.Allowed first = assertInstanceOf(Outcome.Allowed.class, open.submit(read("s", "a")));
        Outcome.Allowed second = assertInstanceOf(Outcome.Allowed.class, open.submit(read("s", "a")));
        CallDigest digest = first.call().digest();
        Tickets tickets = open.gate.tickets();
        assertInstanceOf(
                Tickets.Redeemed.Refused.class,
                tickets.redeem(first.ticket(), read("s", "b").digest()));
        assertInstanceOf(Tickets.Redeemed.Refused.class, tickets.redeem(first.ticket() + "x", digest));
        assertInstanceOf(Tickets.Redeemed.Refused.class, tickets.redeem("", digest));
        assertInstanceOf(Tickets.Redeemed.Accepted.class, tickets.redeem(first.ticket(), digest));
        open.reopen();
        assertEquals(
                "the ticket is refused: it has been used already",
                assertInstanceOf(
                                Tickets.Redeemed.Refused.class,
                                open.gate.tickets().redeem(first.ticket(), digest))
                        .why());
        open.now = open.now.plus(Tickets.LIFETIME);
        assertEquals(
                "the ticket is refused: it has expired; submit the call again",
                assertInstanceOf(
                                Tickets.Redeemed.Refused.class,
                                open.gate.tickets().redeem(second.ticket(), digest))
                        .why());
        assertInstanceOf(
                Tickets.Redeemed.Accepted.class,
                open.gate.tickets().finished(first.ticket(), digest, new Tickets.Result(false, "")),
                "an execution may last longer than its ticket");
        assertInstanceOf(
                Tickets.Redeemed.Refused.class,
                open.gate.tickets().finished(second.ticket(), digest, new Tickets.Result(true, "")));
    }

    @Test
    void damagedKey_isAClearError() throws Exception {
        open.gate.close();
        Path file = open.directory.path().resolve("key");
        String before = Files.readString(file);
        Files.writeString(file, "x");
        assertTrue(assertThrows(GateException.class, () -> open.reopen())
                .toString()
                .contains("is damaged"));
        Files.writeString(file, before);
        open.reopen();
    }

    @Test
    void manyAtOnce_makeOneWholeChain() throws Exception {
        var threads = new ArrayList<Thread>();
        IntStream.range(0, 16)
                .forEach(i -> threads.add(Thread.startVirtualThread(() -> {
                    for (int j = 0; j < 25; j++) {
                        try {
                            open.submit(read("s" + i, "f" + j));
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    }
                })));
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(List.of(), problems());
        assertEquals(801, open.gate.audit().verify(List.of()).head().number());
    }
}
