package dev.licet.contain;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.StandardOpenOption;
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

    static <T> T holding(Work<T> work) throws IOException {
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
