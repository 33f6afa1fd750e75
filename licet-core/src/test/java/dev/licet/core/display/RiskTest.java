package dev.licet.core.display;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.licet.core.call.CallId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.WorkerId;
import dev.licet.core.decide.Judge;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.path.FileView;
import dev.licet.core.path.JudgeContext;
import dev.licet.core.preset.Preset;
import dev.licet.core.rule.Mode;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a person sees first of a call: how bad it may be, and what it is. */
class RiskTest {
    private static final String PROJECT = "/home/dev/project";

    private static ToolCall call(String tool, JsonObject arguments) {
        return new ToolCall(new CallId("c"), tool, arguments, new SessionId("s"), new WorkerId("w"), PROJECT, Map.of());
    }

    private static Risk risk(ToolCall call) {
        var context = new JudgeContext(PROJECT, "/home/dev", "/home/dev/.licet", FileView.NONE);
        return Risk.of(call, Judge.standard().decide(call, Preset.standard().policy(Mode.WRITE), context));
    }

    private static String badges(Risk risk) {
        return risk.badges().stream().map(Risk.Badge::text).collect(Collectors.joining(" "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "ls -la | low | reads | ''",
                "mkdir -p build | low | changes files of the workspace (`mkdir`) | ''",
                "npm test | medium | runs code of the project (`npm test`) | ''",
                "rm -rf build | medium | deletes build | deletes",
                "curl https://example.com/x | medium | contacts other machines (`curl`) | network",
                "git push --force origin main | critical | changes more than files of the workspace (`git push` --force), and may not be undone | network",
                "git push -f | critical | changes more than files of the workspace (`git push` -f), and may not be undone | network",
                "git push origin +main | critical | changes more than files of the workspace (`git push` +main), and may not be undone | network",
                "git push origin :old | critical | changes more than files of the workspace (`git push` :old), and may not be undone | deletes network",
                "git push -d origin old | critical | changes more than files of the workspace (`git push` -d), and may not be undone | deletes network",
                "kubectl apply -f web.yaml | high | may do all that `kubectl apply` can | unknown",
                "docker rm -f web | critical | changes more than files of the workspace (`docker rm` -f), and may not be undone | network",
                "make all deploy | high | runs code of the project (`make all` deploy), which may change other machines | ''",
                "npm test deploy | medium | runs code of the project (`npm test`) | ''",
                "npm run db:drop | high | runs code of the project (`npm run db:drop`), which may delete what is stored | ''",
                "make prod | critical | runs code of the project (`make prod`), which may change other machines, and names production | production",
                "./gradlew deployProd | high | runs code of the project (`./gradlew deployProd`), which may change other machines | network",
                "dd if=/dev/zero of=/dev/sda | critical | writes /dev/sda: a disk or another device | deletes",
                "mkfs.ext4 /dev/sda1 | critical | may write /dev/sda1: a disk or another device | secret deletes unknown",
                "git push origin main | high | changes more than files of the workspace (`git push`) | network",
                "frobnicate --all | high | may do anything: nothing is known of `frobnicate` | unknown",
                "aws s3 sync build s3://acme-prod --delete | critical | may do anything: nothing is known of `aws s3 sync`, and may not be undone, and names production | production deletes unknown",
                "kubectl --context prod delete pod web | critical | may do all that `kubectl delete` can, and names production | production unknown",
                "echo x > /srv/x | high | writes /srv/x, outside of the workspace | outside",
                "rm -rf /srv/data | critical | deletes /srv/data, outside of the workspace | outside deletes",
                "rm -rf ~ | critical | deletes ~: the workspace, the home directory or above | deletes",
                "echo x > .git/hooks/pre-commit | high | writes .git/hooks/pre-commit: a CI, hook or configuration file that controls what runs later | CI",
                "kubectl get pods -n production | high | may show secrets of the environment (`kubectl get pods`), and names production | production secret network",
                "kubectl top pods -n production | medium | contacts other machines (`kubectl top pods`), and names production | production network",
                "curl -X POST https://api.production.example/x | critical | contacts other machines (`curl` -X), and names production | production network",
                "make deploy ENV=production | critical | runs code of the project (`make deploy` ENV), which may change other machines, and names production | production",
                "npm run deploy | high | runs code of the project (`npm run deploy`), which may change other machines | ''",
                "npm run test:deployed | medium | runs code of the project (`npm run test:deployed`) | ''",
                "curl https://api.production.example/x | medium | contacts other machines (`curl`), and names production | production network",
                "npm run build:production | medium | runs code of the project (`npm run build:production`) | ''"
            })
    void theWorst_isWhatDecidesHowBadItIs(String line, String level, String worst, String badges) {
        Risk risk = risk(call("shell_exec", JsonObject.empty().with("command", line)));
        assertEquals(worst, risk.worst());
        assertEquals(level, risk.level().text());
        assertEquals(badges.equals("''") ? "" : badges, badges(risk));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mcp__linear__create_issue | title | medium | does what its server makes of it",
                "mcp__linear__deleteIssue | id | high | does what its server makes of it, and may not be undone",
                "WebFetch | url | medium | contacts example.com",
                "Skill | skill | medium | follows the instructions of https://example.com/a"
            })
    void otherTools_haveARiskToo(String tool, String name, String level, String worst) {
        Risk risk = risk(call(tool, JsonObject.empty().with(name, "https://example.com/a")));
        assertEquals(worst, risk.worst());
        assertEquals(level, risk.level().text());
    }

    private static String headline(String tool, Map<String, ?> arguments) {
        Headline headline = Headline.of(call(tool, JsonObject.ofMap(arguments)));
        return headline.kind().text() + " " + headline.text() + " +" + headline.added() + " -" + headline.removed();
    }

    @Test
    void aHeadline_isWhatAPersonThinksOf() {
        assertEquals("command npm test⏎ # x +0 -0", headline("Bash", Map.of("command", "npm test\n# x")));
        assertEquals(
                "file src/a.c +2 -1",
                headline(
                        "Edit",
                        Map.of("file_path", PROJECT + "/src/a.c", "old_string", "a\nb", "new_string", "a\nc\nd")));
        assertEquals("file /etc/x +2 -0", headline("Write", Map.of("file_path", "/etc/x", "content", "a\nb\n")));
        assertEquals(
                "address https://example.com/x +0 -0", headline("WebFetch", Map.of("url", "https://example.com/x")));
        assertEquals(
                "tool linear-server › create issue “Fix the login” +0 -0",
                headline("mcp__linear-server__create_issue", Map.of("title", "Fix the login", "team", "A")));
        assertEquals("tool files › read file +0 -0", headline("mcp__files__readFile", Map.of()));
    }
}
