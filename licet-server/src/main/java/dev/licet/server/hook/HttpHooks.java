package dev.licet.server.hook;

/**
 * Hooks that a host calls by HTTP itself.
 *
 * @param title what people call the host
 * @param program says its version when it is asked for {@code --version}
 * @param since the version from which on a hook may say that its failure blocks the call
 */
public record HttpHooks(String title, String program, HostVersion since) {
    /** Whether a hook of {@code version} blocks the call when it fails. */
    public boolean blockInCaseOfFailure(HostVersion version) {
        return version.compareTo(since) >= 0;
    }
}
