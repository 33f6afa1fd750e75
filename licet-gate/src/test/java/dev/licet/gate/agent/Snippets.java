package dev.licet.gate.agent;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.rule.Declaration;
import dev.licet.core.rule.RuleText;
import dev.licet.core.rule.Tier;
import dev.licet.gate.call.Presentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What the documentation of this package shows, so that it compiles. */
final class Snippets {
    private Snippets() {}

    static String gate(Path data, Path project) throws Exception {
        // @start region="gate"
        try (ToolGate gate = ToolGate.open(data).answering(ConsoleAnswerer.standard());
                AgentSession session = gate.session("chat-1", project)) {
            JsonObject arguments = JsonObject.empty().with("path", "notes.txt");
            Result<String> result = session.run(
                    "read_file",
                    arguments,
                    allowed -> Files.readString(
                            project.resolve(allowed.text("path").orElse(""))));
            return switch (result) {
                case Result.Ran<String> ran -> ran.value();
                case Result.Failed<String> failed -> "failed: " + failed.cause().getMessage();
                case Result.Refused<String> refused -> refused.message();
            };
        }
        // @end
    }

    static BatchResult<String> reply(AgentSession session, Executor<String> send) throws InterruptedException {
        // @start region="reply"
        try (AgentSession.Turn turn = session.turn()) {
            return turn.session()
                    .batch(
                            List.of(
                                    new PlannedCall<>(
                                            GatedTool.named("send_mail"),
                                            JsonObject.empty().with("to", "anna"),
                                            send),
                                    new PlannedCall<>(
                                            GatedTool.named("send_mail"),
                                            JsonObject.empty().with("to", "ben"),
                                            send)),
                            Presentation.SEQUENTIAL);
        }
        // @end
    }

    static GatedTool declared() {
        // @start region="declared"
        return GatedTool.named("orders")
                .declaring(arguments -> arguments.text("action").orElse("").equals("find")
                        ? Declaration.of(Tier.READ)
                        : Declaration.of(Tier.EXEC).overriding("moves money"))
                .describing(
                        arguments -> List.of("order " + arguments.text("number").orElse("?")));
        // @end
    }

    static Result<String> skill(AgentSession.Turn turn, String text) throws InterruptedException {
        // @start region="skill"
        var skill = new Skill("release", text, List.of(new RuleText("shell_exec", "git tag *")));
        return turn.session().use(skill, allowed -> skill.text());
        // @end
    }
}
