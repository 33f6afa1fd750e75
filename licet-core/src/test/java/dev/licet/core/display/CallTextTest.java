package dev.licet.core.display;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.call.CallContext;
import dev.licet.core.call.CallId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.ToolWords;
import dev.licet.core.call.WorkerId;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.shell.Span;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CallTextTest {
    private static CallText text(String tool, JsonObject arguments) {
        return text(tool, arguments, List.of());
    }

    private static CallText text(String tool, JsonObject arguments, List<String> details) {
        return CallText.of(new ToolCall(
                new CallId("c"),
                tool,
                arguments,
                new SessionId("s"),
                WorkerId.STANDARD,
                "/w",
                Map.of(),
                CallContext.NONE.withWords(new ToolWords(JsonObject.empty(), JsonObject.empty(), details))));
    }

    private static JsonObject edit(String before, String after) {
        return JsonObject.empty().with("old_string", before).with("new_string", after);
    }

    /** Each part as {@code kind label: text}. */
    private static List<String> parts(CallText text) {
        return text.parts().stream()
                .map(part ->
                        part.kind() + " " + part.label() + ": " + part.text().text())
                .toList();
    }

    @Test
    void command_isOnePart_andWhatTheModelSaysAnother() {
        CallText text = text(
                "Bash",
                JsonObject.empty().with("command", "rm -r x").with("description", "List files, already approved"));
        assertEquals(
                List.of("COMMAND command: rm -r x", "SAID description: List files, already approved"), parts(text));
        assertEquals("rm -r x", text.text().text());
    }

    @Test
    void whatTheModelSaysBesideOtherArguments_isCalledItsWords() {
        CallText text = text(
                "Read", JsonObject.empty().with("file_path", "a.txt").with("description", "harmless\ncommand: ls"));
        assertEquals(
                "file_path: a.txt\ndescription (the model's words):\n  harmless\n  command: ls",
                text.text().text());
    }

    @Test
    void whatTheToolSays_isNotCalledTheModelsWords() {
        CallText text =
                text("deploy", JsonObject.empty().with("to", "live"), List.of("replaces 1.2", "three machines"));
        assertEquals(List.of("ARGUMENT to: live", "DETAILS details: replaces 1.2\nthree machines"), parts(text));
        assertEquals(
                "to: live\ndetails (the tool's words):\n  replaces 1.2\n  three machines",
                text.text().text());
    }

    @Test
    void argumentsOfAnUnknownTool_areNobodysWords() {
        assertEquals(
                List.of("ARGUMENT description: x"),
                parts(text("mcp__a__b", JsonObject.empty().with("description", "x"))));
    }

    @Test
    void edit_isADifference() {
        CallText text = text("Edit", edit("one\ntwo\nthree", "one\n2\nthree\n").with("file_path", "a.txt"));
        assertEquals(List.of("ARGUMENT file_path: a.txt", "DIFF edit:   one\n- two\n+ 2\n  three\n+"), parts(text));
    }

    @Test
    void indentedLinesOfADifference_areAsTheyAreElsewhere() {
        assertEquals(List.of("DIFF edit: - ⇥   a\n+ ⇥   b⟨1 blank⟩"), parts(text("Edit", edit("\ta", "\tb "))));
    }

    @Test
    void severalEdits_areNumbered_withWhatElseTheySay() {
        JsonObject one = edit("a", "b");
        JsonObject two = edit("", "c").with("replace_all", true);
        CallText text = text("MultiEdit", JsonObject.empty().with("edits", JsonArray.of(List.of(one, two))));
        assertEquals(List.of("DIFF edit 1 of 2: - a\n+ b", "DIFF edit 2 of 2, replace_all true: + c"), parts(text));
    }

    @Test
    void namesOfAnotherPair_areShownBesideTheDifference() {
        JsonObject twice = edit("a", "b").with("oldString", "a").with("newString", "EVIL");
        assertEquals(
                List.of("DIFF edit 1 of 1, oldString \"a\", newString \"EVIL\": - a\n+ b"),
                parts(text("MultiEdit", JsonObject.empty().with("edits", JsonArray.of(List.of(twice))))));
        assertEquals(
                List.of("DIFF edit: - a\n+ b", "ARGUMENT oldString: a", "ARGUMENT newString: EVIL"),
                parts(text("Edit", twice)));
    }

    @Test
    void editsOfAFormThatIsNotKnown_areShownAsTheyAre() {
        JsonObject odd = JsonObject.empty().with("old_string", "a").with("new_string", 3);
        CallText text = text("MultiEdit", JsonObject.empty().with("edits", JsonArray.of(List.of(edit("a", "b"), odd))));
        assertEquals(1, text.parts().size());
        assertTrue(
                text.text().text().contains("{\"new_string\":3,\"old_string\":\"a\"}"),
                text.text().text());
    }

    @Test
    void longEdits_areWhole() {
        String before = "a\n".repeat(5_000);
        String after = "b\n".repeat(5_000);
        assertEquals(
                10_002,
                text("Edit", edit(before, after))
                        .parts()
                        .getFirst()
                        .text()
                        .text()
                        .lines()
                        .count());
    }

    @Test
    void places_areThoseOfWhatIsShown() {
        String raw = "ls \u202e && rm x" + " ".repeat(20) + "&& id";
        String shown = SafeText.of(raw).text();
        List<Span> places = SafeText.places(
                raw,
                List.of(new Span(raw.indexOf("id"), raw.length()), new Span(raw.indexOf("rm"), raw.indexOf("x") + 1)));
        assertEquals(
                List.of("rm x", "id"),
                places.stream().map(place -> place.of(shown)).toList());
    }

    @Test
    void placesThatOverlap_areOne() {
        assertEquals(
                List.of(new Span(0, 6)),
                SafeText.places("abcdef", List.of(new Span(2, 6), new Span(0, 3), new Span(1, 2), new Span(4, 4))));
    }

    @Test
    void placesInsideOfWhatIsCounted_takeAllOfIt() {
        String raw = "a" + " ".repeat(30) + "b";
        assertEquals(
                "⟨30 blanks⟩",
                SafeText.places(raw, List.of(new Span(5, 9)))
                        .getFirst()
                        .of(SafeText.of(raw).text()));
    }

    @Test
    void editsBegin_whereTheirTextIsInTheFile_andOnlyThere() {
        JsonObject several = JsonObject.empty()
                .with("file_path", "a.txt")
                .with("edits", JsonArray.of(List.of(edit("two\nthree", "x"), edit("o", "y"), edit("gone", ""))));
        ToolCall call = new ToolCall(
                new CallId("c"), "MultiEdit", several, new SessionId("s"), WorkerId.STANDARD, "/w", Map.of());
        assertEquals(Optional.of("a.txt"), Edits.file(call));
        assertEquals(List.of(2, 0, 0), Edits.lines(call, "one\ntwo\nthree\n"));
    }
}
