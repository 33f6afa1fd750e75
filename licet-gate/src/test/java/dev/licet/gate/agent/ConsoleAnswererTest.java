package dev.licet.gate.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.approval.ApprovalId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.WorkerId;
import dev.licet.core.display.CallText;
import dev.licet.core.display.Risk;
import dev.licet.core.display.SafeText;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.rule.RuleText;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ConsoleAnswererTest {
    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(shown, true, StandardCharsets.UTF_8);

    private static Ask ask(String text, RuleText... always) {
        return new Ask(
                new ApprovalId("aaaaaaaaaa"),
                new Ask.Call(
                        "ab".repeat(32), WorkerId.STANDARD, new SessionId("s"), "", "send", JsonObject.empty(), "/srv"),
                new CallText("send", "here", new SafeText(text, 0), List.of()),
                new Risk(Risk.Level.HIGH, "may do anything", Set.of()),
                List.of("no rule covers this"),
                List.of(always),
                List.of(),
                List.of(),
                Instant.EPOCH);
    }

    private static InputStream typed(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private String shown() {
        return shown.toString(StandardCharsets.UTF_8);
    }

    @Test
    void linesAnswer_withTheWordsBehindThem() throws Exception {
        var console = ConsoleAnswerer.on(typed("maybe\ny be quick\na\nn not now\ns\n"), out);
        assertEquals(new Reply.Once("be quick"), console.answer(ask("one\n[y]es")));
        assertEquals(new Reply.Always(""), console.answer(ask("two", new RuleText("send", "*"))));
        assertEquals(Reply.skip("not now"), console.answer(ask("three")));
        assertEquals(Reply.stop(""), console.answer(ask("four")));
        assertEquals(Reply.left(), console.answer(ask("five")), "the input is at its end");
        assertEquals(Reply.left(), console.answer(ask("six")));
        assertTrue(shown().contains("  | one\n  | [y]es\n"), "no line of a call looks like one of the question");
        assertTrue(shown().contains("  always: send\n"), shown());
    }

    @Test
    void alwaysIsNoAnswer_whereNoRuleCanAllowTheCall() throws Exception {
        var console = ConsoleAnswerer.on(typed("a\ny\n"), out);
        assertEquals(Reply.once(), console.answer(ask("one")));
        assertFalse(shown().contains("always"), shown());
    }

    @Test
    void forAPerson_onlyALineWithTheNumberOfTheQuestionApproves() throws Exception {
        InputStream before = System.in;
        PrintStream beforeOut = System.out;
        try {
            System.setIn(typed("y\nyes\ny2\ny1 fine\ny1\na1\ny2\nn\n"));
            System.setOut(out);
            var console = ConsoleAnswerer.standard();
            assertEquals(new Reply.Once("fine"), console.answer(ask("one")));
            assertEquals(Reply.once(), console.answer(ask("two")));
            assertEquals(Reply.skip(""), console.answer(ask("three")));
        } finally {
            System.setIn(before);
            System.setOut(beforeOut);
        }
    }

    @Test
    void whatWasTypedForAWithdrawnQuestion_doesNotAnswerTheNext() throws Exception {
        try (var keys = new PipedOutputStream();
                var in = new PipedInputStream(keys)) {
            InputStream before = System.in;
            PrintStream beforeOut = System.out;
            try {
                System.setIn(in);
                System.setOut(out);
                var console = ConsoleAnswerer.standard();
                var first = new CompletableFuture<Boolean>();
                Thread asking = Thread.startVirtualThread(() -> {
                    assertThrows(InterruptedException.class, () -> console.answer(ask("harmless")));
                    first.complete(true);
                });
                while (!shown().contains("y1 yes")) {
                    Thread.onSpinWait();
                }
                keys.write("y".getBytes(StandardCharsets.UTF_8));
                asking.interrupt();
                assertTrue(first.get());
                keys.write("\ny1\nn no\n".getBytes(StandardCharsets.UTF_8));
                keys.flush();
                assertInstanceOf(Reply.Rejected.class, console.answer(ask("dangerous")));
            } finally {
                System.setIn(before);
                System.setOut(beforeOut);
            }
        }
    }
}
