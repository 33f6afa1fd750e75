package dev.licet.core.grant;

import java.util.regex.Pattern;

/**
 * What identifies a grant.
 *
 * @param text 4 to 64 letters, digits or dashes
 */
public record GrantId(String text) {
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9-]{4,64}");

    public GrantId {
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException("not a grant id: `" + text + "`");
        }
    }
}
