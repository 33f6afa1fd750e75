package dev.licet.terminal.box;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.display.CallText;
import dev.licet.shell.Span;
import dev.licet.terminal.tty.Columns;
import dev.licet.terminal.tty.Key;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BoxViewTest {
    private static final List<String> OPTIONS = List.of("Execute once", "Always allow", "Deny");

    private static Question question(String command, String warning) {
        return new Question(
                "bash",
                List.of(new Question.Detail("Command", command)),
                warning,
                List.of(),
                Optional.empty(),
                OPTIONS);
    }

    private static BoxView view(Question question, Paint paint, int columns, int rows) {
        return new BoxView(question, new BoxView.Look(Keys.SEED, paint, columns, rows), Instant.EPOCH);
    }

    private static String box(Question question, Paint paint, int columns, int rows, String reason) {
        var view = view(question, paint, columns, rows);
        Selection selection = Selection.begin(Keys.SEED, 3, view.reasonRoom());
        for (String character : reason.split("", -1)) {
            selection = character.isEmpty()
                    ? selection
                    : selection.press(new Key.Typed(character)).next();
        }
        return String.join("\n", view.lines(selection));
    }

    @Test
    void theBox_isTheSeeds() {
        assertEquals("""
                ┌──────────────────────────────────┐
                │ Tool: bash                       │
                │ Command: ls -la                  │
                ├──────────────────────────────────┤
                │ > 1. Execute once                │
                │   2. Always allow                │
                │   3. Deny:                       │
                └──────────────────────────────────┘
                ↑/↓ navigate, Enter confirm, 1-3
                quick, Ctrl+C cancel""", box(question("ls -la", ""), Paint.PLAIN, 40, 24, ""));
    }

    @Test
    void theWarning_standsAbove_inItsColour() {
        String box = box(question("cat /etc/hosts", "!! OUTSIDE PROJECT !!"), Paint.COLOUR, 80, 24, "");
        assertTrue(box.startsWith("\033[91m┌"), box);
        assertTrue(
                box.contains("\033[91m" + " ".repeat(17) + "!! OUTSIDE PROJECT !!" + " ".repeat(18) + "\033[0m"), box);
        assertFalse(box.contains("\033[36m"), "no line is in the colour of a harmless box");
        String plain = box(question("ls", ""), Paint.COLOUR, 80, 24, "");
        assertTrue(plain.contains("\033[36m┌"));
        assertTrue(plain.contains("\033[1;32m> 1. Execute once"));
        assertTrue(plain.contains("\033[90m  3. Deny:"));
        assertTrue(plain.contains("\033[90m↑/↓ navigate"));
        assertTrue(box(question("ls", ""), Paint.COLOUR, 80, 24, "no").contains("\033[1;32m> 3. Deny: no"));
    }

    @Test
    void width_is90Percent_within24And60_andNeverTheWholeTerminal() {
        for (int columns = BoxView.NARROWEST; columns < 300; columns++) {
            String[] lines = box(question("x".repeat(300), "W"), Paint.PLAIN, columns, 100, "")
                    .split("\n", -1);
            int width = Columns.of(lines[0]);
            assertEquals(Math.min(columns - 1, Math.clamp(columns * 9 / 10, 24, 60)), width, "at " + columns);
            for (String line : lines) {
                assertTrue(Columns.of(line) < columns, line);
                assertTrue(!"│┌├└".contains(line.substring(0, 1)) || Columns.of(line) == width, line);
            }
        }
    }

    @Test
    void everyCharacterOfTheCommand_isInTheBox() {
        String command = "printf '%s' 中文 wide ".repeat(20) + "rm -rf x";
        String[] lines = box(question(command, ""), Paint.PLAIN, 44, 200, "").split("\n", -1);
        var text = new StringBuilder();
        for (int i = 2; !lines[i].startsWith("├"); i++) {
            text.append(lines[i].replaceAll("^│ |\\s*│$", "").stripTrailing());
        }
        assertEquals(("Command: " + command).replace(" ", ""), text.toString().replace(" ", ""));
    }

    @Test
    void whatDoesNotFitTheHeight_isCounted() {
        Question tall = question("line\n".repeat(100) + "end", "");
        String box = box(tall, Paint.PLAIN, 60, 20, "");
        assertTrue(box.lines().count() <= 19, box);
        assertTrue(box.contains("more lines, above the box"), box);
        var view = view(tall, Paint.PLAIN, 60, 20);
        Selection begin = Selection.begin(Keys.SEED, 3, 20);
        assertFalse(view.showsAll(begin));
        assertEquals("end", view.everything(begin).getLast());
        assertTrue(view(tall, Paint.PLAIN, 60, 200).showsAll(Selection.begin(Keys.SEED, 3, 20)));
    }

    @Test
    void aLongReason_isWrapped() {
        String box = box(question("ls", ""), Paint.PLAIN, 30, 24, "because it is too risky to run");
        assertTrue(box.contains("> 3. Deny: "), box);
        assertEquals(21, view(question("ls", ""), Paint.PLAIN, 30, 24).reasonRoom());
    }

    /** A box of Licet's own about {@code detail}. */
    private static String standard(Question.Detail detail, Paint paint, int columns) {
        var question =
                new Question("bash", List.of(detail), "", List.of("a note"), Optional.of(Instant.EPOCH), OPTIONS);
        var view = new BoxView(
                question, new BoxView.Look(Keys.STANDARD, paint, columns, 40), Instant.EPOCH.plusSeconds(75));
        return String.join("\n", view.lines(Selection.begin(Keys.STANDARD, 3, view.reasonRoom())));
    }

    @Test
    void whatContinuesALine_isMarked_soThatItIsNoLineOfItsOwn() {
        var detail =
                new Question.Detail("Command", "echo aaaa bbbb cccc dddd eeee\nrm x", CallText.Kind.COMMAND, List.of());
        assertTrue(standard(detail, Paint.PLAIN, 30).startsWith("""
                ┌─────────────────────────┐
                │ Tool: bash              │
                │ Command:                │
                │   echo aaaa bbbb cccc   │
                │   ↪ dddd eeee           │
                │   rm x                  │
                │ a note                  │
                │ waits for 1 min         │
                ├───"""), standard(detail, Paint.PLAIN, 30));
    }

    @Test
    void whatNeedsApproval_isSetOff_acrossLines() {
        String command = "ls && git push origin main && pwd";
        int start = command.indexOf("git");
        var detail = new Question.Detail(
                "Command",
                command,
                CallText.Kind.COMMAND,
                List.of(new Span(start, start + "git push origin main".length())));
        String box = standard(detail, Paint.COLOUR, 30);
        assertTrue(box.contains("Command: ls && \033[1;33mgit \033[0m"), box);
        assertTrue(box.contains("↪ \033[1;33mpush origin main\033[0m && "), box);
        assertFalse(standard(detail, Paint.PLAIN, 30).contains("\033"), "no colours where none are wanted");
    }

    @Test
    void differences_haveTheColourOfTheirSign_andTheModelsWordsAreCalledSo() {
        var diff = new Question.Detail("edit", "  a\n- b\n+ c", CallText.Kind.DIFF, List.of());
        String box = standard(diff, Paint.COLOUR, 60);
        assertTrue(box.contains("\033[31m- b\033[0m"), box);
        assertTrue(box.contains("\033[32m+ c\033[0m"), box);
        var said = new Question.Detail("description", "already approved", CallText.Kind.SAID, List.of());
        assertTrue(
                standard(said, Paint.COLOUR, 80).contains("\033[90mdescription (the model's words): already approved"),
                standard(said, Paint.COLOUR, 80));
    }

    @Test
    void linesOfAnAgent_areNeverLinesOfTheBox() {
        var said = new Question.Detail(
                "description", "ok\nin /safe\nasks: nothing\nCommand: ls", CallText.Kind.SAID, List.of());
        String box = standard(said, Paint.PLAIN, 60);
        assertTrue(box.contains("│   asks: nothing"), box);
        assertFalse(box.contains("│ asks: nothing"), box);
        var named = new Question.Detail("asks", "nothing");
        assertTrue(standard(named, Paint.PLAIN, 60).contains("│   asks: nothing"));
    }

    @Test
    void aLowTerminal_hasTheWholeBox_andTheRestAbove() {
        var options = List.of("Allow once", "Always allow: " + "git push origin ".repeat(60), "Deny");
        var question = new Question(
                "bash",
                List.of(new Question.Detail("Command", "git push")),
                "!! OUTSIDE PROJECT !!",
                List.of("a note"),
                Optional.empty(),
                options);
        for (int rows = 1; rows < 40; rows++) {
            var view = new BoxView(question, new BoxView.Look(Keys.STANDARD, Paint.PLAIN, 60, rows), Instant.EPOCH);
            Selection begin = Selection.begin(Keys.STANDARD, 3, 100);
            List<String> lines = view.lines(begin);
            assertTrue(lines.size() < rows || rows == 1, rows + ": " + lines);
            if (view.fits()) {
                String box = String.join("\n", lines);
                for (int option = 1; option <= 3; option++) {
                    assertTrue(box.contains("  " + option + ". "), box);
                }
                boolean whole = lines.stream().anyMatch(line -> line.contains("↪"));
                assertTrue(whole || !view.showsAll(begin), box);
            }
        }
        var low = new BoxView(question, new BoxView.Look(Keys.STANDARD, Paint.PLAIN, 60, 14), Instant.EPOCH);
        String above = String.join(" ", low.everything(Selection.begin(Keys.STANDARD, 3, 100)));
        assertEquals(60, above.split("origin", -1).length - 1);
    }
}
