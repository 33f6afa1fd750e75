package dev.licet.server.connectonion;

import dev.licet.core.approval.RejectMode;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonBoolean;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import java.util.Optional;

/** A person's answer, as an {@code APPROVAL_RESPONSE} frame gives it. Whatever is odd about one makes it a hard rejection. */
sealed interface Response {

    /** What the person wrote; empty when nothing. */
    String feedback();

    /** Approved, for this call or for the rest of the session. */
    record Approved(boolean session, String feedback) implements Response {}

    record Rejected(RejectMode mode, String feedback) implements Response {}

    /** Reads {@code frame}: {@code {approved, scope, mode, feedback}} with the defaults {@code once} and {@code reject_hard}. */
    static Response read(JsonObject frame) {
        String feedback = frame.text("feedback").orElse("");
        boolean odd = frame.get("feedback")
                .filter(value -> !(value instanceof JsonString || value instanceof JsonValue.JsonNull))
                .isPresent();
        Optional<Boolean> session = session(frame);
        if (!(frame.get("approved").orElse(null) instanceof JsonBoolean approved) || session.isEmpty() || odd) {
            return new Rejected(RejectMode.HARD, feedback);
        }
        // What follows from a rejection says nothing about an approval.
        return approved.value() ? new Approved(session.get(), feedback) : new Rejected(mode(frame), feedback);
    }

    /** Whether the scope is the session; empty for one that does not exist. */
    private static Optional<Boolean> session(JsonObject frame) {
        if (frame.get("scope").isEmpty()) {
            return Optional.of(false);
        }
        return switch (frame.text("scope").orElse("")) {
            case "once" -> Optional.of(false);
            case "session" -> Optional.of(true);
            default -> Optional.empty();
        };
    }

    private static RejectMode mode(JsonObject frame) {
        return switch (frame.text("mode").orElse("reject_hard")) {
            case "reject_soft" -> RejectMode.SOFT;
            case "reject_explain" -> RejectMode.EXPLAIN;
            default -> RejectMode.HARD;
        };
    }
}
