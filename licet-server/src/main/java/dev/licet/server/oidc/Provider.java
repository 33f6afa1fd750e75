package dev.licet.server.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.jwt.JWT;
import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.GeneralException;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.TokenResponse;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.auth.ClientAuthenticationMethod;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.ClientSecretPost;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.openid.connect.sdk.AuthenticationRequest;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponseParser;
import com.nimbusds.openid.connect.sdk.claims.IDTokenClaimsSet;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import com.nimbusds.openid.connect.sdk.validators.IDTokenValidator;
import dev.licet.server.settings.ServerSettings.Oidc;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/** An identity provider, as OpenID Connect Core 1.0 has it: the authorization code with proof of possession (PKCE). Thread-safe. */
final class Provider {
    private static final int PATIENCE_MILLIS = (int) Duration.ofSeconds(10).toMillis();
    private static final int MAX_BYTES = 1024 * 1024;
    private static final Duration PAUSE = Duration.ofSeconds(5);

    /** Algorithms with a public key; with another, whoever knows the client's secret could sign. */
    private static final Set<JWSAlgorithm> ALGORITHMS = Set.of(
            JWSAlgorithm.RS256,
            JWSAlgorithm.RS384,
            JWSAlgorithm.RS512,
            JWSAlgorithm.PS256,
            JWSAlgorithm.PS384,
            JWSAlgorithm.PS512,
            JWSAlgorithm.ES256,
            JWSAlgorithm.ES384,
            JWSAlgorithm.ES512);

    private final Oidc settings;
    private final ReentrantLock lock = new ReentrantLock();
    private Optional<OIDCProviderMetadata> metadata = Optional.empty();
    private long failed = System.nanoTime() - PAUSE.toNanos();

    Provider(Oidc settings) {
        this.settings = settings;
    }

    /** What the provider says of itself; asked for once it is needed. A failure is not tried again at once. */
    private OIDCProviderMetadata metadata() throws NotSignedIn {
        lock.lock();
        try {
            if (metadata.isEmpty() && System.nanoTime() - failed < PAUSE.toNanos()) {
                throw new NotSignedIn("the identity provider could not be reached a moment ago; try again");
            }
            if (metadata.isEmpty()) {
                metadata = Optional.of(
                        OIDCProviderMetadata.resolve(new Issuer(settings.issuer()), PATIENCE_MILLIS, PATIENCE_MILLIS));
            }
            return metadata.get();
        } catch (GeneralException | IOException e) {
            failed = System.nanoTime();
            throw new NotSignedIn("the identity provider cannot be reached: " + e.getMessage(), e);
        } finally {
            lock.unlock();
        }
    }

    /** Where a browser is sent to sign in. */
    URI address(Attempt attempt) throws NotSignedIn {
        return new AuthenticationRequest.Builder(
                        ResponseType.CODE,
                        new Scope(settings.scopes().toArray(String[]::new)),
                        new ClientID(settings.clientId()),
                        attempt.redirect())
                .endpointURI(metadata().getAuthorizationEndpointURI())
                .state(attempt.state())
                .nonce(attempt.nonce())
                .codeChallenge(attempt.verifier(), CodeChallengeMethod.S256)
                .build()
                .toURI();
    }

    /** What the provider vouches for about whoever brought {@code code}. */
    IDTokenClaimsSet claims(AuthorizationCode code, Attempt attempt) throws NotSignedIn {
        try {
            HTTPRequest request = tokenRequest(code, attempt).toHTTPRequest();
            request.setConnectTimeout(PATIENCE_MILLIS);
            request.setReadTimeout(PATIENCE_MILLIS);
            request.setFollowRedirects(false);
            TokenResponse response = OIDCTokenResponseParser.parse(request.send());
            if (!response.indicatesSuccess()) {
                throw new NotSignedIn("the identity provider refuses: "
                        + response.toErrorResponse().getErrorObject().getCode());
            }
            JWT token = response.toSuccessResponse().getTokens().toOIDCTokens().getIDToken();
            IDTokenClaimsSet claims = validator(token).validate(token, attempt.nonce());
            boolean forUs = claims.getAudience().size() == 1
                    || (claims.getAuthorizedParty() != null
                            && claims.getAuthorizedParty().getValue().equals(settings.clientId()));
            if (!forUs) {
                throw new NotSignedIn("the identity provider's token is for another client as well");
            }
            return claims;
        } catch (IOException e) {
            throw new NotSignedIn("the identity provider cannot be reached: " + e.getMessage(), e);
        } catch (ParseException | BadJOSEException | JOSEException | RuntimeException e) {
            throw new NotSignedIn("the identity provider's answer is no good: " + e.getMessage(), e);
        }
    }

    private TokenRequest tokenRequest(AuthorizationCode code, Attempt attempt) throws NotSignedIn {
        var grant = new AuthorizationCodeGrant(code, attempt.redirect(), attempt.verifier());
        URI endpoint = metadata().getTokenEndpointURI();
        var client = new ClientID(settings.clientId());
        return settings.secret().isEmpty()
                ? new TokenRequest.Builder(endpoint, client, grant).build()
                : new TokenRequest.Builder(
                                endpoint,
                                authentication(
                                        client, new Secret(settings.secret().get())),
                                grant)
                        .build();
    }

    /** By the header, unless the provider takes the secret in the body alone. */
    private ClientAuthentication authentication(ClientID client, Secret secret) throws NotSignedIn {
        var methods = Optional.ofNullable(metadata().getTokenEndpointAuthMethods());
        boolean byBody = methods.isPresent()
                && !methods.get().contains(ClientAuthenticationMethod.CLIENT_SECRET_BASIC)
                && methods.get().contains(ClientAuthenticationMethod.CLIENT_SECRET_POST);
        return byBody ? new ClientSecretPost(client, secret) : new ClientSecretBasic(client, secret);
    }

    private IDTokenValidator validator(JWT token) throws NotSignedIn, IOException {
        if (!(token.getHeader().getAlgorithm() instanceof JWSAlgorithm algorithm) || !ALGORITHMS.contains(algorithm)) {
            throw new NotSignedIn(
                    "the identity provider signs with " + token.getHeader().getAlgorithm() + ", which is not accepted");
        }
        URL keys = metadata().getJWKSetURI().toURL();
        return new IDTokenValidator(
                metadata().getIssuer(),
                new ClientID(settings.clientId()),
                algorithm,
                keys,
                new DefaultResourceRetriever(PATIENCE_MILLIS, PATIENCE_MILLIS, MAX_BYTES));
    }
}
