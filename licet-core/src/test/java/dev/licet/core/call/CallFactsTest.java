package dev.licet.core.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.json.JsonValue.JsonNumber;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.shell.Fact;
import dev.licet.shell.Place;
import dev.licet.shell.Span;
import dev.licet.shell.analysis.ShellAnalysis;
import dev.licet.shell.command.CommandTable;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallFactsTest {
    private static final CallFacts FACTS =
            new CallFacts(new ShellAnalysis(CommandTable.standard()), ToolTable.standard());

    private static List<Fact> facts(String tool, JsonObject arguments) {
        return FACTS.of(new ToolCall(
                new CallId("c"), tool, arguments, new SessionId("s"), new WorkerId("w"), "/srv/project", Map.of()));
    }

    private static List<String> written(String patch) {
        return facts("edit", JsonObject.empty().with("input", patch)).stream()
                .map(fact -> ((Place.At) ((Fact.Writes) fact).place()).text())
                .toList();
    }

    @Test
    void aPatch_writesEveryFileThatItNames() {
        assertEquals(
                List.of("src/app.ts"),
                written("*** Begin Patch\n*** Update File: src/app.ts\n@@\n-a\n+b\n*** End Patch"));
        assertEquals(
                List.of("a", "../b", "/etc/c", "d"),
                written("*** Add File: a\n+x\n*** Update File:../b\n*** Move to: /etc/c\n  *** Delete File: d\n"));
        assertEquals(List.of("src/app.ts"), written("§src/app.ts\n1| x"));
    }

    @Test
    void whatCannotBeSeenAroundAName_mayBeCutOff() {
        assertEquals(List.of("\u00a0.env\u200b\n", ".env"), read("\u00a0.env\u200b\n"));
        assertEquals(List.of(" \u2003"), read(" \u2003"));
        String wide = "a" + " ".repeat(500_000) + "b";
        assertEquals(List.of(wide + "\ud83d\ude00 ", wide + "\ud83d\ude00"), read(wide + "\ud83d\ude00 "));
    }

    private static List<String> read(String path) {
        return facts("read_file", JsonObject.empty().with("path", path)).stream()
                .map(fact -> ((Place.At) ((Fact.Reads) fact).place()).text())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no patch",
                "*** Begin Patch\n*** End Patch",
                "*** Update File: a\n*** Rename: b",
                "*** Update File:",
                "*** Update File: a\rb",
                "*** Update File: a\n+x\u2028*** Update File: /etc/b",
                "*** Update File: a\n--- a/x\n+++ b/.git/hooks/x\n",
                "*** Update File: a\ndiff --git a/x b/x"
            })
    void aPatchThatCannotBeRead_isOpaque(String patch) {
        for (String name : List.of("input", "command")) {
            List<Fact> facts = facts("apply_patch", JsonObject.empty().with(name, patch));
            assertTrue(facts.stream().anyMatch(Fact.Opaque.class::isInstance), facts::toString);
        }
    }

    /** Codex calls a patch a command. */
    @ParameterizedTest
    @ValueSource(strings = {"input", "patch", "patchText", "command"})
    void aPatch_changesTheFilesThatItNames(String name) {
        String patch = "*** Begin Patch\n*** Update File: a.c\n-x\n+y\n*** Add File: b/.env\n+z\n*** End Patch\n";
        List<Fact> facts = facts("apply_patch", JsonObject.empty().with(name, patch));
        assertEquals(2, facts.size(), facts::toString);
        assertTrue(facts.stream().allMatch(Fact.Writes.class::isInstance), facts::toString);
    }

    @Test
    void whatAnotherToolCallsACommand_isNoPatch() {
        String patch = "*** Begin Patch\n*** Update File: a.c\n+y\n*** End Patch\n";
        List<Fact> facts =
                facts("editor", JsonObject.empty().with("path", "a.c").with("command", patch));
        assertTrue(facts.stream().anyMatch(Fact.Opaque.class::isInstance), facts::toString);
        for (String name : List.of("input", "patch", "command")) {
            List<Fact> read =
                    facts("read", JsonObject.empty().with("path", "a.c").with(name, patch));
            assertTrue(read.stream().anyMatch(Fact.Opaque.class::isInstance), read::toString);
        }
    }

    @Test
    void aCommand_runsWhereItsArgumentsSay() {
        JsonObject command = JsonObject.empty().with("command", "make");
        assertEquals("/srv/project", ((Fact.Runs) facts("bash", command).getFirst()).directory());
        assertEquals(
                "/tmp", ((Fact.Runs) facts("bash", command.with("cwd", "/tmp")).getFirst()).directory());
        assertEquals(
                "/srv/project/sub",
                ((Fact.Runs) facts("bash", command.with("workdir", "sub")).getFirst()).directory());
        assertEquals(
                List.of("/srv/project/sub", "/srv/project"),
                facts("bash", command.with("cwd", "sub")).stream()
                        .map(fact -> ((Fact.Runs) fact).directory())
                        .toList(),
                "a tool may pass over what it does not know");
        for (JsonObject odd : List.of(
                command.with("cwd", "a").with("workdir", "b"),
                command.with("cwd", new JsonNumber(BigDecimal.ONE)),
                command.with("cwd", "~"),
                command.with("cwd", "$HOME/x"),
                command.with("cwd", ""))) {
            List<Fact> facts = facts("bash", odd);
            assertTrue(facts.stream().anyMatch(Fact.Opaque.class::isInstance), facts::toString);
        }
    }

    @Test
    void whatAgentsOffer_isKnown() {
        List<Fact> listed = facts("ls", JsonObject.empty());
        assertEquals(
                List.of(new Fact.Reads(new Place.At(".", "/srv/project"), Fact.Role.ARGUMENT, new Span(0, 1))), listed);
        JsonObject command = JsonObject.empty().with("command", "make").with("directory", "sub");
        assertTrue(facts("run_shell_command", command).stream()
                .anyMatch(fact ->
                        fact instanceof Fact.Runs runs && runs.directory().equals("/srv/project/sub")));
        assertTrue(facts("bash", JsonObject.empty().with("command", "make").with("shellId", "a")).stream()
                .anyMatch(Fact.Opaque.class::isInstance));
    }
}
