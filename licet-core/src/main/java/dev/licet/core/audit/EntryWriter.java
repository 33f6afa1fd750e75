package dev.licet.core.audit;

import dev.licet.core.json.CanonicalJson;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.Sha256;
import dev.licet.core.json.Utf8Text;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Makes the entries of a chain, one after the other in the same room. For one thread at a time. */
public final class EntryWriter {
    /** Most entries are shorter, in bytes. */
    private static final int USUAL_LENGTH = 1_024;

    private final Utf8Text text = new Utf8Text(USUAL_LENGTH);
    private final MessageDigest digest = Sha256.digest();

    /** The entry behind {@code head} that says {@code what} about {@code step}, at {@code now} to the millisecond. */
    public AuditEntry behind(AuditHead head, Instant now, AuditStep step, JsonObject what) {
        long number = head.number() + 1;
        text.clear();
        text.append("{\"at\":\"")
                .append(InstantText.of(now.truncatedTo(ChronoUnit.MILLIS)))
                .append("\",\"number\":")
                .append(number)
                .append(",\"previous\":\"")
                .append(head.hash())
                .append("\",\"step\":\"")
                .append(step.text())
                .append("\",\"what\":");
        CanonicalJson.append(what, text);
        text.append("}");
        return new AuditEntry(number, text.toString(), text.hash(digest));
    }
}
