package dev.licet.gate.permissions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.rule.Action;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.RuleText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that saves rules is killed over and over: the file is whole at every time, and what was told saved is in it. */
class KilledWriterTest {
    private static final int KILLS = 12;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    /** Saves rules with growing numbers and tells each when it is saved. */
    static final class Writer {
        private Writer() {}

        public static void main(String[] args) {
            PermissionFile file = PermissionFile.at(Path.of(args[0]), "/home/dev");
            for (int i = Integer.parseInt(args[1]); ; i++) {
                file.allow(List.of(new RuleText("shell_exec", "cmd" + i)));
                System.out.println(i);
                System.out.flush();
            }
        }
    }

    @Test
    void killedAtAnyPoint_theFileIsWhole_andNothingToldIsLost() throws Exception {
        Path path = folder.resolve("permissions.jsonc");
        Files.writeString(path, "{\n  // mine\n  \"shell_exec\": \"ask\"\n}\n");
        var random = new Random(5);
        int saved = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            Process process = new ProcessBuilder(
                            ProcessHandle.current().info().command().orElse("java"),
                            "-cp",
                            System.getProperty("java.class.path"),
                            Writer.class.getName(),
                            path.toString(),
                            String.valueOf(saved))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            int last = saved - 1;
            int until = 3 + random.nextInt(15);
            try (var lines = process.inputReader()) {
                for (int i = 0; i < until; i++) {
                    last = Integer.parseInt(lines.readLine());
                }
                process.toHandle().destroyForcibly();
                process.waitFor();
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    last = line.isEmpty() ? last : Integer.parseInt(line);
                }
            }
            Policy policy = PermissionFile.at(path, "/home/dev").policy();
            assertTrue(policy.fault().isEmpty(), policy.fault()::toString);
            assertEquals(List.of(), policy.problems());
            assertTrue(Files.readString(path).contains("// mine"));
            long allowed = policy.rules().stream()
                    .filter(rule -> rule.action() == Action.ALLOW)
                    .count();
            assertTrue(allowed >= last + 1, allowed + " rules after " + last + " was told saved");
            saved = (int) allowed;
        }
        assertTrue(saved >= KILLS * 3, () -> "too few rules were saved to show anything");
    }
}
