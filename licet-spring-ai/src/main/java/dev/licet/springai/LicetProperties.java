package dev.licet.springai;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The properties {@code licet.*} of an application.
 *
 * @param dataDirectory where the gate of this process keeps its data; a gate in memory if there is none
 * @param server the address of a gate on a server, in place of one in this process
 * @param token the token for that server
 * @param rules the rules of a gate in memory, as a {@code permissions.jsonc}; none if empty
 * @param session the session that calls belong to; {@code spring} if not set
 */
@ConfigurationProperties("licet")
public record LicetProperties(
        @Nullable Path dataDirectory,
        @Nullable String server,
        @Nullable String token,
        @Nullable String rules,
        @Nullable String session) {}
