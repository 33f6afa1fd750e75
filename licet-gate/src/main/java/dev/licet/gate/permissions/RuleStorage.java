package dev.licet.gate.permissions;

import dev.licet.gate.json.InvalidJson;
import java.io.IOException;
import java.nio.file.Path;

/** Where the text of a worker's rules is kept. Thread-safe. */
interface RuleStorage {
    /** What it is called; where there is a file, its place. */
    Path path();

    /** Whether there never was one. What is gone may have been stricter than a fresh start: that is a fault. */
    boolean isNew();

    /** By what its present version is told from another one. */
    FileStamp stamp() throws IOException;

    String read() throws IOException, InvalidJson;

    /** Writes the first version. */
    void seed(String text) throws IOException;

    /** The last version that could be read as rules. */
    String lastGood() throws IOException;

    /** Keeps {@code text} as that. */
    void keep(String text) throws IOException;

    /** Fails where {@code text} could not be written, and leaves nothing behind. */
    void rehearse(String text) throws IOException;

    /** Does {@code work} while nobody else writes. */
    <T> T alone(Work<T> work) throws IOException, InvalidJson;

    /** Replaces {@code before} by {@code after}, within {@link #alone}; says whether it still stood there. */
    boolean replace(String before, String after) throws IOException, InvalidJson;

    /** Something done with the text. */
    interface Work<T> {
        T run() throws IOException, InvalidJson;
    }
}
