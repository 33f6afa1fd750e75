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
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Real shells are the judges of the analysis: nothing that they do may be missing from the facts. */
@EnabledOnOs(OS.LINUX)
class ShellOracleTest {
    /**
     * How many lines each judge runs, each line in one mode: {@code -Dlicet.oracle.lines=250000} makes a long run of a
     * million, {@code -Dlicet.oracle.seed} other lines.
     */
    private static final int LINES = Integer.getInteger("licet.oracle.lines", 500);

    /** In how many modes the lines of the table are traced; otherwise by turns. */
    private static final int TABLE_MODES = Integer.getInteger("licet.oracle.modes", 1);

    private static final long SEED = Long.getLong("licet.oracle.seed", 20_261_122);

    /** After so many lines a long run says how far it is. */
    private static final int STEP = 10_000;

    private static final int JAILS = 2;

    /** Who runs the lines: a shell, or bash that traces all that it does. */
    enum Judge {
        TRACE,
        BASH,
        ZSH,
        DASH;

        Shells shells() {
            return this == TRACE ? Shells.BASH : Shells.of(shell());
        }

        private Court open() throws IOException {
            return this == TRACE ? new TracedCourt(new BashJail()) : new ShellCourt(shell(), new ShellJail());
        }

        private Shell shell() {
            return Shell.valueOf(name());
        }
    }

    /** A jail with what is compared there. */
    private interface Court extends AutoCloseable {
        /** What the line does in that mode that the facts do not say. */
        Optional<String> breach(Law law, String line, int mode) throws IOException;

        @Override
        void close() throws IOException;
    }

    private record TracedCourt(BashJail jail) implements Court {
        @Override
        public Optional<String> breach(Law law, String line, int mode) throws IOException {
            return law.hasEndOfNote() ? Optional.empty() : law.breach(jail.run(line, mode));
        }

        @Override
        public void close() throws IOException {
            jail.close();
        }
    }

    private record ShellCourt(Shell shell, ShellJail jail) implements Court {
        @Override
        public Optional<String> breach(Law law, String line, int mode) throws IOException {
            return law.hasEndOfNote() ? Optional.empty() : law.breach(jail.run(shell, line, mode));
        }

        @Override
        public void close() throws IOException {
            jail.close();
        }
    }

    private record Verdict(int judged, List<String> breaches) {}

    @ParameterizedTest
    @EnumSource
    void whatAShellDoes_isInTheFacts_forEveryLineOfTheTable(Judge judge) throws Exception {
        List<String> lines = table();
        assertTrue(lines.size() > 300, () -> lines.size() + " lines");
        var breaches = new ArrayList<String>();
        int modes = judge == Judge.TRACE ? TABLE_MODES : 1;
        for (int mode = 0; mode < modes; mode++) {
            breaches.addAll(judged(judge, lines, mode).breaches());
        }
        assertEquals(List.of(), breaches);
    }

    @ParameterizedTest
    @EnumSource
    @Timeout(value = 12, unit = TimeUnit.HOURS)
    void whatAShellDoes_isInTheFacts_forGeneratedLines(Judge judge) throws Exception {
        var generator = new LineGenerator(SEED + judge.name().hashCode());
        var breaches = new ArrayList<String>();
        int judged = 0;
        for (int made = 0; made < LINES; ) {
            var lines = new ArrayList<String>();
            for (; made < LINES && lines.size() < STEP; made++) {
                lines.add(generator.next());
            }
            Verdict verdict = judged(judge, lines, made / STEP);
            judged += verdict.judged();
            breaches.addAll(verdict.breaches());
            System.out.println("oracle: " + judge + ", " + made + " lines, " + judged + " judged, " + breaches.size()
                    + " breaches");
            verdict.breaches().forEach(System.out::println);
        }
        assertEquals(List.of(), breaches);
        int least = LINES / 10;
        assertTrue(judged > least, "only " + judged + " lines were not opaque");
    }

    /** Judges the lines in the modes by turns, beginning with {@code mode}. */
    private static Verdict judged(Judge judge, List<String> lines, int mode) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(JAILS)) {
            var parts = new ArrayList<Future<Verdict>>();
            for (int i = 0; i < JAILS; i++) {
                int first = i;
                Callable<Verdict> part = () -> part(judge, lines, mode, first);
                parts.add(threads.submit(part));
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

    private static Verdict part(Judge judge, List<String> lines, int mode, int first) throws IOException {
        var breaches = new ArrayList<String>();
        int judged = 0;
        try (Court court = judge.open()) {
            for (int i = first; i < lines.size(); i += JAILS) {
                String line = lines.get(i);
                var law = new Law(line, judge.shells());
                if (line.indexOf('\0') >= 0 || law.isOpaque()) {
                    continue;
                }
                judged++;
                court.breach(law, line, (mode + i / JAILS) % BashJail.MODES)
                        .ifPresent(breach -> breaches.add(judge + ": " + breach + "\n" + law + "\n"));
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
