package dev.licet.conformance;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.IntStream;

/** A part of what a slow test goes through: another one each day, all of it with {@code -Plong}. */
final class Sample {
    private static final int PARTS = Integer.getInteger("licet.sample", 3);

    private Sample() {}

    /** Today's part of {@code all}. */
    static <T> List<T> of(List<T> all) {
        long today = LocalDate.now(ZoneOffset.UTC).toEpochDay();
        return IntStream.range(0, all.size())
                .filter(i -> (i + today) % PARTS == 0)
                .mapToObj(all::get)
                .toList();
    }
}
