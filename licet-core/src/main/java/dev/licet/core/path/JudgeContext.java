package dev.licet.core.path;

import java.util.List;

/**
 * Where a call is judged.
 *
 * @param workspace absolute path of the folder the agent works in
 * @param home absolute path of the home directory
 * @param ownDirectory absolute path of this product's data directory, which no agent may change
 * @param files what is known of the disk
 */
public record JudgeContext(String workspace, String home, String ownDirectory, FileView files) {
    /** Folders of programs and settings that every project shares. */
    private static final List<String> SYSTEM = List.of(
            "/bin",
            "/sbin",
            "/lib",
            "/usr/bin",
            "/usr/sbin",
            "/usr/lib",
            "/usr/local/bin",
            "/usr/local/sbin",
            "/usr/local/lib",
            "/etc",
            "/boot",
            "/dev",
            "/proc",
            "/sys",
            "/System",
            "/Library",
            "/Applications",
            "/opt/homebrew");

    public JudgeContext {
        workspace = Paths.normalize(workspace);
        home = Paths.normalize(home);
        ownDirectory = Paths.normalize(ownDirectory);
    }

    /** The same with another look at the disk. */
    public JudgeContext with(FileView seen) {
        return new JudgeContext(workspace, home, ownDirectory, seen);
    }

    /** The same with another workspace. */
    public JudgeContext within(String directory) {
        return new JudgeContext(directory, home, ownDirectory, files);
    }

    /** Whether {@code path} is inside the workspace. Nothing is inside `/`, the home directory or the system's: they are no workspace. */
    boolean isInside(String path) {
        boolean bounded = !workspace.equals("/") && !Paths.isWithin(home, workspace) && !isOfSystem();
        return bounded && Paths.isWithin(path, workspace);
    }

    private boolean isOfSystem() {
        for (String folder : SYSTEM) {
            if (Paths.isWithin(workspace, folder) || Paths.isWithin(folder, workspace)) {
                return true;
            }
        }
        return false;
    }

    /** The workspace by the name that links lead to. */
    public String canonicalWorkspace() {
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
