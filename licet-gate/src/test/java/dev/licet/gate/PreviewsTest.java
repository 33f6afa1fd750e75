package dev.licet.gate;

import static dev.licet.gate.OpenGate.LONG;
import static dev.licet.gate.OpenGate.shell;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.approval.Approval;
import dev.licet.core.approval.RejectMode;
import dev.licet.core.audit.AuditStep;
import dev.licet.core.call.ToolCall;
import dev.licet.core.contain.Preview;
import dev.licet.core.contain.PreviewTerms;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.approval.Answered;
import dev.licet.gate.call.Execution;
import dev.licet.gate.call.Outcome;
import dev.licet.gate.call.Submission;
import dev.licet.gate.store.AuditSearch;
import dev.licet.gate.store.StoredEvent;
import dev.licet.gate.ticket.Tickets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calls that were tried before somebody answers. */
class PreviewsTest extends WithGate {
    private static final String DIGEST = "ab".repeat(32);
    private static final Preview GOOD = new Preview(0, "", List.of(), 3, List.of(), DIGEST);
    private static final Preview FAILED = new Preview(2, "", List.of(), 3, List.of(), DIGEST);

    private Path workspace;

    @BeforeEach
    void workspace() throws Exception {
        workspace = Files.createDirectories(folder.resolve("project")).toRealPath();
    }

    private ToolCall command(String line) {
        ToolCall call = OpenGate.in(workspace.toString(), shell("s", line));
        return call.in(call.context().contained());
    }

    private Outcome submit(ToolCall call, boolean puts) throws InterruptedException {
        var submission = new Submission(call, Duration.ZERO, Execution.TICKET);
        return open.gate.submit(puts ? submission.puttingInPlace() : submission);
    }

    private Approval tried(String line, Preview preview) throws InterruptedException {
        Approval approval = open.held(command(line));
        assertTrue(open.gate.previewed(approval, preview));
        return open.gate.approval(approval.id()).orElseThrow();
    }

    private Outcome.Allowed allowed(String line, boolean puts) throws InterruptedException {
        return assertInstanceOf(Outcome.Allowed.class, submit(command(line), puts));
    }

    @Test
    void terms_areBoundsForWhatStaysHere_andAReasonForTheRest() throws Exception {
        Approval make = open.held(command("make"));
        var within = assertInstanceOf(PreviewTerms.Within.class, open.gate.previewTerms(make));
        assertEquals(List.of(workspace.toString()), within.bounds().writable());
        assertTrue(within.bounds().masked().contains(open.directory.path().toString()), within::toString);
        Approval push = open.held(command("git push"));
        assertEquals(new PreviewTerms.Not("it reaches beyond the files here"), open.gate.previewTerms(push));
        open.gate.approveOnce(make.id(), open.answer(""));
        assertEquals(
                new PreviewTerms.Not("it is answered"),
                open.gate.previewTerms(open.gate.approval(make.id()).orElseThrow()));
    }

    @Test
    void approved_isToBePutInPlace_byWhoCan() throws Exception {
        Approval approval = tried("make", GOOD);
        assertEquals(Optional.of(GOOD), approval.preview());
        open.gate.approveOnce(approval.id(), open.answer("fine"));
        Outcome.Allowed allowed = allowed("make", true);
        assertEquals(Optional.of(DIGEST), allowed.preview());
        assertEquals(
                List.of(workspace.toString()), allowed.bounds().orElseThrow().writable());
        assertEquals("fine", allowed.comment());
        assertFalse(allowed.ticket().isEmpty());
    }

    @Test
    void approved_needsATicket_alsoWhereTheAgentOnlyAsks() throws Exception {
        Approval approval = tried("make", GOOD);
        open.gate.approveOnce(approval.id(), open.answer(""));
        var advisory = new Submission(command("make"), Duration.ZERO, Execution.ADVISORY).puttingInPlace();
        var allowed = assertInstanceOf(Outcome.Allowed.class, open.gate.submit(advisory));
        assertEquals(Optional.of(DIGEST), allowed.preview());
        assertInstanceOf(
                Tickets.Redeemed.Accepted.class,
                open.gate.tickets().redeem(allowed.ticket(), allowed.call().digest()));
    }

    @Test
    void approved_isNothingForWhoWouldRunIt() throws Exception {
        Approval approval = tried("make", GOOD);
        open.gate.approveOnce(approval.id(), open.answer(""));
        var denied = assertInstanceOf(Outcome.Denied.class, submit(command("make"), false));
        assertTrue(denied.message().startsWith("What was approved is what the command changed"), denied::message);
    }

    @Test
    void approvedToRun_runs() throws Exception {
        Approval approval = tried("make", GOOD);
        var applied = assertInstanceOf(Answered.Applied.class, open.gate.approveRun(approval.id(), open.answer("")));
        assertEquals("approved", applied.approval().state().text());
        assertEquals(Optional.empty(), allowed("make", false).preview());
    }

    @Test
    void approvedWithOtherArguments_runs() throws Exception {
        Approval approval = tried("make", GOOD);
        open.gate.approveEdited(approval.id(), JsonObject.empty().with("command", "make x"), open.answer(""));
        Outcome.Allowed allowed = allowed("make", true);
        assertEquals(Optional.empty(), allowed.preview());
        assertEquals(Optional.of("make x"), allowed.call().arguments().text("command"));
    }

    @Test
    void approvedAfterItFailed_runs() throws Exception {
        Approval approval = tried("make", FAILED);
        open.gate.approveOnce(approval.id(), open.answer(""));
        assertEquals(Optional.empty(), allowed("make", true).preview());
    }

    @Test
    void rejected_isRejected() throws Exception {
        Approval approval = tried("make", GOOD);
        open.gate.reject(approval.id(), RejectMode.SOFT, open.answer("no"));
        assertInstanceOf(Outcome.Denied.class, submit(command("make"), true));
    }

    @Test
    void whatHasEnded_isTriedNoMore() throws Exception {
        Approval approval = open.held(command("make"));
        open.gate.approveOnce(approval.id(), open.answer(""));
        assertFalse(open.gate.previewed(approval, GOOD));
        assertEquals(Optional.empty(), allowed("make", true).preview());
    }

    @Test
    void preview_isToldToWhoFollows_andOnRecord() throws Exception {
        Approval approval = open.held(command("make"));
        long before = open.gate.lastEvent();
        open.gate.previewed(approval, GOOD);
        List<StoredEvent> events = open.gate.eventsAfter(before, 10, LONG);
        assertEquals(StoredEvent.Kind.PREVIEWED, events.getFirst().kind());
        assertEquals(approval.id(), events.getFirst().approval());
        assertEquals(
                Optional.of(GOOD),
                open.gate.approval(approval.id()).orElseThrow().preview());
        assertEquals(
                1,
                open.gate
                        .audit()
                        .search(AuditSearch.newest(10).withStep(AuditStep.PREVIEWED.text()))
                        .size());
    }

    @Test
    void whatIsShown_isNeverExchangedForSomethingElse() throws Exception {
        Approval approval = tried("make", GOOD);
        assertTrue(open.gate.previewed(approval, GOOD));
        assertFalse(open.gate.previewed(approval, FAILED));
        assertFalse(open.gate.previewed(approval, new Preview(0, "", List.of(), 3, List.of(), "cd".repeat(32))));
        assertEquals(
                Optional.of(GOOD),
                open.gate.approval(approval.id()).orElseThrow().preview());
    }

    @Test
    void presetsOfOtherSystems_askAsThoseDo() throws Exception {
        Approval approval = open.held(command("make"));
        for (String preset : List.of("oh-my-pi", "molf", "connectonion", "ollama")) {
            Files.writeString(open.directory.path().resolve("licet.yaml"), "preset: " + preset + "\n");
            assertEquals(
                    new PreviewTerms.Not("the preset `" + preset + "` asks without one"),
                    open.gate.previewTerms(approval));
            assertFalse(open.gate.previewed(approval, GOOD));
        }
    }

    @Test
    void whatOutgrewItsBounds_isNotTriedInThem() throws Exception {
        Approval approval = open.held(command("make"));
        open.gate.outgrew(approval.digest());
        assertEquals(
                new PreviewTerms.Not("it could not do its work within its bounds"), open.gate.previewTerms(approval));
        assertFalse(open.gate.previewed(approval, GOOD));
    }
}
