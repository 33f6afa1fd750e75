package dev.licet.gate.store;

import dev.licet.core.audit.Recording;
import dev.licet.gate.data.GateException;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;

/** The same in the memory of this process: no thread, no file, nothing that has to be closed. */
final class MemoryStore extends Store {
    private final ReentrantLock lock = new ReentrantLock();
    private final MemoryTables tables = new MemoryTables();
    private volatile Runnable listener = () -> {};
    private final Recording recording;
    private volatile boolean closed;

    MemoryStore(Recording recording) {
        this.recording = recording;
    }

    @Override
    public void onCommit(Runnable listener) {
        this.listener = listener;
    }

    @Override
    public <T> T write(Function<Change, T> work) {
        if (closed) {
            throw new GateException("the gate is closed");
        }
        T result;
        lock.lock();
        try {
            var change = new MemoryChange(tables, recording);
            try {
                result = work.apply(change);
            } catch (RuntimeException | Error e) {
                change.undo();
                throw e;
            }
        } finally {
            lock.unlock();
        }
        listener.run();
        return result;
    }

    @Override
    public void change(Consumer<Change> work) {
        write(change -> {
            work.accept(change);
            return true;
        });
    }

    @Override
    public boolean isInMemory() {
        return true;
    }

    @Override
    public boolean records() {
        return !(recording instanceof Recording.Nothing);
    }

    @Override
    public <T> T read(Function<Queries, T> query) {
        if (closed) {
            throw new GateException("the gate is closed");
        }
        lock.lock();
        try {
            return query.apply(new MemoryQueries(tables));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean isShared() {
        return false;
    }

    @Override
    public void awaitOthers(Duration wait) throws InterruptedException {
        Thread.sleep(wait);
    }

    @Override
    public void tidy() {
        // There is nothing on a disk to look after.
    }

    @Override
    public void close() {
        closed = true;
    }
}
