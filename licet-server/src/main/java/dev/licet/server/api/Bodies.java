package dev.licet.server.api;

import dev.licet.core.json.JsonValue.JsonNumber;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import dev.licet.server.access.Caller;
import dev.licet.server.access.Right;
import dev.licet.server.http.HttpReply;
import dev.licet.server.http.HttpRequest;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads the bodies of requests; what is wrong with one is told in a problem document. */
final class Bodies {
    private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");

    private Bodies() {}

    /** Answers a request by its body; an {@code IllegalArgumentException} says what is wrong with it. */
    interface Answering {
        HttpReply answer(JsonObject body) throws InvalidJson;
    }

    static HttpReply answer(HttpRequest request, Answering answering) {
        try {
            return answering.answer(JsonText.parseObject(request.body()));
        } catch (InvalidJson e) {
            return HttpReply.problem(400, "invalid-json", "the body is not valid JSON: " + e.getMessage());
        } catch (IllegalArgumentException e) {
            return HttpReply.problem(400, "invalid", String.valueOf(e.getMessage()));
        } catch (GateException e) {
            return HttpReply.problem(503, "unavailable", String.valueOf(e.getMessage()));
        }
    }

    /** The refusal for a caller that has none of {@code rights}. */
    static HttpReply forbidden(Caller caller, Set<Right> rights) {
        return HttpReply.problem(
                403,
                "forbidden",
                "the token of `" + caller.principal().name() + "` (role "
                        + caller.principal().role().text() + ") does not carry the right "
                        + rights.stream()
                                .sorted()
                                .map(right -> "`" + right.text() + "`")
                                .collect(Collectors.joining(" or "))
                        + "; `licet token` makes one that does");
    }

    static String text(JsonObject body, String name) {
        return body.text(name)
                .orElseThrow(() -> new IllegalArgumentException("the body needs the text `" + name + "`"));
    }

    static Optional<String> optional(JsonObject body, String name) {
        return body.get(name).isEmpty() ? Optional.empty() : Optional.of(text(body, name));
    }

    static OptionalInt number(JsonObject body, String name) {
        if (body.get(name).isEmpty()) {
            return OptionalInt.empty();
        }
        if (body.get(name).get() instanceof JsonNumber number
                && number.value().stripTrailingZeros().scale() <= 0
                && number.value().precision() - number.value().scale() < 10) {
            return OptionalInt.of(number.value().intValueExact());
        }
        throw new IllegalArgumentException("`" + name + "` is a whole number");
    }

    static Optional<Instant> time(JsonObject body, String name) {
        return optional(body, name).map(text -> time(text, name));
    }

    static Instant time(String text, String name) {
        try {
            Instant time = Instant.parse(text);
            if (time.isAfter(LATEST) || time.isBefore(Instant.EPOCH)) {
                throw new IllegalArgumentException("`" + name + "` is a time of this age, not " + text);
            }
            return time;
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException("`" + name + "` is a time as in 2027-01-31T18:00:00Z", e);
        }
    }
}
