package dev.licet.core.ticket;

import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;

/** Keys that nobody has seen before. */
public final class NewKey {
    private NewKey() {}

    public static TicketKey made() {
        try {
            return TicketKey.of(KeyPairGenerator.getInstance("Ed25519").generateKeyPair());
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
