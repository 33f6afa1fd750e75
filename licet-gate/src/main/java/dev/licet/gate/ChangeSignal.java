package dev.licet.gate;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** Wakes those who wait for news. Thread-safe. */
final class ChangeSignal implements AutoCloseable {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition rung = lock.newCondition();
    private long rings;
    private boolean closed;

    void ring() {
        lock.lock();
        try {
            rings++;
            rung.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** What {@code look} finds, looking again at each ring until {@code wait} is over; interrupted once closed. */
    <T> Optional<T> await(Duration wait, Supplier<Optional<T>> look) throws InterruptedException {
        long left = wait.toNanos();
        while (true) {
            long seen = rings();
            Optional<T> found = look.get();
            if (found.isPresent() || left <= 0) {
                return found;
            }
            lock.lock();
            try {
                while (rings == seen && left > 0 && !closed) {
                    left = rung.awaitNanos(left);
                }
                if (closed) {
                    throw new InterruptedException("the gate is closing");
                }
            } finally {
                lock.unlock();
            }
        }
    }

    private long rings() {
        lock.lock();
        try {
            return rings;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            rung.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
