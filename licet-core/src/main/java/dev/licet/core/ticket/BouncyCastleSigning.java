package dev.licet.core.ticket;

import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.interfaces.EdECPrivateKey;
import java.util.Arrays;
import org.bouncycastle.math.ec.rfc8032.Ed25519;

/** Behind the JDK's own key types. */
final class BouncyCastleSigning implements Signing {
    @Override
    public byte[] sign(byte[] bytes, PrivateKey privateKey, PublicKey publicKey) {
        byte[] signature = new byte[LENGTH];
        Ed25519.sign(secret(privateKey), 0, raw(publicKey), 0, bytes, 0, bytes.length, signature, 0);
        return signature;
    }

    @Override
    public boolean isSigned(byte[] bytes, byte[] signature, PublicKey key) {
        return Ed25519.verify(signature, 0, raw(key), 0, bytes, 0, bytes.length);
    }

    /** The 32 bytes of the key, which end its X.509 form (RFC 8410). */
    private static byte[] raw(PublicKey key) {
        byte[] encoded = key.getEncoded();
        return Arrays.copyOfRange(encoded, encoded.length - Ed25519.PUBLIC_KEY_SIZE, encoded.length);
    }

    private static byte[] secret(PrivateKey key) {
        if (key instanceof EdECPrivateKey ed25519) {
            return ed25519.getBytes()
                    .filter(bytes -> bytes.length == Ed25519.SECRET_KEY_SIZE)
                    .orElseThrow(() -> new IllegalArgumentException("the private key hides its bytes"));
        }
        throw new IllegalArgumentException("not a private key for Ed25519");
    }
}
