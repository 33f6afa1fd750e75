package dev.licet.core.policy;

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
