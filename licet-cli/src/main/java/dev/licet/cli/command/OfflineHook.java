package dev.licet.cli.command;

import dev.licet.cli.console.Streams;
import dev.licet.gate.Gate;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.data.GateException;
import dev.licet.hook.Hook;
import dev.licet.hook.HookHost;
import dev.licet.server.access.Caller;
import dev.licet.server.access.Principal;
import dev.licet.server.hook.ContainedCalls;
import dev.licet.server.hook.Hooks;
import dev.licet.server.http.HttpReply;
import dev.licet.server.http.HttpRequest;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

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
                    "POST",
                    "/hooks/" + host,
                    parameters,
                    Map.of(),
                    HookHost.of(host).question(streams.in().readNBytes(MAX_INPUT), System.getenv()),
                    HttpRequest.Peer.SELF);
            try (Gate gate = Gate.open(DataDirectory.at(dataDirectory), InstantSource.system())) {
                HttpReply reply = new Hooks(gate, new ContainedCalls(Optional.empty()), (call, path) -> {})
                        .handle(request, new Caller(Principal.OWNER, "hook", Caller.OWNER));
                if (!(reply instanceof HttpReply.Full full) || !full.headers().containsKey(Hooks.DECISION)) {
                    return block(host, "`" + host + "` is no host", streams);
                }
                if (full.status() != 200) {
                    return Hook.NOT_A_CALL;
                }
                boolean refused = HookHost.of(host).readsNothing()
                        && !"allow".equals(full.headers().get(Hooks.DECISION));
                PrintStream out = refused ? streams.err() : streams.out();
                out.write(full.body(), 0, full.body().length);
                out.flush();
                return refused ? Hook.BLOCKED : Hook.PASSED;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return block(host, "interrupted", streams);
        } catch (GateException | IOException | IllegalArgumentException e) {
            return block(host, String.valueOf(e.getMessage()), streams);
        }
    }

    private static int block(String host, String why, Streams streams) {
        if (!HookHost.of(host).obeysStatus()) {
            streams.out().println(HookHost.refusal("Licet denied this call: " + why));
            return Hook.PASSED;
        }
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
