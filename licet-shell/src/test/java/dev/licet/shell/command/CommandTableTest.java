package dev.licet.shell.command;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class CommandTableTest {
    @Test
    void everyFileLoads_andKnowsTheCommandsThatAgentsUse() {
        var programs = CommandTable.standard().names().stream()
                .map(name -> name.split(" ", -1)[0])
                .collect(Collectors.toSet());
        assertTrue(programs.size() >= 150, () -> programs.size() + " programs");
        for (String program :
                "git npm pnpm yarn cargo go mvn gradle pip pytest docker kubectl curl wget ssh rsync sed awk find xargs tar make sort grep rg fd jq tee dd cp mv ln rm chmod"
                        .split(" ", -1)) {
            assertTrue(programs.contains(program), program);
        }
    }

    @Test
    void everySpecification_canBeRead() {
        assertDoesNotThrow(() -> CommandTable.standard().readAll());
    }

    @Test
    void propertyThatIsNotKnown_isRefusedWithItsLine() {
        var refused =
                assertThrows(IllegalArgumentException.class, () -> CommandTable.of("tool\n  any\n  sings loudly\n"));
        assertEquals("text, line 3: an unknown property `sings` in `sings loudly`", refused.getMessage());
    }

    @Test
    void optionListedTwice_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> CommandTable.of("tool\n  any -x\n  writes -x=\n"));
    }

    @Test
    void nameListedTwice_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> CommandTable.of("tool\n  any\n\ntool\n  any\n"));
    }
}
