package dev.licet.core.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.licet.core.json.JsonValue.JsonObject;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ToolCallTest {
    private static ToolCall call(String id, String command, String directory) {
        return new ToolCall(
                new CallId(id),
                "shell_exec",
                JsonObject.empty().with("command", command),
                new SessionId("s"),
                new WorkerId("w"),
                directory,
                Map.of());
    }

    @Test
    void digest_dependsOnContent_notOnTheCallersId() {
        assertEquals(call("1", "ls", "/w").digest(), call("2", "ls", "/w").digest());
        assertNotEquals(call("1", "ls", "/w").digest(), call("1", "ls -a", "/w").digest());
        assertNotEquals(call("1", "ls", "/w").digest(), call("1", "ls", "/v").digest());
    }

    @Test
    void whatNoSystemCouldBePassedUnchanged_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> call("1", "ls\0", "/w"));
        assertThrows(IllegalArgumentException.class, () -> call("1", "ls a\ud800b", "/w"));
        assertThrows(IllegalArgumentException.class, () -> call("1", "ls", "/w\u001b[2K"));
        assertEquals("/w", call("1", "ls \ud83d\ude00", "/w").directory());
        assertThrows(IllegalArgumentException.class, () -> call("1", "ls", "relative"));
        assertThrows(IllegalArgumentException.class, () -> new CallId("a\nb"));
        assertThrows(IllegalArgumentException.class, () -> new CallId("x".repeat(257)));
        assertEquals(256, new CallId("x".repeat(256)).text().length());
    }

    @Test
    void workerId_canOnlyNameAFolder() {
        for (String wrong : new String[] {"", ".", "..", "a/b", "-x", "a b", "é", "x".repeat(65)}) {
            assertThrows(IllegalArgumentException.class, () -> new WorkerId(wrong), wrong);
        }
        assertEquals("ci-1.local_2", new WorkerId("ci-1.local_2").text());
    }
}
