package dev.licet.core.ticket;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.call.CallDigest;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.WorkerId;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TicketTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final CallDigest DIGEST = new CallDigest("ab".repeat(32));
    private static final TicketKey KEY = NewKey.made();
    private static final Ticket TICKET = new Ticket(
            "0123456789abcdef", DIGEST, new WorkerId("w"), new SessionId("s \"ü\""), NOON, NOON.plusSeconds(60));

    private static String why(String text, CallDigest digest, Instant now, TicketKey key) {
        return assertInstanceOf(TicketCheck.Bad.class, TicketCheck.of(text, digest, now, key.publicKey()))
                .why();
    }

    @Test
    void signedTicket_isGood_untilItExpires() {
        String text = KEY.sign(TICKET);
        assertEquals(new TicketCheck.Good(TICKET), TicketCheck.of(text, DIGEST, NOON, KEY.publicKey()));
        assertEquals(
                new TicketCheck.Good(TICKET), TicketCheck.of(text, DIGEST, NOON.plusMillis(59_999), KEY.publicKey()));
        assertEquals("it has expired; submit the call again", why(text, DIGEST, NOON.plusSeconds(60), KEY));
        assertEquals("it is from the future: a clock is wrong", why(text, DIGEST, NOON.minusSeconds(31), KEY));
    }

    @Test
    void everySignature_isAsTheJdkMakesAndChecksIt() throws Exception {
        KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        TicketKey key = TicketKey.of(pair);
        for (int length = 0; length < 100; length++) {
            byte[] bytes = new byte[length];
            new Random(length).nextBytes(bytes);
            Signature jdk = Signature.getInstance("Ed25519");
            jdk.initSign(pair.getPrivate());
            jdk.update(bytes);
            assertArrayEquals(jdk.sign(), key.sign(bytes));
            assertTrue(TicketKey.isSigned(bytes, key.sign(bytes), pair.getPublic()));
            assertFalse(TicketKey.isSigned(bytes, key.sign(bytes), KEY.publicKey()));
            assertFalse(TicketKey.isSigned(bytes, new byte[length], pair.getPublic()));
        }
    }

    @Test
    void ticketForAnotherCall_isBad() {
        assertEquals("it is for another call", why(KEY.sign(TICKET), new CallDigest("cd".repeat(32)), NOON, KEY));
    }

    @Test
    void ticketOfAnotherKey_isBad() {
        assertEquals(
                "it is not a ticket of this gate, or is signed by another key",
                why(NewKey.made().sign(TICKET), DIGEST, NOON, KEY));
    }

    @Test
    void everyChangedCharacter_isBad() {
        String text = KEY.sign(TICKET);
        for (int i = 0; i < text.length(); i++) {
            char other = text.charAt(i) == 'A' ? 'B' : 'A';
            String changed = text.substring(0, i) + other + text.substring(i + 1);
            why(changed, DIGEST, NOON, KEY);
            why(text.substring(0, i), DIGEST, NOON, KEY);
        }
        why(text + "A", DIGEST, NOON, KEY);
        why(text + ".", DIGEST, NOON, KEY);
        why("", DIGEST, NOON, KEY);
        why("a.b.c", DIGEST, NOON, KEY);
    }

    @Test
    void ticketWithoutSignature_orWithAnotherAlgorithm_isBad() {
        String[] parts = KEY.sign(TICKET).split("\\.", -1);
        String none = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString("{\"alg\":\"none\"}".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        why(none + "." + parts[1] + ".", DIGEST, NOON, KEY);
        why(parts[0] + "." + parts[1] + ".", DIGEST, NOON, KEY);
    }

    @Test
    void key_isReadFromItsText_andAMixedOneIsRefused() {
        assertEquals(KEY.id(), TicketKey.parse(KEY.text()).id());
        String mixed = KEY.text().split("\n", -1)[0] + "\n" + NewKey.made().publicText() + "\n";
        assertThrows(IllegalArgumentException.class, () -> TicketKey.parse(mixed));
        assertThrows(IllegalArgumentException.class, () -> TicketKey.parse("x"));
        assertThrows(IllegalArgumentException.class, () -> TicketKey.parse(""));
        assertThrows(IllegalArgumentException.class, () -> TicketKey.publicKey("AAAA"));
    }
}
