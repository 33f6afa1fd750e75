package dev.licet.core.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class InstantTextTest {
    @Test
    void text_isThatOfTheInstant() {
        var random = new Random(5);
        Stream<Instant> chosen = Stream.of(
                Instant.EPOCH,
                Instant.MIN,
                Instant.MAX,
                Instant.parse("2026-01-01T12:00:00.100Z"),
                Instant.parse("2026-01-01T12:00:00.000001Z"),
                Instant.parse("2026-01-01T12:00:00.000000001Z"),
                Instant.parse("1969-12-31T23:59:59.999Z"));
        Stream<Instant> any = Stream.generate(() -> Instant.ofEpochSecond(
                        random.nextLong(-99_999_999_999L, 999_999_999_999L), random.nextInt(1_000_000_000)))
                .limit(2_000);
        Stream.concat(chosen, any).forEach(instant -> assertEquals(instant.toString(), InstantText.of(instant)));
    }
}
