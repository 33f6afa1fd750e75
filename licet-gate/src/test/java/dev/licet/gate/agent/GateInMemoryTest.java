package dev.licet.gate.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.call.WorkerId;
import dev.licet.core.json.JsonValue.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A gate that is only in memory. */
class GateInMemoryTest {
    private static final Path SOMEWHERE = Path.of("/srv/project");

    private static JsonObject command(String command) {
        return JsonObject.empty().with("command", command);
    }

    private static Set<Path> temporary() throws Exception {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName().toString().startsWith("licet-gate"))
                    .collect(Collectors.toSet());
        }
    }

    private static Set<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("licet"))
                .collect(Collectors.toSet());
    }

    @Test
    void itLeavesNoFile_andNoThread_andNeedNotBeClosed() throws Exception {
        Set<Path> files = temporary();
        Set<String> threads = threads();
        for (int i = 0; i < 20; i++) {
            ToolGate gate = ToolGate.inMemory("{\"read_file\": \"allow\"}");
            Result<String> result = gate.session("s", SOMEWHERE)
                    .run("read_file", JsonObject.empty().with("path", "a"), arguments -> "read");
            assertInstanceOf(Result.Ran.class, result);
        }
        assertEquals(files, temporary());
        assertEquals(threads, threads());
    }

    @Test
    void theRulesAreThoseOfEveryWorker_andWhatIsRememberedStays() throws Exception {
        var asked = new AtomicInteger();
        ToolGate gate = ToolGate.inMemory("{\"shell_exec\": {\"git *\": \"allow\"}}")
                .answering(ask -> {
                    asked.incrementAndGet();
                    return Reply.always();
                });
        ToolGate other = gate.as(new WorkerId("other"));
        assertInstanceOf(
                Result.Ran.class,
                other.session("s", SOMEWHERE).run("shell_exec", command("git fetch"), arguments -> "ran"));
        assertEquals(0, asked.get());
        for (String session : new String[] {"a", "b", "c"}) {
            assertInstanceOf(
                    Result.Ran.class,
                    gate.session(session, SOMEWHERE).run("shell_exec", command("make all"), arguments -> "ran"));
        }
        assertEquals(1, asked.get());
    }

    @Test
    void aDeadline_endsAQuestion_thatNobodyAnswers() throws Exception {
        ToolGate gate = ToolGate.inMemory("{\"deploy\": {\"*\": {\"action\": \"ask\", \"deadline\": \"1s\"}}}");
        Result<String> result = gate.session("s", SOMEWHERE)
                .submit(GatedTool.named("deploy"), JsonObject.empty(), arguments -> "ran")
                .result()
                .toCompletableFuture()
                .join();
        assertTrue(
                result instanceof Result.Refused<String> refused
                        && refused.message().contains("Nobody answered in time"),
                result::toString);
    }
}
