package dev.licet.contain;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;

/** Lets one process of this user at a time put changes in place, whatever data directory it has. For one thread. */
final class CommitLock implements AutoCloseable {
    /** A lock on a file is one of the whole process. */
    private static final ReentrantLock HERE = new ReentrantLock();

    private final FileChannel channel;
    private final FileLock lock;

    private CommitLock(FileChannel channel, FileLock lock) {
        this.channel = channel;
        this.lock = lock;
    }

    /** What is done while it is held. */
    interface Work<T> {
        T done() throws IOException;
    }

    static CommitLock taken() throws IOException {
        HERE.lock();
        try {
            Path folder = RunFolder.ofUser();
            FileChannel channel = FileChannel.open(
                    folder.resolve("commit.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            return new CommitLock(channel, channel.lock());
        } catch (IOException | RuntimeException e) {
            HERE.unlock();
            throw e;
        }
    }

    <T> T holding(Work<T> work) throws IOException {
        if (!lock.isValid()) {
            throw new IOException("the lock on putting changes in place is lost");
        }
        return work.done();
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            HERE.unlock();
        }
    }
}
