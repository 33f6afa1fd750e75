package dev.licet.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CommandTableTest {
    private static final CommandTable TABLE = CommandTable.parse("""
            tool | any but -o --output | read
            tool run NAME | only -q --quiet | text
            shell | opaque: it runs text
            """);

    private static Optional<String> dangerous(String word) {
        return find("tool", word).flatMap(found -> found.dangerousOption(word));
    }

    private static Optional<CommandSpecification> find(String... words) {
        List<Argument> argv = Arrays.stream(words)
                .<Argument>map(word -> new Argument.Known(word, new Span(0, 0)))
                .toList();
        return TABLE.find(argv);
    }

    @Test
    void dangerousOption_isFoundInEverySpelling() {
        for (String word : List.of("--output", "--output=x", "--outp", "--o", "-o", "-ofile", "-xo")) {
            assertEquals(1, dangerous(word).stream().count(), word);
        }
        for (String word : List.of("-x", "--verbose", "-n5")) {
            assertEquals(Optional.empty(), dangerous(word), word);
        }
    }

    @Test
    void longestName_wins() {
        assertEquals(1, find("tool", "x").orElseThrow().words().size());
        assertEquals(3, find("tool", "run", "build").orElseThrow().words().size());
        assertEquals(1, find("tool", "run", "--all").orElseThrow().words().size());
    }

    @Test
    void path_isJudgedByItsLastPart_butHasNoSpecification() {
        assertEquals(Optional.of("it runs text"), TABLE.whyOpaque("/usr/bin/shell"));
        assertEquals(Optional.empty(), find("/usr/bin/tool"));
    }

    @Test
    void wrongLine_isRefusedWithItsText() {
        var e = assertThrows(IllegalArgumentException.class, () -> CommandTable.parse("tool | some | read"));
        assertEquals("not a set of options: `some`", e.getMessage());
    }
}
