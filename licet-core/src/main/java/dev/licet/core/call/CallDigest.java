package dev.licet.core.call;

import dev.licet.core.json.CanonicalJson;
import dev.licet.core.json.JsonValue.JsonObject;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * What identifies a call: SHA-256 of the canonical JSON (RFC 8785) of its tool, arguments, directory, environment, worker
 * and session.
 *
 * @param hex 64 lower-case hexadecimal digits
 */
public record CallDigest(String hex) {
    private static final Pattern FORM = Pattern.compile("[0-9a-f]{64}");

    public CallDigest {
        if (!FORM.matcher(hex).matches()) {
            throw new IllegalArgumentException("a digest has 64 hexadecimal digits: `" + hex + "`");
        }
    }

    static CallDigest of(ToolCall call) {
        JsonObject environment = JsonObject.empty();
        for (var variable : call.environment().entrySet()) {
            environment = environment.with(variable.getKey(), variable.getValue());
        }
        JsonObject identity = JsonObject.empty()
                .with("tool", call.tool())
                .with("arguments", call.arguments())
                .with("cwd", call.directory())
                .with("env", environment)
                .with("worker", call.worker().text())
                .with("session", call.session().text());
        byte[] text = CanonicalJson.of(identity).getBytes(StandardCharsets.UTF_8);
        return new CallDigest(HexFormat.of().formatHex(sha256().digest(text)));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
