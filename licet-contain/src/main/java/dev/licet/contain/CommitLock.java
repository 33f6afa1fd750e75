package dev.licet.contain;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.ReentrantLock;

/** Lets one process of this user at a time put changes in place, whatever data directory it has. Thread-safe. */
final class CommitLock {
    /** A lock on a file is one of the whole process. */
    private static final ReentrantLock HERE = new ReentrantLock();

    private CommitLock() {}

    /** What is done while the lock is held. */
    interface Work<T> {
        T done() throws IOException;
    }

    /** Does {@code work} on a thread that nobody interrupts: who is interrupted meanwhile learns it once it is done. */
    static <T> T holding(Work<T> work) throws IOException {
        var task = new FutureTask<T>(() -> held(work));
        // Whoever waits for a lock on a file in a virtual thread may hold up all others.
        Thread.ofPlatform().daemon().name("licet-commit").start(task);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failed) {
                throw failed;
            }
            throw new IllegalStateException("changes cannot be put in place", e.getCause());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static <T> T held(Work<T> work) throws IOException {
        HERE.lock();
        try (FileChannel channel = FileChannel.open(
                        RunFolder.ofUser().resolve("commit.lock"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            if (!lock.isValid()) {
                throw new IOException("changes cannot be put in place one after the other here");
            }
            return work.done();
        } finally {
            HERE.unlock();
        }
    }
}
