package dev.licet.server.oidc;

import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.openid.connect.sdk.claims.IDTokenClaimsSet;
import dev.licet.core.approval.Answer;
import dev.licet.gate.GateException;
import dev.licet.server.access.Access;
import dev.licet.server.access.Names;
import dev.licet.server.access.Principal;
import dev.licet.server.http.HttpReply;
import dev.licet.server.http.HttpRequest;
import dev.licet.server.oidc.Provider.Attempt;
import dev.licet.server.settings.Entitlement;
import dev.licet.server.settings.Settings.Oidc;
import dev.licet.server.web.Inbox;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Signs people in to the page whom an identity provider knows and the settings entitle: {@code GET /oidc/sign-in} sends them
 * there, {@code GET /oidc/callback} is where they come back. An attempt belongs to the browser that began it, and is good
 * once, for ten minutes. Thread-safe.
 */
public final class SignIn {
    private static final Logger LOG = LoggerFactory.getLogger(SignIn.class);

    private static final String BEGIN = "/oidc/sign-in";
    private static final String RETURN = "/oidc/callback";
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final int MAX_ATTEMPTS = 1_000;

    private final Oidc settings;
    private final Provider provider;
    private final Access access;
    private final Names names;
    private final Inbox pages;
    private final String cookieName;

    /** Who is about to come back, by what their browser shows; the oldest first. */
    private final Map<String, Begun> begun = new LinkedHashMap<>();

    private record Begun(Attempt attempt, long nanos) {}

    /** @param port of the server; cookies are shared between ports, so it is part of the cookie's name */
    public SignIn(Oidc settings, Access access, Names names, Inbox pages, int port) {
        this.settings = settings;
        this.provider = new Provider(settings);
        this.access = access;
        this.names = names;
        this.pages = pages;
        this.cookieName = "licet_oidc_" + port;
    }

    /** Whether {@code request} is about signing in. */
    public static boolean isHere(HttpRequest request) {
        return request.method().equals("GET") && Set.of(BEGIN, RETURN).contains(request.path());
    }

    public HttpReply handle(HttpRequest request) {
        try {
            return request.path().equals(BEGIN) ? begin(request) : comeBack(request);
        } catch (NotSignedIn e) {
            LOG.warn("nobody was signed in: {}", e.getMessage());
            return pages.notSignedIn(String.valueOf(e.getMessage())).with("Set-Cookie", cookie(request, "", 0));
        } catch (GateException e) {
            LOG.error("nobody was signed in: {}", e.getMessage());
            return pages.notSignedIn("the server cannot remember it; its log says why");
        }
    }

    private HttpReply begin(HttpRequest request) throws NotSignedIn {
        Attempt attempt = Attempt.of(URI.create(names.origin(request) + RETURN));
        URI address = provider.address(attempt);
        synchronized (begun) {
            begun.values().removeIf(old -> System.nanoTime() - old.nanos() > PATIENCE.toNanos());
            if (begun.size() >= MAX_ATTEMPTS) {
                begun.remove(begun.keySet().iterator().next());
            }
            begun.put(attempt.state().getValue(), new Begun(attempt, System.nanoTime()));
        }
        return HttpReply.redirect(address)
                .with("Set-Cookie", cookie(request, attempt.state().getValue(), PATIENCE.toSeconds()));
    }

    /** Lax: the browser comes back from another site. */
    private String cookie(HttpRequest request, String value, long seconds) {
        return cookieName + "=" + value + "; Path=/oidc/; HttpOnly; SameSite=Lax; Max-Age=" + seconds
                + (names.isEncrypted(request) ? "; Secure" : "");
    }

    private HttpReply comeBack(HttpRequest request) throws NotSignedIn {
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
        Principal principal = principal(provider.claims(new AuthorizationCode(code), attempt));
        LOG.info("{} signed in as {}", principal.name(), principal.role().text());
        return pages.signedIn().with("Set-Cookie", access.signIn(request, principal, settings.session()));
    }

    /** The attempt that {@code request} ends, if the same browser began it. */
    private Attempt attempt(HttpRequest request) throws NotSignedIn {
        String state = request.query().getOrDefault("state", "");
        boolean same = MessageDigest.isEqual(
                request.cookie(cookieName).orElse("-").getBytes(StandardCharsets.UTF_8),
                state.getBytes(StandardCharsets.UTF_8));
        Optional<Begun> known;
        synchronized (begun) {
            known = same ? Optional.ofNullable(begun.remove(state)) : Optional.empty();
        }
        return known.filter(one -> System.nanoTime() - one.nanos() <= PATIENCE.toNanos())
                .orElseThrow(() -> new NotSignedIn("this sign-in was not begun in this browser, or took too long"))
                .attempt();
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
        try {
            if (name.equals(Answer.OWNER)) {
                throw new IllegalArgumentException("the name is that of the owner's token");
            }
            return new Principal(name, entitlement.role(), entitlement.rights(), Set.of(), Set.of());
        } catch (IllegalArgumentException e) {
            throw new NotSignedIn("`" + name + "` cannot be a principal: " + e.getMessage(), e);
        }
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
