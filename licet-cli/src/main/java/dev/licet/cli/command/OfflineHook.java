package dev.licet.cli.command;

import dev.licet.cli.Streams;
import dev.licet.gate.DataDirectory;
import dev.licet.gate.Gate;
import dev.licet.gate.GateException;
import dev.licet.hook.Hook;
import dev.licet.server.access.Caller;
import dev.licet.server.access.Principal;
import dev.licet.server.hook.Hooks;
import dev.licet.server.http.HttpReply;
import dev.licet.server.http.HttpRequest;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

/**
 * Judges a hook's call in this process, when no server runs. What has to be asked is stored for the next server and refused,
 * as nobody can answer here.
 */
public final class OfflineHook {
    private static final int MAX_INPUT = 2 * 1024 * 1024;

    private OfflineHook() {}

    /** Judges the input of {@code host}'s hook by the rules in {@code dataDirectory}; {@code query} is as in its address. */
    public static int run(String host, Path dataDirectory, String query, Streams streams) {
        try {
            var parameters = new HashMap<>(parameters(query));
            parameters.put("wait", "0");
            var request = new HttpRequest(
                    "POST", "/hooks/" + host, parameters, Map.of(), streams.in().readNBytes(MAX_INPUT));
            try (Gate gate = Gate.open(DataDirectory.at(dataDirectory), InstantSource.system())) {
                HttpReply reply = new Hooks(gate).handle(request, new Caller(Principal.OWNER, "hook"));
                if (reply.status() == 200 && reply instanceof HttpReply.Full full) {
                    streams.out().print(new String(full.body(), StandardCharsets.UTF_8));
                    streams.out().flush();
                    return Hook.PASSED;
                }
                return Hook.NOT_A_CALL;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return block("interrupted", streams);
        } catch (GateException | IOException e) {
            return block(String.valueOf(e.getMessage()), streams);
        }
    }

    private static int block(String why, Streams streams) {
        streams.err().println("Licet denied this call: " + why);
        return Hook.BLOCKED;
    }

    private static Map<String, String> parameters(String query) {
        var parameters = new HashMap<String, String>();
        for (String pair : query.replaceFirst("^\\?", "").split("&", -1)) {
            String[] parts = pair.split("=", 2);
            if (parts.length == 2) {
                parameters.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
            }
        }
        return parameters;
    }
}
