package dev.licet.gate.agent;

import dev.licet.core.approval.RejectMode;
import dev.licet.core.json.JsonValue.JsonObject;

/** What somebody says to an {@link Ask}. */
public sealed interface Reply {
    /** This once; the comment is told to the model. */
    record Once(String comment) implements Reply {}

    /** This, and what the rules of {@link Ask#always} allow from now on. */
    record Always(String comment) implements Reply {}

    /** This once, with other arguments, which are judged like any call. */
    record Edited(JsonObject arguments, String comment) implements Reply {}

    /** Not this. The feedback is told to the model. */
    record Rejected(RejectMode mode, String feedback) implements Reply {}

    /** Somebody else may answer; where nobody else can, it is denied. */
    record Left() implements Reply {}

    static Reply once() {
        return new Once("");
    }

    static Reply always() {
        return new Always("");
    }

    /** Skip this call and go on. */
    static Reply skip(String feedback) {
        return new Rejected(RejectMode.SOFT, feedback);
    }

    /** Skip this call and the rest of the reply, and end the turn. */
    static Reply stop(String feedback) {
        return new Rejected(RejectMode.HARD, feedback);
    }

    static Reply left() {
        return new Left();
    }
}
