package dev.licet.core.path;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Where a call is judged.
 *
 * @param workspace absolute path of the folder the agent works in
 * @param home absolute path of the home directory
 * @param ownDirectory absolute path of this product's data directory, which no agent may change
 * @param folders absolute paths of other folders in which an agent may work as in the workspace
 * @param files what is known of the disk
 */
public record JudgeContext(String workspace, String home, String ownDirectory, List<String> folders, FileView files) {
    /** Folders of programs and settings that every project shares. */
    private static final Set<String> SYSTEM = Set.of(
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

    /** What these lie in. */
    private static final Set<String> ABOVE_SYSTEM =
            SYSTEM.stream().flatMap(folder -> Paths.upwards(folder).skip(1)).collect(Collectors.toUnmodifiableSet());

    /** Of how many names their paths consist, at most. */
    private static final int SYSTEM_DEPTH = 3;

    public JudgeContext {
        workspace = Paths.normalize(workspace);
        home = Paths.normalize(home);
        ownDirectory = Paths.normalize(ownDirectory);
        folders = List.copyOf(folders);
    }

    /** A workspace and no other folder. */
    public JudgeContext(String workspace, String home, String ownDirectory, FileView files) {
        this(workspace, home, ownDirectory, List.of(), files);
    }

    /** The same with another look at the disk. */
    public JudgeContext with(FileView seen) {
        return new JudgeContext(workspace, home, ownDirectory, folders, seen);
    }

    /** The same with another workspace. */
    public JudgeContext within(String directory) {
        return new JudgeContext(directory, home, ownDirectory, folders, files);
    }

    /**
     * The same with the given folders beside the workspace.
     *
     * @param more absolute paths; one that is a link, `/`, the system's, or that the home directory lies in, does not count
     */
    public JudgeContext withFolders(List<String> more) {
        if (more.isEmpty()) {
            return this;
        }
        // INVARIANT (the folder that was named): a link could be made to lead to another one later.
        List<String> real = more.stream()
                .map(Paths::normalize)
                .filter(folder -> isBounded(folder)
                        && Paths.normalize(files.canonical(folder)).equals(folder))
                .toList();
        return real.isEmpty() ? this : new JudgeContext(workspace, home, ownDirectory, real, files);
    }

    /**
     * Whether a file is in the workspace or below one of the other folders.
     *
     * @param path what it is called
     * @param links where links lead
     */
    boolean isInside(String path, List<String> links) {
        return isOwn(path, links)
                || (!folders.isEmpty()
                        && links.stream()
                                .allMatch(
                                        link -> isBelowFolder(link) || (isBounded(workspace) && isInWorkspace(link))));
    }

    /** The same without the other folders. */
    boolean isOwn(String path, List<String> links) {
        boolean own = isBounded(workspace) && Paths.isWithin(path, workspace);
        for (int i = 0; i < links.size() && own; i++) {
            own = isInWorkspace(links.get(i));
        }
        return own;
    }

    private boolean isInWorkspace(String link) {
        return Paths.isWithin(link, canonicalWorkspace());
    }

    /** The folder itself is for a person to make or to remove. */
    private boolean isBelowFolder(String link) {
        return folders.stream().anyMatch(folder -> Paths.isWithin(link, folder) && !link.equals(folder));
    }

    /** Whether an agent may be at home in {@code folder}: not in `/`, where the home directory lies, or in the system's folders. */
    public boolean isBounded(String folder) {
        return !folder.equals("/") && !Paths.isWithin(home, folder) && !isOfSystem(folder);
    }

    /** Whether {@code workspace} is one of these folders, lies in one, or one lies in it. */
    private static boolean isOfSystem(String workspace) {
        if (ABOVE_SYSTEM.contains(workspace)) {
            return true;
        }
        int end = workspace.indexOf('/', 1);
        for (int depth = 1; depth < SYSTEM_DEPTH && end > 0; depth++) {
            if (SYSTEM.contains(workspace.substring(0, end))) {
                return true;
            }
            end = workspace.indexOf('/', end + 1);
        }
        return SYSTEM.contains(end > 0 ? workspace.substring(0, end) : workspace);
    }

    /** The workspace by the name that links lead to. */
    public String canonicalWorkspace() {
        return Paths.normalize(files.canonical(workspace));
    }

    /** {@code text} with a leading {@code ~} or {@code $HOME} replaced by the home directory. */
    public String expandHome(String text) {
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
