package dev.licet.gate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.licet.core.decide.Decision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that a link of a protected or forbidden name leads to. */
class OtherNamesTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private Path workspace;

    @BeforeEach
    void link() throws IOException {
        workspace = Files.createDirectories(folder.resolve("workspace"));
        file("docs/agents.md");
        file("docs/guide.md");
        file("config/dev.txt");
        file("config/other.txt");
        file("ci/build.yml");
        file("agent/settings.json");
        file("notes/private.txt");
        file("other/agents.md");
        link("CLAUDE.md", "docs/agents.md");
        link(".env", "config/dev.txt");
        link(".github/workflows/build.yml", "../../ci/build.yml");
        link(".claude", "agent");
        link("private", "notes");
        file("scripts/check.sh");
        file("docs/skill.md");
        file("config/github/x.yml");
        file("pipes/test.yml");
        link(".git/hooks/pre-commit", "../../scripts/check.sh");
        link(".cursor/rules/one/a.mdc", "../../../docs/skill.md");
        link(".gitlab", "config/github");
        link("config/github/more", "../../pipes");
    }

    private void file(String name) throws IOException {
        Files.createDirectories(workspace.resolve(name).getParent());
        Files.writeString(workspace.resolve(name), "text\n");
    }

    private void link(String name, String target) throws IOException {
        Files.createDirectories(workspace.resolve(name).getParent());
        Files.createSymbolicLink(workspace.resolve(name), Path.of(target));
    }

    private String decided(String command) {
        try (var open = new OpenGate(
                folder.resolve("data"), GateOptions.STANDARD.withStorage(new GateOptions.Storage.Memory()))) {
            Decision decision = open.gate.decide(OpenGate.in(workspace.toString(), OpenGate.shell("s", command)));
            return decision.getClass().getSimpleName();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo x >> docs/agents.md",
                "sed -i s/text/x/ docs/agents.md",
                "sed -i s/text/x/ docs/*.md",
                "cp -r other/. docs",
                "cd docs && echo x > ./agents.md",
                "rm docs/agents.md",
                "rm -r docs",
                "rm -r d*",
                "mv docs elsewhere",
                "mv docs/guide.md docs/agents.md",
                "echo x > ci/build.yml",
                "echo x > agent/settings.json",
                "sed -i s/text/x/ agent/*",
                "echo x > scripts/check.sh",
                "echo x > docs/skill.md",
                "echo x > pipes/test.yml",
                "cat config/dev.txt",
                "grep x config/dev.txt"
            })
    void whatAProtectedNameLeadsTo_isNotAllowed(String command) {
        assertNotEquals("Allow", decided(command));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo x >> docs/guide.md",
                "sed -i s/text/x/ docs/guide.md",
                "echo x > ci/other.yml",
                "cat config/other.txt",
                "cat docs/agents.md",
                "rm -r other",
                "cp -r notes/. docs"
            })
    void whatLiesBesideIt_isNot(String command) {
        assertEquals("Allow", decided(command));
    }

    @Test
    void whereThereIsMoreThanIsLookedAt_anythingMayBeMeant() throws IOException {
        for (int i = 0; i <= 20_000; i++) {
            Files.createFile(workspace.resolve("f" + i));
        }
        assertEquals("Ask", decided("echo x > docs/agents.md"));
        assertNotEquals("Allow", decided("cat config/dev.txt"));
    }

    @Test
    void aDeniedName_isDeniedWhereItLeads() throws IOException {
        Path rules = folder.resolve("data/workers/local/permissions.jsonc");
        Files.createDirectories(rules.getParent());
        Files.writeString(rules, "{\"read_file\": {\"private/*\": \"deny\"}}");
        assertEquals("Deny", decided("cat notes/private.txt"));
        assertEquals("Allow", decided("cat docs/guide.md"));
    }
}
