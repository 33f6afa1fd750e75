package dev.licet.server.access;

import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.data.GateException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The token that {@code licet hook} shows: it can call and nothing else. Whoever listens in a dead server's place learns no
 * more than that.
 */
public final class HookToken {
    private static final Logger LOG = LoggerFactory.getLogger(HookToken.class);
    private static final String NAME = "hook";

    private HookToken() {}

    /**
     * Makes the token, in the file {@code hook-token} of the data directory, unless there is a good one. Where that cannot be
     * done the server runs all the same, and hooks are refused.
     */
    public static void ensure(DataDirectory directory) {
        Path file = directory.hookToken();
        var tokens = new TokenFile(directory);
        try {
            String known = Files.exists(file) ? Files.readString(file).strip() : "";
            Instant now = Instant.now();
            if (tokens.all().stream().anyMatch(token -> token.fits(known, now))) {
                return;
            }
            var principal = new Principal(NAME, Role.AGENT, Role.AGENT.rights(), Set.of(), Set.of());
            DataDirectory.replace(
                    file, tokens.make(principal, now, Optional.empty()).text() + "\n");
        } catch (IOException | GateException e) {
            LOG.error("hooks have no token: {}", e.getMessage());
        }
    }
}
