package dev.licet.server.oidc;

import com.nimbusds.jose.EncryptionMethod;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWEAlgorithm;
import com.nimbusds.jose.JWEHeader;
import com.nimbusds.jose.JWEObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.DirectDecrypter;
import com.nimbusds.jose.crypto.DirectEncrypter;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.openid.connect.sdk.Nonce;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.net.URI;
import java.text.ParseException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/**
 * One attempt to sign in. The browser that began it keeps it, sealed, so that nobody who begins many can push out those of
 * others.
 *
 * @param redirect where the provider sends the browser back to
 * @param until from when on it is too late
 */
record Attempt(State state, Nonce nonce, CodeVerifier verifier, URI redirect, Instant until) {

    static Attempt begin(URI redirect, Instant until) {
        return new Attempt(new State(), new Nonce(), new CodeVerifier(), redirect, until);
    }

    /** This attempt as the value of a cookie that only who has {@code key}, 32 bytes, can read or make. */
    String seal(byte[] key) {
        String text = JsonText.write(JsonObject.empty()
                .with("state", state.getValue())
                .with("nonce", nonce.getValue())
                .with("verifier", verifier.getValue())
                .with("redirect", redirect.toString())
                .with("until", until.toString()));
        try {
            var sealed = new JWEObject(new JWEHeader(JWEAlgorithm.DIR, EncryptionMethod.A256GCM), new Payload(text));
            sealed.encrypt(new DirectEncrypter(key));
            return sealed.serialize();
        } catch (JOSEException e) {
            throw new IllegalStateException("every JDK has AES-GCM", e);
        }
    }

    /** The attempt that {@code cookie} holds, if {@code key} sealed it. */
    static Optional<Attempt> open(String cookie, byte[] key) {
        try {
            JWEObject sealed = JWEObject.parse(cookie);
            sealed.decrypt(new DirectDecrypter(key));
            JsonObject text = JsonText.parseObject(sealed.getPayload().toString());
            return Optional.of(new Attempt(
                    new State(text.text("state").orElseThrow()),
                    new Nonce(text.text("nonce").orElseThrow()),
                    new CodeVerifier(text.text("verifier").orElseThrow()),
                    URI.create(text.text("redirect").orElseThrow()),
                    Instant.parse(text.text("until").orElseThrow())));
        } catch (ParseException | JOSEException | InvalidJson | DateTimeParseException | IllegalStateException e) {
            return Optional.empty();
        }
    }
}
