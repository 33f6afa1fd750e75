package dev.licet.conformance.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Jazzer mutates lines, guided by what of the analysis they reach, and finds none that is allowed and starts a program. */
@EnabledOnOs(OS.LINUX)
class LineSearchTest {
    /** {@code -Dlicet.search.seconds=7200} makes a long search. */
    private static final int SECONDS = Integer.getInteger("licet.search.seconds", 0);

    private static final int RUNS = 500;
    private static final Pattern DONE = Pattern.compile("Done ([0-9]+) runs");

    @TempDir
    private Path directory;

    @Test
    void someBytes_areWordsOfTheGrammar() {
        assertEquals(
                "ls c1 $c \"$c\" ",
                AllowedLine.line(new byte[] {'l', 's', ' ', (byte) 0x80, (byte) 0x81, (byte) 0x82}));
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.HOURS)
    void noAllowedLine_startsWhatNobodyAllowed() throws Exception {
        Path seeds = Files.createDirectory(directory.resolve("seeds"));
        Path found = Files.createDirectory(directory.resolve("found"));
        Path log = directory.resolve("log");
        write(seeds);
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx2g",
                "-cp",
                System.getProperty("java.class.path"),
                "com.code_intelligence.jazzer.Jazzer",
                "--target_class=" + AllowedLine.class.getName(),
                "--instrumentation_includes=dev.licet.shell.**:dev.licet.core.**",
                "--keep_going=20",
                "-max_len=120",
                "-timeout=60",
                SECONDS == 0 ? "-runs=" + RUNS : "-max_total_time=" + SECONDS,
                found.toString(),
                seeds.toString()));
        new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start()
                .waitFor();
        String output = Files.readString(log, StandardCharsets.ISO_8859_1);
        List<String> wrong = output.lines()
                .filter(line -> line.contains("Exception: ") || line.contains("ERROR: "))
                .toList();
        assertEquals(List.of(), wrong, output);
        Matcher done = DONE.matcher(output);
        assertTrue(done.find() && Integer.parseInt(done.group(1)) >= RUNS, output);
    }

    /** The search begins with what attacks tried. */
    private static void write(Path seeds) throws IOException {
        Path corpus = Path.of(System.getProperty("licet.root"), "corpus", "state.jsonl");
        int number = 0;
        for (String each : Files.readAllLines(corpus)) {
            try {
                String line = JsonText.parseObject(each)
                        .object("args")
                        .flatMap(arguments -> arguments.text("command"))
                        .orElse("");
                Files.writeString(seeds.resolve("seed" + number++), line);
            } catch (InvalidJson e) {
                throw new IOException(e);
            }
        }
    }
}
