package dev.licet.core.rule;

/**
 * A rule as a person reads it and as the file spells it.
 *
 * @param tool the tool's name in rules
 * @param pattern the pattern of its value; {@code *} is the whole tool
 */
public record RuleText(String tool, String pattern) {
    @Override
    public String toString() {
        return pattern.equals("*") ? tool : tool + ": " + pattern;
    }
}
