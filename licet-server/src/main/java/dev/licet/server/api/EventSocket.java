package dev.licet.server.api;

import dev.licet.core.approval.Approval;
import dev.licet.gate.data.GateException;
import dev.licet.server.access.Caller;
import dev.licet.server.http.TextSocket;
import java.io.IOException;
import java.util.OptionalLong;

/** A follower of approvals on a WebSocket. What it sends is not listened to. */
final class EventSocket implements TextSocket.Listener {
    private final TextSocket socket;
    private final Thread follower;

    /** Makes the text of an event. */
    interface Form {
        String of(long id, String name, Approval approval);
    }

    EventSocket(TextSocket socket, Feed feed, OptionalLong last, Caller caller, Form form) {
        this.socket = socket;
        this.follower = Thread.startVirtualThread(() -> follow(feed, last, caller, form));
    }

    private void follow(Feed feed, OptionalLong last, Caller caller, Form form) {
        try {
            feed.follow(last, caller, new Feed.Receiver() {
                @Override
                public void next(long id, Approval approval) throws IOException {
                    socket.send(form.of(id, EventStream.name(approval), approval));
                }

                @Override
                public void waiting(long id, Approval approval) throws IOException {
                    socket.send(form.of(id, EventStream.CHANGED, approval));
                }

                @Override
                public void idle() throws IOException {
                    socket.ping(0);
                }
            });
        } catch (IOException | GateException e) {
            socket.close(1001, "gone");
        } catch (InterruptedException e) {
            socket.close(1001, "the server is closing");
        }
    }

    @Override
    public void text(String text) {
        // Answers go over HTTP, where each has its status.
    }

    @Override
    public void closed() {
        follower.interrupt();
    }
}
