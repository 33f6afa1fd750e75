package dev.licet.gate.permissions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.rule.Action;
import dev.licet.core.rule.RuleText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class PermissionEditTest {
    @TestFactory
    Stream<DynamicTest> everyEdit_changesOnlyWhatItMust() throws IOException {
        try (InputStream in = Objects.requireNonNull(PermissionEditTest.class.getResourceAsStream("edits.txt"))) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return Arrays.stream(text.split("(?m)^=== ", -1))
                    .skip(1)
                    .map(block ->
                            DynamicTest.dynamicTest(block.lines().findFirst().orElseThrow(), () -> check(block)));
        }
    }

    private static void check(String block) throws Exception {
        String[] parts = block.split("(?m)^(---|\\+\\+\\+)\n", -1);
        List<RuleText> rules = parts[0].lines()
                .skip(1)
                .map(line -> line.split(" \\| ", 2))
                .map(rule -> new RuleText(rule[0], rule[1]))
                .toList();
        assertEquals(parts[2], PermissionEdit.allow(parts[1], rules));
        String windows = parts[1].replace("\n", "\r\n");
        assertEquals(parts[2].replace("\n", "\r\n"), PermissionEdit.allow(windows, rules));
    }

    /** Whatever the layout: the old rules stay in order, the new one is there, and every comment survives. */
    @Test
    void editsOfRandomLayouts_keepRulesAndComments() throws Exception {
        var random = new Random(11);
        for (int round = 0; round < 500; round++) {
            String before = randomFile(random);
            String after = PermissionEdit.allow(before, List.of(new RuleText("shell_exec", "new " + round)));
            var rules = PermissionText.parse(after, "f", "/h", "").rules();
            var old = PermissionText.parse(before, "f", "/h", "").rules();
            assertTrue(
                    rules.stream()
                            .anyMatch(rule -> rule.action() == Action.ALLOW
                                    && rule.value().pattern().startsWith("new ")),
                    after);
            assertEquals(old.size() + 1, rules.size(), after);
            assertEquals(
                    before.chars().filter(c -> c == '#').count(),
                    after.chars().filter(c -> c == '#').count(),
                    after);
        }
    }

    private static String randomFile(Random random) {
        var text = new StringBuilder(space(random) + "{" + space(random));
        int tools = 1 + random.nextInt(3);
        String[] names = {"shell_exec", "read_file", "glob"};
        for (int i = 0; i < tools; i++) {
            text.append('"')
                    .append(names[i])
                    .append('"')
                    .append(space(random))
                    .append(':')
                    .append(space(random))
                    .append('{');
            int patterns = 1 + random.nextInt(3);
            for (int j = 0; j < patterns; j++) {
                boolean last = j == patterns - 1;
                text.append(space(random))
                        .append("\"p")
                        .append(j)
                        .append("\":")
                        .append(space(random))
                        .append("\"deny\"");
                text.append(space(random))
                        .append(last && random.nextBoolean() ? "" : ",")
                        .append(space(random));
            }
            text.append('}').append(space(random)).append(i == tools - 1 && random.nextBoolean() ? "" : ",");
        }
        return text.append(space(random)).append('}').append(space(random)).toString();
    }

    private static String space(Random random) {
        String[] choices = {"", " ", "\n", "\n  ", " // # x\n", "/* # */", "\t", "\r\n    ", " /* #\n */ "};
        return choices[random.nextInt(choices.length)];
    }
}
