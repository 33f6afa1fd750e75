package dev.licet.server.connectonion;

import dev.licet.core.call.SessionId;
import dev.licet.core.call.WorkerId;
import dev.licet.gate.Gate;
import dev.licet.server.access.Authenticator;
import dev.licet.server.access.Caller;
import dev.licet.server.access.Limits;
import dev.licet.server.access.Right;
import dev.licet.server.access.UnauthenticatedSockets;
import dev.licet.server.api.ApprovalService;
import dev.licet.server.api.Feed;
import dev.licet.server.http.HttpReply;
import dev.licet.server.http.HttpRequest;
import java.util.Optional;

/**
 * {@code /connectonion?session=ID} with the parameters {@code worker} and {@code last_msg_id}. A client without headers
 * says who it is in its first frame, {@code {"type": "CONNECT", "token": …}}. Thread-safe.
 */
public final class ConnectOnion {
    private static final String PATH = "/connectonion";

    private final Parts parts;
    private final UnauthenticatedSockets introductions;

    public ConnectOnion(
            Gate gate,
            ApprovalService desk,
            Feed feed,
            Authenticator access,
            Limits limits,
            UnauthenticatedSockets introductions) {
        this.introductions = introductions;
        this.parts = new Parts(gate, desk, feed, access, limits);
    }

    /** Whether {@code request} opens a WebSocket whose first frame will say who it is. */
    public static boolean introducesItself(HttpRequest request) {
        return isHere(request) && request.isWebSocket();
    }

    public static boolean isHere(HttpRequest request) {
        return request.path().equals(PATH);
    }

    /** Answers {@code request}; only one that introduces itself may have no caller. */
    public HttpReply handle(HttpRequest request, Optional<Caller> caller) {
        Place place;
        try {
            place = new Place(
                    new WorkerId(request.query().getOrDefault("worker", "local")),
                    new SessionId(request.query().getOrDefault("session", "")));
        } catch (IllegalArgumentException e) {
            return HttpReply.problem(
                    400, "invalid", "the address needs a session, " + PATH + "?session=ID: " + e.getMessage());
        }
        if (caller.isPresent() && !place.admits(caller.get())) {
            return HttpReply.problem(
                    403,
                    "forbidden",
                    "the token of `" + caller.get().principal().name()
                            + "` does not carry the right `read`, or is not for this session");
        }
        Optional<Caller> named = caller.map(known -> known.over("connectonion"));
        String from = request.peer().address();
        return new HttpReply.Upgrade(socket -> named.isPresent()
                ? new OnionConversation(socket, place, parts, named)
                : introductions.open(socket, from, () -> new OnionConversation(socket, place, parts, named)));
    }

    /** Which session a connection is about. */
    record Place(WorkerId worker, SessionId session) {
        /** Whether {@code caller} may follow it. */
        boolean admits(Caller caller) {
            return caller.may(Right.READ) && caller.principal().reaches(worker, session);
        }
    }

    /** What a connection needs of the server. */
    record Parts(Gate gate, ApprovalService desk, Feed feed, Authenticator access, Limits limits) {}
}
