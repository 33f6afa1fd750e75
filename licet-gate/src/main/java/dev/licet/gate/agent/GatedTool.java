package dev.licet.gate.agent;

import dev.licet.core.call.CallContext;
import dev.licet.core.call.ToolWords;
import dev.licet.core.json.CanonicalJson;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.rule.Declaration;
import dev.licet.core.rule.Tier;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * A tool as the gate knows it: its name, and what it says of itself. A tool that says nothing may do anything
 * ({@link Tier#EXEC}).
 *
 * {@snippet class="dev.licet.gate.agent.Snippets" region="declared"}
 *
 * @param declare what it says of a call with these arguments; what it throws counts as nothing said
 * @param details lines that help a person to decide about these arguments
 * @param schema the JSON Schema of its arguments; empty for none
 * @param origin where it comes from, such as {@code mcp:files}; empty when it is the agent's own
 */
public record GatedTool(
        String name,
        Function<JsonObject, JsonObject> declare,
        Function<JsonObject, List<String>> details,
        JsonObject schema,
        String origin) {

    /** The tool called {@code name}, which says nothing of itself. */
    public static GatedTool named(String name) {
        return new GatedTool(name, arguments -> JsonObject.empty(), arguments -> List.of(), JsonObject.empty(), "");
    }

    /** What {@code gated} says of the tool called {@code name}. */
    public static GatedTool of(String name, Gated gated) {
        Declaration declared = Declaration.of(gated.tier());
        Declaration reasoned = gated.override() ? declared.overriding(gated.reason()) : declared;
        Declaration keyed = gated.policyKey().isEmpty() ? reasoned : reasoned.withPolicyKey(gated.policyKey());
        return named(name).declaring(arguments -> keyed);
    }

    /** This tool, which does at most {@code tier}. */
    public GatedTool tier(Tier tier) {
        return declaring(arguments -> Declaration.of(tier));
    }

    /** This tool, which says {@code declare} of a call with given arguments. */
    public GatedTool declaring(Function<JsonObject, Declaration> declare) {
        return new GatedTool(name, arguments -> declare.apply(arguments).form(), details, schema, origin);
    }

    /** This tool with lines for the person who is asked. */
    public GatedTool describing(Function<JsonObject, List<String>> details) {
        return new GatedTool(name, declare, details, schema, origin);
    }

    /** This tool with the JSON Schema of its arguments; one that is too long is left out. */
    public GatedTool withSchema(JsonObject schema) {
        boolean fits = CanonicalJson.of(schema).length() <= ToolWords.MAX_SCHEMA;
        return new GatedTool(name, declare, details, fits ? schema : JsonObject.empty(), origin);
    }

    public GatedTool withOrigin(String origin) {
        return new GatedTool(name, declare, details, schema, origin);
    }

    /** {@code context} with what this tool says of a call with {@code arguments}. */
    CallContext in(CallContext context, JsonObject arguments) {
        return context.withOrigin(origin).withWords(new ToolWords(schema, declared(arguments), lines(arguments)));
    }

    /** A tool that fails to say what it does may do anything, and is asked about over every rule. */
    private JsonObject declared(JsonObject arguments) {
        try {
            return Objects.requireNonNull(declare.apply(arguments), "a tool says nothing as an empty object");
        } catch (RuntimeException | Error e) {
            return Declaration.of(Tier.EXEC)
                    .overriding("the tool fails to say what it does")
                    .form();
        }
    }

    private List<String> lines(JsonObject arguments) {
        try {
            return ToolWords.fitting(details.apply(arguments));
        } catch (RuntimeException | Error e) {
            return List.of();
        }
    }
}
