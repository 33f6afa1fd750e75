package dev.licet.contain;

import java.util.regex.Pattern;

/** What programs say that fail because of their bounds. */
public final class BoundsHints {
    private static final Pattern HINT = Pattern.compile(
            "(?i)read-only file system|EROFS|network is unreachable|ENETUNREACH"
                    + "|temporary failure in name resolution|name or service not known|could not resolve (host|proxy|hostname)"
                    + "|getaddrinfo (EAI_AGAIN|ENOTFOUND)|EAI_AGAIN|no such host|nodename nor servname|unknown ?host"
                    + "|connect: (network|no route)|cannot assign requested address|operation not permitted|EPERM"
                    + "|no address associated with hostname|failed to establish a new connection|dns error|lookup .* on .*:53"
                    + "|CONNECT tunnel failed, response 403|code 403 from proxy after CONNECT|proxy.*\\b403\\b|licet: `");

    /** What an agent is told then. */
    public static final String ADVICE =
            "it ran within bounds: no network but for hosts that rules let it, no files outside of the workspace. If that is why it failed, run the same"
                    + " command again: a person is asked to run it without them";

    private BoundsHints() {}

    /** Whether {@code output} of a command that failed hints at its bounds. It may say so for another reason. */
    public static boolean areIn(String output) {
        return HINT.matcher(output).find();
    }
}
