package dev.licet.core.call;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The files that a patch names which models write: in the form of Codex ({@code *** Update File: a}) or of oh-my-pi ({@code §a}). */
final class PatchFiles {
    private static final List<String> NAMING =
            List.of("*** Update File:", "*** Add File:", "*** Delete File:", "*** Move to:", "\u00a7");

    private static final List<String> OTHER = List.of("*** Begin Patch", "*** End Patch", "*** End of File");

    private PatchFiles() {}

    /** Every file that {@code patch} changes; empty when it names none, or says something that is not known. */
    static Optional<List<String>> in(String patch) {
        var files = new ArrayList<String>();
        for (String line : patch.lines().map(String::strip).toList()) {
            Optional<String> naming = NAMING.stream().filter(line::startsWith).findFirst();
            if (naming.isPresent()) {
                String file = line.substring(naming.get().length()).strip();
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
