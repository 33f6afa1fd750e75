package dev.licet.gate;

import static dev.licet.gate.OpenGate.WORKER;
import static dev.licet.gate.OpenGate.shell;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.approval.ApprovalId;
import dev.licet.gate.approval.Answered;
import dev.licet.gate.call.Outcome;
import dev.licet.gate.data.GateException;
import java.nio.file.Files;
import java.sql.DriverManager;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What is remembered stands in the database and in a file: whatever fails between them, both say the same in the end. */
class RememberedAnswersTest extends WithGate {
    private void sql(String command) throws Exception {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + open.directory.database());
                var statement = connection.createStatement()) {
            statement.execute(command);
        }
    }

    private String rules() throws Exception {
        return Files.readString(open.directory.permissions(WORKER));
    }

    @Test
    void always_thatCannotBeStored_leavesNoRule() throws Exception {
        ApprovalId id = open.held(shell("s", "git push origin main")).id();
        sql("create trigger full before insert on unsaved begin select raise(abort, 'disk full'); end");
        assertThrows(GateException.class, () -> open.gate.approveAlways(id, open.answer("")));
        assertFalse(rules().contains("git push"));
        assertTrue(open.gate.approval(id).orElseThrow().isPending());
        sql("drop trigger full");
        assertInstanceOf(Answered.Applied.class, open.gate.approveAlways(id, open.answer("")));
        assertTrue(rules().contains("\"git push *\": \"allow\""));
    }

    @Test
    void always_cutOffBeforeItsRuleIsInTheFile_isThereAfterTheNextStart() throws Exception {
        ApprovalId id = open.held(shell("s", "git push origin main")).id();
        String before = rules();
        open.gate.approveAlways(id, open.answer(""));
        String gate = open.gate.tickets().keyId();
        open.gate.close();
        Files.writeString(open.directory.permissions(WORKER), before);
        sql("insert into unsaved (approval, gate) values ('" + id.text() + "', '" + gate + "')");
        open.reopen();
        assertTrue(rules().contains("\"git push *\": \"allow\""));
        assertInstanceOf(Outcome.Allowed.class, open.gate.submit(shell("t", "git push origin x"), Duration.ZERO));
        assertEquals(0, unsaved());
    }

    private int unsaved() throws Exception {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + open.directory.database());
                var statement = connection.createStatement();
                var row = statement.executeQuery("select count(*) from unsaved")) {
            return row.getInt(1);
        }
    }
}
