package dev.licet.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.agent.AgentSession;
import dev.licet.gate.agent.Reply;
import dev.licet.gate.agent.Result;
import dev.licet.gate.agent.ToolGate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The example of the README is this code, and does what it says. */
class ReadmeTest {
    @Test
    void theExample_compilesAndRuns() throws Exception {
        // README
        try (ToolGate gate = ToolGate.inMemory("{\"shell_exec\": {\"git *\": \"allow\"}}")
                .answering(ask -> Reply.skip("not today"))) {
            AgentSession session = gate.session("chat-1", Path.of("/srv/project"));
            JsonObject arguments = JsonObject.empty().with("command", "git status");
            Result<String> result = session.run(
                    "shell_exec",
                    arguments,
                    allowed -> "ran " + allowed.text("command").orElse(""));
            // README
            assertEquals(new Result.Ran<>("ran git status", arguments, ""), result);
        }
        String own = Files.readString(
                Program.ROOT.resolve("licet-conformance/src/test/java/dev/licet/conformance/ReadmeTest.java"));
        String example = own.split("// README", -1)[1];
        String readme = Files.readString(Program.ROOT.resolve("README.md"));
        assertTrue(words(readme).contains(words(example)), "the README has this example");
    }

    private static String words(String text) {
        return text.lines().map(String::strip).collect(Collectors.joining("")).replaceAll("\\s+", "");
    }
}
