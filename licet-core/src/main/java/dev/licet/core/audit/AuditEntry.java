package dev.licet.core.audit;

import dev.licet.core.json.Sha256;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One entry as it is stored.
 *
 * @param number of the entry, counted from 1 without gaps
 * @param text canonical JSON (RFC 8785) of {@code {at, number, previous, step, what}}; {@code previous} is the hash of the
 *     entry before it
 * @param hash SHA-256 of {@code text} in UTF-8, 64 hexadecimal digits
 */
public record AuditEntry(long number, String text, String hash) {
    /** The members stand in alphabetical order, so that everything but {@code what} stands at the beginning. */
    private static final Pattern HEADING = Pattern.compile(
            "\\{\"at\":\"([0-9TZ:.-]+)\",\"number\":([0-9]{1,18}),\"previous\":\"([0-9a-f]{64})\",\"step\":\"([a-z-]+)\",\"what\":");

    /** What an entry says of itself. */
    public record Heading(String at, long number, String previous, String step) {}

    /** What the text says at its beginning; empty when it is not the text of an entry. */
    public Optional<Heading> heading() {
        Matcher heading = HEADING.matcher(text);
        return heading.lookingAt()
                ? Optional.of(new Heading(
                        heading.group(1), Long.parseLong(heading.group(2)), heading.group(3), heading.group(4)))
                : Optional.empty();
    }

    /** Whether the text has the hash that stands beside it. */
    boolean isUnaltered() {
        return Sha256.hex(text).equals(hash);
    }

    /** The head of a chain that ends with this entry. */
    public AuditHead head() {
        return new AuditHead(number, hash);
    }
}
