package dev.licet.server.outgoing;

import java.net.URI;
import java.util.Optional;

/** Which addresses may be sent to. */
public final class Addresses {
    private Addresses() {}

    /**
     * Whether {@code address} stands below {@code prefix}: the same host, and the same folder or one in it. An address that
     * somebody else may read as another path stands below nothing.
     */
    public static boolean isBelow(URI address, URI prefix) {
        String path = Optional.ofNullable(address.getRawPath()).orElse("");
        String folder = Optional.ofNullable(prefix.getRawPath()).orElse("").replaceFirst("/$", "");
        return prefix.getScheme().equals(address.getScheme())
                && String.valueOf(prefix.getRawAuthority()).equalsIgnoreCase(address.getRawAuthority())
                && address.getRawFragment() == null
                && address.equals(address.normalize())
                // What is escaped, doubled or a parameter may be read as another path by whoever gets it.
                && path.matches("(/[A-Za-z0-9._~:-]+)*/?")
                && (path.equals(folder) || path.startsWith(folder + "/"));
    }
}
