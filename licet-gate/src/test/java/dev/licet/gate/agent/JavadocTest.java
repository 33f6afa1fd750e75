package dev.licet.gate.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The documentation of this package is set without a complaint, with the snippets that are compiled among these tests. */
class JavadocTest {
    @Test
    void documentation_isSetWithItsSnippets(@TempDir Path folder) throws Exception {
        var said = new ByteArrayOutputStream();
        var out = new PrintStream(said, true, StandardCharsets.UTF_8);
        int status = ToolProvider.findFirst("javadoc")
                .orElseThrow()
                .run(
                        out,
                        out,
                        "-quiet",
                        "-Werror",
                        "-Xdoclint:all,-missing",
                        "-encoding",
                        "UTF-8",
                        "-d",
                        folder.toString(),
                        "--snippet-path",
                        "src/test/java",
                        "-sourcepath",
                        "src/main/java",
                        "-classpath",
                        System.getProperty("java.class.path"),
                        "dev.licet.gate.agent");
        assertEquals(0, status, () -> said.toString(StandardCharsets.UTF_8));
        String page = Files.readString(folder.resolve("dev/licet/gate/agent/package-summary.html"));
        assertTrue(page.contains("ConsoleAnswerer.standard()"), page);
    }
}
