package dev.licet.cli.imports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.call.WorkerId;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.RuleText;
import dev.licet.gate.agent.GatedTool;
import dev.licet.gate.agent.ToolGate;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.json.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules of each agent, saved and then asked about real calls. */
class ImporterTest {
    @TempDir
    private Path folder;

    private Path home = Path.of("");
    private Path project = Path.of("");

    @BeforeEach
    void folders() throws IOException {
        Path real = folder.toRealPath();
        home = Files.createDirectories(real.resolve("home"));
        project = Files.createDirectories(real.resolve("project"));
    }

    private void write(Path root, String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private Importer.Place place() {
        return new Importer.Place(home, project, Map.of());
    }

    private Takeover takeover(Importer importer) throws Importer.InvalidRules {
        List<Path> files = importer.files(place());
        return new Takeover(importer, files, importer.read(files, place()));
    }

    private DataDirectory data() {
        return new DataDirectory(folder.resolve("data"));
    }

    private void isDecided(Importer importer, String rows) throws Exception {
        takeover(importer).save(data());
        isDecided(rows);
    }

    private void isDecided(String rows) throws Exception {
        try (ToolGate gate = ToolGate.open(folder.resolve("data"))) {
            var session = gate.session("s", project);
            String decided = rows.lines()
                    .map(row -> row.split(" \\| ", 3))
                    .map(row -> {
                        try {
                            JsonObject arguments = row[1].startsWith("{")
                                    ? JsonText.parseObject(row[1])
                                    : JsonObject.empty().with("command", row[1]);
                            String action = session.peek(GatedTool.named(row[0]), arguments)
                                    .text();
                            return row[0] + " | " + row[1] + " | " + action;
                        } catch (Exception e) {
                            throw new IllegalStateException(e);
                        }
                    })
                    .reduce("", (all, row) -> all + row + "\n");
            assertEquals(rows, decided);
        }
    }

    @Test
    void claude_decidesAsItsPermissionsSay() throws Exception {
        write(home, ".claude/settings.json", """
                { "permissions": {
                    "allow": ["Bash(npm run test:*)", "Bash(make lint*)", "WebFetch(domain:docs.example.com)",
                              "WebFetch(domain:*.rs)", "mcp__github__get_issue", "Edit(~/notes/**)"],
                    "ask": ["Bash(git push:*)"],
                    "deny": ["Read(**/*.pem)", "Bash(curl:*)", "Bash(npm run test:danger)", "WebFetch(domain:evil.com)"] } }
                """);
        write(project, ".claude/settings.local.json", """
                { "permissions": { "allow": ["Bash(./gradlew build:*)", "mcp__linear"] } }
                """);
        isDecided(Importer.CLAUDE, """
                Bash | npm run test | allow
                Bash | npm run test -- --watch | allow
                Bash | npm run tests | ask
                Bash | npm run test:danger | deny
                Bash | make lint-all | allow
                Bash | make lint-all fast | ask
                Bash | make lint && make all | ask
                Bash | git push origin main | ask
                Bash | curl https://x.org | deny
                Bash | ./gradlew build --info | allow
                Bash | cd /tmp && ./gradlew build | ask
                WebFetch | {"url":"https://docs.example.com/a/b"} | allow
                WebFetch | {"url":"https://docs.example.com"} | allow
                WebFetch | {"url":"https://docs.example.com.evil.org/"} | ask
                WebFetch | {"url":"https://docs.rs/tokio?x=1"} | allow
                WebFetch | {"url":"https://evil.com/docs.rs"} | deny
                Read | {"file_path":"keys/server.pem"} | deny
                Bash | cat keys/server.pem | deny
                mcp__github__get_issue | {"number":1} | allow
                mcp__linear__create | {"title":"x"} | ask
                """);
    }

    @Test
    void codex_decidesAsItsRulesSay() throws Exception {
        write(home, ".codex/rules/default.rules", """
                # What I trust.
                prefix_rule(pattern = ["git", ["fetch", "pull"], "origin"])
                prefix_rule(
                    pattern = ["npm", "publish"],
                    decision = "forbidden",
                    justification = "Releases go through \\"CI\\".",
                    match = [["npm", "publish", "--dry-run"], "npm publish"],
                )
                prefix_rule(pattern=['echo', 'a b'], decision='allow',)
                prefix_rule(pattern = ["git", "pull", "origin", "main"], decision = "prompt")
                network_rule(host = "api.github.com", protocol = "https", decision = "allow")
                """);
        isDecided(Importer.CODEX, """
                exec_command | {"cmd":"git fetch origin"} | allow
                exec_command | {"cmd":"git pull origin dev"} | allow
                exec_command | {"cmd":"git pull origin main"} | ask
                exec_command | {"cmd":"git pull upstream"} | ask
                exec_command | {"cmd":"npm publish --dry-run"} | deny
                exec_command | {"cmd":"cd src && npm publish"} | deny
                exec_command | {"cmd":"curl https://api.github.com/user"} | allow
                exec_command | {"cmd":"curl -d x https://api.github.com/user"} | ask
                """);
        assertTrue(Files.readString(folder.resolve("data/workers/local/taken-over.jsonc"))
                .contains("\"action\":\"deny\",\"reason\":\"Releases go through \\\"CI\\\".\""));
    }

    @Test
    void gemini_decidesByPriority() throws Exception {
        write(home, ".gemini/policies/mine.toml", """
                [[rule]]
                toolName = "run_shell_command"
                commandPrefix = ["npm test", "npm publish"]
                decision = "allow"
                priority = 100

                [[rule]]
                toolName = "run_shell_command"
                commandPrefix = "npm publish"
                decision = "deny"
                priority = 200
                denyMessage = "CI does that"

                [[rule]]
                toolName = "run_shell_command"
                commandRegex = "docker (ps|images)\\\\b"
                decision = "allow"
                priority = 300

                [[rule]]
                toolName = ["write_file", "replace"]
                decision = "deny"
                priority = 10
                modes = ["plan"]

                [[rule]]
                mcpName = "jira"
                toolName = "search"
                decision = "allow"
                priority = 20
                """);
        write(home, ".gemini/settings.json", """
                { // mine
                  "tools": { "exclude": ["google_web_search"], "confirmationRequired": ["write_file"] },
                  "mcp": { "excluded": ["evil"] },
                  "mcpServers": { "github": { "command": "x", "trust": true } }, }
                """);
        isDecided(Importer.GEMINI, """
                run_shell_command | npm test -- --watch | allow
                run_shell_command | npm publish | deny
                run_shell_command | docker ps -a | allow
                run_shell_command | docker psx | ask
                run_shell_command | docker rm x | ask
                write_file | {"file_path":"a.txt","content":"x"} | ask
                replace | {"file_path":"a.txt","old_string":"a","new_string":"b"} | allow
                mcp_jira_search | {"q":"x"} | allow
                mcp_jira_delete | {"q":"x"} | ask
                mcp_github_anything | {"q":"x"} | allow
                mcp_evil_x | {"q":"x"} | deny
                google_web_search | {"query":"x"} | deny
                """);
    }

    @Test
    void cursor_decidesAsBothFilesSay() throws Exception {
        write(home, ".cursor/cli-config.json", """
                { "permissions": {
                    "allow": ["Shell(docker)", "Shell(npm:run test*)", "WebFetch(*.github.com)", "Mcp(linear:list_*)", "Shell(npm publish)"],
                    "deny": ["Shell(rm)", "Read(.env*)", "Write(**/*.key)"] } }
                """);
        write(home, ".cursor/permissions.json", """
                { "terminalAllowlist": ["cargo build"], "mcpAllowlist": ["github:*"], /* all */ }
                """);
        isDecided(Importer.CURSOR, """
                Shell | docker ps -a | allow
                Shell | docker run -d x | ask
                Shell | npm run test:unit -- x | allow
                Shell | npm run build | ask
                Shell | npm publish | ask
                Shell | rm x | deny
                Shell | cargo build --release | allow
                Shell | cargo run | ask
                Shell | cat src/.env.local | deny
                Read | {"path":".env"} | deny
                Write | {"path":"deep/in/a.key","content":"x"} | deny
                web_fetch | {"url":"https://docs.github.com/en"} | allow
                mcp__linear__list_issues | {"a":1} | allow
                mcp__linear__delete | {"a":1} | ask
                mcp__github__x | {"a":1} | allow
                """);
    }

    @Test
    void copilot_allowsInTheFolderAlone() throws Exception {
        write(home, ".copilot/permissions-config.json", """
                { "locations": { "PROJECT": { "tool_approvals": [
                    { "kind": "commands", "commandIdentifiers": ["npm run build", "git push"] },
                    { "kind": "write" }, { "kind": "mcp", "serverName": "gh", "toolName": null } ] } } }
                """.replace("PROJECT", project.toString()));
        write(home, ".copilot/config.json", """
                // written by the agent
                { "allowed_urls": ["https://docs.python.org"], "denied_urls": ["evil.com"], "trusted_folders": ["/x"] }
                """);
        isDecided(Importer.COPILOT, """
                bash | npm run build | allow
                bash | git push origin main | allow
                bash | cd /tmp && git push | ask
                bash | curl http://evil.com/x | deny
                web_fetch | {"url":"https://docs.python.org/3/"} | allow
                """);
    }

    @Test
    void openCode_letsTheLastRuleDecide() throws Exception {
        write(home, ".config/opencode/opencode.jsonc", """
                { "permission": {
                    "bash": { "*": "ask", "git *": "allow", "git push *": "deny", "make t?st*": "allow" },
                    "edit": { "*": "ask", "docs/*.md": "allow", "*.lock": "deny" },
                    "read": { "*.secret": "deny" },
                    "webfetch": { "*": "ask", "https://docs.example.com/*": "allow" },
                    "mycp_*": "allow", "mycp_delete": "deny",
                    "doom_loop": "deny" } }
                """);
        write(project, "opencode.json", """
                { "permission": { "bash": { "pnpm lint": "allow" }, "edit": { "docs/private.md": "deny" } } }
                """);
        isDecided(Importer.OPENCODE, """
                bash | git commit -m x | allow
                bash | git push | deny
                bash | git push origin main | deny
                bash | make test-all | allow
                bash | ls -la | ask
                bash | pnpm lint | allow
                bash | cd /tmp && pnpm lint | ask
                edit | {"filePath":"docs/deep/a.md","oldString":"a","newString":"b"} | allow
                edit | {"filePath":"docs/private.md","oldString":"a","newString":"b"} | deny
                edit | {"filePath":"src/a.ts","oldString":"a","newString":"b"} | ask
                write | {"filePath":"yarn.lock","content":"x"} | deny
                read | {"filePath":"a.secret"} | deny
                webfetch | {"url":"https://docs.example.com/a/b"} | allow
                webfetch | {"url":"https://example.com/"} | ask
                mycp_get | {"a":1} | allow
                mycp_delete | {"a":1} | deny
                """);
    }

    @Test
    void visualStudioCode_approvesWhatItsSettingsApprove() throws Exception {
        write(home, ".config/Code/User/settings.json", """
                { "editor.tabSize": 2,
                  "chat.tools.terminal.autoApprove": {
                    "docker ps": true, "git push": false, "/^terraform (plan|show)\\\\b/": true, "mkfs": null,
                    "/^foo.*$/": { "approve": true, "matchCommandLine": true } },
                  "chat.tools.edits.autoApprove": { "**/*.lock": false },
                  "chat.tools.urls.autoApprove": { "https://*.example.com": true }, }
                """);
        isDecided(Importer.VSCODE, """
                run_in_terminal | docker ps -a | allow
                run_in_terminal | docker rm x | ask
                run_in_terminal | terraform plan -no-color | allow
                run_in_terminal | terraform planet | ask
                run_in_terminal | git push | ask
                run_in_terminal | foo bar | ask
                editFiles | {"filePath":"a/yarn.lock","code":"x"} | ask
                fetch | {"url":"https://a.example.com/b"} | allow
                fetch | {"url":"https://example.org/"} | ask
                """);
    }

    @Test
    void whatAPersonWrote_countsMore_andStaysAsItIs() throws Exception {
        write(home, ".codex/rules/default.rules", "prefix_rule(pattern=['git'])\nprefix_rule(pattern=['make'])\n");
        String own = "{ // mine\n \"shell_exec\": { \"git push *\": \"deny\" } }\n";
        write(folder, "data/workers/local/permissions.jsonc", own);
        isDecided(Importer.CODEX, """
                Bash | git push origin | deny
                Bash | git commit -m x | allow
                """);
        assertEquals(own, Files.readString(folder.resolve("data/workers/local/permissions.jsonc")));
    }

    @Test
    void whatOneAgentForbids_noOtherAllows_inWhateverOrderTheyAreTakenOver() throws Exception {
        write(home, ".claude/settings.json", """
                { "permissions": { "allow": ["Bash(npm:*)"], "deny": ["Bash(git push:*)", "Bash(terraform:*)"] } }
                """);
        write(home, ".codex/rules/a.rules", """
                prefix_rule(pattern = ["git"])
                prefix_rule(pattern = ["terraform", "apply"], decision = "prompt")
                prefix_rule(pattern = ["npm", "publish"], decision = "prompt")
                """);
        String rows = """
                Bash | git push origin | deny
                Bash | git commit -m x | allow
                Bash | terraform apply | deny
                Bash | npm publish | ask
                Bash | npm test | allow
                """;
        isDecided(Importer.CLAUDE, "Bash | git push origin | deny\n");
        isDecided(Importer.CODEX, rows);
        isDecided(Importer.CLAUDE, rows);
        write(home, ".claude/settings.json", "{ \"permissions\": { \"allow\": [\"Bash(npm:*)\"] } }");
        isDecided(Importer.CLAUDE, "Bash | git push origin | allow\n");
        assertTrue(Takeover.drop(Importer.CODEX, data()));
        isDecided("Bash | git push origin | ask\n");
        assertTrue(Takeover.drop(Importer.CLAUDE, data()));
        assertTrue(Files.notExists(data().takenOver(WorkerId.STANDARD)));
    }

    @Test
    void whatAProjectSays_holdsInItAlone() throws Exception {
        Path other = Files.createDirectories(folder.toRealPath().resolve("other"));
        write(home, ".config/opencode/opencode.json", """
                { "permission": { "bash": { "git push *": "deny", "npm *": "ask", "*": "deny" } } }
                """);
        write(project, "opencode.json", """
                { "permission": { "bash": { "git push *": "ask", "npm *": "allow", "make": "allow" } } }
                """);
        assertEquals(
                List.of("bash: git push *"),
                takeover(Importer.OPENCODE).missed().stream()
                        .map(Imported.Left::written)
                        .toList());
        isDecided(Importer.OPENCODE, """
                bash | npm publish | deny
                bash | git push | deny
                bash | make | allow
                bash | cd %s && make | deny
                """.formatted(other));
        write(project, ".github/.claude/settings.json", "{ \"permissions\": { \"allow\": [\"Bash(git stash:*)\"] } }");
        Path file = project.resolve(".github/.claude/settings.json");
        assertEquals(
                List.of(RuleScope.of(project.resolve(".github").toString())
                        .commands(List.of("git stash *"), Action.ALLOW)),
                Importer.CLAUDE.read(List.of(file), place()).stream()
                        .map(each -> ((Imported.Taken) each)
                                .rules().stream().map(RuleText::pattern).toList())
                        .toList());
    }

    /** Without these entries others would allow more than they did: that is said, and nothing is saved. */
    @ParameterizedTest
    @CsvSource(delimiter = '%', quoteCharacter = '~', textBlock = """
            CLAUDE   % .claude/settings.json             % {"permissions":{"allow":["Bash"],"deny":["Bash(psql -c \\"DROP:*)"]}}
            CLAUDE   % .claude/settings.json             % {"permissions":{"deny":["Read(a\\\\*b)"]}}
            CLAUDE   % .claude/settings.json             % {"permissions":{"deny":["Bash(git push 2>&1)"]}}
            CLAUDE   % .claude/settings.json             % {"permissions":{"deny":["Read(**/*.*.*.*.*.*.*.*.*.bak)"]}}
            CLAUDE   % .claude/settings.json             % {"permissions":{"deny":"Bash"}}
            CLAUDE   % .claude/settings.json             % {"permissions":{"deny":["effect"]}}
            CURSOR   % .cursor/cli-config.json           % {"permissions":{"deny":"Shell(rm)"}}
            CURSOR   % .cursor/cli-config.json           % {"permissions":{"deny":[7]}}
            GEMINI   % .gemini/settings.json             % {"tools":{"exclude":{"web_fetch":true}}}
            CLAUDE   % .claude/settings.json             % {"permissions":{"deny":["WebFetch(domain:a b)"]}}
            VSCODE   % .config/Code/User/settings.json   % {"chat.tools.terminal.autoApprove":{"npm":true,"/npm publish/i":false}}
            VSCODE   % .config/Code/User/settings.json   % {"chat.tools.terminal.autoApprove":{"npm publish":{"approve":false,"matchCommandLine":true}}}
            OPENCODE % .config/opencode/opencode.json    % {"permission":{"bash":{"git push \\"x":"deny"}}}
            OPENCODE % .config/opencode/opencode.json    % {"permission":{"$extends":{"x":"deny"}}}
            OPENCODE % .config/opencode/opencode.json    % {"permission":{"ba*":"deny"}}
            """)
    void whatForbidsAndHasNoEqual_isNamed(String importer, String file, String text) throws Exception {
        write(home, file, text);
        assertEquals(1, takeover(Importer.valueOf(importer)).missed().size());
    }

    /** Entries that the agent itself takes for nothing, or for something narrower. */
    @ParameterizedTest
    @CsvSource(delimiter = '%', quoteCharacter = '~', textBlock = """
            GEMINI % [[rule]]\\ntoolName = "run_shell_command"\\ncommandPrefix = [""]\\ndecision = "allow"\\npriority = 1
            GEMINI % [[rule]]\\ntoolName = "run_shell_command"\\ncommandRegex = "^git"\\ndecision = "allow"\\npriority = 1
            GEMINI % [[rule]]\\ntoolName = "run_shell_command"\\ncommandRegex = "npm (run|exec)( .*)?"\\ndecision = "allow"\\npriority = 1
            GEMINI % [[rule]]\\ntoolName = "bash"\\ndecision = "allow"\\npriority = 1
            GEMINI % [[rule]]\\ntoolName = "effect"\\ndecision = "allow"\\npriority = 1
            GEMINI % [[rule]]\\ntoolName = "write_file"\\ncommandPrefix = "git"\\ndecision = "allow"\\npriority = 1
            GEMINI % [[rule]]\\ntoolName = "depl*"\\ndecision = "allow"\\npriority = 1
            """)
    void whatAllowsNothingThere_allowsNothingHere(String importer, String text) throws Exception {
        write(home, ".gemini/policies/a.toml", text.replace("\\n", "\n"));
        assertEquals(List.of(), takeover(Importer.valueOf(importer)).taken());
    }

    @Test
    void patternsReachAcrossSlashes_asThoseOfTheAgentsDo() throws Exception {
        write(home, ".config/opencode/opencode.json", """
                { "permission": { "bash": { "*": "allow", "rm a?b": "deny" }, "read": { "*": "allow", "a?b": "deny" } } }
                """);
        isDecided(Importer.OPENCODE, """
                bash | rm a/b | deny
                read | {"filePath":"a/b"} | deny
                """);
        Takeover.drop(Importer.OPENCODE, data());
        write(home, ".gemini/policies/a.toml", """
                [[rule]]
                toolName = "run_shell_command"
                decision = "allow"
                priority = 1
                [[rule]]
                toolName = "run_shell_command"
                commandRegex = "git push \\\\S+main"
                decision = "deny"
                priority = 2
                [[rule]]
                toolName = "run_shell_command"
                commandPrefix = "git push \\"o\\""
                decision = "deny"
                priority = 3
                """);
        isDecided(Importer.GEMINI, """
                run_shell_command | git push a/main | deny
                run_shell_command | git push o x | deny
                run_shell_command | git push origin | allow
                """);
    }

    @Test
    void expressionsOfAnyDepth_areReadOrLeft() throws Exception {
        String deep = "(".repeat(10_000);
        write(
                home,
                ".config/Code/User/settings.json",
                "{\"chat.tools.terminal.autoApprove\":{\"/" + deep + "/\":true}}");
        assertEquals(1, takeover(Importer.VSCODE).left());
        write(home, ".cursor/permissions.json", "[" + " ".repeat(5 * 1024 * 1024) + "]");
        assertThrows(Importer.InvalidRules.class, () -> takeover(Importer.CURSOR));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '%', quoteCharacter = '~', textBlock = """
            CODEX  % .codex/rules/a.rules       % prefix_rule(pattern = [x])                       % expected a text or a list that is written out (line 1, column 24)
            CODEX  % .codex/rules/a.rules       % x = 1                                            % expected a call at the beginning of a line, such as
            CODEX  % .codex/rules/a.rules       % prefix_rule(pattern = ["a")                      % expected `,` or `]`
            CODEX  % .codex/rules/a.rules       % prefix_rule(pattern = ["a"], decision = "maybe") % a decision is allow, prompt or forbidden, not `maybe` (line 1, column 1)
            CODEX  % .codex/rules/a.rules       % prefix_rule(decision = "allow")                  % prefix_rule has no `pattern`, a list of words
            CODEX  % .codex/rules/a.rules       % load("x")                                        % expected a named argument
            CODEX  % .codex/rules/a.rules       % prefix_rule(pattern = ["a"], match = ["b"])      % the rule does not match `b`
            CODEX  % .codex/rules/a.rules       % prefix_rule(pattern = ["a"], not_match = ["a b"]) % the rule matches `a b`
            CODEX  % .codex/rules/a.rules       % prefix_rule(pattern = ["a"], when = "x")         % has no argument `when`
            CODEX  % .codex/rules/a.rules       % prefix_rule(pattern = ["a"], decision = True)    % `decision` is a text
            CODEX  % .codex/rules/a.rules       % prefix_rule(pattern = ["a"]) prefix_rule(pattern = ["b"]) % at the beginning of a line
            CODEX  % .codex/rules/a.rules       % network_rule(host = "*.x.com", protocol = "https", decision = "deny") % has no `host`
            GEMINI % .gemini/policies/a.toml    % rule = [{decision="allow", toolName="x", priority=1000}] % from 0 to 999
            GEMINI % .gemini/policies/a.toml    % rule = [{decision="allow", toolName="x", priority=1, modes=["foo"]}] % has `modes`
            GEMINI % .gemini/policies/a.toml    % [[rule                                           % not valid TOML
            GEMINI % .gemini/policies/a.toml    % rule = [{decision="allow", toolName="x"}]        % rule 1 has no `priority`, a whole number from 0 to 999
            GEMINI % .gemini/settings.json      % {"tools": }                                      % (line 1, column
            CLAUDE % .claude/settings.json      % []                                               % expected a JSON object
            OPENCODE % .config/opencode/opencode.json % {"permission": {"bash" "ask"}}             % (line 1, column
            """)
    void whatCannotBeRead_isSaidWithItsPlace(String importer, String file, String text, String problem)
            throws Exception {
        write(home, file, text);
        var refused = assertThrows(Importer.InvalidRules.class, () -> takeover(Importer.valueOf(importer)));
        String message = String.valueOf(refused.getMessage());
        assertEquals("cannot read `" + home.resolve(file) + "`: ", message.substring(0, message.indexOf(": ") + 2));
        assertEquals(true, message.contains(problem), message);
    }

    @Test
    void movedFolders_areFound() throws Exception {
        Path moved = Files.createDirectories(folder.resolve("moved"));
        write(moved, "settings.json", "{}");
        write(moved, "rules/a.rules", "");
        write(moved, ".gemini/settings.json", "{}");
        write(moved, "opencode/opencode.json", "{}");
        write(moved, "config.json", "{}");
        write(moved, "permissions.json", "{}");
        var place = new Importer.Place(
                home,
                project,
                Map.of(
                        "CLAUDE_CONFIG_DIR", moved.toString(),
                        "CODEX_HOME", moved.toString(),
                        "GEMINI_CLI_HOME", moved.toString(),
                        "XDG_CONFIG_HOME", moved.toString(),
                        "COPILOT_HOME", moved.toString(),
                        "CURSOR_CONFIG_DIR", moved.toString()));
        assertEquals(
                List.of("CLAUDE", "CODEX", "COPILOT", "CURSOR", "GEMINI", "OPENCODE"),
                Stream.of(Importer.values())
                        .filter(each -> !each.files(place).isEmpty())
                        .map(Enum::name)
                        .toList());
    }
}
