package dev.licet.cli.demo;

import dev.licet.client.LicetClient;
import dev.licet.core.display.SafeText;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;

/** An agent whose calls are a script: each one goes through the gate, and what is allowed is executed. */
final class DemoAgent {
    private static final Duration WAIT = Duration.ofHours(1);

    private final LicetClient client;
    private final Path project;
    private final DemoTools tools;
    private final Consumer<String> say;
    private int allowed;
    private int denied;
    private int asked;

    DemoAgent(LicetClient client, DemoWorkspace demo, Consumer<String> say) {
        this.client = client;
        this.project = demo.project();
        this.tools = new DemoTools(demo);
        this.say = say;
    }

    /** Makes every call of the script and says what happened to it; ends with a summary. */
    void run() throws IOException, InterruptedException {
        int number = 0;
        for (String line : script().lines().toList()) {
            number++;
            try {
                make(JsonText.parseObject(line), number);
            } catch (InvalidJson e) {
                throw new GateException("the script is damaged: " + e.getMessage(), e);
            }
        }
        say.accept("");
        say.accept(number + " calls: " + allowed + " allowed, " + denied + " denied; " + asked + " were asked");
    }

    private static String script() throws IOException {
        try (InputStream in = Objects.requireNonNull(DemoAgent.class.getResourceAsStream("script.jsonl"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private void make(JsonObject step, int number) throws IOException, InterruptedException {
        String tool = step.text("tool").orElseThrow();
        JsonObject arguments = step.object("arguments").orElseThrow();
        JsonObject call = step.with("callId", "demo-" + number)
                .with("sessionId", "demo")
                .with("workerId", "local")
                .with("cwd", project.toString());
        String subject = SafeText.oneLine(arguments
                .text("command")
                .or(() -> arguments.text("path"))
                .or(() -> arguments.text("pattern"))
                .orElse(""));
        String title = String.format(Locale.ROOT, "%2d  %-10s  %s", number, tool, subject);
        LicetClient.Reply first = client.call(call, Duration.ZERO);
        boolean held = first.status() == 202;
        if (held) {
            asked++;
            say.accept(title);
        }
        LicetClient.Reply reply = held ? client.call(call, WAIT) : first;
        String result = result(reply, tool, arguments, held);
        say.accept((held ? "    " : title + "\n    ") + result);
    }

    private String result(LicetClient.Reply reply, String tool, JsonObject arguments, boolean held)
            throws InterruptedException {
        String decision = reply.document().text("decision").orElse("deny");
        if (!decision.equals("allow")) {
            denied++;
            String reason = reply.document().text("reason").orElse("nobody answered");
            return (held ? "asked, then denied: " : "denied: ") + SafeText.oneLine(reason);
        }
        allowed++;
        String how = held ? "asked, then allowed: " : "allowed: ";
        try {
            return how + SafeText.oneLine(tools.execute(tool, arguments));
        } catch (IOException e) {
            return how + "it failed: " + e.getMessage();
        }
    }
}
