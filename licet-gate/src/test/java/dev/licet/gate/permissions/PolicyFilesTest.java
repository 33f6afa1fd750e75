package dev.licet.gate.permissions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.call.CallId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.WorkerId;
import dev.licet.core.decide.Judge;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.path.FileView;
import dev.licet.core.path.JudgeContext;
import dev.licet.core.preset.Preset;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Mode;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.RuleText;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.json.InvalidJson;
import dev.licet.shell.Shells;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PolicyFilesTest {
    private static final WorkerId WORKER = WorkerId.STANDARD;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private PolicyFiles files() {
        return files(PolicyFiles.Choice.NONE);
    }

    private PolicyFiles files(PolicyFiles.Choice choice) {
        return new PolicyFiles(DataDirectory.at(folder.resolve("data")), "/home/dev", choice);
    }

    private void write(String name, String text) throws IOException {
        Path path = folder.resolve(name);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private Action decide(PolicyFiles files, String tool, String argument, String value) {
        String workspace = folder.resolve("project").toString();
        var call = new ToolCall(
                new CallId("c"),
                tool,
                JsonObject.empty().with(argument, value),
                new SessionId("s"),
                WORKER,
                workspace,
                Map.of());
        var surroundings =
                new JudgeContext(workspace, "/home/dev", folder.resolve("data").toString(), FileView.NONE);
        return Judge.standard()
                .decide(call, files.policy(WORKER, workspace), surroundings)
                .action();
    }

    private Action shell(PolicyFiles files, String command) {
        return decide(files, "shell_exec", "command", command);
    }

    @Test
    void withoutFiles_theStandardPresetDecides() {
        PolicyFiles files = files();
        assertEquals(Action.ALLOW, decide(files, "read_file", "path", "a"));
        assertEquals(Action.ALLOW, decide(files, "write_file", "path", "a"));
        assertEquals(Action.DENY, decide(files, "write_file", "path", "b/.env"));
        assertEquals(Action.ASK, decide(files, "write_file", "path", "/tmp/a"));
        assertEquals(Action.ALLOW, shell(files, "git status"));
        assertEquals(Action.ALLOW, shell(files, "sed -i s/a/b/ a"));
        assertEquals(Action.ASK, shell(files, "make"));
        assertEquals(Action.ASK, shell(files, "git push"));
        assertEquals(Action.ASK, decide(files, "mcp__x__y", "a", "b"));
    }

    @Test
    void whatIsChosenAtTheStart_goesBeforeFiles() throws IOException {
        write("data/licet.yaml", "preset: molf\ntools: {approvalMode: write}\n");
        assertEquals("molf", files().preset().name());
        assertEquals(Action.ASK, shell(files(), "git status"));
        var choice = new PolicyFiles.Choice(Preset.named("oh-my-pi"), Optional.of(Mode.ALWAYS_ASK));
        assertEquals("oh-my-pi", files(choice).preset().name());
    }

    @Test
    void aPolicyThatIsNone_countsAsNothing_inOhMyPiAlone() throws IOException {
        String tools = "tools: {approvalMode: yolo, approval: {deploy: ask, other: 1}}\n";
        write("data/licet.yaml", tools + "preset: oh-my-pi\n");
        PolicyFiles files = files();
        assertEquals(Action.ALLOW, decide(files, "deploy", "a", "b"));
        assertEquals(Action.ALLOW, decide(files, "other", "a", "b"));
        assertEquals(2, files.policy(WORKER, folder.toString()).problems().size(), "and it is said");
        write("data/licet.yaml", "preset: licet\n" + tools);
        assertEquals(Action.ASK, decide(files(), "deploy", "a", "b"));
        assertEquals(Action.ASK, decide(files(), "other", "a", "b"));
    }

    @Test
    void licetYaml_hasToolsPatternsAndDeclarations() throws IOException {
        write("data/licet.yaml", """
                preset: oh-my-pi
                tools:
                  approvalMode: write
                  approval:
                    read: deny
                    deploy: " ALLOW "
                  approvalRules:
                    - {tool: write, match: "docs/*", approval: prompt, reason: read by many}
                    - {tool: write, match: "*", approval: allow}
                  declarations:
                    notes: {tier: read}
                    deploy: {tier: exec, override: true, reason: goes live}
                bash:
                  patterns:
                    - {match: "git push  *", approval: deny}
                    - {match: "git *", approval: allow}
                shell: bash
                """);
        PolicyFiles files = files();
        Policy policy = files.policy(WORKER, "");
        assertEquals(List.of(), policy.problems());
        assertEquals(Shells.BASH, policy.settings().shells());
        assertEquals(Action.DENY, decide(files, "read_file", "path", "a"));
        assertEquals(Action.ASK, decide(files, "write_file", "path", "docs/a"));
        assertEquals(Action.ALLOW, decide(files, "write_file", "path", "a"));
        assertEquals(Action.ALLOW, decide(files, "notes", "a", "b"));
        assertEquals(Action.ASK, decide(files, "deploy", "a", "b"));
        assertEquals(Action.DENY, shell(files, "git push origin"));
        assertEquals(Action.ALLOW, shell(files, "git log"));
        assertEquals(Action.ASK, shell(files, "ls"));
        write("data/licet.yaml", "preset: oh-my-pi\n");
        assertEquals(Action.ALLOW, shell(files, "ls"));
    }

    @Test
    void wrongYaml_isReportedWithItsPlace_andIsNeverLaxer() throws IOException {
        write("data/licet.yaml", """
                preset: licit
                tols: {}
                tools:
                  approvalMode: sometimes
                  approval: {bash: yes, edit: [allow]}
                  approvalRules: [{tool: bash, match: "*", aproval: allow}, 7]
                  declarations: {x: {tier: none, override: maybe}}
                bash: {patterns: [{approval: allow}]}
                """);
        Policy policy = files().policy(WORKER, "");
        assertEquals(
                List.of(
                        "1:9: unknown preset `licit`",
                        "2:1: unknown key `tols`",
                        "4:17: unknown mode `sometimes`",
                        "5:20: unknown action `yes`",
                        "5:31: expected an action, not an array",
                        "6:44: unknown key `aproval`",
                        "6:19: the rule has no `approval`",
                        "6:61: expected a rule, not `7`",
                        "7:28: unknown tier `none`",
                        "7:21: `override` is neither true nor false",
                        "8:19: the rule has no text as `match`"),
                policy.problems().stream()
                        .map(problem -> problem.line() + ":" + problem.column() + ": " + problem.message())
                        .toList());
        assertEquals(Mode.NONE, policy.settings().mode());
        assertTrue(policy.rules().stream()
                .noneMatch(rule ->
                        rule.action() == Action.ALLOW && rule.origin().file().endsWith("licet.yaml")));
        assertEquals(Action.ASK, decide(files(), "x", "a", "b"));
    }

    @Test
    void anUnknownPreset_isTheStandardOneWithoutAMode() throws IOException {
        write("data/licet.yaml", "preset: molff\n");
        assertEquals("licet", files().preset().name());
        assertEquals(Action.ASK, decide(files(), "write_file", "path", "a"));
    }

    @Test
    void brokenYaml_keepsTheLastGoodVersion_andWhatChangesSomethingAsks() throws IOException {
        write("data/licet.yaml", "tools: {approvalMode: yolo}\n");
        PolicyFiles files = files();
        assertEquals(Action.ALLOW, shell(files, "make"));
        write("data/licet.yaml", "tools: {approvalMode: yolo\n");
        assertEquals(Action.ASK, shell(files, "make"));
        assertEquals(Action.ALLOW, decide(files, "read_file", "path", "a"));
        assertEquals(Action.ASK, shell(files(), "make"));
        Files.delete(folder.resolve("data/licet.yaml"));
        Files.createDirectory(folder.resolve("data/licet.yaml"));
        assertTrue(
                files().policy(WORKER, "").fault().orElseThrow().message().contains("a directory stands in the place"));
    }

    @Test
    void includes_areReadFirst_andLoopsAndGapsAreFaults() throws IOException {
        write("data/licet.yaml", "include: [team.yaml]\ntools: {approval: {notes: allow}}\n");
        write("data/team.yaml", "tools: {approvalMode: none, approval: {notes: prompt, deploy: deny}}\n");
        assertEquals(Action.ALLOW, decide(files(), "notes", "a", "b"));
        assertEquals(Action.DENY, decide(files(), "deploy", "a", "b"));
        write("data/team.yaml", "include: [licet.yaml]\n");
        assertTrue(files().policy(WORKER, "").fault().orElseThrow().message().contains("includes itself"));
        assertEquals(Action.ASK, decide(files(), "write_file", "path", "a"));
        Files.delete(folder.resolve("data/team.yaml"));
        assertTrue(files().policy(WORKER, "").fault().orElseThrow().message().contains("does not exist"));
    }

    @Test
    void theOrganisationsDenies_areLiftedByNothing() throws IOException {
        write("data/licet.yaml", "organisation: [org.jsonc]\ntools: {approvalMode: yolo}\n");
        write("data/org.jsonc", "{\"shell_exec\": {\"*\": \"allow\", \"git push *\": \"deny\"}, \"glob\": \"ask\"}");
        write("data/workers/local/permissions.jsonc", "{\"*\": \"allow\"}");
        assertEquals(Action.DENY, shell(files(), "git push origin"));
        assertEquals(Action.ALLOW, shell(files(), "git log"));
        assertEquals(Action.ALLOW, decide(files(), "glob", "pattern", "*.c"));
        Files.delete(folder.resolve("data/org.jsonc"));
        assertEquals(Action.ASK, shell(files(), "git log"));
    }

    @Test
    void aWorkspacesRules_tightenUntilThisVersionIsTrusted() throws IOException {
        write("project/.licet/permissions.jsonc", "{\"shell_exec\": {\"make *\": \"allow\", \"rm *\": \"deny\"}}");
        write("data/workers/local/permissions.jsonc", "{\"shell_exec\": {\"rm *\": \"allow\"}}");
        PolicyFiles files = files();
        assertEquals(Action.ASK, shell(files, "make all"));
        assertEquals(Action.DENY, shell(files, "rm a"));
        Path file = folder.resolve("project/.licet/permissions.jsonc");
        files.trust().add(file);
        assertEquals(Action.ALLOW, shell(files, "make all"));
        assertEquals(Action.ALLOW, shell(files, "rm a"));
        write("project/.licet/permissions.jsonc", "{\"shell_exec\": {\"make *\": \"allow\", \"ls *\": \"allow\"}}");
        assertEquals(Action.ASK, shell(files, "make all"));
        files.trust().add(file);
        assertEquals(Action.ALLOW, shell(files(), "make all"));
        assertTrue(files.trust().remove(file));
        assertEquals(Action.ASK, shell(files, "make all"));
        write("project/.licet/permissions.jsonc", "{");
        assertEquals(Action.ASK, decide(files, "write_file", "path", "a"));
    }

    @Test
    void aFaultInAVeto_takesNoDenyBack_andAsks() throws IOException {
        write("data/workers/local/permissions.jsonc", "{\"shell_exec\": \"allow\"}");
        write("data/licet.yaml", "organisation: [org.jsonc]\n");
        for (String wrong : List.of(
                "{\"shell_exec\":{\"rm *\":\"deny\",\"*{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}\":\"deny\"}}",
                "[{\"permission\":\"shell_exec\",\"pattern\":\"rm *\",\"action\":\"deny\"},5]",
                "{\"shell_exec\":{\"*\":\"deny\",\"rm *\":{\"action\":\"allow\",\"expires\":\"2020-99-01\"}}}")) {
            write("data/org.jsonc", wrong);
            assertEquals(Action.DENY, shell(files(), "rm x"), wrong);
        }
        write("data/org.jsonc", "{\"shell_exec\":{\"rm *\":\"dney\"}}");
        assertEquals(Action.ASK, shell(files(), "rm x"));
        write("data/org.jsonc", "{\"shell_exec\":{\"rm ${workspace}/x\":\"deny\"}}");
        assertEquals(Action.ASK, shell(files(), "rm x"));
        write("data/licet.yaml", "organisation: [org.yaml]\n");
        write("data/org.yaml", "tools: {approval: {deploy: deny}}\n");
        assertEquals(Action.DENY, decide(files(), "deploy", "a", "b"));
    }

    @Test
    void anUntrustedFile_liftsNothing_byThePolicyKeyOfATool() throws IOException {
        write("data/licet.yaml", """
                tools:
                  approvalMode: yolo
                  declarations: {deploy: {tier: exec, policyKey: ship}}
                  approval: {deploy: deny}
                """);
        assertEquals(Action.DENY, decide(files(), "deploy", "a", "b"));
        write("project/.licet/permissions.jsonc", "{\"ship\": \"allow\"}");
        assertEquals(Action.DENY, decide(files(), "deploy", "a", "b"));
        write("data/workers/local/permissions.jsonc", "{\"deploy\": \"deny\", \"ship\": \"allow\"}");
        write("data/licet.yaml", "tools: {declarations: {deploy: {tier: exec, policyKey: ship}}}\n");
        assertEquals(Action.DENY, decide(files(), "deploy", "a", "b"));
    }

    @Test
    void linksAndDevices_areNoRules() throws IOException {
        write("other/.licet/permissions.jsonc", "{\"shell_exec\": {\"make *\": \"allow\"}}");
        PolicyFiles files = files();
        files.trust().add(folder.resolve("other/.licet/permissions.jsonc"));
        Files.createDirectories(folder.resolve("project/.licet"));
        Path rules = folder.resolve("project/.licet/permissions.jsonc");
        Files.createSymbolicLink(rules, folder.resolve("other/.licet/permissions.jsonc"));
        assertEquals(Action.ASK, shell(files, "make all"));
        assertEquals(Action.ASK, decide(files, "write_file", "path", "a"));
        Files.delete(rules);
        Files.createSymbolicLink(rules, Path.of("/dev/zero"));
        assertEquals(Action.ASK, decide(files, "write_file", "path", "a"));
        Files.delete(rules);
        write("data/licet.yaml", "organisation: [/dev/zero]\n");
        assertEquals(Action.ASK, decide(files(), "write_file", "path", "a"));
    }

    @Test
    void aFileThatIsGone_holdsOn() throws IOException {
        write("data/licet.yaml", "organisation: [org.jsonc]\n");
        write("data/org.jsonc", "{\"read_file\": {\"secret/*\": \"deny\"}}");
        PolicyFiles files = files();
        assertEquals(Action.DENY, decide(files, "read_file", "path", "secret/a"));
        Files.delete(folder.resolve("data/org.jsonc"));
        assertEquals(Action.DENY, decide(files, "read_file", "path", "secret/a"));
        assertEquals(Action.ASK, decide(files, "write_file", "path", "a"));
    }

    @Test
    void aToolIsTheSame_byAnyOfItsNames() throws IOException {
        write("data/licet.yaml", "tools: {declarations: {shell_exec: {tier: exec, override: true}}}\n");
        write(
                "data/workers/local/permissions.jsonc",
                "{\"*\": \"allow\", \"{sh,Read}\": \"deny\", \"!shell_exec\": \"allow\"}");
        assertEquals(Action.ASK, decide(files(), "Bash", "command", "make"));
        write("data/licet.yaml", "");
        write("data/workers/local/permissions.jsonc", "{\"!shell_exec\": \"allow\", \"{sh,Read}\": \"deny\"}");
        assertEquals(Action.ASK, decide(files(), "Bash", "command", "make"));
        assertEquals(Action.DENY, decide(files(), "read_file", "path", "a"));
    }

    @Test
    void aMatchThatIsNoText_opensNothing() throws IOException {
        for (String match : List.of("true", "2024", "\"\"", "[a]")) {
            write("data/licet.yaml", "tools: {approvalRules: [{tool: bash, match: " + match + ", approval: allow}]}\n");
            assertEquals(Action.ASK, shell(files(), "make"), match);
            write(
                    "data/licet.yaml",
                    "tools: {approvalMode: yolo}\nbash: {patterns: [{match: " + match + ", approval: deny}]}\n");
            assertTrue(shell(files(), "make") != Action.ALLOW, match);
        }
    }

    @Test
    void hostYaml_allowsToolsAndCommands() throws Exception {
        Policy policy = RuleFile.parse("""
                name: x
                permissions:
                  read_file: {allowed: true, source: safe, expires: {type: never}}
                  "Bash(git status)": {allowed: true, reason: harmless}
                  "Bash(git diff *)": {allowed: true}
                  write: {allowed: true, when: {file_path: "*.md", mode: "x"}}
                  glob: {allowed: false}
                  grep: {allowed: "yes"}
                  task: {allowed: true, expires: {type: turn_end}}
                """, "host.yaml", "/home/dev", "/w");
        assertEquals(
                List.of(
                        "read_file *",
                        "shell_exec git status",
                        "shell_exec git diff *",
                        "shell_exec git diff",
                        "write *.md"),
                policy.rules().stream()
                        .map(rule -> rule.tool().pattern() + " " + rule.value().pattern())
                        .toList());
        assertEquals(
                "/mode",
                policy.rules().getLast().options().conditions().getFirst().pointer());
        assertEquals(
                List.of("`allowed` is neither true nor false", "a permission that ends is no standing rule"),
                policy.problems().stream().map(problem -> problem.message()).toList());
    }

    @Test
    void anchorsAndDeepNesting_areRefused() {
        for (String text : List.of("a: &x 1\nb: *x\n", "[".repeat(100_000), "a: {b: c\n", "? [x]\n: y\n", "\u0000")) {
            try {
                RuleFile.parse(text, "licet.yaml", "/h", "");
            } catch (InvalidJson expected) {
                continue;
            }
            throw new AssertionError("read without complaint: " + text.substring(0, Math.min(20, text.length())));
        }
    }

    @Test
    void withinABurst_filesAreTakenAsTheyWere_butWhatIsWrittenHereCountsAtOnce() throws Exception {
        write("data/workers/local/permissions.jsonc", "{\"shell_exec\": \"ask\"}");
        String workspace = folder.resolve("project").toString();
        var files = new PolicyFiles(
                DataDirectory.at(folder.resolve("data")), "/home/dev", PolicyFiles.Choice.NONE, Duration.ofHours(1));
        assertEquals(1, ofWorker(files, workspace));
        write("data/workers/local/permissions.jsonc", "{\"shell_exec\": \"ask\", \"read_file\": \"deny\"}");
        assertEquals(1, ofWorker(files, workspace));
        files.worker(WORKER).allow(List.of(new RuleText("shell_exec", "make")));
        assertEquals(3, ofWorker(files, workspace));
    }

    private static int ofWorker(PolicyFiles files, String workspace) {
        return files.known(WORKER, workspace)
                .policy()
                .layers()
                .getLast()
                .rules()
                .size();
    }

    @Test
    void defaultsOfThePreset_changeWithIt_andAModeGoesBeforeWhatTheyAsk() throws IOException {
        write("data/licet.yaml", "preset: connectonion\n");
        assertEquals(Action.ASK, shell(files(), "git status"));
        assertEquals(Action.ALLOW, decide(files(), "frobnicate", "a", "b"));
        write("data/licet.yaml", "preset: connectonion\ntools: {approvalMode: yolo}\n");
        assertEquals(Action.ALLOW, shell(files(), "git status"));
        write("data/licet.yaml", "preset: licet\ntools: {approvalMode: yolo}\n");
        assertEquals(Action.DENY, decide(files(), "read_file", "path", ".env"), "a deny stays");
        write("data/licet.yaml", "preset: molf\n");
        assertEquals(Action.ASK, decide(files(), "frobnicate", "a", "b"));
        assertEquals(Action.DENY, decide(files(), "read_file", "path", ".env"));
    }

    @Test
    void aFileOfMolf_holdsInPlaceOfItsDefaults_butOneMadeHereDoesNot() throws IOException {
        write("data/licet.yaml", "preset: molf\n");
        write("data/workers/local/permissions.jsonc", "{\"shell_exec\": \"allow\"}");
        assertEquals(Action.ASK, decide(files(), "read_file", "path", "a"));
        write("data/workers/local/permissions.jsonc", "{\"$extends\": \"preset\", \"shell_exec\": \"allow\"}");
        assertEquals(Action.ALLOW, decide(files(), "read_file", "path", "a"));
        write("data/licet.yaml", "preset: licet\n");
        write("data/workers/local/permissions.jsonc", "{\"$extends\": \"nothing\", \"read_file\": \"allow\"}");
        assertEquals(Action.ASK, decide(files(), "read_file", "path", ".env"), "the floor alone");
        write("data/workers/local/permissions.jsonc", "{\"$extends\": \"nothing\", \"glob\": \"allow\"}");
        assertEquals(Action.ALLOW, decide(files(), "read_file", "path", "secret-recipe.md"), "no rule of the preset's");
    }
}
