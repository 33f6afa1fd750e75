package dev.licet.core.policy;

/**
 * Where a call is judged.
 *
 * @param workspace absolute path of the folder the agent works in
 * @param home absolute path of the home directory
 * @param ownDirectory absolute path of this product's data directory, which no agent may change
 * @param files what is known of the disk
 */
public record Surroundings(String workspace, String home, String ownDirectory, FileView files) {
    public Surroundings {
        workspace = Paths.normalize(workspace);
        home = Paths.normalize(home);
        ownDirectory = Paths.normalize(ownDirectory);
    }

    /** Whether {@code path} is inside the workspace. Nothing is inside `/` or the home directory: they are no workspace. */
    boolean isInside(String path) {
        boolean bounded = !workspace.equals("/") && !Paths.isWithin(home, workspace);
        return bounded && Paths.isWithin(path, workspace);
    }

    /** The workspace by the name that links lead to. */
    String canonicalWorkspace() {
        return Paths.normalize(files.canonical(workspace));
    }

    /** {@code text} with a leading {@code ~} or {@code $HOME} replaced by the home directory. */
    String expandHome(String text) {
        if (text.isEmpty() || (text.charAt(0) != '~' && text.charAt(0) != '$')) {
            return text;
        }
        for (String prefix : new String[] {"~", "$HOME", "${HOME}"}) {
            if (text.equals(prefix) || text.startsWith(prefix + "/")) {
                return home + text.substring(prefix.length());
            }
        }
        return text;
    }
}
