package dev.licet.shell.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code {1..5}} and {@code {a..e}} (bash manual, 3.5.1). */
final class Ranges {
    /** More words than this are not written out. */
    private static final int MAX_WORDS = 256;

    private static final Pattern NUMBERS =
            Pattern.compile("(-?[1-9]\\d{0,8}|0)\\.\\.(-?[1-9]\\d{0,8}|0)(?:\\.\\.(-?[1-9]\\d{0,8}))?");
    private static final Pattern LETTERS = Pattern.compile("([a-z])\\.\\.([a-z])|([A-Z])\\.\\.([A-Z])");

    private Ranges() {}

    /** The words that {@code inside} of braces stands for, or empty when it is no plain range. */
    static Optional<List<List<Part>>> expand(String inside) {
        Matcher numbers = NUMBERS.matcher(inside);
        if (numbers.matches()) {
            long step = numbers.group(3) == null ? 1 : Math.abs(Long.parseLong(numbers.group(3)));
            return count(Long.parseLong(numbers.group(1)), Long.parseLong(numbers.group(2)), step)
                    .map(values -> values.stream()
                            .map(value -> List.<Part>of(new Part.Literal(value.toString())))
                            .toList());
        }
        Matcher letters = LETTERS.matcher(inside);
        if (letters.matches()) {
            boolean small = letters.group(1) != null;
            char from = letters.group(small ? 1 : 3).charAt(0);
            char to = letters.group(small ? 2 : 4).charAt(0);
            return count(from, to, 1)
                    .map(values -> values.stream()
                            .map(value -> List.<Part>of(new Part.Literal(String.valueOf((char) value.intValue()))))
                            .toList());
        }
        return Optional.empty();
    }

    private static Optional<List<Long>> count(long from, long to, long step) {
        if (Math.abs(to - from) / step >= MAX_WORDS) {
            return Optional.empty();
        }
        var values = new ArrayList<Long>();
        if (from <= to) {
            for (long value = from; value <= to; value += step) {
                values.add(value);
            }
        } else {
            for (long value = from; value >= to; value -= step) {
                values.add(value);
            }
        }
        return Optional.of(values);
    }
}
