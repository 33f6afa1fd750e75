package dev.licet.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.agent.Answerer;
import dev.licet.gate.agent.ConsoleAnswerer;
import dev.licet.script.Line;
import dev.licet.script.ScriptedModel;
import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.support.GenericApplicationContext;

class OrderDeskTest {
    private static final JsonObject ORDER = JsonObject.empty().with("number", 7);

    private static String chat(ScriptedModel script, String typed) {
        var in = new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8));
        var console = ConsoleAnswerer.on(in, new PrintStream(OutputStream.nullOutputStream()));
        try (var context = new SpringApplicationBuilder(OrderDesk.class)
                .initializers((GenericApplicationContext beans) ->
                        beans.registerBean("console", Answerer.class, () -> console))
                .run("--spring.ai.openai.base-url=" + script.url())) {
            return context.getBean(OrderDesk.Desk.class).chat("Pay order 7 back.");
        }
    }

    private static ScriptedModel script() {
        return ScriptedModel.start(
                List.of(Line.calls("find_order", ORDER), Line.calls("refund_order", ORDER), Line.says("Done.")));
    }

    @Test
    void findingIsFree_andARefundIsAskedAbout() {
        try (ScriptedModel script = script()) {
            assertEquals("Done.", chat(script, "y\n"));
            assertEquals(List.of("\"order 7: two chairs, paid\"", "\"order 7 is paid back\""), script.toolResults());
        }
    }

    @Test
    void aNo_reachesTheModel() {
        try (ScriptedModel script = script()) {
            assertEquals("Done.", chat(script, "n call them first\n"));
            assertEquals(
                    "The user rejected `refund_order`: call them first",
                    script.toolResults().getLast());
        }
    }
}
