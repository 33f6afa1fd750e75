package dev.licet.gate.store;

import dev.licet.core.audit.Recording;
import dev.licet.gate.data.GateException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Approvals, grants, sessions, used tickets and the audit in one database. What was written survives a crash of the process
 * and of the machine. Thread-safe.
 */
public abstract sealed class Store implements AutoCloseable permits SqlStore, MemoryStore {
    /** A store that ends with this process. It has no thread and nothing on the disk. */
    public static Store memory(Recording recording) {
        return new MemoryStore(recording);
    }

    /**
     * The SQLite file at {@code path}, created if there is none.
     *
     * @throws GateException when it cannot be used, or belongs to a newer version of this product
     */
    public static Store sqlite(Path path) {
        return SqlStore.file(path);
    }

    /**
     * The PostgreSQL database at {@code url}, such as {@code jdbc:postgresql://host/licet?user=licet}; several gates may
     * share it.
     *
     * @throws GateException when it cannot be used, or belongs to a newer version of this product
     */
    public static Store postgres(String url) {
        return SqlStore.shared(url);
    }

    /** From now on {@code listener} is run after each transaction; it must not block. */
    public abstract void onCommit(Runnable listener);

    /**
     * Does {@code work} in one transaction, and returns once it stands. The work may be done twice, the first time in vain:
     * all its effects have to be on the {@link Change}.
     *
     * @throws GateException when the database fails
     */
    public abstract <T> T write(Function<Change, T> work);

    /** The same for work that gives nothing. */
    public abstract void change(Consumer<Change> work);

    /** Whether it ends with this process, and nobody else can see it. */
    public abstract boolean isInMemory();

    /**
     * What {@code query} finds in what has been written.
     *
     * @throws GateException when the database fails
     */
    public abstract <T> T read(Function<Queries, T> query);

    /** Whether it takes down what happens. */
    public abstract boolean records();

    /** Whether other gates may write to it. */
    public abstract boolean isShared();

    /** Waits until another gate may have written, at most {@code wait}. */
    public abstract void awaitOthers(Duration wait) throws InterruptedException;

    /**
     * Does what the database wants to be done now and then; call it every second or so, from one thread.
     *
     * @throws GateException when the database fails
     */
    public abstract void tidy();

    @Override
    public abstract void close();
}
