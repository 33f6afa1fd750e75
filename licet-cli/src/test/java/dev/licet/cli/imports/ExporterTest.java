package dev.licet.cli.imports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.rule.Action;
import dev.licet.core.rule.Rule;
import dev.licet.core.rule.RuleText;
import dev.licet.gate.permissions.RuleFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExporterTest {
    private static final String RULES = """
            {
              "shell_exec": {
                "git *": "ask", "git log *": "allow", "npm test": "allow", "rm -rf *": { "action": "deny", "reason": "use `trash`" },
                "echo 'a b' *": "allow", "cd /srv/* && make *": "allow", "git l[oa]g": "deny", "x *": { "action": "allow", "expires": "2030-01-01" }
              },
              "read_file": { "*.pem": "deny", "src/*": "allow", "~/notes/**": "allow" },
              "write_file": { "docs/*.md": "allow", "*.lock": "deny" },
              "web_fetch": { "http{,s}://docs.example.com*": "allow" },
              "network": { "evil.com": "deny", "*.example.com": "allow" },
              "mcp__github__*": "allow",
              "mycp_delete": "deny",
              "external_directory": { "/srv/*": "allow" }
            }
            """;

    @TempDir
    private Path folder;

    private static List<Rule> rules() throws Exception {
        return RuleFile.parse(RULES, "permissions.jsonc", "/home/me", "").rules();
    }

    @Test
    void codex_getsPrefixes_andReasons() throws Exception {
        Exporter.Exported exported = Exporter.CODEX.export(rules());
        assertEquals("""
                prefix_rule(pattern = ["git"], decision = "prompt")
                prefix_rule(pattern = ["git","log"], decision = "allow")
                prefix_rule(pattern = ["rm","-rf"], decision = "forbidden", justification = "use `trash`")
                """, exported.text());
        assertTrue(exported.left().contains("allow shell_exec: npm test: it has no equal there that says no more"));
        assertTrue(
                exported.left().contains("allow shell_exec: x *: conditions, ends and approvers have no equal there"));
    }

    @Test
    void claude_getsPermissions() throws Exception {
        assertEquals("""
                {
                  "permissions" : {
                    "allow" : [
                      "Bash(git log:*)",
                      "Bash(npm test)",
                      "Bash(echo 'a b':*)",
                      "Read(src/**)",
                      "Read(//home/me/notes/**)",
                      "Edit(docs/**/*.md)",
                      "WebFetch(domain:docs.example.com)",
                      "mcp__github"
                    ],
                    "ask" : [
                      "Bash(git:*)"
                    ],
                    "deny" : [
                      "Bash(rm -rf:*)",
                      "Read(**/*.pem)",
                      "Edit(**/*.lock)",
                      "WebFetch(domain:evil.com)"
                    ]
                  }
                }
                """, Exporter.CLAUDE.export(rules()).text());
    }

    /** What is read again says no more than what was written, whatever the agent. */
    @ParameterizedTest
    @EnumSource
    void whatIsWritten_isReadAsTheSame(Exporter exporter) throws Exception {
        Importer importer = Importer.of(exporter.text()).orElseThrow();
        Path home = folder.toRealPath();
        Path file = home.resolve(exporter.file().substring(2));
        Files.createDirectories(file.getParent());
        Files.writeString(file, exporter.export(rules()).text());
        var place = new Importer.Place(home, home.resolve("project"), Map.of());
        List<Path> files = importer.files(place);
        assertEquals(List.of(file), files);
        Set<RuleText> allowed = new HashSet<>();
        Set<RuleText> denied = new HashSet<>();
        for (Imported imported : importer.read(files, place)) {
            if (imported instanceof Imported.Taken taken) {
                (taken.action() == Action.ALLOW ? allowed : denied).addAll(taken.rules());
            }
        }
        Set<RuleText> given = new HashSet<>();
        rules().stream()
                .filter(rule -> rule.action() == Action.ALLOW)
                .map(Rule::text)
                .forEach(given::add);
        assertTrue(denied.contains(new RuleText("shell_exec", "rm -rf *")));
        assertTrue(allowed.contains(new RuleText("shell_exec", "git log *")));
        allowed.stream()
                .filter(rule -> rule.tool().equals("shell_exec"))
                .forEach(rule -> assertTrue(given.contains(rule), rule.toString()));
    }
}
