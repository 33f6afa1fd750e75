package dev.licet.core.audit;

import java.util.function.Consumer;

/** What a gate in memory does with the record of what happened; any other gate keeps all of it. */
public sealed interface Recording {
    /** The newest ten thousand entries, as long as the gate is there. */
    Recording STANDARD = new Newest(10_000);

    /** Nothing is recorded. */
    record Nothing() implements Recording {}

    /** So many of the newest entries are kept, and up to as many more. */
    record Newest(int entries) implements Recording {
        public Newest {
            if (entries < 1) {
                throw new IllegalArgumentException("at least one entry is kept, not " + entries);
            }
        }
    }

    /**
     * Each entry is handed to {@code listener}, in order, and kept by nobody here.
     *
     * @param listener must not block: every call waits for it; what it throws refuses the call that is recorded
     */
    record Told(Consumer<AuditEntry> listener) implements Recording {}
}
