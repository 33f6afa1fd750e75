package dev.licet.client;

import dev.licet.core.call.ToolCall;
import dev.licet.core.contain.Bounds;
import dev.licet.core.contain.FileChange;
import dev.licet.core.contain.HostUse;
import dev.licet.core.contain.Preview;
import dev.licet.core.contain.PreviewTerms;
import dev.licet.core.contain.RefusedChange;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.gate.agent.GateAccess;
import dev.licet.gate.call.Presentation;
import dev.licet.gate.call.Submission;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.CallJson;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client of one server. Whatever goes wrong on the way is a {@link GateException}: a call that it was thrown for must not
 * run. Thread-safe; methods block until the server has answered.
 */
public final class LicetClient implements AutoCloseable {
    /** A token is sent to another machine only where nobody can read it on the way. */
    private static final Pattern ADDRESS =
            Pattern.compile("https://[^/?#\\s@]+|http://(127\\.[0-9.]+|localhost|\\[::1])(:[0-9]+)?");

    private static final Duration CONNECTING = Duration.ofSeconds(5);

    /** How long an answer may take beside the wait for a person. */
    private static final Duration ANSWERING = Duration.ofSeconds(30);

    /** A stream of events on which nothing came for so long is lost; the server says something more often. */
    private static final Duration SILENCE = Duration.ofSeconds(60);

    /** So many names of files fit into one request. */
    private static final int CHANGES_AT_ONCE = 200;

    private static final Logger LOG = LoggerFactory.getLogger(LicetClient.class);

    private static final Duration TRY_AGAIN = Duration.ofSeconds(1);

    private final HttpClient http;
    private final String server;
    private final String token;
    private final AtomicBoolean isAway = new AtomicBoolean();

    /**
     * A client of the server at {@code server}, such as {@code http://127.0.0.1:4747}, with a token that {@code licet token}
     * made.
     *
     * @throws IllegalArgumentException when {@code server} is no address
     */
    public LicetClient(String server, String token) {
        if (!ADDRESS.matcher(server).matches()) {
            throw new IllegalArgumentException("a server's address looks like http://127.0.0.1:4747, or"
                    + " https://licet.example.com:8443 on another machine, not `" + server + "`");
        }
        this.server = server;
        this.token = token;
        HttpClient.Builder reaching =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECTING);
        this.http = (server.startsWith("https:") ? reaching : reaching.sslContext(trustingNobody())).build();
    }

    /** Where nothing is encrypted the certificates of this machine need not be read, which takes longer than all the rest. */
    private static SSLContext trustingNobody() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[0], new TrustManager[0], null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new GateException("this Java has no TLS: " + e.getMessage(), e);
        }
    }

    /**
     * A client of the server that runs on {@code directory}, with its owner's token.
     *
     * @throws GateException when none ever ran there
     */
    public static LicetClient of(DataDirectory directory) {
        return new LicetClient(
                directory
                        .announcedServer()
                        .orElseThrow(() -> new GateException("no server ran in the data directory `" + directory.path()
                                + "` yet; start one with `licet serve`")),
                directory.token());
    }

    /**
     * One event of the stream: {@code approval_required}, {@code approval_changed} or {@code approval_resolved}.
     *
     * @param id after which a stream can be resumed; empty for what was pending before it began
     */
    public record Event(OptionalLong id, String name, JsonObject approval) {}

    /** What the server answered: the status and the document. */
    public record Reply(int status, JsonObject document) {

        /** What went wrong, for people. */
        public String detail() {
            return document.text("detail").orElse("status " + status);
        }

        /** Whether it says nothing of the call, and may say something soon: somebody between us and the server may answer. */
        private boolean isForNow() {
            return status == 429 || (status >= 500 && document.get("decision").isEmpty());
        }
    }

    /**
     * Submits {@code call} and waits up to {@code wait}, at most {@link Submission#MAX_WAIT}, for a person.
     *
     * @throws GateException when the server gives no decision
     */
    public ServerVerdict submit(ToolCall call, Duration wait) throws InterruptedException {
        return verdict(call(CallJson.write(call), wait));
    }

    /**
     * Submits {@code call} and waits until it is decided or {@code patience} is over, also while the server restarts. Then
     * it is {@link ServerVerdict.Held} if it was asked.
     *
     * @throws GateException when the server is not there in the end, or gives no decision
     */
    public ServerVerdict decide(ToolCall call, Duration patience) throws InterruptedException {
        return verdict(decided(wait -> call(CallJson.write(call), wait), patience));
    }

    /**
     * The same for who can put in place what {@code call} changes when it is tried within bounds: then {@link
     * ServerVerdict.Allowed} may say that this is to be done, instead of running it.
     */
    public ServerVerdict decidePreviewing(ToolCall call, Duration patience) throws InterruptedException {
        JsonObject form = CallJson.write(call);
        return verdict(decided(wait -> post("/v1/calls?previewing&wait=" + wait.toSeconds(), form, wait), patience));
    }

    /** Puts something to the gate, which may wait for an answer. */
    interface Submitting {
        Reply within(Duration wait) throws InterruptedException;
    }

    /** What the gate says in the end to what is submitted, or once {@code patience} is over. */
    Reply decided(Submitting submitting, Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        while (true) {
            Duration left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
            Duration wait = left.compareTo(Submission.MAX_WAIT) < 0 ? left : Submission.MAX_WAIT;
            try {
                Reply reply = submitting.within(wait);
                boolean over = System.nanoTime() >= end;
                boolean held = reply.status() == 202;
                back();
                if (over || !(held || reply.isForNow())) {
                    return reply;
                }
            } catch (GateException e) {
                if (left.isZero() || !(e.getCause() instanceof IOException)) {
                    throw e;
                }
                away();
            }
            Thread.sleep(TRY_AGAIN.compareTo(left) < 0 ? TRY_AGAIN : left);
        }
    }

    /** Calls wait for a server that is away: that is said once. */
    private void away() {
        if (isAway.compareAndSet(false, true)) {
            LOG.warn("the Licet server at {} cannot be reached: calls wait for it", server);
        }
    }

    private void back() {
        if (isAway.compareAndSet(true, false)) {
            LOG.info("the Licet server at {} answers again", server);
        }
    }

    /** Submits the calls of one reply of a model; what the gate says to each is in their order. */
    public List<ServerVerdict> submit(List<ToolCall> batch, Presentation presentation, Duration wait)
            throws InterruptedException {
        JsonObject body = JsonObject.empty()
                .with("calls", JsonArray.of(batch.stream().map(CallJson::write).toList()))
                .with("presentation", presentation.name().toLowerCase(Locale.ROOT));
        Reply reply = post("/v1/batches?wait=" + wait.toSeconds(), body, wait);
        if (reply.status() != 200) {
            ServerVerdict all = verdict(reply);
            return batch.stream().map(call -> all).toList();
        }
        return reply.document().elements("outcomes").stream()
                .map(each -> verdict(new Reply(200, each instanceof JsonObject form ? form : JsonObject.empty())))
                .toList();
    }

    /** What is done in the place of a coding agent's command. */
    public sealed interface Replaced {
        /**
         * It runs within bounds, or what it changed when it was tried is made anew.
         *
         * @param call as it was judged
         * @param allowed how it may run
         */
        record Bounded(ToolCall call, ServerVerdict.Allowed allowed) implements Replaced {}

        /**
         * What it changed when it was tried was put in place.
         *
         * @param status its exit status then, or 126 where nothing was put in place
         * @param out what it printed, in Base64
         * @param err what it printed as errors, in Base64
         * @param notes what else is to be said, a line each
         */
        record Done(int status, String out, String err, List<String> notes) implements Replaced {
            public Done {
                notes = List.copyOf(notes);
            }
        }
    }

    /**
     * Takes what is to be done by the number {@code id}, which a hook gave an agent.
     *
     * @throws GateException when nothing is
     */
    public Replaced contained(String id) throws InterruptedException {
        Reply reply = post("/v1/contained", JsonObject.empty().with("id", id));
        if (reply.status() != 200) {
            throw new GateException(reply.detail());
        }
        if (reply.document().object("put").isPresent()) {
            return done(reply.document().object("put").get());
        }
        JsonObject outcome = reply.document().object("outcome").orElseThrow(() -> noDecision(reply));
        JsonObject call = reply.document().object("call").orElseThrow(() -> noDecision(reply));
        if (!(verdict(new Reply(200, outcome)) instanceof ServerVerdict.Allowed allowed)) {
            throw noDecision(reply);
        }
        return new Replaced.Bounded(CallJson.read(call), allowed);
    }

    private static Replaced.Done done(JsonObject put) {
        return new Replaced.Done(
                put.number("status").map(BigDecimal::intValue).orElse(1),
                put.text("out").orElse(""),
                put.text("err").orElse(""),
                put.elements("notes").stream()
                        .flatMap((JsonValue note) ->
                                note instanceof JsonString text ? Stream.of(text.value()) : Stream.empty())
                        .toList());
    }

    private static ServerVerdict verdict(Reply reply) {
        JsonObject document = reply.document();
        return switch (document.text("decision").orElse("")) {
            case "allow" ->
                allowed(
                        reply,
                        document.text("preview")
                                .flatMap(preview -> document.object("bounds"))
                                .map(Bounds::of));
            case "contain" ->
                allowed(reply, Optional.of(Bounds.of(document.object("bounds").orElseThrow(() -> noDecision(reply)))));
            case "deny" ->
                new ServerVerdict.Denied(
                        document.text("reason").orElse(reply.detail()),
                        document.get("stop").isPresent());
            case "ask" -> new ServerVerdict.Held(document.object("approval").orElseThrow(() -> noDecision(reply)));
            default -> throw noDecision(reply);
        };
    }

    private static ServerVerdict allowed(Reply reply, Optional<Bounds> bounds) {
        JsonObject document = reply.document();
        return new ServerVerdict.Allowed(
                document.object("arguments").orElseThrow(() -> noDecision(reply)),
                document.text("digest").orElseThrow(() -> noDecision(reply)),
                document.text("ticket").orElseThrow(() -> noDecision(reply)),
                document.text("comment").orElse(""),
                bounds,
                document.text("preview"));
    }

    private static GateException noDecision(Reply reply) {
        if (reply.status() == 401) {
            return new GateException(
                    "the server does not accept the token; `licet token create NAME --role agent` makes one");
        }
        return new GateException("the server gives no decision: " + reply.detail());
    }

    /**
     * Uses the ticket of {@code allowed}: the call may run now, this once.
     *
     * @throws GateException when it must not run, saying why
     */
    public void redeem(ServerVerdict.Allowed allowed) throws InterruptedException {
        accepted(post("/v1/tickets/redeem", ticket(allowed)));
    }

    /**
     * Tells what became of the call that {@code allowed} permitted.
     *
     * @param note for the audit
     * @throws GateException when it cannot be recorded, or was before
     */
    public void finished(ServerVerdict.Allowed allowed, boolean succeeded, String note) throws InterruptedException {
        finished(allowed, succeeded, note, false);
    }

    /**
     * The same of a call that ran within bounds.
     *
     * @param outgrew whether it could not do its work within them: made again within an hour, it is asked
     */
    public void finished(ServerVerdict.Allowed allowed, boolean succeeded, String note, boolean outgrew)
            throws InterruptedException {
        JsonObject body = ticket(allowed).with("succeeded", succeeded).with("note", note);
        accepted(post("/v1/tickets/outcome", outgrew ? body.with("outgrew", true) : body));
    }

    /**
     * Which of {@code changes}, made by {@code call} within its bounds, may not be put in place, and why; that is recorded.
     *
     * @throws GateException when the server does not say
     */
    public List<RefusedChange> refused(ToolCall call, List<FileChange> changes) throws InterruptedException {
        return refused(call, changes, JsonObject.empty());
    }

    /** Tells which hosts {@code call} had to do with within its bounds; that is recorded. */
    public void connected(ToolCall call, List<HostUse> uses) throws InterruptedException {
        accepted(post(
                "/v1/connections",
                JsonObject.empty()
                        .with("call", CallJson.write(call))
                        .with(
                                "hosts",
                                JsonArray.of(uses.stream().map(HostUse::form).toList()))));
    }

    /** The same of changes that {@code call} made when it was tried, for a person to see. */
    public List<RefusedChange> objections(ToolCall call, List<FileChange> changes) throws InterruptedException {
        return refused(call, changes, JsonObject.empty().with("tried", true));
    }

    private List<RefusedChange> refused(ToolCall call, List<FileChange> changes, JsonObject more)
            throws InterruptedException {
        var refused = new ArrayList<RefusedChange>();
        for (int from = 0; from < changes.size(); from += CHANGES_AT_ONCE) {
            refused.addAll(some(call, changes.subList(from, Math.min(from + CHANGES_AT_ONCE, changes.size())), more));
        }
        return refused;
    }

    private List<RefusedChange> some(ToolCall call, List<FileChange> changes, JsonObject more)
            throws InterruptedException {
        JsonObject body = more.with("call", CallJson.write(call))
                .with(
                        "changes",
                        JsonArray.of(changes.stream().map(FileChange::form).toList()));
        Reply reply = post("/v1/changes", body);
        accepted(reply);
        return reply.document().elements("refused").stream()
                .map(each -> each instanceof JsonObject form ? form : JsonObject.empty())
                .map(RefusedChange::of)
                .toList();
    }

    /**
     * Whether the call of the approval {@code id}, which waits, may be run within bounds before it is answered.
     *
     * @throws GateException when the server does not say
     */
    public PreviewTerms previewTerms(String id) throws InterruptedException {
        Reply reply = get("/v1/approvals/" + id + "/bounds");
        accepted(reply);
        return reply.document()
                .object("bounds")
                .<PreviewTerms>map(bounds -> new PreviewTerms.Within(Bounds.of(bounds)))
                .orElseGet(
                        () -> new PreviewTerms.Not(reply.document().text("why").orElse("")));
    }

    /**
     * Tells what the call of the approval {@code id} did within those bounds.
     *
     * @return the approval as it is shown now; empty when it waits no more, may not be tried, or did something else before
     */
    public Optional<JsonObject> previewed(String id, Preview preview) throws InterruptedException {
        Reply reply = post("/v1/approvals/" + id + "/changes", preview.form());
        return reply.status() == 200 ? Optional.of(reply.document()) : Optional.empty();
    }

    private static JsonObject ticket(ServerVerdict.Allowed allowed) {
        return JsonObject.empty().with("ticket", allowed.ticket()).with("digest", allowed.digest());
    }

    private static void accepted(Reply reply) {
        if (reply.status() != 200) {
            throw new GateException(reply.detail());
        }
    }

    /** Submits the call {@code form} and waits for a decision. */
    public Reply call(JsonObject form, Duration wait) throws InterruptedException {
        return post("/v1/calls?wait=" + wait.toSeconds(), form, wait);
    }

    /** Approves the approval {@code id}; {@code answer} is the body. */
    public Reply approve(String id, JsonObject answer) throws InterruptedException {
        return post("/v1/approvals/" + id + "/approve", answer);
    }

    /** Rejects the approval {@code id}; {@code answer} is the body. */
    public Reply deny(String id, JsonObject answer) throws InterruptedException {
        return post("/v1/approvals/" + id + "/deny", answer);
    }

    /** The document at {@code path}. */
    public Reply get(String path) throws InterruptedException {
        return send(request(path).GET(), Duration.ZERO);
    }

    /** Removes what is at {@code path}. */
    public Reply delete(String path) throws InterruptedException {
        return send(request(path).DELETE(), Duration.ZERO);
    }

    /** Posts {@code body} to {@code path}. */
    public Reply post(String path, JsonObject body) throws InterruptedException {
        return post(path, body, Duration.ZERO);
    }

    Reply post(String path, JsonObject body, Duration wait) throws InterruptedException {
        return send(
                request(path)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(JsonText.write(body))),
                wait);
    }

    private Reply send(HttpRequest.Builder request, Duration wait) throws InterruptedException {
        try {
            HttpResponse<String> response =
                    http.send(request.timeout(wait.plus(ANSWERING)).build(), BodyHandlers.ofString());
            return new Reply(response.statusCode(), document(response));
        } catch (IOException e) {
            throw unreachable(e);
        }
    }

    private JsonObject document(HttpResponse<String> response) {
        try {
            return JsonText.parseObject(response.body());
        } catch (InvalidJson e) {
            if (response.statusCode() >= 500) {
                return JsonObject.empty();
            }
            throw new GateException("what answers at " + server + " is not Licet", e);
        }
    }

    /**
     * Hands every event to {@code receiver} until the server goes away: those behind {@code after}, or the pending approvals
     * first.
     *
     * @param connected run once the server has accepted
     * @throws GateException when there is no server, or it does not accept the token
     */
    public void follow(OptionalLong after, Runnable connected, Consumer<Event> receiver) throws InterruptedException {
        HttpRequest.Builder request = request("/v1/events").GET();
        after.ifPresent(id -> request.header("Last-Event-ID", String.valueOf(id)));
        try {
            HttpResponse<Stream<String>> response = http.send(request.build(), BodyHandlers.ofLines());
            if (response.statusCode() != 200) {
                throw new GateException("the server at " + server + " answers with status " + response.statusCode()
                        + (response.statusCode() == 401 ? ": the token is wrong; is --data-dir right?" : ""));
            }
            connected.run();
            var reader = new EventReader(receiver);
            try (Stream<String> lines = response.body();
                    var silence = new Silence(SILENCE, lines::close)) {
                lines.forEach(line -> {
                    silence.broken();
                    reader.line(line);
                });
            }
        } catch (IOException | UncheckedIOException e) {
            throw unreachable(e);
        }
    }

    private GateException unreachable(Exception cause) {
        return new GateException(
                "the Licet server at " + server + " cannot be reached; start it with `licet serve`", cause);
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(server + path))
                .header("Authorization", "Bearer " + token)
                .header("Licet-Receipt", "redeem");
    }

    /** This server as a gate for agents, which is closed with this client: {@code ToolGate.over(client.access())}. */
    public GateAccess access() {
        return new ServerAccess(this);
    }

    /** Ends what is on its way. */
    @Override
    public void close() {
        http.shutdownNow();
    }
}
