package dev.licet.gate.agent;

import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import java.util.Optional;

/**
 * A call of a batch, and what runs it.
 *
 * @param skill the skill that it uses, if it is such a call: then it is that which is asked about, once for each version
 */
public record PlannedCall<T>(GatedTool tool, JsonObject arguments, Executor<T> executor, Optional<Skill> skill) {
    /** A call of {@code tool}. */
    public PlannedCall(GatedTool tool, JsonObject arguments, Executor<T> executor) {
        this(tool, arguments, executor, Optional.empty());
    }

    /** The use of {@code skill}, which is a call of the tool {@code skill}; {@code executor} hands its text to the model. */
    public static <T> PlannedCall<T> using(Skill skill, Executor<T> executor) {
        JsonObject arguments = JsonObject.empty()
                .with("name", skill.name())
                .with("version", skill.version())
                .with(
                        "allows",
                        JsonArray.of(skill.allows().stream()
                                .map(rule -> JsonObject.empty()
                                        .with("tool", rule.tool())
                                        .with("pattern", rule.pattern()))
                                .toList()));
        GatedTool tool = GatedTool.named("skill")
                .describing(shown -> skill.text().lines().toList());
        return new PlannedCall<>(tool, arguments, executor, Optional.of(skill));
    }
}
