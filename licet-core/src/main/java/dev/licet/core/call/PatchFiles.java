package dev.licet.core.call;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The files that a patch names which models write: in the form of Codex ({@code *** Update File: a}) or of oh-my-pi ({@code §a}). */
final class PatchFiles {
    private static final List<String> NAMING =
            List.of("*** Update File:", "*** Add File:", "*** Delete File:", "*** Move to:", "\u00a7");

    private static final List<String> OTHER = List.of("*** Begin Patch", "*** End Patch", "*** End of File");

    /** Where one tool ends a line and another goes on. */
    private static final Pattern DOUBTFUL_END =
            Pattern.compile("\\r(?!\\n)|[\\x0b\\x0c\\x1c-\\x1e\\x85\\u2028\\u2029]");

    /** A patch as other tools read it: what it names is not what is named here. */
    private static final Pattern OF_ANOTHER_FORM =
            Pattern.compile("(?m)^(diff --git |Index:|rename to |copy to )|^--- .*\\R\\+\\+\\+ ");

    private PatchFiles() {}

    /** Every file that {@code patch} changes; empty when it names none, or says something that is not known. */
    static Optional<List<String>> in(String patch) {
        if (DOUBTFUL_END.matcher(patch).find() || OF_ANOTHER_FORM.matcher(patch).find()) {
            return Optional.empty();
        }
        var files = new ArrayList<String>();
        for (String line : patch.lines().map(CallFacts::trimmed).toList()) {
            Optional<String> naming = NAMING.stream().filter(line::startsWith).findFirst();
            if (naming.isPresent()) {
                String file = CallFacts.trimmed(line.substring(naming.get().length()));
                if (file.isEmpty()) {
                    return Optional.empty();
                }
                files.add(file);
            } else if (line.startsWith("***") && !OTHER.contains(line)) {
                return Optional.empty();
            }
        }
        return files.isEmpty() ? Optional.empty() : Optional.of(files);
    }
}
