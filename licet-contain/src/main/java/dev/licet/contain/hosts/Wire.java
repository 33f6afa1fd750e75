package dev.licet.contain.hosts;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** A connection of which the beginning is read as messages, and the rest passed on as it is. For one thread a direction. */
final class Wire {
    private static final int BUFFER = 16 * 1024;

    /** Most bytes of the head of a request. */
    private static final int MAX_HEAD = 64 * 1024;

    private static final String HTTP = "HTTP/";

    /** More interim answers are not waited for. */
    private static final int MAX_INTERIM = 100;

    /** Headers about the connection, with the lines in which they go on. */
    private static final Pattern HOP =
            Pattern.compile("(?im)^(connection|keep-alive|proxy-connection)[ \\t]*:[^\\n]*\\n([ \\t][^\\n]*\\n)*");

    private final SocketChannel channel;
    private final ByteBuffer ahead = ByteBuffer.allocate(BUFFER).limit(0);

    Wire(SocketChannel channel) {
        this.channel = channel;
    }

    SocketChannel channel() {
        return channel;
    }

    /** The next byte. */
    int read() throws IOException {
        if (!ahead.hasRemaining()) {
            ahead.clear();
            int read = channel.read(ahead);
            ahead.flip();
            if (read < 0) {
                throw new EOFException("it ended before it had said what it wants");
            }
        }
        return ahead.get() & 0xff;
    }

    /** The next {@code count} bytes. */
    byte[] read(int count) throws IOException {
        var bytes = new byte[count];
        for (int i = 0; i < count; i++) {
            bytes[i] = (byte) read();
        }
        return bytes;
    }

    /** The lines up to an empty one, which {@code first} begins, each byte a character. */
    String head(int first) throws IOException {
        var bytes = new ByteArrayOutputStream();
        bytes.write(first);
        for (int ends = 0; ends < 2; ) {
            int next = read();
            bytes.write(next);
            ends = next == '\n' ? ends + 1 : next == '\r' ? ends : 0;
            if (bytes.size() > MAX_HEAD) {
                throw new ProtocolException("the head of a request is too long");
            }
        }
        return bytes.toString(StandardCharsets.ISO_8859_1);
    }

    void write(byte[] bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }

    void write(String text) throws IOException {
        write(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Passes on to {@code other} what comes until its end, and tells {@code counter} of each piece. */
    void passTo(Wire other, Counter counter) throws IOException {
        ByteBuffer buffer = ahead;
        do {
            counter.add(buffer.remaining());
            while (buffer.hasRemaining()) {
                other.channel.write(buffer);
            }
            buffer.clear();
            int read = channel.read(buffer);
            buffer.flip();
            if (read < 0) {
                other.channel.shutdownOutput();
                return;
            }
        } while (true);
    }

    /**
     * The same for an answer of HTTP, which is the last one on its connection: its head says so, whatever it said. What is no
     * answer of HTTP is passed on as it is.
     */
    void passClosingTo(Wire other, Counter counter) throws IOException {
        for (int i = 0; i < MAX_INTERIM; i++) {
            String start = "";
            while (HTTP.startsWith(start) && start.length() < HTTP.length()) {
                start += (char) read();
            }
            if (!start.equals(HTTP)) {
                counter.add(start.length());
                other.write(start.getBytes(StandardCharsets.ISO_8859_1));
                passTo(other, counter);
                return;
            }
            String head = start + head(read());
            counter.add(head.length());
            boolean interim = head.startsWith(" 1", HTTP.length() + 3) && !head.startsWith("01", HTTP.length() + 5);
            String told = interim
                    ? head
                    : HOP.matcher(head.stripTrailing() + "\r\n").replaceAll("") + "Connection: close\r\n\r\n";
            other.write(told.getBytes(StandardCharsets.ISO_8859_1));
            if (!interim) {
                passTo(other, counter);
                return;
            }
        }
        throw new ProtocolException("there is no end of interim answers");
    }

    /** Counts bytes. */
    @FunctionalInterface
    interface Counter {
        /** There were {@code bytes} more. */
        void add(long bytes);
    }
}
