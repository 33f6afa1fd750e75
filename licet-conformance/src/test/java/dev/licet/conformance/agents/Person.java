package dev.licet.conformance.agents;

import dev.licet.conformance.RunningServer;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Somebody who gives the same answer to whatever is asked.
 *
 * @param verb what is done with an approval, as the API has it
 * @param answer what is said with it, by the approval
 * @param hesitation how long an approval waits for it
 * @param ready whether an approval can be answered
 */
record Person(
        RunningServer server,
        String verb,
        UnaryOperator<JsonObject> answer,
        Duration hesitation,
        Predicate<JsonObject> ready) {
    private static final JsonObject EMPTY = JsonObject.empty();
    private static final long LOOKS_AGAIN = 100;

    /**
     * What was seen.
     *
     * @param result what the work gave
     * @param asked the answered approvals
     */
    record Answered<T>(T result, List<JsonObject> asked) {}

    static Person approves(RunningServer server) {
        return new Person(server, "approve", approval -> EMPTY, Duration.ZERO, approval -> true);
    }

    /** Approves what was tried before, and nothing else. */
    static Person approvesWhatWasTried(RunningServer server) {
        return new Person(
                server,
                "approve",
                approval -> EMPTY,
                Duration.ZERO,
                approval -> approval.object("preview").isPresent());
    }

    /** Approves a call with other arguments: with {@code after} where they had {@code before}. */
    static Person changes(RunningServer server, String before, String after) {
        UnaryOperator<JsonObject> answer = approval -> {
            JsonObject call = approval.object("call").orElseThrow();
            String arguments = JsonText.write(call.object("arguments").orElseThrow());
            return EMPTY.with("arguments", parsed(arguments.replace(before, after)));
        };
        return new Person(server, "approve", answer, Duration.ZERO, approval -> true);
    }

    private static JsonObject parsed(String text) {
        try {
            return JsonText.parseObject(text);
        } catch (InvalidJson e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    static Person rejects(RunningServer server, String mode, String feedback) {
        UnaryOperator<JsonObject> answer = approval -> EMPTY.with("mode", mode).with("feedback", feedback);
        return new Person(server, "deny", answer, Duration.ZERO, approval -> true);
    }

    /** The same person, who takes that long to answer. */
    Person after(Duration hesitates) {
        return new Person(server, verb, answer, hesitates, ready);
    }

    /** Answers as long as {@code work} goes on. */
    <T> Answered<T> during(Callable<T> work) throws Exception {
        var done = new AtomicBoolean();
        var answering = new FutureTask<>(() -> answer(done));
        Thread.ofVirtual().start(answering);
        T result;
        try {
            result = work.call();
        } finally {
            done.set(true);
        }
        try {
            return new Answered<>(result, answering.get());
        } catch (ExecutionException e) {
            throw new AssertionError("nobody could answer", e);
        }
    }

    private List<JsonObject> answer(AtomicBoolean done) throws Exception {
        var asked = new ArrayList<JsonObject>();
        while (!done.get()) {
            for (String id : server.pending()) {
                String path = "/v1/approvals/" + id;
                JsonObject approval = server.get(path);
                if (!ready.test(approval)) {
                    continue;
                }
                Thread.sleep(hesitation);
                server.post(path + "/" + verb, JsonText.write(answer.apply(approval)));
                asked.add(approval);
            }
            Thread.sleep(LOOKS_AGAIN);
        }
        return asked;
    }
}
