package dev.licet.conformance;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.agent.AgentSession;
import dev.licet.gate.agent.Result;
import dev.licet.gate.agent.ToolGate;
import dev.licet.terminal.TerminalAnswerer;
import dev.licet.terminal.box.Paint;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that embeds the gate, and asks with the box in a real terminal. */
class TerminalAnswererTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    /** Runs the command that it is given, if the person lets it. */
    static final class Embedding {
        private Embedding() {}

        public static void main(String[] args) throws Exception {
            try (ToolGate gate = ToolGate.inMemory("{}").answering(new TerminalAnswerer(Paint.PLAIN));
                    AgentSession session = gate.session("s", Path.of(""))) {
                JsonObject arguments = JsonObject.empty().with("command", args[0]);
                Result<String> result = session.run(
                        "shell_exec",
                        arguments,
                        allowed -> "ran " + allowed.text("command").orElse(""));
                System.out.println(
                        switch (result) {
                            case Result.Ran<String> ran -> ran.value();
                            case Result.Failed<String> failed -> "failed " + failed.cause();
                            case Result.Refused<String> refused ->
                                "refused " + refused.stops() + " " + refused.message();
                        });
            }
        }
    }

    private Tmux embedding(String before) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        // The class path is too long for a terminal's line.
        Path options = Files.writeString(
                folder.resolve("options"),
                "--enable-native-access=ALL-UNNAMED\n-cp\n\"" + System.getProperty("java.class.path") + "\"\n"
                        + Embedding.class.getName() + "\n");
        return new Tmux(100, 30, before + "'" + java + "' @'" + options + "' 'make all' 2>/dev/null; echo ended; cat");
    }

    @Test
    void yes_runsIt() throws Exception {
        try (Tmux tmux = embedding("")) {
            String box = tmux.await("3. Deny");
            assertTrue(box.contains("make all"), box);
            assertTrue(box.contains("2. Always: shell_exec: make all"), box);
            tmux.keyUntil("1", "ended");
            assertTrue(tmux.await("ended").contains("ran make all"));
        }
    }

    @Test
    void aReason_isTold_andStopsWhereThePersonSaysSo() throws Exception {
        try (Tmux tmux = embedding("")) {
            tmux.await("3. Deny");
            tmux.keyUntil("3", "> 3. Deny");
            tmux.type("not now");
            tmux.await("not now");
            tmux.keys("Tab");
            tmux.await("stop the agent");
            tmux.keys("Enter");
            String screen = tmux.await("ended");
            assertTrue(screen.contains("refused true"), screen);
            assertTrue(screen.contains("not now"), screen);
        }
    }

    @Test
    void whatIsChangedInTheEditor_isWhatRuns() throws Exception {
        try (Tmux tmux = embedding("EDITOR='sed -i s/all/one/' VISUAL= ")) {
            tmux.await("3. Deny");
            tmux.keyUntil("e", "ended");
            assertTrue(tmux.await("ended").contains("ran make one"));
        }
    }
}
