package dev.licet.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.licet.core.call.WorkerId;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.propose.GrantKind;
import dev.licet.core.rule.Mode;
import dev.licet.gate.agent.Reply;
import java.nio.file.Path;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Rules of every kind, each with one gate for the whole class. */
class RulesTest {
    private static final Path POLICY = Path.of("src/test/resources/policy");

    @RegisterExtension
    private static final GateExtension PLAIN = GateExtension.with("{\"shell_exec\": {\"make *\": \"ask\"}}");

    @RegisterExtension
    private static final GateExtension ODD =
            GateExtension.with("{\"shell_exec\": {\"git status\": \"allow\", \"git *\": \"ask\"}}");

    @RegisterExtension
    private static final GateExtension MOLF = GateExtension.preset("molf");

    @RegisterExtension
    private static final GateExtension FREE = GateExtension.with("{}").in(Mode.YOLO);

    @RegisterExtension
    private static final GateExtension LAYERS = GateExtension.with(POLICY).as(new WorkerId("ci"));

    @Test
    void presets_decideAsTheyDo() {
        MOLF.command("git push").isAsked();
        MOLF.call("read_file", JsonObject.empty().with("path", "notes.txt")).isAllowed();
    }

    @Test
    void modes_holdForTheSessionOfTheTest() {
        FREE.command("make").isAllowed();
        PLAIN.command("make").isAsked().decidedBy("shell_exec", "make *");
    }

    @Test
    void dataDirectories_haveAllTheirLayers() {
        LAYERS.command("make all").isAllowed().decidedBy("shell_exec", "make *");
        LAYERS.call("deploy", JsonObject.empty()).isDenied();
        LAYERS.call("write_file", JsonObject.empty().with("path", "a").with("content", "b"))
                .isAsked();
    }

    @RepeatedTest(2)
    void anotherTest_hasNothingOfWhatWasGrantedForASession() {
        PLAIN.answering(Reply.forSession(GrantKind.CALL));
        PLAIN.command("make all").isAsked();
        PLAIN.command("make all").isAllowed();
        assertEquals(1, PLAIN.asked().size());
    }

    @Test
    void oddRules_areNotClean() {
        PLAIN.hasCleanRules();
        assertThrows(AssertionError.class, ODD::hasCleanRules);
    }

    @Test
    void whatCannotBeMeant_isRefused() {
        assertThrows(IllegalArgumentException.class, new OwnRules.Preset("none such")::open);
        assertThrows(IllegalArgumentException.class, new OwnRules.Text("{\"shell_exec\": \"perhaps\"}")::open);
    }
}
