package dev.licet.server.api;

import dev.licet.core.call.CallDigest;
import dev.licet.core.json.JsonValue.JsonBoolean;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import java.util.Optional;
import java.util.Set;

/**
 * The body of an answer.
 *
 * @param always whether its rules are to be saved
 * @param comment what is told to the model; empty when nothing
 * @param digest the digest of the call that the person saw, if the client says so
 * @param channel where the answer comes from, if the client says so
 */
record AnswerForm(boolean always, String comment, Optional<String> digest, Optional<String> channel) {
    static final Set<String> APPROVE = Set.of("always", "comment", "digest", "channel");
    static final Set<String> DENY = Set.of("feedback", "digest", "channel");

    static AnswerForm read(JsonObject body, Set<String> names) {
        for (String name : body.members().keySet()) {
            if (!names.contains(name)) {
                throw new IllegalArgumentException("an answer has no member `" + name + "`");
            }
        }
        Optional<String> channel = text(body, "channel");
        if (channel.isPresent() && !channel.get().matches("[a-z][a-z-]{0,31}")) {
            throw new IllegalArgumentException("`channel` has 1 to 32 lower-case letters or dashes");
        }
        String comment = text(body, "comment").or(() -> text(body, "feedback")).orElse("");
        return new AnswerForm(flag(body), comment, text(body, "digest"), channel);
    }

    private static boolean flag(JsonObject body) {
        return body.get("always")
                .map(value -> {
                    if (value instanceof JsonBoolean flag) {
                        return flag.value();
                    }
                    throw new IllegalArgumentException("`always` is true or false");
                })
                .orElse(false);
    }

    private static Optional<String> text(JsonObject body, String name) {
        return body.get(name).map(value -> {
            if (value instanceof JsonString string) {
                return string.value();
            }
            throw new IllegalArgumentException("`" + name + "` is not a text");
        });
    }

    /** Whether the person who answers saw the call with {@code digest}; a client that names none trusts the id alone. */
    boolean fits(CallDigest expected) {
        return digest.isEmpty() || digest.get().equals(expected.hex());
    }
}
