package dev.licet.server;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a server: each has one of its own. */
public abstract class WithServer {
    /** Where its data are. */
    @TempDir
    @SuppressWarnings("NullAway.Init")
    protected Path folder;

    @SuppressWarnings("NullAway.Init")
    protected OpenServer open;

    /** What is done before the server starts, such as writing its settings into {@link #folder}. */
    protected void prepare() throws Exception {}

    @BeforeEach
    void startServer() throws Exception {
        prepare();
        open = new OpenServer(folder);
    }

    @AfterEach
    void stopServer() throws IOException {
        open.close();
    }
}
