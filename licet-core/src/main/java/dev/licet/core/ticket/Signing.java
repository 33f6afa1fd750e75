package dev.licet.core.ticket;

import java.security.PrivateKey;
import java.security.PublicKey;

/** Ed25519 (RFC 8032): by Bouncy Castle where that is on the class path, which takes a tenth of the time, else by the JDK. */
sealed interface Signing permits BouncyCastleSigning, JdkSigning {
    /** Length of a signature in bytes. */
    int LENGTH = 64;

    /** The signature of {@code bytes} by the owner of these two halves of a key. */
    byte[] sign(byte[] bytes, PrivateKey privateKey, PublicKey publicKey);

    /** Whether {@code signature}, of the right length, is that of {@code bytes} by the owner of {@code key}. */
    boolean isSigned(byte[] bytes, byte[] signature, PublicKey key);

    /** The better one that is there. */
    static Signing best() {
        try {
            Class.forName("org.bouncycastle.math.ec.rfc8032.Ed25519", false, Signing.class.getClassLoader());
            return new BouncyCastleSigning();
        } catch (ClassNotFoundException e) {
            return new JdkSigning();
        }
    }
}
