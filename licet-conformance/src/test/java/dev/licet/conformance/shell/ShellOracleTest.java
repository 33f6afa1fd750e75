package dev.licet.conformance.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.shell.Shell;
import dev.licet.shell.Shells;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Real bash is the judge of the analysis: nothing that it does may be missing from the facts. */
@EnabledOnOs(OS.LINUX)
class ShellOracleTest {
    /** {@code -Dlicet.oracle.lines=100000} makes a long run, {@code -Dlicet.oracle.seed} another one. */
    private static final int LINES = Integer.getInteger("licet.oracle.lines", 2_500);

    private static final long SEED = Long.getLong("licet.oracle.seed", 20_261_122);
    private static final int JAILS = 2;

    @Test
    void whatBashDoes_isInTheFacts_forEveryLineOfTheTable() throws Exception {
        List<String> lines = table();
        assertTrue(lines.size() > 300, () -> lines.size() + " lines");
        assertEquals(List.of(), judge(lines).breaches());
    }

    @Test
    @Timeout(value = 12, unit = TimeUnit.HOURS)
    void whatZshAndDashDo_isInTheFacts_forGeneratedLines() throws Exception {
        var generator = new LineGenerator(SEED + 1);
        var lines = new ArrayList<String>();
        for (int i = 0; i < LINES; i++) {
            lines.add(generator.next());
        }
        for (Shell shell : List.of(Shell.ZSH, Shell.DASH, Shell.BASH)) {
            Verdict verdict = inParts(first -> judge(lines, shell, first));
            System.out.println("oracle: " + shell + ", " + LINES + " lines, " + verdict.judged() + " judged, "
                    + verdict.breaches().size() + " breaches");
            assertEquals(List.of(), verdict.breaches());
            assertTrue(verdict.judged() > LINES / 10, () -> "only " + verdict.judged() + " lines were not opaque");
        }
    }

    private static Verdict judge(List<String> lines, Shell shell, int first) throws IOException {
        var breaches = new ArrayList<String>();
        int judged = 0;
        try (ShellJail jail = new ShellJail()) {
            for (int i = first; i < lines.size(); i += JAILS) {
                String line = lines.get(i);
                var law = new Law(line, Shells.of(shell));
                if (line.indexOf('\0') >= 0 || law.isOpaque() || law.hasEndOfNote()) {
                    continue;
                }
                judged++;
                for (int mode = 0; mode < BashJail.MODES; mode++) {
                    ShellJail.Execution execution = jail.run(shell, line, mode);
                    var breach = law.breach(execution);
                    breach.ifPresent(each -> breaches.add(shell + ": " + each + "\n" + law + "\n"));
                    if (breach.isPresent() || execution.noted().isEmpty()) {
                        // Where no program was started, what programs print and return makes no difference.
                        break;
                    }
                }
            }
        }
        return new Verdict(judged, breaches);
    }

    @Test
    @Timeout(value = 6, unit = TimeUnit.HOURS)
    void whatBashDoes_isInTheFacts_forGeneratedLines() throws Exception {
        var generator = new LineGenerator(SEED);
        var lines = new ArrayList<String>();
        for (int i = 0; i < LINES; i++) {
            lines.add(generator.next());
        }
        Verdict verdict = judge(lines);
        System.out.println("oracle: " + LINES + " lines, " + verdict.judged() + " judged, "
                + verdict.breaches().size() + " breaches");
        assertEquals(List.of(), verdict.breaches());
        assertTrue(verdict.judged() > LINES / 5, () -> "only " + verdict.judged() + " lines were not opaque");
    }

    private record Verdict(int judged, List<String> breaches) {}

    private static Verdict judge(List<String> lines) throws Exception {
        return inParts(first -> judge(lines, first));
    }

    /** Judges every second line beginning with the one of that number. */
    private interface Part {
        Verdict judge(int first) throws Exception;
    }

    private static Verdict inParts(Part part) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(JAILS)) {
            var parts = new ArrayList<Future<Verdict>>();
            for (int i = 0; i < JAILS; i++) {
                int first = i;
                Callable<Verdict> each = () -> part.judge(first);
                parts.add(threads.submit(each));
            }
            int judged = 0;
            var breaches = new ArrayList<String>();
            for (Future<Verdict> each : parts) {
                judged += each.get().judged();
                breaches.addAll(each.get().breaches());
            }
            return new Verdict(judged, breaches);
        }
    }

    private static Verdict judge(List<String> lines, int first) throws IOException {
        var breaches = new ArrayList<String>();
        int judged = 0;
        try (BashJail jail = new BashJail()) {
            for (int i = first; i < lines.size(); i += JAILS) {
                String line = lines.get(i);
                var law = new Law(line, Shells.BASH);
                if (line.indexOf('\0') >= 0 || law.isOpaque()) {
                    continue;
                }
                judged++;
                for (int mode = 0; mode < BashJail.MODES; mode++) {
                    var breach = law.breach(jail.run(line, mode));
                    if (breach.isPresent()) {
                        breaches.add(breach.get() + "\n" + law + "\n");
                        break;
                    }
                }
            }
        }
        return new Verdict(judged, breaches);
    }

    /** The lines of the table; `\n`, `\t` and `\\` stand for themselves. */
    private static List<String> table() throws IOException {
        try (InputStream in = Objects.requireNonNull(ShellOracleTest.class.getResourceAsStream("lines.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("## "))
                    .map(ShellOracleTest::unescaped)
                    .toList();
        }
    }

    private static String unescaped(String line) {
        var text = new StringBuilder();
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '\\' && i + 1 < line.length()) {
                char next = line.charAt(++i);
                text.append(next == 'n' ? "\n" : next == 't' ? "\t" : String.valueOf(next));
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }
}
