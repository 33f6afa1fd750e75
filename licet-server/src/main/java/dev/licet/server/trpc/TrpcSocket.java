package dev.licet.server.trpc;

import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonNull;
import dev.licet.core.json.JsonValue.JsonNumber;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import dev.licet.server.access.Authenticator;
import dev.licet.server.access.Caller;
import dev.licet.server.access.Limits;
import dev.licet.server.access.Right;
import dev.licet.server.access.UnauthenticatedSockets;
import dev.licet.server.http.TextSocket;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One client over WebSocket: JSON-RPC messages, as the client of tRPC 11 sends them. */
final class TrpcSocket implements UnauthenticatedSockets.Guest {
    /** Most subscriptions of one client. */
    private static final int MAX_SUBSCRIPTIONS = 100;

    private static final int POLICY_VIOLATION = 1008;

    private final TextSocket socket;
    private final Parts parts;
    private volatile Optional<Caller> caller;
    private final Map<JsonValue, Thread> subscriptions = new HashMap<>();

    /** What a connection needs of the server. */
    record Parts(Procedures procedures, AgentEvents events, Authenticator access, Limits limits) {}

    TrpcSocket(TextSocket socket, Parts parts, Optional<Caller> caller) {
        this.socket = socket;
        this.parts = parts;
        this.caller = caller;
    }

    @Override
    public boolean isKnown() {
        return caller.isPresent();
    }

    @Override
    public void turnAway() {
        socket.close(POLICY_VIOLATION, "the connection parameters need a good `token`");
    }

    @Override
    public void text(String text) throws IOException {
        if (text.equals("PING") && caller.isPresent()) {
            socket.send("PONG");
            return;
        }
        if (text.equals("PONG")) {
            return;
        }
        JsonValue message;
        try {
            message = JsonText.parse(text.getBytes(StandardCharsets.UTF_8));
        } catch (InvalidJson e) {
            fail(
                    new JsonNull(),
                    "",
                    new TrpcFault(TrpcFault.Code.PARSE_ERROR, "the message is not valid JSON: " + e.getMessage()));
            return;
        }
        List<JsonValue> all = message instanceof JsonArray array ? array.elements() : List.of(message);
        for (JsonValue each : all) {
            message(each instanceof JsonObject object ? object : JsonObject.empty());
        }
    }

    private void message(JsonObject message) throws IOException {
        JsonValue id = message.get("id")
                .filter(value -> value instanceof JsonNumber || value instanceof JsonString)
                .orElseGet(JsonNull::new);
        String method = message.text("method").orElse("");
        if (method.equals("connectionParams")) {
            introduce(message.object("data").orElseGet(JsonObject::empty));
            return;
        }
        JsonObject params = message.object("params").orElseGet(JsonObject::empty);
        String path = params.text("path").orElse("");
        try {
            Caller known = caller.filter(parts.access()::isGood)
                    .orElseThrow(() -> new TrpcFault(
                            TrpcFault.Code.UNAUTHORIZED, "the connection parameters need a good `token`"));
            if (!parts.limits().admits(known)) {
                throw new TrpcFault(TrpcFault.Code.TOO_MANY_REQUESTS, "too many requests at once");
            }
            switch (method) {
                case "query", "mutation" -> call(id, method, path, params, known);
                case "subscription" -> subscribe(id, path, params, known);
                case "subscription.stop" -> stop(id);
                default -> throw new TrpcFault(TrpcFault.Code.BAD_REQUEST, "there is no method `" + method + "`");
            }
        } catch (TrpcFault e) {
            fail(id, path, e);
        }
    }

    /** A client without headers names its token in its first message. */
    private void introduce(JsonObject parameters) {
        if (caller.isPresent()) {
            return;
        }
        caller = parameters.text("token").flatMap(token -> parts.access().caller(token, "trpc"));
        if (caller.isEmpty()) {
            turnAway();
        }
    }

    private void call(JsonValue id, String method, String path, JsonObject params, Caller known)
            throws TrpcFault, IOException {
        Procedures.Kind kind = Procedures.kind(path)
                .orElseThrow(() -> new TrpcFault(TrpcFault.Code.NOT_FOUND, "no procedure `" + path + "`"));
        if (!kind.name().equalsIgnoreCase(method)) {
            throw new TrpcFault(TrpcFault.Code.METHOD_NOT_SUPPORTED, "`" + path + "` is no " + method);
        }
        JsonValue data = parts.procedures().call(path, params.get("input").orElseGet(JsonObject::empty), known);
        result(id, JsonObject.empty().with("type", "data").with("data", data));
    }

    private void subscribe(JsonValue id, String path, JsonObject params, Caller known) throws TrpcFault, IOException {
        if (Procedures.kind(path).filter(Procedures.Kind.SUBSCRIPTION::equals).isEmpty()) {
            throw new TrpcFault(TrpcFault.Code.NOT_FOUND, "no subscription `" + path + "`");
        }
        Procedures.require(known, Right.READ);
        JsonObject input = params.object("input").orElseGet(JsonObject::empty);
        String session = Procedures.text(input, "sessionId");
        synchronized (subscriptions) {
            if (subscriptions.containsKey(id) || subscriptions.size() >= MAX_SUBSCRIPTIONS) {
                throw new TrpcFault(
                        TrpcFault.Code.BAD_REQUEST,
                        "this subscription runs already, or there are " + MAX_SUBSCRIPTIONS);
            }
            result(id, JsonObject.empty().with("type", "started"));
            subscriptions.put(id, Thread.startVirtualThread(() -> follow(id, session, known)));
        }
    }

    private void follow(JsonValue id, String session, Caller known) {
        try {
            parts.events().follow(session, known, new AgentEvents.Receiver() {
                @Override
                public void next(JsonObject event) throws IOException {
                    result(id, JsonObject.empty().with("type", "data").with("data", event));
                }

                @Override
                public void idle() throws IOException {
                    socket.ping(0);
                }
            });
        } catch (IOException | GateException e) {
            // The client is gone, or the store or its token is: it may come back and subscribe again.
            socket.close(1001, "subscribe again");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void stop(JsonValue id) throws IOException {
        Thread running;
        synchronized (subscriptions) {
            running = subscriptions.remove(id);
        }
        if (running != null) {
            running.interrupt();
            result(id, JsonObject.empty().with("type", "stopped"));
        }
    }

    private void result(JsonValue id, JsonObject result) throws IOException {
        socket.send(JsonText.write(
                JsonObject.empty().with("id", id).with("jsonrpc", "2.0").with("result", result)));
    }

    private void fail(JsonValue id, String path, TrpcFault fault) throws IOException {
        socket.send(JsonText.write(
                JsonObject.empty().with("id", id).with("jsonrpc", "2.0").with("error", fault.form(path))));
    }

    @Override
    public void closed() {
        synchronized (subscriptions) {
            subscriptions.values().forEach(Thread::interrupt);
            subscriptions.clear();
        }
    }
}
