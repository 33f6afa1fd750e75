package dev.licet.conformance.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.shell.Shell;
import dev.licet.shell.Shells;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whoever knows less of a shell never allows more. */
class LessKnownTest {
    private static final int LINES = Integer.getInteger("licet.oracle.lines", 2_000);
    private static final long SEED = Long.getLong("licet.oracle.seed", 20_261_124);
    private static final Verdicts VERDICTS = new Verdicts("""
            {"*": "ask", "bash": {"*": "ask", "c0": "allow", "c0 *": "allow", "c1 *": "allow", "c9": "allow",
             "c9 *": "allow", "echo *": "allow", "cd *": "allow", "read *": "allow"}}
            """);

    @Test
    void whatIsAllowedInAnyShell_isAllowedInEachOfThem() {
        var generator = new LineGenerator(SEED);
        var wrong = new ArrayList<String>();
        int allowed = 0;
        for (int i = 0; i < LINES; i++) {
            String line = generator.stateful();
            if (VERDICTS.allow(line, Shells.UNKNOWN)) {
                allowed++;
                for (Shell shell : List.of(Shell.BASH, Shell.ZSH, Shell.DASH)) {
                    if (!VERDICTS.allow(line, Shells.of(shell))) {
                        wrong.add(shell + "\n" + line);
                    }
                }
            }
        }
        assertEquals(List.of(), wrong);
        int all = allowed;
        assertTrue(all > LINES / 200, () -> "only " + all + " lines were allowed");
    }

    @Test
    void whatIsAllowedForAnyValueOfAVariable_isAllowedForEachOfThem() {
        var generator = new LineGenerator(SEED + 1);
        var wrong = new ArrayList<String>();
        int allowed = 0;
        for (int i = 0; i < LINES; i++) {
            List<String> statements = generator.statements();
            String first = statements.get(0);
            String rest = "\n" + String.join("\n", statements.subList(1, statements.size()));
            String unknown = first.substring(0, first.indexOf('=') + 1) + "$(c9)";
            for (Shell shell : List.of(Shell.BASH, Shell.ZSH, Shell.DASH)) {
                Shells shells = Shells.of(shell);
                boolean known = VERDICTS.allow(first + rest, shells);
                if (!known && VERDICTS.allow(unknown + rest, shells) && VERDICTS.allow(first, shells)) {
                    wrong.add(shell + "\n" + first + rest);
                }
                allowed += known ? 1 : 0;
            }
        }
        assertEquals(List.of(), wrong);
        int all = allowed;
        assertTrue(all > LINES / 100, () -> "only " + all + " lines were allowed");
    }
}
