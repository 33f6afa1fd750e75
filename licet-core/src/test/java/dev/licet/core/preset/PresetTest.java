package dev.licet.core.preset;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.licet.core.call.CallId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.WorkerId;
import dev.licet.core.decide.Judge;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.path.FileView;
import dev.licet.core.path.JudgeContext;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Mode;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PresetTest {
    private static final Judge JUDGE = Judge.standard();
    private static final JudgeContext CONTEXT =
            new JudgeContext("/home/dev/project", "/home/dev", "/home/dev/.licet", FileView.NONE);

    private static Action decide(Mode mode, String tool, JsonObject arguments) {
        var call = new ToolCall(
                new CallId("c"), tool, arguments, new SessionId("s"), new WorkerId("w"), CONTEXT.workspace(), Map.of());
        return JUDGE.decide(call, Preset.named("oh-my-pi").orElseThrow().policy(mode), CONTEXT)
                .action();
    }

    private static Action yolo(String command) {
        return decide(Mode.YOLO, "bash", JsonObject.empty().with("command", command));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"rm -f /tmp/x.txt", "echo x > /srv/x", "chmod -R 755 /srv/x", "echo x > /dev/null", "cat ../x"})
    void inYoloOfOhMyPi_whatLiesOutsideIsNotAsked(String command) {
        assertEquals(Action.ALLOW, yolo(command));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rm -rf /",
                "rm -rf ~",
                "rm --recursive --force /",
                "rm -rf .",
                "mkfs.ext4 /dev/sda1",
                "dd if=x of=/dev/sda",
                "echo x > /dev/sd?"
            })
    void inYoloOfOhMyPi_wholeTreesAndDisksAre(String command) {
        assertEquals(Action.ASK, yolo(command));
    }

    @ParameterizedTest
    @CsvSource({
        "find, '', '', ALLOW, ALLOW", "lsp, action, hover, ALLOW, ALLOW", "lsp, action, HOVER, ALLOW, ALLOW",
        "lsp, action, rename, ASK, ALLOW", "lsp, '', '', ASK, ALLOW", "debug, action, variables, ALLOW, ALLOW",
        "debug, action, evaluate, ASK, ASK", "task, '', '', ASK, ASK", "nobody_knows_it, action, hover, ASK, ASK"
    })
    void itsOwnTools_haveTheirTiers(String tool, String argument, String value, Action alwaysAsk, Action write) {
        JsonObject arguments =
                argument.isEmpty() ? JsonObject.empty() : JsonObject.empty().with(argument, value);
        assertEquals(alwaysAsk, decide(Mode.ALWAYS_ASK, tool, arguments));
        assertEquals(write, decide(Mode.WRITE, tool, arguments));
    }

    @Test
    void eachPreset_canBeRead() {
        Preset.NAMES.forEach(
                name -> assertEquals(name, Preset.named(name).orElseThrow().name()));
    }
}
