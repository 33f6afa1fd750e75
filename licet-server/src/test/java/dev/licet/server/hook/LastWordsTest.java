package dev.licet.server.hook;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.licet.core.call.CallSource;
import dev.licet.core.json.JsonValue.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What titles a session is what its person said last, and no more than that. */
class LastWordsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private Optional<String> said(String... lines) throws Exception {
        Path file = folder.resolve("t.jsonl");
        Files.writeString(file, String.join("\n", lines) + "\n");
        return LastWords.in(JsonObject.empty().with("transcript_path", file.toString()));
    }

    @Test
    void transcriptsOfClaudeCode_andOfCodex() throws Exception {
        assertEquals(
                Optional.of("Fix the login"),
                said(
                        "{\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":\"Begin\"}}",
                        "{\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\" Fix the login \"}]}}",
                        "{\"type\":\"assistant\",\"message\":{\"role\":\"assistant\",\"content\":\"the \\\"user\\\" wants\"}}",
                        "{\"type\":\"user\",\"isMeta\":true,\"message\":{\"role\":\"user\",\"content\":\"Caveat\"}}",
                        "{\"type\":\"user\",\"isSidechain\":true,\"message\":{\"role\":\"user\",\"content\":\"a subagent's\"}}",
                        "{\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":\"<command-name>/clear\"}}",
                        "{\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"content\":\"x\"}]}}"));
        assertEquals(
                Optional.of("Add a limit"),
                said(
                        "{\"type\":\"response_item\",\"payload\":{\"type\":\"message\",\"role\":\"user\",\"content\":[{\"type\":\"input_text\",\"text\":\"<environment_context>\"}]}}",
                        "{\"type\":\"event_msg\",\"payload\":{\"type\":\"user_message\",\"message\":\"Add a limit\"}}",
                        "{\"type\":\"event_msg\",\"payload\":{\"type\":\"token_count\"}}"));
    }

    @Test
    void whatCannotBeRead_saysNothing() throws Exception {
        assertEquals(Optional.empty(), said("{\"type\":\"user\"", "no JSON of a \"user\"", ""));
        assertEquals(Optional.empty(), said());
        Path other = Files.writeString(folder.resolve("secret.txt"), "{\"role\":\"user\",\"content\":\"x\"}");
        for (String path :
                new String[] {other.toString(), folder.toString(), "t.jsonl", "/nowhere/t.jsonl", "\0.jsonl"}) {
            assertEquals(Optional.empty(), LastWords.in(JsonObject.empty().with("transcript_path", path)));
        }
    }

    @Test
    void onlyTheEndOfALongOneIsRead() throws Exception {
        String early = "{\"role\":\"user\",\"content\":\"early\"}";
        String filler = "{\"role\":\"assistant\",\"content\":\"" + "x".repeat(300_000) + "\"}";
        assertEquals(Optional.empty(), said(early, filler));
        assertEquals(Optional.of("late"), said(early, filler, "{\"role\":\"user\",\"content\":\"late\"}"));
    }

    @Test
    void aTask_isOneLine_thatIsNotTooLong() {
        CallSource source = new CallSource("claude", "").withTask(" a\n\tb\u0007  c ");
        assertEquals("a b c", source.task());
        assertEquals(
                CallSource.MAX_TASK - 1,
                source.withTask("x".repeat(199) + "\ud83d\ude00").task().length());
    }
}
