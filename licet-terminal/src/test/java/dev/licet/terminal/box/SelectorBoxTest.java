package dev.licet.terminal.box;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.approval.RejectMode;
import dev.licet.terminal.tty.Tty;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

/** The box on a terminal at the far end of streams. */
class SelectorBoxTest {
    private static final String CTRL_C = "\003";
    private static final Chosen CANCELLED = new Chosen.Denied(Selection.INTERRUPTED, RejectMode.SOFT);

    private static Question question() {
        return new Question(
                "bash",
                List.of(new Question.Detail("Command", "touch made")),
                "",
                List.of(),
                Optional.empty(),
                List.of("Execute once", "Always allow", "Deny"));
    }

    @Test
    void whatComesWithAnotherSize_answersNothing() throws Exception {
        for (int round = 0; round < 10; round++) {
            try (Far far = new Far()) {
                CompletableFuture<Chosen> answer = far.ask();
                far.awaitBox();
                far.keys.awaitLooks(1);
                for (int columns : new int[] {91, 80, 6, 92}) {
                    far.keys.held(() -> {
                        far.press("\r12");
                        far.tty.resize(columns, 24);
                        return columns;
                    });
                }
                far.awaitBox();
                far.press(CTRL_C);
                assertEquals(CANCELLED, answer.get(1, TimeUnit.MINUTES));
            }
        }
    }

    @Test
    void whatIsTypedWhereThereIsNoRoomForTheBox_answersNothing() throws Exception {
        try (Far far = new Far()) {
            CompletableFuture<Chosen> answer = far.ask();
            far.awaitBox();
            far.tty.resize(6, 24);
            far.awaitNoRoom();
            far.keys.awaitLooks(1);
            far.press("\r12" + CTRL_C);
            assertEquals(CANCELLED, answer.get(1, TimeUnit.MINUTES));
        }
    }

    @Test
    void whatIsTypedWhileTheBoxComesBack_answersNothing() throws Exception {
        try (Far far = new Far()) {
            CompletableFuture<Chosen> answer = far.ask();
            far.awaitBox();
            far.whenBoxComes.set("1");
            far.tty.resize(91, 24);
            far.awaitBox();
            far.press(CTRL_C);
            assertEquals(CANCELLED, answer.get(1, TimeUnit.MINUTES));
        }
    }

    @Test
    void whatWasTypedBefore_andIsTakenInLate_answersNothing() throws Exception {
        try (Far far = new Far()) {
            CompletableFuture<Chosen> answer = far.keys.held(() -> {
                far.press("1");
                CompletableFuture<Chosen> asked = far.ask();
                far.awaitBox();
                far.keys.awaitLooks(2);
                return asked;
            });
            far.press(CTRL_C);
            assertEquals(CANCELLED, answer.get(1, TimeUnit.MINUTES));
        }
    }

    /** The far end of a terminal. */
    private static final class Far implements AutoCloseable {
        private static final String BOX = "Ctrl+C cancel";
        private static final String NO_ROOM = "too s";

        private final PipedOutputStream typed = new PipedOutputStream();
        private final HeldKeys keys = new HeldKeys(new PipedInputStream(typed));
        private final LinkedBlockingQueue<String> shown = new LinkedBlockingQueue<>();
        private final AtomicReference<String> whenBoxComes = new AtomicReference<>("");
        private final Tty tty;

        Far() throws IOException {
            tty = Tty.over(keys, new Drawn(), "screen-256color", 80, 24);
        }

        CompletableFuture<Chosen> ask() {
            var box = new SelectorBox(tty, Paint.PLAIN, Keys.SEED);
            return CompletableFuture.supplyAsync(() -> box.ask(question(), () -> true));
        }

        void press(String text) throws IOException {
            synchronized (typed) {
                typed.write(text.getBytes(StandardCharsets.UTF_8));
                typed.flush();
            }
        }

        void awaitBox() throws InterruptedException {
            await(BOX);
        }

        void awaitNoRoom() throws InterruptedException {
            await(NO_ROOM);
        }

        private void await(String end) throws InterruptedException {
            String next = shown.poll(1, TimeUnit.MINUTES);
            while (next != null && !next.equals(end)) {
                next = shown.poll(1, TimeUnit.MINUTES);
            }
            assertNotNull(next, "what ends with " + end + " is not shown");
        }

        @Override
        public void close() {
            tty.close();
            keys.close();
        }

        /** Tells of each box, and each message that there is no room for it, that is drawn whole. */
        private final class Drawn extends OutputStream {
            private final ByteArrayOutputStream all = new ByteArrayOutputStream();

            @Override
            public void write(int next) throws IOException {
                all.write(next);
                String text = all.toString(StandardCharsets.UTF_8);
                if (text.endsWith(BOX)) {
                    press(whenBoxComes.getAndSet(""));
                    add(BOX);
                } else if (text.endsWith(NO_ROOM)) {
                    add(NO_ROOM);
                }
            }

            private void add(String end) {
                all.reset();
                shown.add(end);
            }
        }
    }

    /** Keys that can be kept back for a moment, as on a machine that is busy with something else. */
    private static final class HeldKeys extends FilterInputStream {
        private final ReentrantLock passing = new ReentrantLock();
        private final Semaphore looks = new Semaphore(0);
        private volatile boolean ended;

        HeldKeys(InputStream keys) {
            super(keys);
        }

        /** Does {@code work} while no key gets through. */
        <T> T held(Callable<T> work) throws Exception {
            passing.lock();
            try {
                return work.call();
            } finally {
                passing.unlock();
            }
        }

        /** Waits until somebody has looked so many times whether there are keys, as is done when none came for a while. */
        void awaitLooks(int times) throws InterruptedException {
            looks.drainPermits();
            assertTrue(looks.tryAcquire(times, 1, TimeUnit.MINUTES));
        }

        /** Takes nothing while keys are held: who waits within a stream has them as soon as they are pressed. */
        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            while (!ended) {
                passing.lock();
                try {
                    int there = super.available();
                    if (there > 0) {
                        return super.read(bytes, from, Math.min(there, length));
                    }
                } finally {
                    passing.unlock();
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
            return -1;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int available() throws IOException {
            looks.release();
            return super.available();
        }

        @Override
        public void close() {
            ended = true;
        }
    }
}
