package dev.licet.core.call;

/**
 * What identifies a turn: one message of the user and all that it causes.
 *
 * @param text 1 to 256 characters, none of them a control character
 */
public record TurnId(String text) {
    public TurnId {
        if (text.isEmpty() || text.length() > 256 || Controls.areIn(text)) {
            throw new IllegalArgumentException("the id of a turn has 1 to 256 visible characters");
        }
    }
}
