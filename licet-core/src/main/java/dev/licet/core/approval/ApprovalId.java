package dev.licet.core.approval;

import java.util.regex.Pattern;

/**
 * What identifies an approval.
 *
 * @param text 4 to 64 letters, digits or dashes
 */
public record ApprovalId(String text) {
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9-]{4,64}");

    public ApprovalId {
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException("not an approval id: `" + text + "`");
        }
    }
}
