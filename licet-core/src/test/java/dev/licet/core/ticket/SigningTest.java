package dev.licet.core.ticket;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class SigningTest {
    private static final List<Signing> BOTH = List.of(new BouncyCastleSigning(), new JdkSigning());

    @Test
    void bouncyCastle_isTakenWhereItIs() {
        assertInstanceOf(BouncyCastleSigning.class, Signing.best());
    }

    @Test
    void aKeyOfAnotherKind_hasSignedNothing() throws Exception {
        KeyPair key = KeyPairGenerator.getInstance("EC").generateKeyPair();
        for (Signing each : BOTH) {
            assertFalse(each.isSigned(new byte[3], new byte[Signing.LENGTH], key.getPublic()));
        }
    }

    @RepeatedTest(20)
    void bothSignAlike_andKnowWhatIsSigned(RepetitionInfo repetition) throws Exception {
        var random = new Random(repetition.getCurrentRepetition());
        KeyPair key = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        KeyPair other = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        byte[] bytes = new byte[random.nextInt(300)];
        random.nextBytes(bytes);
        byte[] signature = BOTH.getFirst().sign(bytes, key.getPrivate(), key.getPublic());
        assertArrayEquals(signature, BOTH.getLast().sign(bytes, key.getPrivate(), key.getPublic()));
        assertEquals(Signing.LENGTH, signature.length);
        byte[] altered = signature.clone();
        altered[random.nextInt(altered.length)] ^= (byte) (1 << random.nextInt(8));
        for (Signing each : BOTH) {
            assertTrue(each.isSigned(bytes, signature, key.getPublic()));
            assertFalse(each.isSigned(bytes, signature, other.getPublic()));
            assertFalse(each.isSigned(bytes, altered, key.getPublic()));
        }
    }
}
