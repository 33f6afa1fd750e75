package dev.licet.server.trpc;

import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.Gate;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import dev.licet.server.access.Authenticator;
import dev.licet.server.access.Caller;
import dev.licet.server.access.Limits;
import dev.licet.server.access.Right;
import dev.licet.server.access.UnauthenticatedSockets;
import dev.licet.server.api.ApprovalService;
import dev.licet.server.api.Feed;
import dev.licet.server.http.HttpReply;
import dev.licet.server.http.HttpRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** tRPC 11: {@code /trpc/PROCEDURE}, several at once with {@code ?batch=1}, and a WebSocket at {@code /trpc}. Thread-safe. */
public final class Trpc {
    /** Most procedures in one request. */
    private static final int MAX_BATCH = 100;

    private final Procedures procedures;
    private final AgentEvents events;
    private final UnauthenticatedSockets introductions;
    private final TrpcSocket.Parts parts;

    public Trpc(
            Gate gate,
            ApprovalService desk,
            Feed feed,
            Authenticator access,
            Limits limits,
            UnauthenticatedSockets introductions) {
        this.introductions = introductions;
        this.procedures = new Procedures(gate, desk);
        this.events = new AgentEvents(feed);
        this.parts = new TrpcSocket.Parts(procedures, events, access, limits);
    }

    /** Whether {@code request} opens a WebSocket whose first message will say who it is. */
    public static boolean introducesItself(HttpRequest request) {
        return isSocket(request)
                && request.query().getOrDefault("connectionParams", "").equals("1");
    }

    private static boolean isSocket(HttpRequest request) {
        return request.path().equals("/trpc") && request.isWebSocket();
    }

    /** Answers {@code request}, whose path begins with {@code /trpc}; only one that introduces itself may have no caller. */
    public HttpReply handle(HttpRequest request, Optional<Caller> caller) {
        Optional<Caller> named = caller.map(known -> known.over("trpc"));
        if (isSocket(request)) {
            String from = request.peer().address();
            return new HttpReply.Upgrade(socket -> named.isPresent()
                    ? new TrpcSocket(socket, parts, named)
                    : introductions.open(socket, from, () -> new TrpcSocket(socket, parts, named)));
        }
        String names = request.path().replaceFirst("^/trpc/?", "");
        boolean batch = request.query().getOrDefault("batch", "").equals("1");
        try {
            JsonValue input = input(request);
            List<String> paths = batch ? List.of(names.split(",", -1)) : List.of(names);
            if (paths.size() > MAX_BATCH) {
                throw new TrpcFault(TrpcFault.Code.BAD_REQUEST, "more than " + MAX_BATCH + " procedures at once");
            }
            Caller known = named.orElseThrow(
                    () -> new TrpcFault(TrpcFault.Code.UNAUTHORIZED, "send a token as `Authorization: Bearer …`"));
            if (!batch
                    && Procedures.kind(names)
                            .filter(Procedures.Kind.SUBSCRIPTION::equals)
                            .isPresent()) {
                return subscription(input, known);
            }
            return answers(request.method(), paths, input, batch, known);
        } catch (TrpcFault e) {
            JsonObject error = JsonObject.empty().with("error", e.form(names));
            return json(e.status(), batch ? JsonArray.of(List.of(error)) : error);
        }
    }

    /** The inputs: the body of a mutation, the parameter {@code input} of all else; an empty object when there is none. */
    private static JsonValue input(HttpRequest request) throws TrpcFault {
        if (request.body().length > JsonText.MAX_BYTES) {
            throw new TrpcFault(TrpcFault.Code.PAYLOAD_TOO_LARGE, "more than " + JsonText.MAX_BYTES + " bytes");
        }
        byte[] text = request.method().equals("POST")
                ? request.body()
                : request.query().getOrDefault("input", "").getBytes(StandardCharsets.UTF_8);
        try {
            return text.length == 0 ? JsonObject.empty() : JsonText.parse(text);
        } catch (InvalidJson e) {
            throw new TrpcFault(TrpcFault.Code.PARSE_ERROR, "the input is not valid JSON: " + e.getMessage());
        }
    }

    private HttpReply answers(String method, List<String> paths, JsonValue input, boolean batch, Caller caller) {
        var answers = new ArrayList<JsonObject>();
        var statuses = new HashSet<Integer>();
        for (int i = 0; i < paths.size(); i++) {
            String path = paths.get(i);
            try {
                JsonValue own = batch ? part(input, i) : input;
                answers.add(result(call(method, path, own, caller)));
                statuses.add(200);
            } catch (TrpcFault e) {
                answers.add(JsonObject.empty().with("error", e.form(path)));
                statuses.add(e.status());
            }
        }
        int status = statuses.size() == 1 ? statuses.iterator().next() : 207;
        return json(status, batch ? JsonArray.of(answers) : answers.get(0));
    }

    private static JsonValue part(JsonValue input, int index) {
        return input instanceof JsonObject all
                ? all.get(String.valueOf(index)).orElseGet(JsonObject::empty)
                : JsonObject.empty();
    }

    private JsonValue call(String method, String path, JsonValue input, Caller caller) throws TrpcFault {
        Procedures.Kind kind = Procedures.kind(path)
                .orElseThrow(() -> new TrpcFault(TrpcFault.Code.NOT_FOUND, "no procedure `" + path + "`"));
        boolean fits = method.equals(kind == Procedures.Kind.MUTATION ? "POST" : "GET");
        if (!fits || kind == Procedures.Kind.SUBSCRIPTION) {
            throw new TrpcFault(
                    TrpcFault.Code.METHOD_NOT_SUPPORTED, "`" + path + "` cannot be called by " + method + " like this");
        }
        return procedures.call(path, input, caller);
    }

    static JsonObject result(JsonValue data) {
        return JsonObject.empty().with("result", JsonObject.empty().with("data", data));
    }

    private static HttpReply json(int status, JsonValue document) {
        return new HttpReply.Full(
                status,
                "application/json",
                Map.of("Cache-Control", "no-store"),
                JsonText.write(document).getBytes(StandardCharsets.UTF_8));
    }

    private HttpReply subscription(JsonValue input, Caller caller) throws TrpcFault {
        if (!(input instanceof JsonObject object)) {
            throw new TrpcFault(TrpcFault.Code.BAD_REQUEST, "the input of agent.onEvents is an object");
        }
        Procedures.require(caller, Right.READ);
        String session = Procedures.text(object, "sessionId");
        return new HttpReply.Events(sink -> {
            sink.send("event: connected\ndata: {}\n\n");
            events.follow(session, caller, new AgentEvents.Receiver() {
                @Override
                public void next(JsonObject event) throws IOException {
                    sink.send("data: " + JsonText.write(event) + "\n\n");
                }

                @Override
                public void idle() throws IOException {
                    sink.send("event: ping\ndata: \n\n");
                }
            });
        });
    }
}
