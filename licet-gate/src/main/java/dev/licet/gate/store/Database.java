package dev.licet.gate.store;

import dev.licet.gate.data.GateException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Runs work in transactions. What is to be written waits in a queue, and one thread writes all that waits in one
 * transaction: many who write at once share the time that it takes to make sure of it on disk. Whoever writes alone does it
 * at once. Thread-safe.
 */
final class Database implements AutoCloseable {
    /** Most pieces of work in one transaction. */
    private static final int AT_ONCE = 256;

    /** Most pieces of work that may wait. */
    private static final int MAX_WAITING = 20_000;

    private static final int PATIENCE_SECONDS = 10;

    /** Longest time until work stands or has failed; whoever waits is told that nobody knows then. */
    private static final int LONGEST_SECONDS = 60;

    private final Connections connections;
    private final Frame frame;
    private final BlockingQueue<Task<?>> tasks = new ArrayBlockingQueue<>(MAX_WAITING);
    private final Thread writer;

    /** Of whoever writes. */
    private final ReentrantLock turn = new ReentrantLock();

    private volatile boolean closed;

    /** What stands around the work of every transaction. */
    interface Frame {
        void before(Sql sql) throws SQLException;

        void after(Sql sql) throws SQLException;

        /** The transaction stands. */
        void committed();
    }

    private static final class Task<T> {
        private final Connections.Work<T> work;
        private final CompletableFuture<T> result = new CompletableFuture<>();
        private @Nullable Runnable done;
        private boolean failed;

        Task(Connections.Work<T> work) {
            this.work = work;
        }

        void run(Sql sql) throws SQLException {
            failed = true;
            T value = work.run(sql);
            failed = false;
            done = () -> result.complete(value);
        }

        /** What it gives; whoever is interrupted meanwhile has to know all the same, and stays so. */
        T await() throws ExecutionException, TimeoutException {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_SECONDS);
            boolean interrupted = false;
            try {
                while (true) {
                    try {
                        return result.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                    } catch (InterruptedException e) {
                        interrupted = true;
                    }
                }
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        void committed() {
            if (done != null) {
                done.run();
            }
        }

        void failed(Throwable why) {
            result.completeExceptionally(why);
        }
    }

    Database(Connections connections, Frame frame) {
        this.connections = connections;
        this.frame = frame;
        this.writer = Thread.ofPlatform().daemon().name("licet-store").start(this::write);
    }

    /**
     * What {@code work} gives, once it stands. It may run twice: when another piece of work in the same transaction fails.
     *
     * @throws GateException when the database fails; what {@code work} throws itself is thrown as it is
     */
    <T> T write(Connections.Work<T> work) {
        var task = new Task<>(work);
        if (!writesItself(task)) {
            queue(task);
        }
        try {
            return task.await();
        } catch (TimeoutException e) {
            throw new GateException("the database does not answer; look whether this arrived", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e.getCause() instanceof SQLException cause
                    ? Sql.failed(cause)
                    : new GateException("the database fails: " + e.getMessage(), e);
        }
    }

    /**
     * Runs {@code task} in this thread, if nobody else writes, and says whether it did: that spares it two changes of threads.
     * Not in a virtual thread, which would keep others from running meanwhile.
     */
    private boolean writesItself(Task<?> task) {
        Thread thread = Thread.currentThread();
        boolean may = !connections.isShared() && !closed && !thread.isVirtual() && !thread.isInterrupted();
        boolean others = !tasks.isEmpty() || turn.hasQueuedThreads() || turn.isHeldByCurrentThread();
        if (!may || others || !turn.tryLock()) {
            return false;
        }
        try {
            runAll(List.of(task));
        } finally {
            turn.unlock();
        }
        return true;
    }

    private void queue(Task<?> task) {
        try {
            if (closed || !tasks.offer(task, PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new GateException(closed ? "the gate is closed" : "the database cannot keep up; try again later");
            }
            if (!writer.isAlive() && tasks.remove(task)) {
                throw new GateException("the gate is closed");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new GateException("interrupted before it was stored", e);
        }
    }

    <T> T read(Connections.Work<T> work) {
        try {
            return connections.reading(work);
        } catch (SQLException e) {
            throw Sql.failed(e);
        }
    }

    private void write() {
        var batch = new ArrayList<Task<?>>();
        while (!closed || !tasks.isEmpty()) {
            try {
                Task<?> first = tasks.poll(100, TimeUnit.MILLISECONDS);
                if (first != null) {
                    batch.add(first);
                    turn.lock();
                    try {
                        tasks.drainTo(batch, AT_ONCE - 1);
                        runAll(batch);
                    } finally {
                        turn.unlock();
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                closed = true;
            } finally {
                batch.clear();
            }
        }
        while (!tasks.isEmpty()) {
            tasks.remove().failed(new GateException("the gate is closed"));
        }
    }

    private void runAll(List<Task<?>> batch) {
        try {
            connections.writing(sql -> transaction(sql, batch));
            batch.forEach(Task::committed);
            frame.committed();
        } catch (Uncertain e) {
            batch.forEach(task -> task.failed(new GateException(e.said, e)));
        } catch (SQLException | RuntimeException | Error e) {
            // An error too: this thread must live on, or everyone who writes later would wait for ever.
            boolean byWork = batch.stream().anyMatch(task -> task.failed);
            if (batch.size() == 1 || !byWork) {
                // Where the database itself fails, it would fail each of them, one slow time after the other.
                batch.forEach(task -> task.failed(e));
            } else {
                // INVARIANT (each for itself): the fault of one must not undo the others.
                List.copyOf(batch).forEach(task -> runAll(List.of(task)));
            }
        }
    }

    private boolean transaction(Sql sql, List<Task<?>> batch) throws SQLException {
        Connection connection = sql.connection();
        connection.setAutoCommit(false);
        boolean committing = false;
        try {
            frame.before(sql);
            for (Task<?> task : batch) {
                task.run(sql);
            }
            frame.after(sql);
            committing = true;
            connection.commit();
            return true;
        } catch (SQLException | RuntimeException | Error e) {
            rollback(connection);
            if (committing && connections.isShared()) {
                // The connection may have broken before or after the database took it: doing it again might do it
                // twice.
                throw new Uncertain(e);
            }
            throw e;
        } finally {
            restore(connection);
        }
    }

    private static void rollback(Connection connection) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            // The connection is gone, and the transaction with it.
        }
    }

    private static void restore(Connection connection) {
        try {
            connection.setAutoCommit(true);
        } catch (SQLException e) {
            // The pool throws a broken connection away.
        }
    }

    /** Nobody knows whether the transaction stands. */
    private static final class Uncertain extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final String said;

        Uncertain(Throwable cause) {
            super(cause);
            this.said = "the database was lost while it stored this; look whether it arrived: " + cause.getMessage();
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            writer.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        connections.close();
    }
}
