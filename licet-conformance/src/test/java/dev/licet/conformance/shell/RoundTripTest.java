package dev.licet.conformance.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.shell.Fact;
import dev.licet.shell.Shells;
import dev.licet.shell.analysis.ShellAnalysis;
import dev.licet.shell.command.CommandTable;
import dev.licet.shell.syntax.Script;
import dev.licet.shell.syntax.ShellParser;
import dev.licet.shell.syntax.ShellPrinter;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What holds for every text: it is read without a failure, and what is printed of it means the same. */
class RoundTripTest {
    private static final int LINES = Integer.getInteger("licet.roundtrip.lines", 8_000);
    private static final ShellAnalysis ANALYSIS = new ShellAnalysis(CommandTable.standard());

    private static List<Fact> facts(String line) {
        return ANALYSIS.facts(line, "/work");
    }

    /** As bash reads it, whose grammar is printed: others read the same lines otherwise, and so what is printed of them. */
    private static List<Fact> factsOfBash(String line) {
        return ANALYSIS.facts(line, "/work", Shells.BASH);
    }

    private static boolean isOpaque(List<Fact> facts) {
        return facts.stream().anyMatch(Fact.Opaque.class::isInstance);
    }

    /** Facts without the places they come from. */
    private static Set<String> meaning(List<Fact> facts) {
        return facts.stream()
                .map(fact -> fact.toString().replaceAll("span=Span\\[[^\\]]*]", ""))
                .collect(Collectors.toSet());
    }

    @Test
    void printedTree_isReadAsTheSame_andMeansTheSame() {
        var generator = new LineGenerator(20_261_122);
        int understood = 0;
        for (int i = 0; i < LINES; i++) {
            String line = generator.next();
            List<Fact> facts = factsOfBash(line);
            if (isOpaque(facts)) {
                continue;
            }
            understood++;
            Script script = ShellParser.parse(line);
            String printed = ShellPrinter.print(script);
            assertEquals(printed, ShellPrinter.print(ShellParser.parse(printed)), () -> "of " + line);
            assertEquals(meaning(facts), meaning(factsOfBash(printed)), () -> line + "\n-- printed --\n" + printed);
        }
        int enough = LINES / 10;
        assertTrue(understood > enough, "only " + understood + " lines were understood");
    }

    @Test
    void everySpan_liesInTheText() {
        var generator = new LineGenerator(4);
        for (int i = 0; i < LINES; i++) {
            String line = generator.next();
            List<Fact> facts = facts(line);
            assertFalse(facts.isEmpty(), line);
            for (Fact fact : facts) {
                assertTrue(fact.span().end() <= line.length(), () -> line + "\n" + fact);
            }
        }
    }

    @Test
    void largeInputs_areAnsweredOrOpaque() {
        String[] inputs = {
            "(".repeat(30_000),
            "$(".repeat(30_000),
            "`".repeat(60_001),
            "{ ".repeat(30_000),
            "\"$(".repeat(20_000),
            "${x:-".repeat(10_000),
            "((".repeat(30_000),
            "if ".repeat(20_000),
            "! ".repeat(30_000),
            "{a,".repeat(20_000),
            "{a,b}".repeat(12_000),
            "[".repeat(60_000),
            "*".repeat(60_000),
            "<<E ".repeat(15_000),
            "cat <<E\n".repeat(8_000),
            "x=".repeat(30_000),
            "a;".repeat(30_000),
            "ls " + "a".repeat(60_000),
            "ls " + "a ".repeat(30_000),
            "cd a; ".repeat(10_000),
            "x=1; ".repeat(12_000),
            "f() { f; f; }; ".repeat(3_000) + "f",
            "for i in 1 2 3 4 5 6 7 8; do ".repeat(1_000),
            "for i in {1..200}; do for j in {1..200}; do for k in {1..200}; do ls $i$j$k; done; done; done",
            "ls && ".repeat(10_000) + "ls",
            "ls | ".repeat(10_000) + "ls",
            "echo " + "'a' ".repeat(15_000),
            "echo " + "$x".repeat(20_000),
            "awk '" + "{".repeat(60_000) + "'",
            "sed 's/" + "a".repeat(60_000) + "/b/'",
            "find . " + "-name a ".repeat(8_000),
            "x".repeat(70_000),
        };
        for (String input : inputs) {
            assertFalse(facts(input).isEmpty(), () -> input.substring(0, 20));
        }
        assertTrue(isOpaque(facts("ls; ".repeat(10_000))));
        assertTrue(isOpaque(facts("x".repeat(70_000))));
    }
}
