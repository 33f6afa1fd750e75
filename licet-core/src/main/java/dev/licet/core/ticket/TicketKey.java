package dev.licet.core.ticket;

import dev.licet.core.json.CanonicalJson;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;

/**
 * The Ed25519 key that signs tickets and checkpoints of the audit. Thread-safe.
 *
 * <p>A ticket is a JSON Web Signature in its compact form (RFC 7515) with {@code alg} {@code EdDSA} (RFC 8037), so that any
 * library for web tokens can check it.
 */
public final class TicketKey {
    /** What a ticket says that it is; signatures for other purposes say something else. */
    static final String TYPE = "licet-ticket";

    private static final int ID_BYTES = 8;

    private static final Signing SIGNING = Signing.best();

    private final PrivateKey privateKey;
    private final PublicKey publicKey;

    private TicketKey(PrivateKey privateKey, PublicKey publicKey) {
        this.privateKey = privateKey;
        this.publicKey = publicKey;
    }

    /** The key that {@code pair} is, made by a {@link java.security.KeyPairGenerator} for Ed25519. */
    public static TicketKey of(KeyPair pair) {
        return new TicketKey(pair.getPrivate(), pair.getPublic());
    }

    /**
     * The key in {@code text}: its PKCS #8 and its X.509 form, each in Base64 on a line.
     *
     * @throws IllegalArgumentException when it is no such text, or the two do not belong together
     */
    public static TicketKey parse(String text) {
        String[] lines = text.strip().split("\n", -1);
        try {
            KeyFactory factory = KeyFactory.getInstance("Ed25519");
            var key = new TicketKey(
                    factory.generatePrivate(
                            new PKCS8EncodedKeySpec(Base64.getDecoder().decode(lines[0].strip()))),
                    publicKey(lines[lines.length - 1].strip()));
            byte[] probe = TYPE.getBytes(StandardCharsets.UTF_8);
            if (lines.length != 2 || !isSigned(probe, key.sign(probe), key.publicKey)) {
                throw new IllegalArgumentException("the two halves of the key do not belong together");
            }
            return key;
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("not a signing key", e);
        }
    }

    /** The text that {@link #parse} reads. Whoever has it can sign. */
    public String text() {
        return Base64.getEncoder().encodeToString(privateKey.getEncoded()) + "\n" + publicText() + "\n";
    }

    /** The public half, X.509 in Base64. */
    public String publicText() {
        return Base64.getEncoder().encodeToString(publicKey.getEncoded());
    }

    /** The public half. */
    public PublicKey publicKey() {
        return publicKey;
    }

    /** What identifies the public half: the beginning of its SHA-256, in hexadecimal digits. */
    public String id() {
        return idOf(publicKey);
    }

    static String idOf(PublicKey key) {
        return Sha256.hex(key.getEncoded()).substring(0, 2 * ID_BYTES);
    }

    /**
     * The key that {@code text}, X.509 in Base64, spells.
     *
     * @throws IllegalArgumentException when it spells none
     */
    public static PublicKey publicKey(String text) {
        try {
            return KeyFactory.getInstance("Ed25519")
                    .generatePublic(new X509EncodedKeySpec(Base64.getDecoder().decode(text)));
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("not a public key", e);
        }
    }

    /** {@code ticket} as its bearer carries it. */
    public String sign(Ticket ticket) {
        JsonObject header =
                JsonObject.empty().with("alg", "EdDSA").with("kid", id()).with("typ", TYPE);
        JsonObject claims = JsonObject.empty()
                .with("jti", ticket.id())
                .with("sub", ticket.digest().hex())
                .with("worker", ticket.worker().text())
                .with("session", encode(ticket.session().text().getBytes(StandardCharsets.UTF_8)))
                .with("iat", ticket.issued().getEpochSecond())
                .with("exp", ticket.expires().getEpochSecond());
        String text = encode(header) + "." + encode(claims);
        return text + "." + encode(sign(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static String encode(JsonObject object) {
        return encode(CanonicalJson.of(object).getBytes(StandardCharsets.UTF_8));
    }

    private static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** The signature of {@code bytes}: 64 bytes. */
    public byte[] sign(byte[] bytes) {
        return SIGNING.sign(bytes, privateKey, publicKey);
    }

    /** Whether {@code signature} is that of {@code bytes} by the owner of {@code key}. */
    public static boolean isSigned(byte[] bytes, byte[] signature, PublicKey key) {
        return signature.length == Signing.LENGTH && SIGNING.isSigned(bytes, signature, key);
    }
}
