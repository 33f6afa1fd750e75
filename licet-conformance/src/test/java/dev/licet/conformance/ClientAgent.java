package dev.licet.conformance;

import dev.licet.client.LicetClient;
import dev.licet.client.ServerVerdict;
import dev.licet.core.call.CallId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.WorkerId;
import dev.licet.core.json.JsonValue.JsonObject;
import java.time.Duration;
import java.util.Map;

/** An agent in Java in a process of its own, which makes one call, tells what it hears and uses what it was given. */
final class ClientAgent {
    private ClientAgent() {}

    /** The address of a server, a token and a command. */
    public static void main(String[] arguments) throws Exception {
        try (var client = new LicetClient(arguments[0], arguments[1])) {
            var call = new ToolCall(
                    new CallId("c"),
                    "shell_exec",
                    JsonObject.empty().with("command", arguments[2]),
                    new SessionId("s"),
                    WorkerId.STANDARD,
                    "/srv",
                    Map.of());
            switch (client.decide(call, Duration.ofMinutes(1))) {
                case ServerVerdict.Allowed allowed -> {
                    System.out.println("{\"decision\":\"allow\"}");
                    client.redeem(allowed);
                }
                case ServerVerdict.Denied denied -> System.out.println("{\"decision\":\"deny\"}");
                case ServerVerdict.Held held -> System.out.println("{\"decision\":\"ask\"}");
            }
        }
    }
}
