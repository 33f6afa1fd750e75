package dev.licet.core.call;

/**
 * What identifies a batch: the calls of one reply of a model.
 *
 * @param text 1 to 256 characters, none of them a control character
 */
public record BatchId(String text) {
    public BatchId {
        if (text.isEmpty() || text.length() > 256 || Controls.areIn(text)) {
            throw new IllegalArgumentException("the id of a batch has 1 to 256 visible characters");
        }
    }
}
