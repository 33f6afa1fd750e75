package dev.licet.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.agent.ConsoleAnswerer;
import dev.licet.script.Line;
import dev.licet.script.ScriptedModel;
import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class NoteKeeperTest {
    private static final JsonObject PLANTS = JsonObject.empty().with("name", "plants");

    private static String chat(ScriptedModel script, String typed) throws Exception {
        var in = new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8));
        var console = ConsoleAnswerer.on(in, new PrintStream(OutputStream.nullOutputStream()));
        return NoteKeeper.chat(script.url(), "script", console, "Tidy up my notes.");
    }

    private static ScriptedModel script() {
        return ScriptedModel.start(
                List.of(Line.calls("read_note", PLANTS), Line.calls("delete_note", PLANTS), Line.says("Done.")));
    }

    @Test
    void readingIsFree_andDeletingIsAskedAbout() throws Exception {
        try (ScriptedModel script = script()) {
            assertEquals("Done.", chat(script, "y\n"));
            assertEquals(List.of("plants: water the plants", "plants is deleted"), script.toolResults());
        }
    }

    @Test
    void aStop_endsTheLoop() throws Exception {
        try (ScriptedModel script = script()) {
            String said = chat(script, "s leave them\n");
            assertTrue(said.contains("leave them"), said);
            assertEquals(2, script.requests().size(), "the model gets no further turn");
        }
    }
}
