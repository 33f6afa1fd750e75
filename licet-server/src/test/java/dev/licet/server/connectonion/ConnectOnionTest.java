package dev.licet.server.connectonion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.approval.Answer;
import dev.licet.core.approval.ApprovalState;
import dev.licet.core.approval.RejectMode;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import dev.licet.server.OpenServer;
import dev.licet.server.OpenServer.Reply;
import dev.licet.server.WithServer;
import dev.licet.server.access.Right;
import dev.licet.server.access.Role;
import dev.licet.server.access.TokenFile;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** ConnectOnion's side, as its documentation of the frames has it: approvals one by one, answers without an id. */
class ConnectOnionTest extends WithServer {
    @Override
    protected void prepare() throws IOException {
        Files.writeString(folder.resolve("licet.yaml"), "preset: connectonion\n");
    }

    /** A client of one session. */
    private static final class Client implements AutoCloseable, WebSocket.Listener {
        private final BlockingQueue<JsonObject> frames = new LinkedBlockingQueue<>();
        private final CompletableFuture<Integer> closed = new CompletableFuture<>();
        private final StringBuilder part = new StringBuilder();
        private final WebSocket socket;

        Client(OpenServer open, String query, Optional<String> token) {
            var builder = HttpClient.newHttpClient().newWebSocketBuilder();
            token.ifPresent(text -> builder.header("Authorization", "Bearer " + text));
            socket = builder.buildAsync(
                            URI.create(open.server().url().replace("http", "ws") + "/connectonion?" + query), this)
                    .join();
        }

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            part.append(data);
            if (last) {
                try {
                    frames.add(JsonText.parseObject(part.toString()));
                } catch (InvalidJson e) {
                    throw new AssertionError(e);
                }
                part.setLength(0);
            }
            from.request(1);
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
            closed.complete(code);
            return CompletableFuture.completedFuture(null);
        }

        void send(String frame) {
            socket.sendText(frame, true).join();
        }

        void respond(String members) {
            send("{\"type\":\"APPROVAL_RESPONSE\"," + members + "}");
        }

        JsonObject next(String type) throws Exception {
            while (true) {
                JsonObject frame = frames.poll(20, TimeUnit.SECONDS);
                if (frame == null) {
                    throw new AssertionError("no frame `" + type + "` within 20 seconds");
                }
                if (frame.text("type").equals(Optional.of(type))) {
                    return frame;
                }
            }
        }

        /** What a person does, who needs a moment to read; so long a second answer counts as a double click. */
        void nextToAnswer() throws Exception {
            next("approval_needed");
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(300));
        }

        @Override
        public void close() {
            socket.abort();
        }
    }

    private Client client(String query) {
        return new Client(open, query, Optional.of(open.ownerToken()));
    }

    private static String call(String command, String more) {
        return "{\"tool\":\"bash\",\"callId\":\"c-" + command.hashCode() + "\",\"sessionId\":\"s\",\"cwd\":\"/srv\""
                + more + ",\"arguments\":{\"command\":\"" + command + "\",\"description\":\"Build it\"}}";
    }

    private String ask(String command, String more) throws Exception {
        Reply reply = open.post("/v1/calls", call(command, more));
        return reply.body()
                .object("approval")
                .flatMap(form -> form.text("id"))
                .orElseThrow(() -> new AssertionError(reply.toString()));
    }

    private ApprovalState answered(String id) throws Exception {
        long last = 0;
        while (open.state(id) instanceof ApprovalState.Pending) {
            last = open.server()
                    .gate()
                    .eventsAfter(last, 1, Duration.ofSeconds(20))
                    .get(0)
                    .id();
        }
        return open.state(id);
    }

    @Test
    void aRequest_hasTheShapeOfTheOriginal() throws Exception {
        ask("make", ",\"batchId\":\"b\",\"batchRemaining\":[{\"tool\":\"write\",\"arguments\":{\"path\":\"a\"}}]");
        try (Client client = client("session=s")) {
            JsonObject needed = client.next("approval_needed");
            assertEquals(Optional.of("bash"), needed.text("tool"));
            assertEquals(Optional.of("Build it"), needed.text("description"));
            assertEquals(
                    "{\"command\":\"make\",\"description\":\"Build it\"}",
                    JsonText.write(needed.object("arguments").orElseThrow()));
            assertEquals(
                    "[{\"tool\":\"write\",\"arguments\":\"{\\\"path\\\":\\\"a\\\"}\"}]",
                    JsonText.write(needed.get("batch_remaining").orElseThrow()));
            assertTrue(needed.text("id").isPresent() && needed.get("ts").isPresent());
        }
        open.server()
                .gate()
                .reject(
                        open.server().gate().pending().get(0).id(),
                        RejectMode.SOFT,
                        Answer.byOwner("t", Instant.EPOCH, ""));
        ask("make alone", "");
        try (Client client = client("session=s&last_msg_id=1")) {
            assertTrue(client.next("approval_needed").get("batch_remaining").isEmpty());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"approved\":true|approved",
                "\"approved\":true,\"scope\":\"once\"|approved",
                "\"approved\":false,\"mode\":\"reject_soft\",\"feedback\":\"no\"|SOFT",
                "\"approved\":false,\"mode\":\"reject_explain\"|EXPLAIN",
                "\"approved\":false,\"mode\":\"reject_hard\"|HARD",
                "\"approved\":false|HARD",
                "\"approved\":\"true\"|HARD",
                "\"approved\":\"false\"|HARD",
                "\"approved\":1|HARD",
                "\"scope\":\"session\"|HARD",
                "\"approved\":true,\"scope\":\"forever\"|HARD",
                "\"approved\":true,\"mode\":\"reject_soft\"|approved",
                "\"approved\":false,\"mode\":\"later\"|HARD",
                "\"approved\":true,\"feedback\":7|HARD"
            })
    void anAnswer_meansWhatItSays_andWhatIsOddIsHard(String members, String expected) throws Exception {
        String id = ask("make", "");
        try (Client client = client("session=s")) {
            client.nextToAnswer();
            client.respond(members);
            ApprovalState state = answered(id);
            assertEquals(
                    expected,
                    state instanceof ApprovalState.Rejected rejected
                            ? rejected.mode().name()
                            : state.text());
        }
    }

    @Test
    void aSession_isGrantedByTheKindOfTheTool() throws Exception {
        String id = ask("make", "");
        try (Client client = client("session=s")) {
            client.nextToAnswer();
            client.respond("\"approved\":true,\"scope\":\"session\"");
            assertTrue(answered(id) instanceof ApprovalState.Approved);
        }
        assertEquals("allow", open.post("/v1/calls", call("make other", "")).text("decision"));
    }

    @Test
    void aHardRejection_stopsTheRestOfTheBatch() throws Exception {
        String first = ask("make one", ",\"batchId\":\"b\"");
        String second = ask("make two", ",\"batchId\":\"b\"");
        try (Client client = client("session=s")) {
            client.nextToAnswer();
            client.respond("\"approved\":false");
            assertTrue(answered(first) instanceof ApprovalState.Rejected);
            assertTrue(answered(second) instanceof ApprovalState.Rejected);
            Reply stopped = open.post("/v1/calls", call("make three", ",\"batchId\":\"b\""));
            assertTrue(stopped.body().isTrue("stop"));
            assertEquals(
                    "User rejected this batch of tools. They want to provide input for the correct direction.",
                    stopped.text("reason"));
        }
    }

    @Test
    void aDoubleClick_doesNotApproveTheNextRequest() throws Exception {
        String first = ask("make one", "");
        String second = ask("make two", "");
        try (Client client = client("session=s")) {
            client.nextToAnswer();
            client.respond("\"approved\":true");
            client.respond("\"approved\":true");
            assertEquals(
                    Optional.of("unknown or stale approval response"),
                    client.next("ERROR").text("message"));
            assertTrue(answered(first) instanceof ApprovalState.Approved);
            assertTrue(open.state(second) instanceof ApprovalState.Pending);
            client.nextToAnswer();
            client.respond("\"approved\":true");
            assertTrue(answered(second) instanceof ApprovalState.Approved, "seen and answered");
        }
    }

    @Test
    void aDoubleClick_thatNamesTheCallOnly_doesNotApproveTheNextOneOfThatName() throws Exception {
        String second = "";
        for (String command : new String[] {"make one", "make two"}) {
            Reply held = open.post("/v1/calls", call(command, "").replaceFirst("\"callId\":\"[^\"]*\",", ""));
            second = held.body()
                    .object("approval")
                    .flatMap(form -> form.text("id"))
                    .orElseThrow();
        }
        try (Client client = client("session=s")) {
            client.nextToAnswer();
            client.respond("\"approved\":true,\"tool_call_id\":\"call\"");
            client.respond("\"approved\":true,\"tool_call_id\":\"call\"");
            client.next("ERROR");
            assertTrue(open.state(second) instanceof ApprovalState.Pending);
        }
    }

    @Test
    void aClientThatAnswersAtOnce_answersEachRequest_withoutAType_andWithAComment() throws Exception {
        var ids = new ArrayList<String>();
        for (int i = 0; i < 4; i++) {
            ids.add(ask("make " + i, ""));
        }
        try (Client client = client("session=s")) {
            assertEquals(Optional.of("s"), client.next("CONNECTED").text("session_id"));
            for (String id : ids) {
                assertEquals(Optional.of(id), client.next("approval_needed").text("approval_id"));
                client.send("{\"approved\":true,\"feedback\":\"mind the gap\"}");
            }
            for (String id : ids) {
                ApprovalState.Approved approved = assertInstanceOf(ApprovalState.Approved.class, answered(id));
                assertEquals("mind the gap", approved.answer().comment());
            }
            assertTrue(
                    client.frames.stream().noneMatch(frame -> frame.text("type").equals(Optional.of("ERROR"))));
        }
    }

    @Test
    void anAnswerToNothing_orToAnotherRequest_isStale() throws Exception {
        try (Client client = client("session=s")) {
            client.respond("\"approved\":true");
            assertEquals(
                    Optional.of("unknown or stale approval response"),
                    client.next("ERROR").text("message"));
            String id = ask("make", "");
            client.nextToAnswer();
            client.respond("\"approved\":true,\"approval_id\":\"other\"");
            client.next("ERROR");
            assertTrue(open.state(id) instanceof ApprovalState.Pending);
            client.respond("\"approved\":true,\"approval_id\":\"" + id + "\"");
            assertTrue(answered(id) instanceof ApprovalState.Approved);
        }
    }

    @Test
    void anAnswerElsewhere_closesTheDialog_andTheNextIsAsked() throws Exception {
        String first = ask("make one", "");
        String second = ask("make two", "");
        try (Client client = client("session=s")) {
            client.next("approval_needed");
            open.post("/v1/approvals/" + first + "/approve", "{}");
            JsonObject resolved = client.next("approval_resolved");
            assertEquals(Optional.of(first), resolved.text("approval_id"));
            assertTrue(resolved.isTrue("approved"));
            assertEquals(Optional.of(second), client.next("approval_needed").text("approval_id"));
        }
    }

    @Test
    void aReconnect_getsThePendingRequestAgain() throws Exception {
        String id = ask("make", "");
        String last;
        try (Client client = client("session=s")) {
            last = client.next("approval_needed").text("id").orElseThrow();
        }
        try (Client client = new Client(open, "session=s", Optional.empty())) {
            client.send(
                    "{\"type\":\"CONNECT\",\"token\":\"" + open.ownerToken() + "\",\"last_msg_id\":\"" + last + "\"}");
            client.nextToAnswer();
            client.respond("\"approved\":true");
            assertTrue(answered(id) instanceof ApprovalState.Approved);
        }
    }

    @Test
    void anInterrupt_rejectsWhatWaits_andStopsTheAgent() throws Exception {
        String id = ask("make", "");
        try (Client client = client("session=s")) {
            client.next("approval_needed");
            client.send("{\"type\":\"INTERRUPT\"}");
            ApprovalState.Rejected rejected = assertInstanceOf(ApprovalState.Rejected.class, answered(id));
            assertEquals(RejectMode.HARD, rejected.mode());
            assertEquals("Interrupted by user", rejected.answer().comment());
            assertFalse(client.next("approval_resolved").isTrue("approved"));
        }
    }

    private Optional<String> decided(String tool, String arguments, String more) throws Exception {
        String call = "{\"tool\":\"" + tool + "\",\"sessionId\":\"s\",\"cwd\":\"/srv\"" + more + ",\"arguments\":"
                + arguments + "}";
        return Optional.of(open.post("/v1/calls", call).text("decision"));
    }

    @Test
    void modes_changeDecisions_alsoOfWhatWaits() throws Exception {
        String write = "{\"file_path\":\"a.md\",\"content\":\"x\"}";
        String id = ask("make", "");
        try (Client client = client("session=s")) {
            assertEquals(Optional.of("ask"), decided("write", write, ""));
            client.send("{\"type\":\"mode_change\",\"mode\":\"accept_edits\"}");
            client.next("mode_changed");
            assertEquals(Optional.of("allow"), decided("write", write, ""));
            assertEquals(Optional.of("ask"), decided("bash", "{\"command\":\"make all\"}", ""));
            client.send("{\"type\":\"mode_change\",\"mode\":\":read-only\"}");
            client.next("mode_changed");
            assertEquals(Optional.of("ask"), decided("write", write, ""));
            assertTrue(open.state(id) instanceof ApprovalState.Pending);
            client.send("{\"type\":\"mode_change\",\"mode\":\"ulw\",\"turns\":1}");
            client.next("mode_changed");
            assertTrue(answered(id) instanceof ApprovalState.Approved);
            assertEquals(Optional.of("allow"), decided("bash", "{\"command\":\"make all\"}", ""));
        }
    }

    @Test
    void fullAccessThatIsUsedUp_isToldToTheClient_whichMayGoOn() throws Exception {
        try (Client client = client("session=s")) {
            client.send("{\"type\":\"mode_change\",\"mode\":\"ulw\",\"turns\":1}");
            client.next("mode_changed");
            for (String turn : List.of("one", "two")) {
                open.post(
                        "/v1/sessions", "{\"event\":\"turn-started\",\"sessionId\":\"s\",\"turnId\":\"" + turn + "\"}");
            }
            ask("make", "");
            JsonObject checkpoint = client.next("full_access_checkpoint");
            assertTrue(JsonText.write(checkpoint).contains("\"turns_used\":1,\"max_turns\":1"), checkpoint::toString);
            client.next("approval_needed");
            client.send("{\"action\":\"continue\",\"turns\":3}");
            assertEquals(
                    Optional.of(":danger-full-access"),
                    client.next("mode_changed").text("mode"));
            assertEquals(Optional.of("allow"), decided("bash", "{\"command\":\"make all\"}", ""));
        }
    }

    private String session() throws Exception {
        return JsonText.write(open.get("/v1/sessions").body());
    }

    @Test
    void modes_areChanged_andWhatIsUnknownIsReadOnly() throws Exception {
        try (Client client = client("session=s")) {
            client.send("{\"type\":\"mode_change\",\"mode\":\"full_access\",\"turns\":2}");
            assertEquals(
                    Optional.of(":danger-full-access"),
                    client.next("mode_changed").text("mode"));
            assertTrue(session().contains("\"fullAccess\":{\"giver\":\"owner\",\"turns\":2}"), session());
            client.send("{\"type\":\"mode_change\",\"mode\":\"wat\"}");
            assertEquals(Optional.of(":read-only"), client.next("mode_changed").text("mode"));
            assertTrue(
                    session().contains("\"mode\":\"always-ask\"") && !session().contains("fullAccess"), session());
            client.send("{\"type\":\"mode_change\",\"mode\":\"ulw\",\"turns\":true}");
            client.next("ERROR");
        }
    }

    @Test
    void whoMayNotAnswer_doesNot() throws Exception {
        String id = ask("make", "");
        try (Client viewer = new Client(open, "session=s", Optional.of(open.token(Role.VIEWER)))) {
            viewer.nextToAnswer();
            viewer.respond("\"approved\":true");
            assertTrue(viewer.next("ERROR").text("message").orElse("").contains("right `answer`"));
            viewer.send("{\"type\":\"INTERRUPT\"}");
            viewer.next("ERROR");
            viewer.send("{\"type\":\"mode_change\",\"mode\":\"ulw\"}");
            viewer.next("ERROR");
        }
        String plain = open.token("anna", Role.APPROVER, Set.of(), Set.of());
        try (Client approver = new Client(open, "session=s", Optional.of(plain))) {
            approver.send("{\"type\":\"mode_change\",\"mode\":\"ulw\"}");
            assertTrue(approver.next("ERROR").text("message").orElse("").contains("right `rules`"));
        }
        try (Client nobody = new Client(open, "session=s", Optional.empty())) {
            nobody.respond("\"approved\":true");
            assertEquals(1008, nobody.closed.get(20, TimeUnit.SECONDS));
        }
        try (Client agent = new Client(open, "session=s", Optional.empty())) {
            agent.send("{\"type\":\"CONNECT\",\"token\":\"" + open.token(Role.AGENT) + "\"}");
            assertEquals(1008, agent.closed.get(20, TimeUnit.SECONDS));
        }
        assertTrue(open.state(id) instanceof ApprovalState.Pending);
    }

    @Test
    void whoIsNotKnownYet_isBrief() throws Exception {
        String id = ask("make", "");
        String padding = "\"padding\":\"" + "x".repeat(20_000) + "\"";
        try (Client client = new Client(open, "session=s", Optional.empty())) {
            client.send("{\"type\":\"CONNECT\",\"token\":\"" + open.ownerToken() + "\"," + padding + "}");
            assertEquals(1009, client.closed.get(20, TimeUnit.SECONDS), "too big");
        }
        try (Client client = new Client(open, "session=s", Optional.empty())) {
            client.send("{\"type\":\"CONNECT\",\"token\":\"" + open.ownerToken() + "\"}");
            client.nextToAnswer();
            client.respond("\"approved\":true," + padding);
            assertTrue(answered(id) instanceof ApprovalState.Approved);
        }
    }

    @Test
    void aTokenOfAnotherSession_isTurnedAway() {
        String other = open.token("anna", Role.APPROVER, Set.of(Right.RULES), Set.of("other"));
        assertThrows(CompletionException.class, () -> new Client(open, "session=s", Optional.of(other)));
        try (Client client = new Client(open, "session=s", Optional.empty())) {
            client.send("{\"type\":\"CONNECT\",\"token\":\"" + other + "\"}");
            assertEquals(1008, client.closed.orTimeout(20, TimeUnit.SECONDS).join());
        }
    }

    @Test
    void aRevokedToken_answersNothingMore_onAnOpenConnection() throws Exception {
        String id = ask("make", "");
        String token = open.token("anna", Role.APPROVER, Set.of(), Set.of());
        try (Client client = new Client(open, "session=s", Optional.of(token))) {
            client.nextToAnswer();
            assertTrue(new TokenFile(open.directory()).revoke(token.split("_", -1)[1]));
            client.respond("\"approved\":true,\"approval_id\":\"" + id + "\"");
            assertEquals(1008, client.closed.get(20, TimeUnit.SECONDS));
            assertTrue(open.state(id) instanceof ApprovalState.Pending);
        }
    }

    @Test
    void aPageOnAnotherPort_cannotOpenASocket() throws Exception {
        for (String origin : new String[] {"http://localhost", "http://localhost:3000", "null"}) {
            var builder = HttpClient.newHttpClient()
                    .newWebSocketBuilder()
                    .header("Authorization", "Bearer " + open.ownerToken())
                    .header("Origin", origin);
            URI uri = URI.create(open.server().url().replace("http", "ws") + "/connectonion?session=s");
            assertThrows(
                    CompletionException.class,
                    () -> builder.buildAsync(uri, new WebSocket.Listener() {}).join(),
                    origin);
        }
    }

    @Test
    void brokenFrames_areToldSo() throws Exception {
        try (Client client = client("session=s")) {
            for (String frame :
                    new String[] {"", "{", "[]", "null", "{\"type\":7}", "{\"type\":\"X\"}", "{\"a\":1,\"a\":2}"}) {
                client.send(frame);
                client.next("ERROR");
            }
        }
    }
}
