package dev.licet.server.api;

import dev.licet.core.approval.RejectMode;
import dev.licet.core.call.BatchId;
import dev.licet.core.call.CallDigest;
import dev.licet.core.call.TurnId;
import dev.licet.core.grant.Lifetime;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonBoolean;
import dev.licet.core.json.JsonValue.JsonNumber;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.core.propose.GrantKind;
import dev.licet.core.rule.RuleText;
import dev.licet.gate.grant.GrantRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What somebody answers.
 *
 * @param comment what is told to the model; empty when nothing
 * @param digest the digest of the call that the person saw, if the client says so
 * @param channel where the answer comes from, if the client says so
 */
public record AnswerForm(Choice choice, String comment, Optional<String> digest, Optional<String> channel) {
    /** Approves, and remembers nothing. */
    public static final AnswerForm ONCE = of(new Choice.Once(), "");

    /** Approves, and saves the rules that the approval shows. */
    public static final AnswerForm ALWAYS = of(new Choice.Always(), "");

    private static final Set<String> APPROVAL =
            Set.of("always", "remember", "arguments", "run", "comment", "digest", "channel");
    private static final Set<String> REJECTION = Set.of("mode", "feedback", "digest", "channel");

    /** What becomes of the call, and of those like it. */
    public sealed interface Choice {
        /** Approved, and nothing is remembered. */
        record Once() implements Choice {}

        /** Approved, and the rules that the approval shows are saved. */
        record Always() implements Choice {}

        /** Approved, and {@code remembered} is granted. */
        record Remembering(GrantRequest remembered) implements Choice {}

        /** Approved with the arguments as the person changed them. */
        record Edited(JsonObject arguments) implements Choice {}

        /** Approved to be run, whatever it did when it was tried within bounds. */
        record Run() implements Choice {}

        /** Rejected. */
        record Rejection(RejectMode mode) implements Choice {}

        /** Whether it outlives the session, or writes rules: approving calls is one right, editing rules another. */
        default boolean editsRules() {
            return switch (this) {
                case Always always -> true;
                case Remembering grant ->
                    grant.remembered().lifetime() instanceof Lifetime.Worker
                            || grant.remembered().lifetime() instanceof Lifetime.Until
                            || grant.remembered().wanted() instanceof GrantRequest.Wanted.Written;
                case Once once -> false;
                case Edited edited -> false;
                case Run run -> false;
                case Rejection rejection -> false;
            };
        }
    }

    private static AnswerForm of(Choice choice, String comment) {
        return new AnswerForm(choice, comment, Optional.empty(), Optional.empty());
    }

    /** Rejects, and tells the model {@code comment}. */
    public static AnswerForm rejection(RejectMode mode, String comment) {
        return of(new Choice.Rejection(mode), comment);
    }

    /** Approves as {@code remember} says. */
    public static AnswerForm remembering(GrantRequest remember) {
        return of(new Choice.Remembering(remember), "");
    }

    /** The same with {@code comment} for the model. */
    public AnswerForm saying(String comment) {
        return new AnswerForm(choice, comment, digest, channel);
    }

    /** The body of a request that approves. */
    static AnswerForm approval(JsonObject body) {
        return read(body, APPROVAL, "comment", approving(body));
    }

    /** The body of a request that rejects; one that does not say what follows is the strictest. */
    static AnswerForm rejection(JsonObject body) {
        RejectMode mode = body.text("mode").flatMap(RejectMode::of).orElse(RejectMode.HARD);
        return read(body, REJECTION, "feedback", new Choice.Rejection(mode));
    }

    private static AnswerForm read(JsonObject body, Set<String> names, String comment, Choice choice) {
        for (String name : body.members().keySet()) {
            if (!names.contains(name)) {
                throw new IllegalArgumentException("an answer has no member `" + name + "`");
            }
        }
        Optional<String> channel = text(body, "channel");
        if (channel.isPresent() && !channel.get().matches("[a-z][a-z-]{0,31}")) {
            throw new IllegalArgumentException("`channel` has 1 to 32 lower-case letters or dashes");
        }
        return new AnswerForm(choice, text(body, comment).orElse(""), text(body, "digest"), channel);
    }

    private static Choice approving(JsonObject body) {
        var choices = new ArrayList<Choice>();
        if (flag(body, "always")) {
            choices.add(new Choice.Always());
        }
        if (flag(body, "run")) {
            choices.add(new Choice.Run());
        }
        body.get("remember")
                .map(AnswerForm::remember)
                .map(Choice.Remembering::new)
                .ifPresent(choices::add);
        body.get("arguments")
                .map(value -> body.object("arguments")
                        .orElseThrow(() -> new IllegalArgumentException("`arguments` is an object")))
                .map(Choice.Edited::new)
                .ifPresent(choices::add);
        return switch (choices.size()) {
            case 0 -> new Choice.Once();
            case 1 -> choices.getFirst();
            default ->
                throw new IllegalArgumentException("an answer has one of `always`, `remember`, `arguments` and `run`");
        };
    }

    /**
     * {@code {"kind": "prefix", "lifetime": "session"}}; the lifetime may also be {@code {"uses": 3}} or
     * {@code {"until": "…"}}, and rules that a person wrote may stand in place of the kind.
     */
    private static GrantRequest remember(JsonValue value) {
        if (!(value instanceof JsonObject object)
                || !Set.of("kind", "rules", "lifetime", "reach")
                        .containsAll(object.members().keySet())
                || object.get("kind").isPresent() == object.get("rules").isPresent()) {
            throw new IllegalArgumentException(
                    "`remember` is an object with `kind` or `rules`, and with `lifetime` and `reach`");
        }
        GrantRequest.Wanted wanted = object.get("rules").isPresent()
                ? new GrantRequest.Wanted.Written(rules(object))
                : new GrantRequest.Wanted.Offered(text(object, "kind")
                        .flatMap(GrantKind::of)
                        .orElseThrow(
                                () -> new IllegalArgumentException("`kind` is call, exact, folder, prefix or tool")));
        GrantRequest.Reach reach = switch (text(object, "reach").orElse("agent")) {
            case "agent" -> GrantRequest.Reach.AGENT;
            case "session" -> GrantRequest.Reach.SESSION;
            default -> throw new IllegalArgumentException("`reach` is agent or session");
        };
        return new GrantRequest(
                wanted, object.get("lifetime").map(AnswerForm::lifetime).orElseGet(Lifetime.Session::new), reach);
    }

    /** The member {@code rules}. */
    static List<RuleText> rules(JsonObject body) {
        return body.elements("rules").stream().map(AnswerForm::rule).toList();
    }

    private static RuleText rule(JsonValue value) {
        if (value instanceof JsonObject form
                && Set.of("tool", "pattern").equals(form.members().keySet())) {
            return new RuleText(Bodies.text(form, "tool"), Bodies.text(form, "pattern"));
        }
        throw new IllegalArgumentException("`rules` is a list of objects with `tool` and `pattern`");
    }

    private static Lifetime lifetime(JsonValue value) {
        if (value instanceof JsonString string && string.value().equals("session")) {
            return new Lifetime.Session();
        }
        if (value instanceof JsonString string && string.value().equals("batch")) {
            return new Lifetime.Batch(new BatchId("of the call"));
        }
        if (value instanceof JsonString string && string.value().equals("turn")) {
            return new Lifetime.Turn(new TurnId("of the call"));
        }
        if (value instanceof JsonString string && string.value().equals("worker")) {
            return new Lifetime.Worker();
        }
        if (value instanceof JsonObject object
                && object.get("uses").orElse(null) instanceof JsonNumber number
                && number.value().stripTrailingZeros().scale() <= 0
                && number.value().precision() - number.value().scale() < 10) {
            return new Lifetime.Uses(number.value().intValueExact());
        }
        if (value instanceof JsonObject object && object.text("until").isPresent()) {
            return new Lifetime.Until(Bodies.time(object.text("until").get(), "until"));
        }
        throw new IllegalArgumentException(
                "`lifetime` is \"batch\", \"turn\", \"session\", \"worker\", {\"uses\": 3} or {\"until\": \"2027-01-31T18:00:00Z\"}");
    }

    private static boolean flag(JsonObject body, String name) {
        return body.get(name)
                .map(value -> {
                    if (value instanceof JsonBoolean flag) {
                        return flag.value();
                    }
                    throw new IllegalArgumentException("`" + name + "` is true or false");
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
