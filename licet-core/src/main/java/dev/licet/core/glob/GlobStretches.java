package dev.licet.core.glob;

import java.util.ArrayList;
import java.util.List;

/** Reads a pattern that consists of nothing but texts and stars, as most do. */
final class GlobStretches {
    private GlobStretches() {}

    /** The texts between the stars, one more than there are stars; none if the pattern has any other syntax. */
    static List<String> of(String pattern) {
        boolean folders = pattern.contains("**") && !pattern.equals("**");
        if (folders || (pattern.startsWith("!") && !pattern.startsWith("!("))) {
            return List.of();
        }
        var stretches = new ArrayList<String>();
        var stretch = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (isSyntax(pattern, i)) {
                return List.of();
            } else if (c == '*') {
                boolean again = i > 0 && pattern.charAt(i - 1) == '*';
                if (!again) {
                    stretches.add(stretch.toString());
                    stretch.setLength(0);
                }
            } else if (c == '\\' && i + 1 < pattern.length()) {
                stretch.append(pattern.charAt(++i));
            } else {
                stretch.append(c);
            }
        }
        stretches.add(stretch.toString());
        return List.copyOf(stretches);
    }

    private static boolean isSyntax(String pattern, int index) {
        char c = pattern.charAt(index);
        boolean group = "*+@!".indexOf(c) >= 0 && pattern.startsWith("(", index + 1);
        return c == '?' || c == '[' || c == '{' || group;
    }
}
