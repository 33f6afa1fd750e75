package dev.licet.gate;

import dev.licet.gate.permissions.PolicyFiles;
import java.util.Optional;

/**
 * How a gate is opened.
 *
 * @param choice a preset or a mode that goes before what the files say
 * @param storage where approvals are kept
 */
public record GateOptions(PolicyFiles.Choice choice, Storage storage) {
    /** As the files say, in a file of the data directory. */
    public static final GateOptions STANDARD = new GateOptions(PolicyFiles.Choice.NONE, new Storage.File());

    /** Where approvals are kept. */
    public sealed interface Storage {
        /** In memory, as long as the gate is open. */
        record Memory() implements Storage {}

        /** In {@code licet.db} in the data directory. */
        record File() implements Storage {}

        /** In a PostgreSQL database that several gates share, at an address such as {@code jdbc:postgresql://host/licet}. */
        record Postgres(String url) implements Storage {}

        /** The storage that {@code url} names, the file if it names none. */
        static Storage of(Optional<String> url) {
            return url.<Storage>map(Postgres::new).orElseGet(File::new);
        }
    }

    public GateOptions withChoice(PolicyFiles.Choice choice) {
        return new GateOptions(choice, storage);
    }

    public GateOptions withStorage(Storage storage) {
        return new GateOptions(choice, storage);
    }
}
