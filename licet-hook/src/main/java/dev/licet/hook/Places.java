package dev.licet.hook;

import java.nio.file.Path;
import java.util.Map;

/** Where things are when nothing is said. */
public final class Places {
    /** The server's address when neither an option nor the data directory names one. */
    public static final String DEFAULT_SERVER = "http://127.0.0.1:4747";

    private Places() {}

    /** The data directory: {@code LICET_HOME}, else {@code ~/.licet}. */
    public static Path dataDirectory(Map<String, String> environment) {
        String home = environment.get("LICET_HOME");
        return home == null || home.isEmpty() ? Path.of(System.getProperty("user.home", "."), ".licet") : Path.of(home);
    }
}
