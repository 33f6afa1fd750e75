package dev.licet.server.oidc;

import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.openid.connect.sdk.claims.IDTokenClaimsSet;
import dev.licet.gate.data.GateException;
import dev.licet.server.access.Authenticator;
import dev.licet.server.access.HostAndOriginCheck;
import dev.licet.server.access.Principal;
import dev.licet.server.http.HttpReply;
import dev.licet.server.http.HttpRequest;
import dev.licet.server.settings.Entitlement;
import dev.licet.server.settings.ServerSettings.Oidc;
import dev.licet.server.web.Pages;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Signs people in to the page whom an identity provider knows and the settings entitle: {@code GET /oidc/sign-in} sends them
 * there, {@code GET /oidc/callback} is where they come back. An attempt belongs to the browser that began it, and is good
 * once, for ten minutes. Thread-safe.
 */
public final class SignIn implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SignIn.class);

    private static final String BEGIN = "/oidc/sign-in";
    private static final String RETURN = "/oidc/callback";
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final int MAX_ENDED = 10_000;

    /** How many may wait for the provider at once, and for their turn. */
    private static final int AT_ONCE = 8;

    private static final int IN_LINE = 100;

    private final Oidc settings;
    private final Provider provider;
    private final Authenticator access;
    private final HostAndOriginCheck names;
    private final Pages pages;
    private final String cookieName;
    private final byte[] key;

    /** Attempts that have ended, so that none is good twice; the oldest first. */
    private final Map<String, Instant> ended = new LinkedHashMap<>();

    /** The library waits for the network in ways that would hold up other virtual threads. */
    private final ExecutorService waiting = new ThreadPoolExecutor(
            AT_ONCE, AT_ONCE, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(IN_LINE), SignIn::daemon);

    /** @param port of the server; cookies are shared between ports, so it is part of the cookie's name */
    public SignIn(Oidc settings, Authenticator access, HostAndOriginCheck names, Pages pages, int port) {
        this.settings = settings;
        this.provider = new Provider(settings);
        this.access = access;
        this.names = names;
        this.pages = pages;
        this.cookieName = "licet_oidc_" + port;
        this.key = access.key("attempts to sign in");
    }

    /** Whether {@code request} is about signing in. */
    public static boolean isHere(HttpRequest request) {
        return request.method().equals("GET") && Set.of(BEGIN, RETURN).contains(request.path());
    }

    public HttpReply handle(HttpRequest request) throws InterruptedException {
        try {
            return request.path().equals(BEGIN) ? begin(request) : comeBack(request);
        } catch (NotSignedIn e) {
            LOG.warn("nobody was signed in: {}", e.getMessage());
            return pages.notSignedIn(String.valueOf(e.getMessage()))
                    .with("Set-Cookie", cookie(request, "", Duration.ZERO));
        } catch (GateException e) {
            LOG.error("nobody was signed in: {}", e.getMessage());
            return pages.notSignedIn("the server cannot remember it; its log says why");
        }
    }

    private HttpReply begin(HttpRequest request) throws NotSignedIn, InterruptedException {
        Attempt attempt = Attempt.begin(
                URI.create(names.origin(request) + RETURN), Instant.now().plus(PATIENCE));
        URI address = withProvider(() -> provider.address(attempt));
        return HttpReply.redirect(address).with("Set-Cookie", cookie(request, attempt.seal(key), PATIENCE));
    }

    /** Lax: the browser comes back from another site. */
    private String cookie(HttpRequest request, String value, Duration period) {
        return names.setCookie(cookieName, value, period, "Lax", request);
    }

    private <T> T withProvider(Callable<T> question) throws NotSignedIn, InterruptedException {
        try {
            return waiting.submit(question).get();
        } catch (RejectedExecutionException e) {
            throw new NotSignedIn("too many people sign in at once; try again in a moment", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof NotSignedIn why) {
                throw why;
            }
            throw new NotSignedIn("the identity provider's answer is no good: " + e.getCause(), e);
        }
    }

    private HttpReply comeBack(HttpRequest request) throws NotSignedIn, InterruptedException {
        Attempt attempt = attempt(request);
        if (request.query().containsKey("error")) {
            throw new NotSignedIn(
                    "the identity provider says `" + request.query().get("error") + "`");
        }
        String issuer = request.query().getOrDefault("iss", settings.issuer().toString());
        String code = request.query().getOrDefault("code", "");
        if (code.isEmpty() || !issuer.equals(settings.issuer().toString())) {
            throw new NotSignedIn("this is no answer of the identity provider");
        }
        Principal principal = principal(withProvider(() -> provider.claims(new AuthorizationCode(code), attempt)));
        LOG.info("{} signed in as {}", principal.name(), principal.role().text());
        return pages.signedIn()
                .with(
                        "Set-Cookie",
                        access.signIn(request, principal, settings.session()).cookie());
    }

    /** The attempt that {@code request} ends, if the same browser began it. */
    private Attempt attempt(HttpRequest request) throws NotSignedIn {
        byte[] state = request.query().getOrDefault("state", "").getBytes(StandardCharsets.UTF_8);
        Instant now = Instant.now();
        Attempt attempt = request.cookie(names.cookie(cookieName, request))
                .flatMap(cookie -> Attempt.open(cookie, key))
                .filter(one -> MessageDigest.isEqual(one.state().getValue().getBytes(StandardCharsets.UTF_8), state))
                .filter(one -> now.isBefore(one.until()))
                .orElseThrow(SignIn::notBegun);
        synchronized (ended) {
            ended.values().removeIf(now::isAfter);
            if (ended.size() >= MAX_ENDED) {
                ended.remove(ended.keySet().iterator().next());
            }
            if (ended.put(attempt.state().getValue(), attempt.until()) != null) {
                throw notBegun();
            }
        }
        return attempt;
    }

    private static NotSignedIn notBegun() {
        return new NotSignedIn("this sign-in was not begun in this browser, or took too long");
    }

    private static Thread daemon(Runnable work) {
        return Thread.ofPlatform().daemon().name("licet-sign-in").unstarted(work);
    }

    /** Ends what waits for the provider. */
    @Override
    public void close() {
        waiting.shutdownNow();
    }

    private Principal principal(IDTokenClaimsSet claims) throws NotSignedIn {
        String name = Optional.ofNullable(claims.getStringClaim(settings.nameClaim()))
                .orElseThrow(
                        () -> new NotSignedIn("the identity provider does not tell `" + settings.nameClaim() + "`"));
        if (settings.nameClaim().equals("email") && !Boolean.TRUE.equals(claims.getBooleanClaim("email_verified"))) {
            throw new NotSignedIn("the identity provider has not verified the address `" + name
                    + "`; `nameClaim` can name another claim");
        }
        Entitlement entitlement = entitlement(name, claims)
                .orElseThrow(() -> new NotSignedIn("`" + name + "` is not entitled to use this gate"));
        if (!Principal.isName(name)) {
            throw new NotSignedIn("`" + name + "` cannot be a principal: " + Principal.NAMES);
        }
        return new Principal(name, entitlement.role(), entitlement.rights(), Set.of(), Set.of());
    }

    private Optional<Entitlement> entitlement(String name, IDTokenClaimsSet claims) {
        List<String> groups = Optional.ofNullable(claims.getStringListClaim(settings.groupsClaim()))
                .orElse(List.of());
        Optional<Entitlement> own = Optional.ofNullable(settings.people().get(name));
        return own.isPresent()
                ? own
                : groups.stream()
                        .flatMap(group -> Optional.ofNullable(settings.groups().get(group)).stream())
                        .reduce(Entitlement::or);
    }
}
