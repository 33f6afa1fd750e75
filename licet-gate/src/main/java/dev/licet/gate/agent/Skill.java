package dev.licet.gate.agent;

import dev.licet.core.json.Sha256;
import dev.licet.core.rule.RuleText;
import java.util.List;

/**
 * A skill: instructions for the model, and what it wants to be allowed as long as the turn lasts in which they are used.
 *
 * @param text the whole text, of which a person approves each version once
 * @param allows at most {@link dev.licet.gate.session.Skills#MAX_RULES}
 */
public record Skill(String name, String text, List<RuleText> allows) {
    public Skill {
        allows = List.copyOf(allows);
    }

    /** SHA-256 of the text, 64 hexadecimal digits. */
    public String version() {
        return Sha256.hex(text);
    }
}
