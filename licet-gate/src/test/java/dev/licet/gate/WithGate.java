package dev.licet.gate;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a gate: each has one of its own. */
abstract class WithGate {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    OpenGate open;

    /** How the gate is opened. */
    GateOptions options() {
        return GateOptions.STANDARD;
    }

    @BeforeEach
    void openGate() {
        open = new OpenGate(folder.resolve("data"), options());
    }

    @AfterEach
    void closeGate() {
        open.close();
    }
}
