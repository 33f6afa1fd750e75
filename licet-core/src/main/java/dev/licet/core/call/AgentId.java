package dev.licet.core.call;

/**
 * What identifies a subagent of a session.
 *
 * @param text 1 to 256 characters, none of them a control character
 */
public record AgentId(String text) {
    public AgentId {
        if (text.isEmpty() || text.length() > 256 || Controls.areIn(text)) {
            throw new IllegalArgumentException("the id of a agent has 1 to 256 visible characters");
        }
    }
}
