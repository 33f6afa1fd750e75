package dev.licet.server;

import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.gate.Gate;
import dev.licet.gate.GateOptions;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.JsonText;
import dev.licet.server.access.Authenticator;
import dev.licet.server.access.Caller;
import dev.licet.server.access.HookToken;
import dev.licet.server.access.HostAndOriginCheck;
import dev.licet.server.access.Limits;
import dev.licet.server.access.Right;
import dev.licet.server.access.TokenFile;
import dev.licet.server.access.UnauthenticatedSockets;
import dev.licet.server.api.Api;
import dev.licet.server.api.ApprovalService;
import dev.licet.server.api.Feed;
import dev.licet.server.connectonion.ConnectOnion;
import dev.licet.server.email.Email;
import dev.licet.server.hook.ContainedCalls;
import dev.licet.server.hook.Hooks;
import dev.licet.server.http.HttpReply;
import dev.licet.server.http.HttpRequest;
import dev.licet.server.http.HttpServer;
import dev.licet.server.metrics.Metrics;
import dev.licet.server.notify.Channel;
import dev.licet.server.notify.Notifier;
import dev.licet.server.oidc.SignIn;
import dev.licet.server.preview.AgentPreviews;
import dev.licet.server.preview.Bounding;
import dev.licet.server.push.Push;
import dev.licet.server.settings.ServerSettings;
import dev.licet.server.slack.Slack;
import dev.licet.server.telegram.Telegram;
import dev.licet.server.trpc.Trpc;
import dev.licet.server.web.Pages;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A gate behind HTTP: on the loopback address, and with TLS where its settings say so.
 *
 * <p>Path of a request: host and origin, then who it is, then the endpoint. Everything but {@code /health} and the files
 * of the pages, which hold no data, needs the bearer token or the session cookie.
 */
public final class LicetServer implements AutoCloseable {
    public static final int DEFAULT_PORT = 4747;

    /** How long somebody in a chat may take to type why they deny. */
    private static final Duration REASON_WAIT = Duration.ofMinutes(5);

    private static final Logger LOG = LoggerFactory.getLogger(LicetServer.class);

    private final String host;
    private final Gate gate;
    private final Api api;
    private final Hooks hooks;
    private final Pages pages;
    private final HttpServer http;
    private final Authenticator access;
    private final Trpc trpc;
    private final ConnectOnion connectOnion;
    private final Metrics metrics;
    private final ServerSettings settings;
    private final HostAndOriginCheck names;
    private final Optional<SignIn> signIn;
    private final Push push;
    private final Optional<Telegram> telegram;
    private final Optional<Slack> slack;
    private final Notifier notifier;
    private final Limits limits;
    private final AgentPreviews previews;

    private LicetServer(
            DataDirectory directory,
            Gate gate,
            String host,
            HttpServer http,
            ServerSettings settings,
            Optional<Bounding> bounding) {
        this.host = host;
        this.gate = gate;
        this.http = http;
        this.settings = settings;
        this.names = new HostAndOriginCheck(http.port(), http.encryptedPort(), settings.names());
        this.limits = new Limits(
                settings.limits().requestsPerSecond(), settings.limits().strangersPerSecond());
        this.access = new Authenticator(
                directory.token(), new TokenFile(directory), names, http.port(), InstantSource.system());
        this.pages = new Pages(settings.oidc().isPresent());
        this.signIn = settings.oidc().map(oidc -> new SignIn(oidc, access, names, pages, http.port()));
        var desk = new ApprovalService(gate);
        var feed = new Feed(gate, desk, access::isGood);
        String inbox = remoteUrl().orElseGet(this::url);
        this.push = new Push(
                directory,
                access,
                settings.notifications().services(),
                remoteUrl().orElse("mailto:owner@localhost"));
        this.telegram = settings.notifications()
                .telegram()
                .map(bot -> new Telegram(
                        gate, desk, gate.channel("telegram"), bot, access.key("telegram webhook"), inbox, REASON_WAIT));
        this.slack =
                settings.notifications().slack().map(app -> new Slack(gate, desk, gate.channel("slack"), app, inbox));
        var channels = new ArrayList<Channel>();
        channels.add(push);
        telegram.ifPresent(channels::add);
        slack.ifPresent(channels::add);
        settings.notifications()
                .email()
                .map(mail -> new Email(gate, mail, inbox))
                .ifPresent(channels::add);
        var contained = new ContainedCalls(bounding.map(Bounding::runner));
        this.previews = AgentPreviews.start(
                gate, feed, settings.previews() ? bounding.map(Bounding::container) : Optional.empty());
        this.api = new Api(gate, desk, feed, settings.callbacks(), push, contained, previews);
        this.notifier = Notifier.start(gate, feed, settings.notifications(), channels, inbox);
        this.hooks = new Hooks(gate, contained, previews::expect);
        var introductions = new UnauthenticatedSockets();
        this.trpc = new Trpc(gate, desk, feed, access, limits, introductions);
        this.connectOnion = new ConnectOnion(gate, desk, feed, access, limits, introductions);
        this.metrics = new Metrics(gate, feed, settings.telemetry());
    }

    /**
     * Opens the gate of {@code directory} and listens.
     *
     * @param host a loopback address
     * @param port 0 for any free port
     * @throws dev.licet.gate.data.GateException when the directory or the port cannot be used
     * @throws IllegalArgumentException when {@code host} is no loopback address
     */
    public static LicetServer start(DataDirectory directory, String host, int port) {
        return start(directory, host, port, GateOptions.STANDARD);
    }

    /** The same with {@code options}. */
    public static LicetServer start(DataDirectory directory, String host, int port, GateOptions options) {
        return start(directory, host, port, options, Optional.empty());
    }

    /**
     * The same, where commands of coding agents may run within bounds.
     *
     * @param bounding what holds them there; empty where nothing can
     */
    public static LicetServer start(
            DataDirectory directory, String host, int port, GateOptions options, Optional<Bounding> bounding) {
        if (!Set.of("127.0.0.1", "::1", "localhost").contains(host)) {
            throw new IllegalArgumentException("without TLS Licet listens on the loopback address only, not on `" + host
                    + "`: use 127.0.0.1 or ::1, and `server.tls` in licet.yaml for other addresses");
        }
        ServerSettings settings = ServerSettings.of(directory);
        Gate gate = Gate.open(directory, InstantSource.system(), options);
        try {
            return start(directory, gate, host, HttpServer.bind(host, port), settings, bounding);
        } catch (RuntimeException e) {
            gate.close();
            throw e;
        }
    }

    private static LicetServer start(
            DataDirectory directory,
            Gate gate,
            String host,
            HttpServer http,
            ServerSettings settings,
            Optional<Bounding> bounding) {
        try {
            http.listen(directory.socket());
            settings.tls()
                    .ifPresent(tls -> http.listenEncrypted(tls.address(), tls.port(), tls.certificate(), tls.key()));
            return new LicetServer(directory, gate, host, http, settings, bounding).open(directory);
        } catch (RuntimeException e) {
            http.abandon();
            throw e;
        }
    }

    private LicetServer open(DataDirectory directory) {
        try {
            http.serve(this::handle, JsonText.MAX_BYTES);
            HookToken.ensure(directory);
            directory.announceServer(url());
            return this;
        } catch (RuntimeException e) {
            closeParts();
            throw e;
        }
    }

    /** Where it listens: {@code http://127.0.0.1:4747}. */
    public String url() {
        return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + http.port();
    }

    /** Where others than this machine reach it; empty when they do not. */
    public Optional<String> remoteUrl() {
        return settings.tls().isEmpty()
                ? Optional.empty()
                : settings.names().stream()
                        .sorted()
                        .findFirst()
                        .map(name -> "https://" + name.replaceFirst(":[0-9]+$", "") + ":"
                                + http.encryptedPort().orElseThrow());
    }

    public Gate gate() {
        return gate;
    }

    private HttpReply handle(HttpRequest request) throws InterruptedException {
        HttpReply reply = isHook(request) ? hook(request) : answer(request);
        metrics.count(request, reply);
        return reply;
    }

    /** A host would take any other failure for consent. */
    private HttpReply hook(HttpRequest request) throws InterruptedException {
        try {
            return answer(request);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            LOG.error("a hook failed", e);
            return Hooks.refuse(request, "the gate failed on this call; its log says why");
        }
    }

    private HttpReply answer(HttpRequest request) throws InterruptedException {
        Optional<HttpReply> refusal = names.refusal(request);
        if (refusal.isPresent()) {
            return isHook(request)
                    ? Hooks.refuse(request, "this server is not reached under this name, or not from this page")
                    : refusal.get();
        }
        if (request.path().equals("/health")) {
            return HttpReply.json(200, JsonObject.empty().with("status", "ok"));
        }
        Optional<HttpReply.Full> file = request.method().equals("GET")
                ? pages.file(request.path(), request.header("accept-encoding"))
                : Optional.empty();
        if (file.isPresent()) {
            return file.get();
        }
        Optional<Caller> caller = access.caller(request);
        if (!caller.map(limits::admits).orElseGet(() -> limits.admitsStranger(request))) {
            return tooMany(request);
        }
        if (telegram.isPresent() && (request.method() + " " + request.path()).equals("POST " + Telegram.PATH)) {
            return telegram.get().posted(request);
        }
        if (slack.isPresent() && (request.method() + " " + request.path()).equals("POST " + Slack.PATH)) {
            return slack.get().posted(request);
        }
        if (signIn.isPresent() && SignIn.isHere(request)) {
            return signIn.get().handle(request);
        }
        if (caller.isEmpty() && Trpc.introducesItself(request)) {
            return trpc.handle(request, caller);
        }
        if (caller.isEmpty() && ConnectOnion.introducesItself(request)) {
            return connectOnion.handle(request, caller);
        }
        return caller.isPresent() ? identified(request, caller.get()) : unknown(request);
    }

    /** Whatever goes wrong below this path, a host would take another status for consent. */
    private static boolean isHook(HttpRequest request) {
        return request.path().startsWith("/hooks/");
    }

    private static HttpReply tooMany(HttpRequest request) {
        return isHook(request)
                ? Hooks.refuse(request, "there are too many requests at once; try again in a second")
                : HttpReply.problem(
                                429,
                                "too-many-requests",
                                "more requests at once than `server.limits` of licet.yaml admits; try again in a second")
                        .with("Retry-After", "1");
    }

    private HttpReply unknown(HttpRequest request) {
        if (isHook(request)) {
            // The host takes any other status for a broken hook and lets the call run.
            return Hooks.refuse(request, "the hook's bearer token is missing, wrong or no longer good");
        }
        return request.path().equals("/") && request.method().equals("GET")
                ? pages.signIn()
                : HttpReply.problem(
                        401,
                        "unauthorized",
                        "send a token as `Authorization: Bearer …`: the one in the file `token` of the data directory,"
                                + " or one that `licet token` made");
    }

    private HttpReply identified(HttpRequest request, Caller caller) throws InterruptedException {
        boolean changes = !request.method().equals("GET");
        if (caller.channel().equals("web") && changes && !access.hasCsrfToken(request)) {
            return HttpReply.problem(403, "csrf", "a change by cookie needs the header X-Licet-Csrf");
        }
        if (isHook(request)) {
            return caller.channel().equals("api")
                    ? hooks.handle(request, caller)
                    : Hooks.refuse(request, "a hook needs a bearer token");
        }
        if (request.path().equals("/trpc") || request.path().startsWith("/trpc/")) {
            return trpc.handle(request, Optional.of(caller));
        }
        if (ConnectOnion.isHere(request)) {
            return connectOnion.handle(request, Optional.of(caller));
        }
        return switch (request.method() + " " + request.path()) {
            case "GET /" -> pages.page();
            case "GET /metrics" ->
                caller.may(Right.READ)
                        ? metrics.page()
                        : HttpReply.problem(403, "forbidden", "the metrics need the right `read`");
            case "POST /v1/session" -> signIn(request, caller);
            case "GET /v1/session" -> session(access.csrfToken(request), caller);
            case "DELETE /v1/session" -> signOut(request, caller);
            default -> request.path().startsWith("/v1/") ? api.handle(request, caller) : notFound(request);
        };
    }

    /** Who is signed in: {@code {csrf, name, role, rights}}, and {@code observing: true} while hooks are only observed. */
    private HttpReply.Full session(String csrf, Caller caller) {
        JsonObject session = JsonObject.empty()
                .with("csrf", csrf)
                .with("name", caller.principal().name())
                .with("role", caller.principal().role().text())
                .with(
                        "rights",
                        JsonArray.of(caller.principal().rights().stream()
                                .sorted()
                                .map(right -> new JsonString(right.text()))
                                .toList()));
        return HttpReply.json(200, gate.observesHooks() ? session.with("observing", true) : session);
    }

    /** Exchanges a bearer token for a cookie. */
    private HttpReply signIn(HttpRequest request, Caller caller) {
        try {
            Authenticator.SignedIn signedIn = access.signIn(request, caller);
            return session(signedIn.csrf(), caller).with("Set-Cookie", signedIn.cookie());
        } catch (GateException e) {
            return HttpReply.problem(503, "unavailable", String.valueOf(e.getMessage()));
        }
    }

    private HttpReply signOut(HttpRequest request, Caller caller) {
        try {
            return HttpReply.json(200, JsonObject.empty().with("signedOut", true))
                    .with("Set-Cookie", access.signOut(request, caller));
        } catch (GateException e) {
            return HttpReply.problem(503, "unavailable", String.valueOf(e.getMessage()));
        }
    }

    private static HttpReply notFound(HttpRequest request) {
        return HttpReply.problem(404, "not-found", "no such page: " + request.path());
    }

    private void closeParts() {
        previews.close();
        notifier.close();
        api.close();
        metrics.close();
        signIn.ifPresent(SignIn::close);
    }

    @Override
    public void close() throws IOException {
        gate.stopWaiting();
        closeParts();
        http.close();
        gate.close();
    }
}
