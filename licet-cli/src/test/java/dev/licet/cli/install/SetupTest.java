package dev.licet.cli.install;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.gate.data.GateException;
import dev.licet.gate.json.JsonText;
import dev.licet.server.hook.Hooks;
import dev.licet.server.hook.Host;
import dev.licet.server.hook.HostVersion;
import dev.licet.server.hook.OwnHooks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SetupTest {
    private static final String ALL =
            "amp,claude,codex,gemini,cursor,copilot,crush,goose,vscode,cline,qwen,opencode,kilo,kiro,pi";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path home;

    private Setup setup(String host) {
        return Setup.of(host, Map.of("HOME", home.toString()), home.resolve("project"));
    }

    private Path write(Setup setup, String text) throws Exception {
        Files.createDirectories(setup.file().getParent());
        return Files.writeString(setup.file(), text);
    }

    @Test
    void everyHost_isInstalledAndTakenOutAgain() throws Exception {
        assertEquals(Set.of(ALL.split(",", -1)), Setup.hosts());
        for (String host : Setup.hosts()) {
            Setup setup = setup(host);
            assertFalse(setup.isInstalled(), host);
            setup.apply(setup.install("/opt/licet hook " + host));
            assertTrue(setup.isInstalled(), host);
            assertTrue(Files.readString(setup.file()).contains("/opt/licet hook " + host));
            assertFalse(setup.install("/opt/licet hook " + host).changes(), host + ": twice is once");
            setup.apply(setup.uninstall());
            assertFalse(setup.isInstalled(), host);
            assertFalse(setup.uninstall().changes(), host);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"claude", "codex", "gemini", "cursor", "copilot", "crush", "goose", "vscode", "qwen"})
    void whatWasThere_stays(String host) throws Exception {
        Setup setup = setup(host);
        String event = setup.host().name().equals("cursor") ? "beforeShellExecution" : "PreToolUse";
        String before = "{\"theme\":\"dark\",\"hooks\":{\"" + event
                + "\":[{\"matcher\":\"Bash\",\"hooks\":[{\"type\":\"command\",\"command\":\"other hook claude\"}]}],"
                + "\"Stop\":[]},\"z\":[1,2.50]}";
        write(setup, before);
        setup.apply(setup.install("licet hook " + host));
        String with = JsonText.write(JsonText.parseObject(Files.readString(setup.file())));
        assertTrue(with.contains("\"other hook claude\"") && with.contains("\"theme\":\"dark\""), with);
        boolean runsBeside = setup.host().events().stream().anyMatch(event::equalsIgnoreCase);
        assertEquals(runsBeside ? List.of(event + ": other hook claude") : List.of(), setup.others());
        assertEquals(
                before,
                Files.readString(setup.file().resolveSibling(setup.file().getFileName() + ".before-licet")));
        setup.apply(setup.uninstall());
        String after = JsonText.write(JsonText.parseObject(Files.readString(setup.file())));
        assertEquals(before, after.replace(",\"version\":1", ""));
    }

    @Test
    void aNewCommand_replacesTheOld() {
        Setup setup = setup("claude");
        setup.apply(setup.install("'/old path/licet' hook claude --data-dir x"));
        setup.apply(setup.install("/new/licet hook claude"));
        assertEquals(
                2,
                setup.installed().stream()
                        .filter(found -> found.command().orElse("").startsWith("/new"))
                        .count());
        assertEquals(2, setup.installed().size());
        setup.apply(setup.installHttp("http://127.0.0.1:4747/hooks/claude", "t"));
        assertEquals(2, setup.installed().size());
        assertTrue(setup.installed().stream().allMatch(found -> found.command().isEmpty()));
    }

    @Test
    void failClosedSwitches_areSet() throws Exception {
        for (var expected : Map.of(
                        "claude", "\"onFailure\" : \"block\"",
                        "cursor", "\"failClosed\" : true",
                        "gemini", "\"timeout\" : 600000",
                        "qwen", "\"timeout\" : 60000")
                .entrySet()) {
            Setup setup = setup(expected.getKey());
            setup.apply(setup.install("licet hook " + setup.host().name()));
            String text = Files.readString(setup.file()).replace("\": ", "\" : ");
            assertTrue(text.contains(expected.getValue()), text);
        }
    }

    @Test
    void whatKeepsGooseFromItsPlugins_isSeen() throws Exception {
        Path project = Files.createDirectories(home.resolve("project"));
        Setup setup = Setup.of("goose", Map.of("HOME", home.toString()), project);
        setup.apply(setup.install("licet hook goose"));
        assertEquals(List.of(), setup.shortcomings());
        String disabled = "{\"disabledPlugins\": [\"other\", \"licet\"]}";
        for (String file : List.of(
                ".config/goose/settings.json",
                "project/.config/goose/settings.json",
                "project/.config/goose/settings.local.json")) {
            Path settings = home.resolve(file);
            Files.createDirectories(Objects.requireNonNull(settings.getParent()));
            Files.writeString(settings, disabled);
            assertEquals(1, setup.shortcomings().size(), file);
            Files.writeString(settings, disabled.replace("licet", "none"));
        }
        Path configuration = home.resolve(".config/goose/config.yaml");
        Path plugin = home.resolve(".agents/plugins/licet");
        Files.writeString(configuration, "plugins:\n  " + plugin + ":\n    enabled: true\n");
        assertEquals(List.of(), setup.shortcomings());
        Files.writeString(configuration, "plugins:\n  " + plugin + ":\n    enabled: false\n");
        assertEquals(1, setup.shortcomings().size());
        Files.writeString(configuration, "plugins: [");
        Files.createDirectories(project.resolve(".agents/plugins/licet"));
        assertEquals(1, setup.shortcomings().size());
    }

    @Test
    void gooseBlocksInCaseOfFailure_andKnowsNoStar() throws Exception {
        Setup setup = setup("goose");
        setup.apply(setup.install("licet hook goose"));
        assertEquals(List.of(), setup.shortcomings());
        String text = Files.readString(setup.file());
        Files.writeString(setup.file(), text.replace("\"block\"", "\"allow\""));
        assertEquals(1, setup.shortcomings().size());
        Files.writeString(setup.file(), text.replaceFirst("\"hooks\" ?: \\[", "\"matcher\": \"*\", \"hooks\": ["));
        assertEquals(1, setup.shortcomings().size(), () -> setup.shortcomings().toString());
    }

    private HookInstaller installer() {
        return new HookInstaller(home.resolve("data"), Optional.empty(), Optional.empty(), false);
    }

    private Path ampsProgram() {
        return home.resolve("data/hooks/licet-hook-amp").toAbsolutePath();
    }

    @Test
    void rulesOfAmp_areKept_behindOurs_whichHasToBeTheFirst() throws Exception {
        Setup setup = setup("amp");
        String other = "{\"tool\":\"Bash\",\"action\":\"reject\",\"to\":\"/x/hooks/licet-hook-amp\"}";
        String before = "{\"amp.x\":1,\"amp.permissions\":[" + other + "]}";
        write(setup, before);
        setup.apply(installer().plan(setup, false));
        String ours = "{\"tool\":\"*\",\"action\":\"delegate\",\"to\":\"" + ampsProgram() + "\"}";
        String with = JsonText.write(JsonText.parseObject(Files.readString(setup.file())));
        assertEquals(before.replace(other, ours + "," + other), with);
        assertEquals(List.of(), setup.shortcomings());
        for (String worse : List.of(
                with.replace(ours + "," + other, other + "," + ours),
                with.replace("\"*\"", "\"Bash\""),
                with.replace("\"tool\":\"*\"", "\"tool\":\"*\",\"context\":\"thread\""),
                with.replace("\"amp.x\":1", "\"amp.dangerouslyAllowAll\":true"))) {
            Files.writeString(setup.file(), worse);
            assertEquals(1, setup.shortcomings().size(), worse + setup.shortcomings());
        }
        Files.writeString(setup.file(), with);
        setup.apply(setup.uninstall());
        assertEquals(before, JsonText.write(JsonText.parseObject(Files.readString(setup.file()))));
        assertTrue(Files.notExists(ampsProgram()));
    }

    @Test
    void theProgramThatAmpStarts_isPartOfThePlan_andHasToBeAsItWasMade() throws Exception {
        Setup setup = setup("amp");
        assertTrue(installer().plan(setup, true).changes());
        assertTrue(Files.notExists(home.resolve("data")), "only a plan");
        setup.apply(installer().plan(setup, false));
        String made = Files.readString(ampsProgram());
        assertTrue(made.contains("hook amp --data-dir") && made.contains("LC_ALL=C.UTF-8"), made);
        assertFalse(installer().plan(setup, false).changes());
        var strict = new HookInstaller(home.resolve("data"), Optional.of("strict"), Optional.empty(), false);
        assertTrue(strict.plan(setup, true).changes());
        for (String worse : List.of(
                made.replace("LC_ALL", "[ \"$AGENT_TOOL_NAME\" = Bash ] && exit 0\nLC_ALL"),
                made.replace(" || exit 2", ""),
                made.replace(" || exit 2", " || exit 2; true"),
                made.replace("hook amp", "hook amp; exit 0 #"))) {
            Files.writeString(ampsProgram(), worse);
            assertEquals(1, setup.shortcomings().size(), worse + setup.shortcomings());
        }
        Files.delete(ampsProgram());
        assertEquals(1, setup.shortcomings().size());
        setup.apply(installer().plan(setup, false));
        assertEquals(List.of(), setup.shortcomings());
    }

    @Test
    void settingsThatComeBeforeOurs_areSeen_andWhichFileAmpReads() throws Exception {
        Path project = Files.createDirectories(home.resolve("project/sub"));
        Setup setup = Setup.of("amp", Map.of("HOME", home.toString()), project);
        setup.apply(installer().plan(setup, false));
        assertEquals(List.of(), setup.shortcomings());
        Path theirs = Files.createDirectories(home.resolve("project/.amp")).resolve("settings.jsonc");
        Files.writeString(theirs, "// ours\n{\"amp.notifications\": true}");
        assertEquals(List.of(), setup.shortcomings());
        for (String worse : List.of("// x\n{\"amp.permissions\": []}", "{\"amp.dangerouslyAllowAll\": true}", "{")) {
            Files.writeString(theirs, worse);
            assertEquals(1, setup.shortcomings().size(), worse + setup.shortcomings());
        }
        Path file = home.resolve("x/amp/settings.json");
        assertEquals(
                file,
                Setup.of("amp", Map.of("XDG_CONFIG_HOME", home + "/x"), project).file());
        assertEquals(
                file,
                Setup.of("amp", Map.of("AMP_SETTINGS_FILE", file.toString()), project)
                        .file());
        Files.createDirectories(home.resolve("x/amp"));
        Path commented = Files.writeString(home.resolve("x/amp/settings.jsonc"), "{ // mine\n}");
        Setup other = Setup.of("amp", Map.of("XDG_CONFIG_HOME", home + "/x"), project);
        assertEquals(commented, other.file());
        assertThrows(GateException.class, () -> installer().plan(other, false));
    }

    /** The link stays, whatever is taken out of what it leads to, and whether there was anything yet. */
    @Test
    void aLinkToSettings_staysOne() throws Exception {
        Setup setup = setup("amp");
        Path kept = home.resolve("kept/amp.json");
        Files.createDirectories(setup.file().getParent());
        Files.createSymbolicLink(setup.file(), kept);
        setup.apply(installer().plan(setup, false));
        assertTrue(Files.isSymbolicLink(setup.file()) && Files.readString(kept).contains("licet-hook-amp"));
        setup.apply(setup.uninstall());
        assertTrue(Files.isSymbolicLink(setup.file()));
        assertEquals(JsonText.parseObject("{}"), JsonText.parseObject(Files.readString(kept)));
    }

    @Test
    void otherHooksInKirosFile_stay_andASwitchIsSeen() throws Exception {
        Setup setup = setup("kiro");
        String other =
                "{\"name\":\"lint\",\"trigger\":\"PostFileSave\",\"action\":{\"type\":\"agent\",\"prompt\":\"x\"}}";
        write(setup, "{\"version\":\"v1\",\"hooks\":[" + other + "]}");
        setup.apply(setup.install("licet hook kiro"));
        String text = Files.readString(setup.file());
        assertTrue(text.contains("licet hook kiro || exit 2") && text.contains("PostFileSave"), text);
        assertEquals(List.of(), setup.shortcomings());
        for (String worse : List.of(
                text.replaceFirst("true", "false"),
                text.replaceFirst("600", "10"),
                text.replaceFirst("\"timeout\"", "\"matcher\": \"*\", \"timeout\""),
                text.replaceFirst("PreToolUse", "PostToolUse"),
                text.replaceFirst("true", "\"true\""),
                text.replaceFirst("\"type\" ?: ?\"command\"", "\"type\": \"agent\""),
                text.replaceFirst("\"v1\"", "\"v2\""),
                text.replaceFirst("\"licet\"", "\"other\""),
                text.replaceFirst("licet hook", "[ -e x ] || licet hook"))) {
            Files.writeString(setup.file(), worse);
            assertEquals(1, setup.shortcomings().size(), worse + setup.shortcomings());
        }
        setup.apply(setup.uninstall());
        assertEquals(
                "{\"version\":\"v1\",\"hooks\":[" + other + "]}",
                JsonText.write(JsonText.parseObject(Files.readString(setup.file()))));
        write(setup, "{\"hooks\":{}}");
        assertThrows(GateException.class, () -> setup.install("licet hook kiro"));
    }

    /** Hosts run a call whose hook ends with 127; they start hooks by a shell. */
    @ParameterizedTest
    @ValueSource(
            strings = {"claude", "codex", "gemini", "cursor", "copilot", "crush", "goose", "kiro", "vscode", "qwen"})
    void aHookWhoseProgramIsGone_blocks(String host) throws Exception {
        Setup setup = setup(host);
        setup.apply(setup.install("'" + home + "/no/licet' hook " + host));
        for (OwnHooks.Found hook : setup.installed()) {
            String line = hook.command().orElseThrow();
            int status = new ProcessBuilder("sh", "-c", line).start().waitFor();
            boolean request = hook.event().equalsIgnoreCase("PermissionRequest");
            assertEquals(request ? 127 : 2, status, line);
            int other = new ProcessBuilder(
                            "sh", "-c", setup.with("--server x", line).replace(home + "/no/licet", "true"))
                    .start()
                    .waitFor();
            assertEquals(0, other, line);
        }
    }

    @Test
    void aHookOfAnOlderVersion_isAShortcoming() throws Exception {
        Setup setup = setup("gemini");
        setup.apply(setup.install("licet hook gemini"));
        assertEquals(List.of(), setup.shortcomings());
        Files.writeString(setup.file(), Files.readString(setup.file()).replace(" || exit 2", ""));
        assertEquals(1, setup.shortcomings().size(), setup.shortcomings()::toString);
        assertTrue(setup.install("licet hook gemini").changes());
    }

    /** What somebody wrote behind it makes it none of others: it is told of, replaced and taken out. */
    @ParameterizedTest
    @ValueSource(
            strings = {" && true", "  2>/dev/null || exit 2", "; true", " --wait 5 | cat || exit 2", " > x || exit 2"})
    void aHookThatWasChanged_isStillOurs(String behind) throws Exception {
        Setup setup = setup("gemini");
        setup.apply(setup.install("licet hook gemini"));
        Files.writeString(setup.file(), Files.readString(setup.file()).replace(" || exit 2", behind));
        assertEquals(1, setup.installed().size());
        assertEquals(1, setup.shortcomings().size(), setup.shortcomings()::toString);
        setup.apply(setup.install("licet hook gemini"));
        assertEquals(List.of(), setup.shortcomings());
        assertEquals(1, setup.installed().size());
    }

    @Test
    void whatIsNoPlainJson_isLeftAlone() throws Exception {
        Setup setup = setup("gemini");
        Path file = write(setup, "{ // mine\n}");
        GateException e = assertThrows(GateException.class, () -> setup.install("licet hook gemini"));
        assertTrue(String.valueOf(e.getMessage()).contains("left alone"), e.getMessage());
        assertEquals("{ // mine\n}", Files.readString(file));
    }

    @Test
    void whatIsLaidOutOtherwise_isLeftAlone() throws Exception {
        Setup setup = setup("claude");
        for (String text : new String[] {"{\"hooks\":[1]}", "{\"hooks\":{\"PreToolUse\":{\"mine\":1}}}"}) {
            Path file = write(setup, text);
            assertThrows(GateException.class, () -> setup.install("licet hook claude"));
            assertEquals(text, Files.readString(file));
        }
    }

    @Test
    void theFirstCopy_isNeverReplaced() throws Exception {
        Setup setup = setup("claude");
        write(setup, "{\"mine\":true}");
        setup.apply(setup.install("/a/licet hook claude"));
        setup.apply(setup.install("/b/licet hook claude"));
        assertEquals("{\"mine\":true}", Files.readString(setup.file().resolveSibling("settings.json.before-licet")));
    }

    @Test
    void aHookThatLeavesCallsOut_isAProblem() throws Exception {
        Setup setup = setup("claude");
        setup.apply(setup.install("licet hook claude"));
        assertEquals(List.of(), setup.shortcomings());
        String whole = Files.readString(setup.file());
        for (var change : Map.of(
                        "\"PermissionRequest\"", "\"Other\"",
                        "\"*\"", "\"Read\"",
                        "\"type\"", "\"if\":\"Bash(git *)\",\"type\"",
                        "600", "5")
                .entrySet()) {
            Files.writeString(setup.file(), whole.replaceFirst(Pattern.quote(change.getKey()), change.getValue()));
            assertEquals(1, setup.shortcomings().size(), change + ": " + setup.shortcomings());
        }
    }

    @Test
    void anotherHookOfCline_isLeftAlone() throws Exception {
        Setup setup = setup("cline");
        write(setup, "#!/bin/sh\n");
        assertThrows(GateException.class, () -> setup.install("licet hook cline"));
        assertFalse(setup.uninstall().changes());
    }

    @ParameterizedTest
    @ValueSource(strings = {"opencode", "kilo", "pi"})
    void aModule_saysWhatItStarts_andIsWholeOrNotAtAll(String host) throws Exception {
        Setup setup = setup(host);
        String command = "'/opt/it\\''s/licet' hook " + host + " --data-dir \"$HOME/x\"";
        setup.apply(setup.install(command));
        assertEquals(
                List.of(command),
                setup.installed().stream()
                        .flatMap(found -> found.command().stream())
                        .toList());
        assertEquals(List.of(), setup.shortcomings());
        Files.writeString(setup.file(), Files.readString(setup.file()).replace("!== \"allow\"", "=== \"never\""));
        assertTrue(setup.isInstalled());
        assertEquals(1, setup.shortcomings().size(), "a module that was changed");
        Files.writeString(setup.file(), "export const Other = 1;\n");
        assertThrows(GateException.class, () -> setup.install(command));
        assertFalse(setup.uninstall().changes());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"disableAllHooks\":true,",
                "{\"hooksConfig\":{\"enabled\":false},",
                "{\"hooksConfig\":{\"disabled\":[\"licet\"]},"
            })
    void aSwitchThatTurnsHooksOff_isAShortcoming(String start) throws Exception {
        Setup setup = setup("qwen");
        setup.apply(setup.install("licet hook qwen"));
        assertEquals(List.of(), setup.shortcomings());
        Files.writeString(setup.file(), Files.readString(setup.file()).replaceFirst("\\{", start));
        assertEquals(1, setup.shortcomings().size(), setup.shortcomings()::toString);
    }

    @Test
    void aLink_staysALink() throws Exception {
        Setup setup = setup("claude");
        Path kept = Files.writeString(home.resolve("kept.json"), "{}");
        Files.createDirectories(setup.file().getParent());
        Files.createSymbolicLink(setup.file(), kept);
        setup.apply(setup.install("licet hook claude"));
        assertTrue(Files.isSymbolicLink(setup.file()));
        assertTrue(Files.readString(kept).contains("licet hook claude"));
    }

    /** Codex runs only what it was told to trust, by the place that a hook has in its file. */
    @Test
    void aHookThatCodexDoesNotTrust_isAShortcoming() throws Exception {
        Setup setup = Setup.of("codex", Map.of("HOME", home.toString()), home);
        setup.apply(setup.install("licet hook codex"));
        assertEquals(2, setup.shortcomings().size(), setup.shortcomings()::toString);
        Path notes = setup.file().resolveSibling("config.toml");
        String table = "[hooks.state.\"" + setup.file() + ":%s:0:0\"]\nenabled = true\ntrusted_hash = \"sha256:1\"\n";
        Files.writeString(notes, "model = \"x\"\n\n" + table.formatted("pre_tool_use") + "\n[other]\n");
        assertEquals(1, setup.shortcomings().size(), setup.shortcomings()::toString);
        assertTrue(setup.shortcomings().getFirst().startsWith("PermissionRequest: "));
        Files.writeString(notes, table.formatted("pre_tool_use") + table.formatted("permission_request"));
        assertEquals(List.of(), setup.shortcomings());
        Files.writeString(
                notes,
                table.formatted("pre_tool_use").replace("trusted_hash", "# ") + table.formatted("permission_request"));
        assertEquals(1, setup.shortcomings().size());
    }

    @Test
    void foldersFromVariables_count() {
        assertEquals(
                Path.of("/c/settings.json"),
                Setup.of("claude", Map.of("HOME", "/h", "CLAUDE_CONFIG_DIR", "/c"), home)
                        .file());
        assertEquals(
                Path.of("/c/hooks.json"),
                Setup.of("codex", Map.of("HOME", "/h", "CODEX_HOME", "/c"), home)
                        .file());
        assertEquals(
                Path.of("/c/hooks/licet.json"),
                Setup.of("copilot", Map.of("HOME", "/h", "COPILOT_HOME", "/c"), home)
                        .file());
        assertEquals(
                Path.of("/c/.gemini/settings.json"),
                Setup.of("gemini", Map.of("HOME", "/h", "GEMINI_CLI_HOME", "/c"), home)
                        .file());
    }

    @Test
    void versions_areComparedAsNumbers() {
        Host.HttpHooks claude = Hooks.host("claude").flatMap(Host::http).orElseThrow();
        HostVersion old = HostVersion.in("2.1.99 (Claude Code)").orElseThrow();
        HostVersion fresh = HostVersion.in("v2.1.295").orElseThrow();
        assertFalse(claude.blockInCaseOfFailure(old));
        assertTrue(claude.blockInCaseOfFailure(fresh));
        assertTrue(claude.blockInCaseOfFailure(HostVersion.in("3.0.0").orElseThrow()));
        assertEquals(Optional.empty(), HostVersion.in("none"));
    }
}
