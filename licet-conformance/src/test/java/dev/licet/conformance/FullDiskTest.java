package dev.licet.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.json.JsonValue.JsonObject;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server whose files cannot grow any more: the system refuses to write, as on a full disk. */
class FullDiskTest {
    private static final int MOST_CALLS = 20_000;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path data;

    private static String read(int number) {
        return "{\"tool\":\"read_file\",\"sessionId\":\"s\",\"cwd\":\"/srv\",\"arguments\":{\"path\":\"f" + number + "x"
                + "y".repeat(2_000) + "\"}}";
    }

    @Test
    void whatCannotBeRecorded_isDenied_andNothingIsLost() throws Exception {
        int calls = 0;
        try (RunningServer server = RunningServer.startWithin(data, 2_000)) {
            JsonObject reply = server.post("/v1/calls", read(calls));
            while (reply.text("decision").orElse("").equals("allow") && calls < MOST_CALLS) {
                calls++;
                reply = server.post("/v1/calls", read(calls));
            }
            assertEquals("deny", reply.text("decision").orElse(""), reply::toString);
            assertEquals("unavailable", reply.text("code").orElse(""), reply::toString);
            assertTrue(reply.text("detail").orElse("").startsWith("the database fails"), reply::toString);
            assertEquals("ok", server.get("/health").text("status").orElse(""));
        }
        try (RunningServer server = RunningServer.start(data, 0)) {
            JsonObject verified = server.get("/v1/audit/verify");
            assertTrue(verified.isTrue("whole"), verified::toString);
            assertEquals(
                    "allow", server.post("/v1/calls", read(0)).text("decision").orElse(""));
        }
    }
}
