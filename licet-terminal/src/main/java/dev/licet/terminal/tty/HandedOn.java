package dev.licet.terminal.tty;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * A stream of which a reader hands on what it takes before it comes back for more: until then that counts as available, so
 * that it is nowhere unseen. One thread reads; {@link #available} may be asked from any.
 */
final class HandedOn extends FilterInputStream {
    private volatile int inHand;

    HandedOn(InputStream source) {
        super(source);
    }

    @Override
    public int available() throws IOException {
        return super.available() + inHand;
    }

    @Override
    public int read() throws IOException {
        comesBack();
        int next = super.read();
        inHand = next < 0 ? 0 : 1;
        return next;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        comesBack();
        int taken = super.read(bytes, from, length);
        inHand = Math.max(0, taken);
        return taken;
    }

    /** What is there counts as taken from now on: it may be by the time anybody looks. */
    private void comesBack() throws IOException {
        inHand = super.available();
    }
}
