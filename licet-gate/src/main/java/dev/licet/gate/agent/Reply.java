package dev.licet.gate.agent;

import dev.licet.core.approval.RejectMode;
import dev.licet.core.grant.Lifetime;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.propose.GrantKind;

/**
 * What somebody says to an {@link Ask}. Who says it is on record, and is whom rules with {@code approvers} look for; a server
 * knows them by the token that the answer comes with instead.
 */
public sealed interface Reply {
    /** Who answers; empty for the owner of the gate. */
    String by();

    /** The same, said by {@code person}. */
    Reply by(String person);

    /** This once; the comment is told to the model. */
    record Once(String comment, String by) implements Reply {
        public Once(String comment) {
            this(comment, "");
        }

        @Override
        public Once by(String person) {
            return new Once(comment, person);
        }
    }

    /** This, and what the rules of {@link Ask#always} allow from now on. */
    record Always(String comment, String by) implements Reply {
        public Always(String comment) {
            this(comment, "");
        }

        @Override
        public Always by(String person) {
            return new Always(comment, person);
        }
    }

    /** This, and as much as {@code kind} says for as long as {@code lifetime}; the id of a turn or batch there counts for nothing. */
    record Remembering(GrantKind kind, Lifetime lifetime, String comment, String by) implements Reply {
        public Remembering(GrantKind kind, Lifetime lifetime) {
            this(kind, lifetime, "", "");
        }

        @Override
        public Remembering by(String person) {
            return new Remembering(kind, lifetime, comment, person);
        }
    }

    /** This once, with other arguments, which are judged like any call. */
    record Edited(JsonObject arguments, String comment, String by) implements Reply {
        public Edited(JsonObject arguments, String comment) {
            this(arguments, comment, "");
        }

        @Override
        public Edited by(String person) {
            return new Edited(arguments, comment, person);
        }
    }

    /** Not this. The feedback is told to the model. */
    record Rejected(RejectMode mode, String feedback, String by) implements Reply {
        public Rejected(RejectMode mode, String feedback) {
            this(mode, feedback, "");
        }

        @Override
        public Rejected by(String person) {
            return new Rejected(mode, feedback, person);
        }
    }

    /** Somebody else may answer; where nobody else can, it is denied. */
    record Left() implements Reply {
        @Override
        public String by() {
            return "";
        }

        @Override
        public Left by(String person) {
            return this;
        }
    }

    /** This call, and no other one. */
    static Reply once() {
        return new Once("");
    }

    /** This call, and from now on those that the rule covers which the question offers. */
    static Reply always() {
        return new Always("");
    }

    /** This, and every other call of this kind for the rest of the session. */
    static Reply forSession(GrantKind kind) {
        return new Remembering(kind, new Lifetime.Session());
    }

    /** Skip this call and go on. */
    static Reply skip(String feedback) {
        return new Rejected(RejectMode.SOFT, feedback);
    }

    /** Skip this call and the rest of the reply, and end the turn. */
    static Reply stop(String feedback) {
        return new Rejected(RejectMode.HARD, feedback);
    }

    /** No answer: the question waits on, for somebody else or another time. */
    static Reply left() {
        return new Left();
    }
}
