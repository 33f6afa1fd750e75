package dev.licet.gate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.approval.Answer;
import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalId;
import dev.licet.core.approval.ApprovalState;
import dev.licet.core.approval.RejectMode;
import dev.licet.core.call.CallId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.WorkerId;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.approval.Answered;
import dev.licet.gate.call.Outcome;
import dev.licet.gate.call.Submission;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.data.DiskView;
import dev.licet.gate.data.GateException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GateTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final WorkerId WORKER = new WorkerId("local");

    /** A clock that stands still until it is moved. */
    private static final class Clock implements InstantSource {
        private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");

        @Override
        public Instant instant() {
            return now;
        }
    }

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private final Clock clock = new Clock();

    @SuppressWarnings("NullAway.Init")
    private DataDirectory directory;

    @SuppressWarnings("NullAway.Init")
    private Gate gate;

    @BeforeEach
    void open() {
        directory = DataDirectory.at(folder.resolve("data"));
        gate = Gate.open(directory, clock);
    }

    @AfterEach
    void close() {
        gate.close();
    }

    private void reopen() {
        gate.close();
        gate = Gate.open(directory, clock);
    }

    private static ToolCall shell(String command) {
        return shell("s", command);
    }

    private static ToolCall shell(String session, String command) {
        return new ToolCall(
                new CallId("c"),
                "shell_exec",
                JsonObject.empty().with("command", command),
                new SessionId(session),
                WORKER,
                "/srv/project",
                Map.of());
    }

    private Answer answer(String comment) {
        return Answer.byOwner("test", clock.instant(), comment);
    }

    private ApprovalId held(ToolCall call) throws InterruptedException {
        return assertInstanceOf(Outcome.Held.class, gate.submit(call, Duration.ZERO))
                .approval()
                .id();
    }

    private static <T> Future<T> inBackground(Callable<T> work) {
        return Executors.newVirtualThreadPerTaskExecutor().submit(work);
    }

    /** Submits {@code call} from another thread and returns once it is pending there. */
    private Future<Outcome> waiting(ToolCall call) throws InterruptedException {
        long before = gate.lastEvent();
        Future<Outcome> outcome = inBackground(() -> gate.submit(call, LONG));
        assertEquals(1, gate.eventsAfter(before, 1, LONG).size());
        return outcome;
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
        assertInstanceOf(Outcome.Allowed.class, gate.submit(read, Duration.ZERO));
        Outcome.Denied denied = assertInstanceOf(Outcome.Denied.class, gate.submit(shell("cat .env"), Duration.ZERO));
        assertTrue(denied.message().contains("`read_file: *.env` (permissions.jsonc:"), denied.message());
        assertEquals(List.of(), gate.pending());
    }

    @Test
    void approveOnce_releasesTheWaitingCall_once() throws Exception {
        Future<Outcome> outcome = waiting(shell("npm test"));
        ApprovalId id = gate.pending().get(0).id();
        assertInstanceOf(Answered.Applied.class, gate.approveOnce(id, answer("go")));
        assertEquals(
                "go", assertInstanceOf(Outcome.Allowed.class, outcome.get()).comment());
        assertInstanceOf(Outcome.Held.class, gate.submit(shell("npm test"), Duration.ZERO));
    }

    @Test
    void reject_tellsTheModelWhy() throws Exception {
        Future<Outcome> outcome = waiting(shell("npm publish"));
        gate.reject(gate.pending().get(0).id(), RejectMode.SOFT, answer("not on a Friday"));
        assertEquals(
                "The user rejected `shell_exec`: not on a Friday",
                assertInstanceOf(Outcome.Denied.class, outcome.get()).message());
    }

    @Test
    void approveAlways_savesTheRuleItShows_andResolvesWhatItCovers() throws Exception {
        Future<Outcome> first = waiting(shell("git push origin main"));
        Future<Outcome> second = waiting(shell("git push origin other"));
        Future<Outcome> elsewhere = waiting(shell("other", "git push origin third"));
        Approval approval = gate.pending().get(0);
        assertEquals("[shell_exec: git push *]", approval.always().toString());
        gate.approveAlways(approval.id(), answer(""));
        assertInstanceOf(Outcome.Allowed.class, first.get());
        assertInstanceOf(Outcome.Allowed.class, second.get());
        assertEquals(1, gate.pending().size());
        assertTrue(Files.readString(directory.permissions(WORKER)).contains("\"git push *\": \"allow\""));
        assertTrue(Files.readString(directory.permissions(WORKER)).startsWith("// Licet"));
        assertInstanceOf(Outcome.Allowed.class, gate.submit(shell("git push origin x"), Duration.ZERO));
        gate.approveOnce(gate.pending().get(0).id(), answer(""));
        elsewhere.get();
    }

    @Test
    void always_isNotOffered_whereNoRuleHelps() throws Exception {
        ApprovalId id = held(shell("eval \"$x\""));
        assertEquals(List.of(), gate.approval(id).orElseThrow().always());
        assertInstanceOf(Answered.Refused.class, gate.approveAlways(id, answer("")));
        assertTrue(gate.approval(id).orElseThrow().isPending());
    }

    @Test
    void always_isNotOffered_whenALaterEntryOverridesIt() throws Exception {
        gate.policy(WORKER);
        Files.writeString(directory.permissions(WORKER), "{\"shell_exec\": \"ask\", \"*\": \"ask\"}");
        assertEquals(List.of(), gate.approval(held(shell("ls"))).orElseThrow().always());
    }

    @Test
    void always_withABrokenFile_failsAndLeavesTheApprovalPending() throws Exception {
        ApprovalId id = held(shell("ls"));
        Files.writeString(directory.permissions(WORKER), "{ oops");
        assertThrows(GateException.class, () -> gate.approveAlways(id, answer("")));
        assertTrue(gate.approval(id).orElseThrow().isPending());
        assertInstanceOf(Answered.Applied.class, gate.approveOnce(id, answer("")));
    }

    @Test
    void firstAnswerWins_amongMany() throws Exception {
        ApprovalId id = held(shell("ls"));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Answered>> answers = IntStream.range(0, 50)
                    .mapToObj(i -> threads.submit(() -> i % 2 == 0
                            ? gate.approveOnce(id, answer("" + i))
                            : gate.reject(id, RejectMode.SOFT, answer("" + i))))
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
        assertInstanceOf(Answered.Unknown.class, gate.approveOnce(new ApprovalId("nosuchone"), answer("")));
        assertInstanceOf(Answered.Unknown.class, gate.approveAlways(new ApprovalId("nosuchone"), answer("")));
    }

    @Test
    void sameCallAgain_joinsTheApproval_andTakesOverTheWait() throws Exception {
        Future<Outcome> first = waiting(shell("ls"));
        Future<Outcome> second = inBackground(() -> gate.submit(shell("ls"), LONG));
        assertInstanceOf(Outcome.Denied.class, first.get());
        assertEquals(1, gate.pending().size());
        gate.approveOnce(gate.pending().get(0).id(), answer(""));
        assertInstanceOf(Outcome.Allowed.class, second.get());
    }

    @Test
    void pendingApproval_survivesARestart_andTheRetryJoinsIt() throws Exception {
        ApprovalId id = held(shell("ls"));
        reopen();
        assertEquals(List.of(id), gate.pending().stream().map(Approval::id).toList());
        assertEquals(id, held(shell("ls")));
        gate.approveOnce(id, answer(""));
        assertInstanceOf(Outcome.Allowed.class, gate.submit(shell("ls"), Duration.ZERO));
        assertInstanceOf(Outcome.Held.class, gate.submit(shell("ls"), Duration.ZERO));
    }

    @Test
    void answerThatNobodyTookInTime_isNotTakenLater() throws Exception {
        gate.approveOnce(held(shell("ls")), answer(""));
        clock.now = clock.now.plus(Submission.COLLECT_WITHIN).plusMillis(1);
        assertInstanceOf(Outcome.Held.class, gate.submit(shell("ls"), Duration.ZERO));
    }

    @Test
    void ruleMadeStricterMeanwhile_beatsTheApproval() throws Exception {
        gate.approveOnce(held(shell("ls")), answer(""));
        Files.writeString(directory.permissions(WORKER), "{\"shell_exec\": {\"ls\": \"deny\"}}");
        assertInstanceOf(Outcome.Denied.class, gate.submit(shell("ls"), Duration.ZERO));
    }

    @Test
    void rejectedApproval_keepsItsAnswer() throws Exception {
        ApprovalId id = held(shell("ls"));
        gate.reject(id, RejectMode.EXPLAIN, answer("no"));
        reopen();
        ApprovalState.Rejected state = assertInstanceOf(
                ApprovalState.Rejected.class, gate.approval(id).orElseThrow().state());
        assertEquals(new ApprovalState.Rejected(answer("no"), RejectMode.EXPLAIN), state);
    }

    @Test
    void events_tellAskedAndAnswered_inOrder() throws Exception {
        ApprovalId id = held(shell("ls"));
        gate.approveOnce(id, answer(""));
        var events = gate.eventsAfter(0, 10, Duration.ZERO);
        assertEquals(
                List.of(id, id), events.stream().map(event -> event.approval()).toList());
        assertEquals(List.of(), gate.eventsAfter(gate.lastEvent(), 10, Duration.ofMillis(1)));
    }

    @Test
    void secondGateOnTheSameDirectory_isRefused() {
        var e = assertThrows(GateException.class, () -> Gate.open(directory, clock));
        assertTrue(e.toString().contains("another Licet server uses"), e::toString);
    }

    @Test
    void dataDirectory_isPrivate_andAFileInItsPlaceIsAClearError() throws IOException {
        directory.token();
        assertEquals("rw-------", permissions(folder.resolve("data/token")));
        assertEquals("rwx------", permissions(folder.resolve("data")));
        assertEquals(directory.token(), DataDirectory.at(folder.resolve("data")).token());
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
