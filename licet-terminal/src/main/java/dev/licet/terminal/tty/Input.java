package dev.licet.terminal.tty;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jline.utils.ClosedException;
import org.jline.utils.NonBlockingInputStream;

/**
 * What is typed at a terminal, as UTF-16. The library waits for one byte at a time, which takes half a minute for a long
 * paste; what else is there by then is taken at once. For one thread.
 */
final class Input implements KeyDecoder.Source {
    private static final int AT_ONCE = 8_192;

    private final NonBlockingInputStream waiting;

    private final InputStream there;

    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    private final ByteBuffer bytes = ByteBuffer.allocate(AT_ONCE);
    private final CharBuffer characters = CharBuffer.allocate(AT_ONCE).flip();

    /** Where it comes from, before the library takes it in. */
    private final InputStream source;

    /**
     * @param waiting where it is waited for
     * @param there the same input, read while nobody waits
     * @param source where both have it from
     */
    Input(NonBlockingInputStream waiting, InputStream there, InputStream source) {
        this.waiting = waiting;
        this.there = there;
        this.source = source;
    }

    /** Whether something was typed that has not been taken in yet. */
    boolean isMoreThere() {
        try {
            return source.available() > 0;
        } catch (IOException e) {
            // Where it has ended, reading tells so.
            return false;
        }
    }

    /** A terminal that was closed beneath us has nothing more to say. */
    @Override
    public int read(long millis) throws IOException {
        try {
            while (!characters.hasRemaining()) {
                int next = waiting.read(Math.max(1, millis));
                if (next < 0) {
                    return next == NonBlockingInputStream.READ_EXPIRED ? KeyDecoder.EXPIRED : -1;
                }
                bytes.put((byte) next);
                int more = Math.min(there.available(), bytes.remaining());
                int taken = more > 0 ? there.read(bytes.array(), bytes.position(), more) : 0;
                bytes.position(bytes.position() + Math.max(0, taken)).flip();
                decoder.decode(bytes, characters.clear(), false);
                bytes.compact();
                characters.flip();
            }
            return characters.get();
        } catch (ClosedException e) {
            return -1;
        }
    }
}
