package dev.licet.core.call;

import dev.licet.core.json.CanonicalJson;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.Sha256;
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
        JsonObject identity = JsonObject.empty()
                .with("tool", call.tool())
                .with("arguments", call.arguments())
                .with("cwd", call.directory())
                .with("env", JsonObject.ofTexts(call.environment()))
                .with("worker", call.worker().text())
                .with("session", call.session().text());
        return new CallDigest(Sha256.hex(CanonicalJson.of(identity)));
    }
}
