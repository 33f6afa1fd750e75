package dev.licet.core.rule;

import dev.licet.core.call.ToolKind;
import dev.licet.core.json.JsonValue.JsonObject;
import java.util.Optional;

/**
 * What a tool says of itself, for one call.
 *
 * @param tier what it does at most
 * @param override whether the call is asked in every mode but {@link Mode#YOLO}, even over a rule that allows it
 * @param reason why, for the person who is asked; empty when nothing is said
 * @param policyKey the name that rules know this call by, where that is not the tool's; empty otherwise
 * @param verdict what the tool itself says about this call: a deny is final
 */
public record Declaration(
        Tier tier, boolean override, String reason, Optional<String> policyKey, Optional<Action> verdict) {

    /**
     * What {@code form} says: {@code {tier, override?, reason?, policyKey?, policy?}}. A tier that is none is {@link Tier#EXEC};
     * of the rest only what has the right type counts, and a policy is {@code allow}, {@code ask} ({@code prompt}) or
     * {@code deny}.
     */
    public static Declaration read(JsonObject form) {
        Tier tier = form.text("tier").flatMap(Tier::of).orElse(Tier.EXEC);
        Optional<Action> verdict = form.text("policy").flatMap(Declaration::policy);
        return new Declaration(
                tier,
                form.isTrue("override"),
                form.text("reason").orElse(""),
                form.text("policyKey").filter(key -> !key.isEmpty()),
                verdict);
    }

    private static Optional<Action> policy(String text) {
        return switch (text) {
            case "allow" -> Optional.of(Action.ALLOW);
            case "ask", "prompt" -> Optional.of(Action.ASK);
            case "deny" -> Optional.of(Action.DENY);
            default -> Optional.empty();
        };
    }

    /** The form that {@link #read} reads. */
    public JsonObject form() {
        JsonObject form = JsonObject.empty().with("tier", tier.text());
        form = override ? form.with("override", true) : form;
        form = reason.isEmpty() ? form : form.with("reason", reason);
        form = policyKey.isEmpty() ? form : form.with("policyKey", policyKey.get());
        return verdict.isEmpty() ? form : form.with("policy", verdict.get().text());
    }

    /**
     * This declaration, which is the owner's, with what the tool itself said with a call: the owner knows what it does at most,
     * the tool which of its calls a person has to see.
     */
    public Declaration hearing(Declaration tool) {
        return new Declaration(
                tier,
                override || tool.override,
                reason.isEmpty() ? tool.reason : reason,
                policyKey.or(tool::policyKey),
                verdict.or(tool::verdict));
    }

    /** This declaration of a tool of {@code kind}: what such tools do is known, and cannot be made little of. */
    public Declaration atLeast(ToolKind kind) {
        if (!kind.hasAliases()) {
            return this;
        }
        Tier known = Tier.of(kind);
        return new Declaration(
                tier.most(known), override, reason, policyKey, verdict.filter(action -> action != Action.ALLOW));
    }

    /** What of this makes a tool of {@code kind} stricter than one that says nothing: what somebody says who may not make it laxer. */
    public Declaration onlyStricter(ToolKind kind) {
        Tier least = kind.hasAliases() ? Tier.of(kind) : Tier.EXEC;
        return new Declaration(
                tier.most(least), override, reason, Optional.empty(), verdict.filter(action -> action != Action.ALLOW));
    }

    /** A tool of {@code tier} that says nothing else. */
    public static Declaration of(Tier tier) {
        return new Declaration(tier, false, "", Optional.empty(), Optional.empty());
    }

    /** This declaration with every call asked, because of {@code reason}. */
    public Declaration overriding(String reason) {
        return new Declaration(tier, true, reason, policyKey, verdict);
    }

    /** This declaration with rules looked up under {@code key} first. */
    public Declaration withPolicyKey(String key) {
        return new Declaration(tier, override, reason, Optional.of(key), verdict);
    }

    /** This declaration with the tool's own {@code verdict}, because of {@code reason}. */
    public Declaration withVerdict(Action verdict, String reason) {
        return new Declaration(tier, override, reason, policyKey, Optional.of(verdict));
    }
}
