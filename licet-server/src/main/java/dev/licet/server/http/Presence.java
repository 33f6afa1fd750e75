package dev.licet.server.http;

import dev.licet.gate.call.Submission;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.BufferUtil;

/**
 * Whether a client is still there while its request is handled, and whether the answers in the reply arrived: Jetty reads
 * nothing from a connection then, so that nobody else would notice its end. Thread-safe.
 *
 * <p>A client that dies before it has read the reply leaves a connection that is reset; one that has read it closes it, or
 * goes on, but so does one that resets it after that. One that sends the header {@code Licet-Receipt} sends a byte when it
 * has read the reply, before it passes anything on; with the value {@code redeem} it tells by redeeming its
 * ticket.
 */
final class Presence implements Submission.Sender {
    /** After that a client that keeps its connection is taken to have read the reply. */
    private static final Duration READ_WITHIN = Duration.ofSeconds(2);

    /** The same where a receipt is to come. */
    private static final Duration RECEIPT_WITHIN = Duration.ofSeconds(10);

    /** Says that a byte behind the reply tells that it was read, and that one is wanted. */
    static final String RECEIPT = "Licet-Receipt";

    /** Its value where redeeming a ticket is the receipt: nothing is executed before. */
    private static final String REDEEM = "redeem";

    private static final Duration LOOK_AGAIN = Duration.ofMillis(1);

    private final EndPoint connection;

    /** What lies below it: where a connection was reset that is seen here alone. */
    private final Optional<SocketChannel> channel;

    private final boolean givesReceipts;
    private final boolean redeems;
    private final List<Submission.Handover> handedOver = new ArrayList<>();
    private boolean taken;

    Presence(Request request) {
        this.connection = request.getConnectionMetaData().getConnection().getEndPoint();
        EndPoint below = connection instanceof EndPoint.Wrapper wrapper ? wrapper.unwrap() : connection;
        this.channel =
                below instanceof SocketChannelEndPoint socket ? Optional.of(socket.getChannel()) : Optional.empty();
        this.redeems = REDEEM.equals(request.getHeaders().get(RECEIPT));
        this.givesReceipts = !redeems && !isEncrypted() && request.getHeaders().contains(RECEIPT);
    }

    /** Whether the client has closed the connection. What it sends before it has a reply is the sign that it has not. */
    @Override
    public synchronized boolean isGone() {
        if (taken) {
            return !connection.isOpen();
        }
        try {
            return fill() < 0;
        } catch (IOException e) {
            return true;
        }
    }

    @Override
    public synchronized void takes(Submission.Handover handover) {
        handedOver.add(handover);
    }

    /** Whether answers go with the reply. */
    synchronized boolean handsOver() {
        return !handedOver.isEmpty();
    }

    /** Whether the connection has to end with the reply: it is what tells of answers, or the beginning of another request was read. */
    synchronized boolean endsConnection() {
        return taken || !handedOver.isEmpty();
    }

    /** Whether the client is to tell that it has read the reply. */
    boolean wantsReceipt() {
        return givesReceipts;
    }

    /** Cuts the connection: who is still there learns that there is no reply. */
    void cut() {
        connection.close();
    }

    /** Finds out whether the reply, which is on its way, arrives, and says so of every answer in it. */
    void settle() {
        Optional<Boolean> arrived = hasArrived();
        if (arrived.isPresent() && isInternet()) {
            // It may have ended just before the reply was written: what is sent then cannot be sent a second time.
            arrived = Optional.of(arrived.get() && canSend());
        }
        if (!isEncrypted()) {
            // Who reads up to the end of the connection has to come to it. Over TLS who does not would reset it.
            connection.shutdownOutput();
        }
        long end = System.nanoTime() + (givesReceipts ? RECEIPT_WITHIN : READ_WITHIN).toNanos();
        while (arrived.isEmpty() && System.nanoTime() < end) {
            LockSupport.parkNanos(LOOK_AGAIN.toNanos());
            arrived = hasArrived();
        }
        // INVARIANT (once): what may have arrived is not given again, unless what went with it can still be made void.
        if (arrived.orElse(true)) {
            handovers().forEach(redeems ? Submission.Handover::arrivedUnused : Submission.Handover::arrived);
        } else if (givesReceipts) {
            lost();
        } else {
            handovers().forEach(Submission.Handover::doubtful);
        }
    }

    /** The reply was not sent. */
    void lost() {
        handovers().forEach(Submission.Handover::lost);
    }

    private synchronized List<Submission.Handover> handovers() {
        List<Submission.Handover> all = List.copyOf(handedOver);
        handedOver.clear();
        return all;
    }

    /** Empty as long as it cannot be told. */
    private synchronized Optional<Boolean> hasArrived() {
        if (taken) {
            return Optional.of(true);
        }
        try {
            int read = givesReceipts ? fill() : look();
            return read == 0 ? Optional.empty() : Optional.of(read > 0 || !givesReceipts);
        } catch (IOException e) {
            return Optional.of(false);
        }
    }

    private synchronized boolean canSend() {
        try {
            return taken || connection.flush(ByteBuffer.wrap(new byte[] {'\n'}));
        } catch (IOException e) {
            return false;
        }
    }

    private boolean isEncrypted() {
        return connection instanceof EndPoint.Wrapper;
    }

    /** The end of a Unix-domain socket is known when something is written to it. */
    private boolean isInternet() {
        return connection.getRemoteSocketAddress() instanceof InetSocketAddress;
    }

    /** The same below TLS and Jetty, which takes a connection that is reset for one that is closed. */
    private int look() throws IOException {
        return channel.isPresent() ? channel.get().read(ByteBuffer.allocate(1)) : fill();
    }

    private int fill() throws IOException {
        ByteBuffer more = BufferUtil.allocate(1);
        int read = connection.isOpen() && !connection.isInputShutdown() ? connection.fill(more) : -1;
        taken = read > 0;
        return read;
    }
}
