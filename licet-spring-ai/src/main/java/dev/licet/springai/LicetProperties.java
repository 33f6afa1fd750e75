package dev.licet.springai;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The properties {@code licet.*} of an application.
 *
 * @param dataDirectory where the gate of this process keeps its data; a gate in memory if there is none
 * @param server the address of a gate on a server, in place of one in this process
 * @param token the token for that server
 * @param rules the rules of a gate in memory, as a {@code permissions.jsonc}; none if empty
 * @param session the session of calls that belong to no conversation and no person, and the beginning of the others' ids
 * @param workspace the folder that the tools work in
 * @param patience how long a call waits for an answer before the question is withdrawn
 */
@ConfigurationProperties("licet")
public record LicetProperties(
        @Nullable Path dataDirectory,
        @Nullable String server,
        @Nullable String token,
        @Nullable String rules,
        String session,
        Path workspace,
        Duration patience) {
    /** With {@code spring} as the session, the working directory as the workspace and an hour of patience where nothing is said. */
    public LicetProperties(
            @Nullable Path dataDirectory,
            @Nullable String server,
            @Nullable String token,
            @Nullable String rules,
            @Nullable String session,
            @Nullable Path workspace,
            @Nullable Duration patience) {
        this.dataDirectory = dataDirectory;
        this.server = server;
        this.token = token;
        this.rules = rules;
        this.session = Objects.requireNonNullElse(session, "spring");
        this.workspace = Objects.requireNonNullElse(workspace, Path.of(""));
        this.patience = Objects.requireNonNullElse(patience, Duration.ofHours(1));
    }
}
