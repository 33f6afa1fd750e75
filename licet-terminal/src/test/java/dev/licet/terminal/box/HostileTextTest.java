package dev.licet.terminal.box;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.display.CallText;
import dev.licet.core.display.SafeText;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.JsonText;
import dev.licet.terminal.tty.Columns;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Commands that try to look like others, in the box: what is shown can be read back to the letter. */
class HostileTextTest {
    private static final Pattern NAMED =
            Pattern.compile("(.?)⟨(?:U\\+([0-9A-F]{4,6})|([0-9]+) ?blanks?)⟩", Pattern.DOTALL);

    static List<JsonObject> hostile() throws Exception {
        try (InputStream in = Objects.requireNonNull(HostileTextTest.class.getResourceAsStream("hostile.jsonl"))) {
            var all = new ArrayList<JsonObject>();
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                all.add(JsonText.parseObject(line));
            }
            return all;
        }
    }

    @Test
    void thereAreSixtyAtLeast() throws Exception {
        assertTrue(hostile().size() >= 60);
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void whatIsShown_isWhatWouldRun(JsonObject hostile) {
        String command = hostile.text("command").orElseThrow();
        String shown = SafeText.of(command).text();
        for (int columns : new int[] {26, 40, 61, 80}) {
            assertEquals(blankless(command), blankless(read(boxed(shown, columns))), "at " + columns);
        }
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void whatIsHidden_isCounted(JsonObject hostile) {
        String command = hostile.text("command").orElseThrow();
        boolean marked = SafeText.of(command).text().contains("⟨");
        assertEquals(marked, SafeText.of(command).hidden() > 0);
    }

    /** The lines of a box about {@code shown}, without its frame, its label and the notes. */
    private static List<String> boxed(String shown, int columns) {
        var question = new Question(
                "bash",
                List.of(new Question.Detail("Command", shown, CallText.Kind.COMMAND, List.of())),
                "",
                List.of(),
                Optional.empty(),
                List.of("Allow once", "Deny"));
        var view = new BoxView(question, new BoxView.Look(Keys.STANDARD, Paint.PLAIN, columns, 100_000), Instant.EPOCH);
        List<String> lines = view.lines(Selection.begin(Keys.STANDARD, 2, 100));
        for (String line : lines.subList(0, lines.size() - 2)) {
            assertTrue(line.codePoints().noneMatch(Character::isISOControl), line);
            assertTrue(Columns.of(line) < columns, line);
        }
        int frame = lines.subList(1, lines.size())
                .indexOf(lines.stream()
                        .filter(line -> line.startsWith("├"))
                        .findFirst()
                        .orElseThrow());
        return lines.subList(2, frame + 1).stream()
                .map(line -> line.substring(2, line.length() - 2).stripTrailing())
                .toList();
    }

    /** The command that {@code lines} show. */
    private static String read(List<String> lines) {
        var text = new StringBuilder();
        boolean several = lines.getFirst().equals("Command:");
        for (String line : lines) {
            String own = several && text.length() > 0 ? line.substring(Math.min(2, line.length())) : line;
            boolean continues = own.startsWith("↪ ");
            text.append(continues || text.length() == 0 ? "" : "\n").append(continues ? own.substring(2) : own);
        }
        String command = text.toString()
                .replaceFirst("^Command:[ \n]", "")
                .replace("⇥   ", "\t")
                .replace("⇥", "\t");
        return NAMED.matcher(command).replaceAll(HostileTextTest::meant);
    }

    /** What a mark stands for; one that follows its own letter only says which that is. */
    private static String meant(MatchResult mark) {
        String before = mark.group(1);
        String meant = mark.group(2) == null
                ? " ".repeat(Integer.parseInt(mark.group(3)))
                : Character.toString(Integer.parseInt(mark.group(2), 16));
        String whole = before.equals(meant) ? meant : before + meant;
        return Matcher.quoteReplacement(whole);
    }

    /** Where a line was broken, blanks at its end cannot be told from those of the box. */
    private static String blankless(String text) {
        return text.replace(" ", "");
    }
}
