package dev.licet.gate;

import static dev.licet.gate.OpenGate.call;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.licet.core.call.ToolCall;
import dev.licet.core.rule.Action;
import dev.licet.gate.json.JsonText;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What searches may show of a folder that is there. */
class SearchesTest extends WithGate {
    @TempDir
    private Path project;

    @BeforeEach
    void repository() throws Exception {
        Files.createDirectories(project.resolve(".git"));
        Files.writeString(project.resolve(".git/config"), "");
        for (String file : new String[] {"src/a.ts", "keys/server.pem", "ignored/id_rsa", "app/.env"}) {
            Files.createDirectories(project.resolve(file).getParent());
            Files.writeString(project.resolve(file), "");
        }
        Files.writeString(project.resolve(".gitignore"), "ignored/\n.env\n");
    }

    private ToolCall search(String tool, String arguments) throws Exception {
        return OpenGate.in(
                project.toRealPath().toString(), call("s", tool, JsonText.parseObject(arguments.replace('\'', '"'))));
    }

    private void assertDecision(Action action, String tool, String arguments) throws Exception {
        assertEquals(action, open.gate.decide(search(tool, arguments)).action(), tool + " " + arguments);
    }

    @Test
    void aSearch_isQuietWhereNoSecretIs() throws Exception {
        assertDecision(Action.ALLOW, "Grep", "{'pattern':'x','path':'src'}");
        assertDecision(Action.ALLOW, "Grep", "{'pattern':'x','glob':'*.ts'}");
        assertDecision(Action.ALLOW, "Grep", "{'pattern':'x','glob':'src/**/*.{ts,tsx}','path':'.'}");
        assertDecision(Action.ALLOW, "grep_search", "{'pattern':'x','dir_path':'ignored/..//src','no_ignore':false}");
    }

    @Test
    void aSearch_ofAFolderWithASecret_isAsked() throws Exception {
        assertDecision(Action.ASK, "Grep", "{'pattern':'x'}");
        assertDecision(Action.ASK, "Grep", "{'pattern':'x','path':'keys'}");
        assertDecision(Action.ASK, "grep", "{'pattern':'x','paths':['src','keys']}");
        assertDecision(Action.ASK, "search_codebase", "{'queries':['x']}");
    }

    @Test
    void whatGitIgnores_isNotSearched_unlessItIsNamed() throws Exception {
        Files.delete(project.resolve("keys/server.pem"));
        assertDecision(Action.ALLOW, "Grep", "{'pattern':'x'}");
        assertDecision(Action.ALLOW, "Grep", "{'pattern':'x','glob':'!*.md'}");
        assertDecision(Action.ASK, "Grep", "{'pattern':'x','path':'ignored'}");
        assertDecision(Action.ASK, "Grep", "{'pattern':'x','glob':'*'}");
        assertDecision(Action.ASK, "Grep", "{'pattern':'x','glob':'{ignored,ignored/**}'}");
        assertDecision(Action.ASK, "Grep", "{'pattern':'x','glob':'id_*'}");
        assertDecision(Action.ASK, "Grep", "{'pattern':'x','glob':'*.ts id_*'}");
        assertDecision(Action.ASK, "grep_search", "{'pattern':'x','no_ignore':true}");
        assertDecision(Action.ALLOW, "Bash", "{'command':'rg x'}");
        assertDecision(Action.ASK, "Bash", "{'command':'rg --no-ignore x'}");
        assertDecision(Action.ASK, "Bash", "{'command':'grep -r x .'}");
    }

    @Test
    void whatMayBeAnOption_isAsked() throws Exception {
        assertDecision(Action.ASK, "grep_search", "{'pattern':'-R','dir_path':'src'}");
        assertDecision(Action.ASK, "search_codebase", "{'queries':['x','-uuex']}");
        assertDecision(Action.ASK, "Grep", "{'pattern':'x','path':'src','glob':['*.ts']}");
    }

    @Test
    void whatOnlyLooksSecret_isNoQuestion() throws Exception {
        Files.delete(project.resolve("keys/server.pem"));
        Files.writeString(project.resolve("keys/ca.pem"), "-----BEGIN CERTIFICATE-----\n");
        Files.writeString(project.resolve(".npmrc"), "engine-strict=true\n");
        Files.createDirectories(project.resolve("src/test/tls"));
        Files.writeString(project.resolve("src/test/tls/server.key"), "-----BEGIN PRIVATE KEY-----\n");
        assertDecision(Action.ALLOW, "Grep", "{'pattern':'x'}");
        Files.writeString(project.resolve("keys/ca.pem"), "-----BEGIN CERTIFICATE-----\n-----BEGIN PRIVATE KEY-----\n");
        assertDecision(Action.ASK, "Grep", "{'pattern':'x'}");
        Files.delete(project.resolve("keys/ca.pem"));
        Files.writeString(project.resolve(".npmrc"), "//registry.example.com/:_authToken=x\n");
        assertDecision(Action.ASK, "Grep", "{'pattern':'x'}");
    }

    @Test
    void whatAnotherRuleAllows_isNoReasonToAsk() throws Exception {
        Files.delete(project.resolve("keys/server.pem"));
        Files.writeString(project.resolve(".env.example"), "");
        assertDecision(Action.ALLOW, "Grep", "{'pattern':'x'}");
        assertDecision(Action.ALLOW, "Grep", "{'pattern':'x','path':'.env.example'}");
        Files.writeString(project.resolve(".env.prod"), "");
        assertDecision(Action.ASK, "Grep", "{'pattern':'x'}");
    }

    @Test
    void aLink_isSearchedLikeTheFolderThatItLeadsTo() throws Exception {
        Files.createSymbolicLink(project.resolve("link"), project.resolve("keys"));
        assertDecision(Action.ASK, "Grep", "{'pattern':'x','path':'link'}");
        assertDecision(Action.ASK, "Bash", "{'command':'grep -r x link'}");
        Files.createSymbolicLink(project.resolve("src/deep"), project.resolve("keys"));
        assertDecision(Action.ALLOW, "Bash", "{'command':'grep -r x src'}");
        assertDecision(Action.ASK, "Bash", "{'command':'grep -R x src'}");
        assertDecision(Action.ALLOW, "Bash", "{'command':'rg x src'}");
        assertDecision(Action.ASK, "Bash", "{'command':'rg -L x src'}");
        Files.createSymbolicLink(project.resolve("src/back"), Files.createDirectory(project.resolve("keys/sub")));
        assertDecision(Action.ASK, "Bash", "{'command':'grep -r x src/back/..'}");
    }

    @Test
    void whatOtherProgramsReadOtherwise_isAnything() throws Exception {
        Files.delete(project.resolve("keys/server.pem"));
        assertDecision(Action.ASK, "Grep", "{'pattern':'x','glob':'{.env}'}");
        assertDecision(Action.ASK, "Bash", "{'command':'rg -g {.env} x'}");
        assertDecision(Action.ASK, "Bash", "{'command':'rg --iglob .ENV x'}");
        assertDecision(Action.ASK, "Bash", "{'command':'rg x app/.e*'}");
        assertDecision(Action.ALLOW, "Bash", "{'command':'rg -t ts x'}");
        Files.writeString(project.resolve(".gitignore"), "ignored/\n");
        assertDecision(Action.ALLOW, "Bash", "{'command':'rg x'}");
        assertDecision(Action.ASK, "Bash", "{'command':'rg -tsh x'}");
    }

    @Test
    void aSubmoduleOrAnOddRepository_isSearchedAsAWhole() throws Exception {
        Files.delete(project.resolve("keys/server.pem"));
        Files.createDirectories(project.resolve("app/.git"));
        ToolCall call = search("Bash", "{'command':'cd app && git grep x'}");
        assertEquals(Action.ASK, open.gate.decide(call).action());
    }
}
