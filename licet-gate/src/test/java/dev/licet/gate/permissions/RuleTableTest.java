package dev.licet.gate.permissions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.rule.Action;
import dev.licet.core.rule.RuleText;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.permissions.RuleTable.Edit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class RuleTableTest {
    private static final String COMPACT = """
            {
              // what we agreed on
              "$extends": "preset",
              "read_file": "allow", // all of them
              "shell_exec": {
                "*": "ask",
                "git \\"x\\" *": "allow", // the team's
                /* not here */ "git push *": { "action": "deny", "reason": "by CI alone", "expires": "2030-01-01" }
              },
              "web_fetch": { "https://a/*": "allow" }
            }
            """;
    private static final String ENTRIES = """
            [
              { "permission": "shell_exec", "pattern": "ls *", "action": "allow" },
              { "permission": "*", "action": "ask" } // the rest
            ]
            """;

    private static List<String> rows(String text) throws InvalidJson {
        return RuleTable.of(text).rows().stream()
                .map(row -> row.tool() + " " + row.pattern() + " " + row.action()
                        + (row.reason().isEmpty() ? "" : " (" + row.reason() + ")")
                        + (row.limits().isEmpty() ? "" : " " + row.limits()))
                .toList();
    }

    private static String after(String text, Edit edit) throws InvalidJson {
        return RuleTable.of(text).after(edit);
    }

    @Test
    void rows_areTheRulesInOrder() throws Exception {
        assertEquals(
                List.of(
                        "read_file * allow",
                        "shell_exec * ask",
                        "shell_exec git \"x\" * allow",
                        "shell_exec git push * deny (by CI alone) [expires]",
                        "web_fetch https://a/* allow"),
                rows(COMPACT));
        assertEquals(7, RuleTable.of(COMPACT).rows().get(2).line());
        assertEquals(List.of("shell_exec ls * allow", "* * ask"), rows(ENTRIES));
    }

    @Test
    void oneRow_changes_andNothingElse() throws Exception {
        for (String text : List.of(COMPACT, ENTRIES, "\ufeff" + COMPACT.replace("\n", "\r\n"), oneLine(COMPACT))) {
            List<String> before = rows(text);
            for (int i = 0; i < before.size(); i++) {
                RuleTable.Row row = RuleTable.of(text).rows().get(i);
                String said = after(text, new Edit.Say(i, Action.CONTAIN));
                assertEquals(with(before, i, before.get(i).replaceFirst("(allow|ask|deny)", "contain")), rows(said));
                assertEquals(
                        text,
                        after(said, new Edit.Say(i, Action.of(row.action()).orElseThrow())));
                String matched = after(text, new Edit.Match(i, "new \" \\ *"));
                assertEquals(
                        with(before, i, before.get(i).replace(" " + row.pattern() + " ", " new \" \\ * ")),
                        rows(matched));
                String why = after(text, new Edit.Explain(i, "why \"so\""));
                assertEquals("why \"so\"", RuleTable.of(why).rows().get(i).reason());
                assertEquals(before.size(), rows(why).size());
                for (String changed : List.of(said, matched, why)) {
                    assertEquals(comments(text), comments(changed));
                    assertEquals(text.startsWith("\ufeff"), changed.startsWith("\ufeff"));
                }
            }
        }
    }

    private static String oneLine(String text) {
        return text.replaceAll("(?<!:)//[^\n]*", "").replace("\n", " ");
    }

    private static List<String> with(List<String> rows, int index, String row) {
        var all = new ArrayList<>(rows);
        all.set(index, row);
        return all;
    }

    private static List<String> comments(String text) {
        return text.lines()
                .filter(line -> line.contains("//") && !line.contains("https"))
                .map(line -> line.substring(line.indexOf("//")))
                .toList();
    }

    @Test
    void removedRow_goesWithItsCommaAndItsComment_andATool_withItsLastRow() throws Exception {
        for (String text : List.of(COMPACT, ENTRIES, COMPACT.replace("\n", "\r\n"), oneLine(COMPACT))) {
            List<String> before = rows(text);
            String less = text;
            for (int i = before.size() - 1; i >= 0; i--) {
                var left = new ArrayList<>(before);
                left.remove(i);
                assertEquals(left, rows(after(text, new Edit.Remove(i))), i + " of " + text);
                less = after(less, new Edit.Remove(i));
                assertEquals(before.subList(0, i), rows(less));
            }
        }
        String without = COMPACT.replace("    \"git \\\"x\\\" *\": \"allow\", // the team's\n", "");
        assertEquals(without, after(COMPACT, new Edit.Remove(2)));
        assertEquals(without.replace("\n", "\r\n"), after(COMPACT.replace("\n", "\r\n"), new Edit.Remove(2)));
        assertEquals(
                COMPACT.replace("  \"web_fetch\": { \"https://a/*\": \"allow\" }\n", "")
                        .replace("  },\n}", "  }\n}"),
                after(COMPACT, new Edit.Remove(4)));
        assertEquals(
                ENTRIES.replace("  { \"permission\": \"*\", \"action\": \"ask\" } // the rest\n", "")
                        .replace("},\n]", "}\n]"),
                after(ENTRIES, new Edit.Remove(1)));
    }

    @Test
    void movedRow_standsBeforeTheOneAboveIt() throws Exception {
        List<String> before = rows(COMPACT);
        var swapped = new ArrayList<>(before);
        Collections.swap(swapped, 1, 2);
        assertEquals(swapped, rows(after(COMPACT, new Edit.MoveUp(2))));
        assertThrows(IllegalArgumentException.class, () -> after(COMPACT, new Edit.MoveUp(1)));
        assertThrows(IllegalArgumentException.class, () -> after(ENTRIES, new Edit.MoveUp(0)));
        assertEquals(List.of("* * ask", "shell_exec ls * allow"), rows(after(ENTRIES, new Edit.MoveUp(1))));
    }

    @Test
    void addedRow_standsBehindThoseOfItsTool() throws Exception {
        var more = new ArrayList<>(rows(COMPACT));
        more.add(4, "shell_exec npm test deny");
        assertEquals(more, rows(after(COMPACT, new Edit.Add(new RuleText("shell_exec", "npm test"), Action.DENY))));
        assertThrows(
                IllegalArgumentException.class,
                () -> after(COMPACT, new Edit.Add(new RuleText("shell_exec", "git push *"), Action.ALLOW)));
    }

    @Test
    void whatIsNoRule_isARowToo_andWhatIsNoRow_isToldSo() throws Exception {
        String odd = "{\"a\": 5, \"b\": {\"x\": []}, \"c\": {\"y\": {\"reason\": \"z\"}}}";
        assertEquals(List.of("a * ", "b x ", "c y  (z)"), rows(odd));
        assertEquals(
                "{\"a\": \"deny\", \"b\": {\"x\": []}, \"c\": {\"y\": {\"reason\": \"z\"}}}",
                after(odd, new Edit.Say(0, Action.DENY)));
        assertTrue(after(odd, new Edit.Say(2, Action.DENY)).contains("{\"reason\": \"z\", \"action\": \"deny\"}"));
        for (int none : List.of(-1, 3)) {
            assertThrows(IllegalArgumentException.class, () -> after(odd, new Edit.Remove(none)));
        }
        assertThrows(InvalidJson.class, () -> RuleTable.of("{"));
        assertThrows(InvalidJson.class, () -> RuleTable.of("5"));
        assertThrows(
                IllegalArgumentException.class,
                () -> after("{\"a\": {\"x\": \"ask\", \"y\": \"ask\"}}", new Edit.Match(0, "y")));
    }
}
