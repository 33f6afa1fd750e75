package dev.licet.core.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.json.CanonicalJson;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.core.ticket.NewKey;
import dev.licet.core.ticket.TicketKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class AuditTest {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
    private static final TicketKey KEY = NewKey.made();

    private static List<AuditEntry> chain(int length) {
        var chain = new ArrayList<AuditEntry>();
        AuditHead head = AuditHead.START;
        for (int i = 0; i < length; i++) {
            chain.add(new EntryWriter()
                    .behind(head, NOW, AuditStep.JUDGED, JsonObject.empty().with("call", "c" + i)));
            head = chain.getLast().head();
        }
        return chain;
    }

    private static List<String> problems(List<AuditEntry> entries, Checkpoint... checkpoints) {
        var check = new AuditCheck(AuditHead.START, List.of(checkpoints));
        entries.forEach(check::next);
        return check.problems();
    }

    @Test
    void wholeChain_hasNoProblem() {
        List<AuditEntry> chain = chain(5);
        assertEquals(List.of(), problems(chain, Checkpoint.sign(chain.get(2).head(), NOW, KEY)));
        assertEquals(List.of(), problems(List.of()));
        assertEquals(
                "{\"at\":\"2026-01-01T12:00:00Z\",\"number\":1,\"previous\":\"" + "0".repeat(64)
                        + "\",\"step\":\"judged\",\"what\":{\"call\":\"c0\"}}",
                chain.getFirst().text());
    }

    @Test
    void alteredEntry_isNamed() {
        List<AuditEntry> chain = chain(5);
        AuditEntry third = chain.get(2);
        chain.set(2, new AuditEntry(3, third.text().replace("c2", "c9"), third.hash()));
        assertEquals(List.of("entry 3 was altered: its text does not have its hash"), problems(chain));
    }

    @Test
    void replacedEntry_withAHashThatFits_isFoundByTheNext() {
        List<AuditEntry> chain = chain(5);
        chain.set(2, new EntryWriter().behind(chain.get(1).head(), NOW, AuditStep.JUDGED, JsonObject.empty()));
        assertEquals(List.of("entry 4 does not follow entry 3: one of the two was replaced"), problems(chain));
    }

    @Test
    void removedEntries_areNamed() {
        List<AuditEntry> chain = chain(6);
        chain.subList(2, 4).clear();
        assertEquals(List.of("entries 3 to 4 are missing"), problems(chain));
    }

    @Test
    void removedBeginning_isNamed() {
        List<AuditEntry> chain = chain(3);
        chain.removeFirst();
        assertEquals(List.of("entry 1 is missing"), problems(chain));
    }

    @Test
    void swappedEntries_areNamed_whetherTheirNumbersWereChangedOrNot() {
        List<AuditEntry> chain = chain(4);
        Collections.swap(chain, 1, 2);
        assertFalse(problems(chain).isEmpty());
        List<AuditEntry> renumbered = chain(4);
        AuditEntry second = renumbered.get(1);
        AuditEntry third = renumbered.get(2);
        renumbered.set(1, new AuditEntry(2, third.text(), third.hash()));
        renumbered.set(2, new AuditEntry(3, second.text(), second.hash()));
        assertEquals(
                "entry 2 was moved: its text says that it is entry 3",
                problems(renumbered).getFirst());
    }

    @Test
    void missingEnd_isFoundByASignedCheckpoint() {
        List<AuditEntry> chain = chain(5);
        Checkpoint checkpoint = Checkpoint.sign(chain.get(4).head(), NOW, KEY);
        chain.subList(3, 5).clear();
        assertEquals(
                List.of("entries 4 to 5 are missing at the end: a signed checkpoint names entry 5"),
                problems(chain, checkpoint));
    }

    @Test
    void chainThatWasMadeAnew_isFoundByASignedCheckpoint() {
        Checkpoint checkpoint = Checkpoint.sign(chain(3).get(1).head(), NOW, KEY);
        var other = new ArrayList<AuditEntry>();
        AuditHead head = AuditHead.START;
        for (int i = 0; i < 3; i++) {
            other.add(new EntryWriter().behind(head, NOW, AuditStep.ASKED, JsonObject.empty()));
            head = other.getLast().head();
        }
        assertEquals(List.of("entry 2 is not the one of the signed checkpoint"), problems(other, checkpoint));
    }

    @Test
    void checkpoint_isReadFromItsLine_andAChangedOneIsNotSigned() {
        Checkpoint checkpoint = Checkpoint.sign(chain(2).getLast().head(), NOW, KEY);
        assertEquals(checkpoint, Checkpoint.parse(checkpoint.line()));
        assertTrue(checkpoint.isSignedBy(KEY.publicKey()));
        assertFalse(
                Checkpoint.parse(checkpoint.line().replaceFirst("^2 ", "3 ")).isSignedBy(KEY.publicKey()));
        assertFalse(checkpoint.isSignedBy(NewKey.made().publicKey()));
        assertThrows(IllegalArgumentException.class, () -> Checkpoint.parse("x"));
        assertThrows(IllegalArgumentException.class, () -> Checkpoint.parse("1 2 3 4 5"));
    }

    private static void redacts(String expected, String text) {
        assertEquals(expected, Redaction.of(text));
    }

    @Test
    void secrets_areTakenOut() {
        redacts("curl -H 'Authorization: Bearer [credentials]' u", "curl -H 'Authorization: Bearer abcdefgh12345' u");
        redacts("git push https://me:[password]@host/x", "git push https://me:hunter2@host/x");
        redacts("export GITHUB_TOKEN=[GitHub token]", "export GITHUB_TOKEN=ghp_" + "a".repeat(36));
        redacts("PGPASSWORD=[secret] psql", "PGPASSWORD=hunter22 psql");
        redacts("mysql --password [secret] db", "mysql --password hunter22 db");
        redacts("x [AWS key] y", "x AKIAABCDEFGHIJKLMNOP y");
        redacts("k [API key]", "k sk-ant-" + "a1".repeat(20));
        redacts("t [web token]", "t eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln");
        redacts("[private key]", "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----");
        redacts("a [private key]", "a -----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl");
        redacts("{\"apiKey\": \"[secret]\"}", "{\"apiKey\": \"abcd1234\"}");
        redacts("export DB_PASSWORD=\"[secret]\"", "export DB_PASSWORD=\"correct horse battery\"");
        redacts("DB_PASSWORD='[secret]' x", "DB_PASSWORD='correct horse' x");
        redacts("-H 'Authorization: token [credentials]'", "-H 'Authorization: token 0123456789abcdef'");
        redacts(
                "[private key]",
                "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nMII-E\n-----END RSA PRIVATE KEY-----");
    }

    @Test
    void ordinaryText_staysAsItIs() {
        for (String text : List.of(
                "git commit -m 'add a token bucket'",
                "ls -la ~/secrets",
                "cat password.txt",
                "npm run test -- --grep token",
                "https://example.org/a?b=c",
                "cargo test sk-learn",
                "")) {
            redacts(text, text);
        }
    }

    @Test
    void secretsInArguments_areTakenOut_alsoByTheNameTheyStandUnder() {
        JsonObject arguments = JsonObject.empty()
                .with("password", "x")
                .with("token", 12345678L)
                .with("query", "a")
                .with("env", JsonObject.empty().with("API_KEY", "zzz"))
                .with("list", JsonArray.of(List.of(new JsonString("npm_" + "a".repeat(36)))));
        assertEquals(
                "{\"env\":{\"API_KEY\":\"[secret]\"},\"list\":[\"[npm token]\"],\"password\":\"[secret]\",\"query\":\"a\",\"token\":\"[secret]\"}",
                CanonicalJson.of(Redaction.of(arguments)));
    }

    @Test
    void longText_isCut_andASecretAcrossTheCutIsGone() {
        String text = "x".repeat(Redaction.MAX_TEXT - 10) + " ghp_" + "a".repeat(36) + "y".repeat(10_000);
        String redacted = Redaction.of(text);
        assertFalse(redacted.contains("ghp_"), redacted);
        assertTrue(redacted.endsWith(" characters in all]"), redacted);
        assertTrue(redacted.length() < Redaction.MAX_TEXT + 60);
    }
}
