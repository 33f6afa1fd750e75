package dev.licet.server.api;

import dev.licet.core.audit.AuditEntry;
import dev.licet.core.audit.AuditStep;
import dev.licet.core.call.CallDigest;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonBoolean;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.ticket.TicketCheck;
import dev.licet.gate.Gate;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import dev.licet.gate.review.CallRecord;
import dev.licet.gate.review.CallRecords;
import dev.licet.gate.store.AuditSearch;
import dev.licet.gate.ticket.Tickets;
import dev.licet.server.access.Caller;
import dev.licet.server.http.HttpReply;
import dev.licet.server.http.HttpRequest;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Tickets and the audit. */
final class RecordsApi {
    private static final int DEFAULT_LIMIT = 100;
    private static final int MAX_PAGES = 100;

    /** What became of calls is looked for in so many entries behind them. */
    private static final int WINDOW = 5_000;

    /** And that so often: of calls far apart from each other the newest may be told without what came of them. */
    private static final int MAX_WINDOWS = 10;

    private final Gate gate;

    RecordsApi(Gate gate) {
        this.gate = gate;
    }

    /** {@code {"ticket", "digest"}}: 200 when the call may be executed now, 409 when not. */
    HttpReply redeem(HttpRequest request, Caller caller) {
        return Bodies.answer(request, body -> {
            String ticket = Bodies.text(body, "ticket");
            return foreign(ticket, caller)
                    .orElseGet(() -> redeemed(gate.tickets().redeem(ticket, digest(body)), "redeemed"));
        });
    }

    /** The refusal of a ticket for a call that {@code caller} has nothing to do with; what is no ticket is not refused here. */
    private static Optional<HttpReply> foreign(String ticket, Caller caller) {
        return TicketCheck.claimed(ticket)
                .filter(read -> !caller.principal().reaches(read.worker(), read.session()))
                .map(read -> HttpReply.problem(403, "forbidden", "the token is not for the session of this ticket"));
    }

    /** {@code {"ticket", "digest", "succeeded", "note"?}}. */
    HttpReply outcome(HttpRequest request, Caller caller) {
        return Bodies.answer(request, body -> {
            if (!(body.get("succeeded").orElse(null) instanceof JsonBoolean succeeded)) {
                throw new IllegalArgumentException("`succeeded` is true or false");
            }
            var result = new Tickets.Result(
                    succeeded.value(), Bodies.optional(body, "note").orElse(""));
            String ticket = Bodies.text(body, "ticket");
            return foreign(ticket, caller).orElseGet(() -> {
                Tickets.Redeemed recorded = gate.tickets().finished(ticket, digest(body), result);
                boolean outgrew = body.get("outgrew")
                        .filter(new JsonBoolean(true)::equals)
                        .isPresent();
                if (outgrew && recorded instanceof Tickets.Redeemed.Accepted) {
                    gate.outgrew(digest(body));
                }
                return redeemed(recorded, "recorded");
            });
        });
    }

    private static CallDigest digest(JsonObject body) {
        return new CallDigest(Bodies.text(body, "digest"));
    }

    private static HttpReply redeemed(Tickets.Redeemed redeemed, String word) {
        return switch (redeemed) {
            case Tickets.Redeemed.Accepted accepted ->
                HttpReply.json(
                        200,
                        JsonObject.empty()
                                .with(word, true)
                                .with("ticket", accepted.ticket().id()));
            case Tickets.Redeemed.Refused refused -> HttpReply.problem(409, "ticket-refused", refused.why());
        };
    }

    HttpReply key() {
        return HttpReply.json(
                200,
                JsonObject.empty()
                        .with("algorithm", "Ed25519")
                        .with("id", gate.tickets().keyId())
                        .with("publicKey", gate.tickets().publicText())
                        .with("keys", JsonObject.ofTexts(gate.tickets().publicKeys())));
    }

    /** Entries, the newest first, by {@code step}, {@code worker}, {@code session}, {@code tool}, {@code text}, {@code person}, {@code since}, … */
    HttpReply search(HttpRequest request, Caller caller) {
        Map<String, String> query = request.query();
        try {
            List<JsonObject> entries = found(search(query), caller, query).entries();
            return HttpReply.json(200, JsonObject.empty().with("entries", JsonArray.of(entries)));
        } catch (IllegalArgumentException e) {
            return HttpReply.problem(400, "invalid", String.valueOf(e.getMessage()));
        }
    }

    /** Calls, the newest first, each with what became of it, by the same parameters. */
    HttpReply calls(HttpRequest request, Caller caller) {
        Map<String, String> query = request.query();
        try {
            var of = new HashMap<>(query);
            of.keySet().removeAll(List.of("person", "decision"));
            of.put("step", AuditStep.JUDGED.text());
            AuditSearch search = search(of);
            Found judged = found(search, caller, of);
            JsonObject reply = JsonObject.empty().with("calls", JsonArray.of(calls(judged.entries(), query)));
            OptionalLong next = judged.next();
            return HttpReply.json(200, next.isPresent() ? reply.with("before", next.getAsLong()) : reply);
        } catch (IllegalArgumentException e) {
            return HttpReply.problem(400, "invalid", String.valueOf(e.getMessage()));
        }
    }

    /** The calls that begin with {@code judged}, the newest first, with what stands behind each. */
    private List<JsonObject> calls(List<JsonObject> judged, Map<String, String> query) {
        var read = new TreeMap<Long, JsonObject>();
        long last = 0;
        int windows = 0;
        if (!judged.isEmpty()) {
            // The same call that was made again to take its answer is no other one, though that was asked on the page
            // before.
            long first = Math.max(0, number(judged.getLast()) - WINDOW);
            gate.audit().behind(first, WINDOW).forEach(each -> read.put(each.number(), entry(each)));
        }
        for (JsonObject entry : judged.reversed()) {
            read.put(number(entry), entry);
            if (number(entry) > last && windows++ < MAX_WINDOWS) {
                List<AuditEntry> behind = gate.audit().behind(number(entry) - 1, WINDOW);
                behind.forEach(each -> read.put(each.number(), entry(each)));
                last = behind.isEmpty() ? last : behind.getLast().number();
            }
        }
        var records = new CallRecords();
        read.values().forEach(records::next);
        Set<Long> wanted = judged.stream().map(RecordsApi::number).collect(Collectors.toSet());
        return records.records().reversed().stream()
                .filter(call -> wanted.contains(call.number()))
                .filter(call -> isBy(call, query.get("person")) && isDecided(call, query.get("decision")))
                .map(ReviewJson::call)
                .toList();
    }

    private static long number(JsonObject entry) {
        return entry.number("number").map(BigDecimal::longValue).orElse(0L);
    }

    private static boolean isBy(CallRecord call, @Nullable String person) {
        return person == null
                || call.answer()
                        .filter(answer -> answer.person().equals(person))
                        .isPresent();
    }

    private static boolean isDecided(CallRecord call, @Nullable String decision) {
        return decision == null
                || call.state().equals(decision)
                || call.decision().text().equals(decision);
    }

    /**
     * Entries that were found.
     *
     * @param next the `before` to go on with; empty at the end
     */
    private record Found(List<JsonObject> entries, OptionalLong next) {}

    /** The entries that concern {@code caller}; for one that is bounded further pages are looked at until there are enough. */
    private Found found(AuditSearch search, Caller caller, Map<String, String> query) {
        var found = new ArrayList<JsonObject>();
        AuditSearch page = search;
        for (int i = 0; i < MAX_PAGES && found.size() < search.limit(); i++) {
            List<AuditEntry> entries = gate.audit().search(page);
            entries.stream()
                    .map(RecordsApi::entry)
                    .filter(entry -> concerns(entry, caller) && isBy(entry, query) && isDecided(entry, query))
                    .limit(search.limit() - found.size())
                    .forEach(found::add);
            if (entries.size() < page.limit()) {
                return new Found(found, OptionalLong.empty());
            }
            page = page.before(entries.get(entries.size() - 1).number());
        }
        boolean full = found.size() == search.limit();
        return new Found(found, OptionalLong.of(full ? number(found.getLast()) : page.before()));
    }

    /** The search finds names wherever they stand; an agent may have written one. */
    private static boolean isBy(JsonObject entry, Map<String, String> query) {
        return says(entry, query.get("person"), List.of("approver", "by", "giver"));
    }

    private static boolean isDecided(JsonObject entry, Map<String, String> query) {
        return says(entry, query.get("decision"), List.of("decision", "state"));
    }

    private static boolean says(JsonObject entry, @Nullable String wanted, List<String> names) {
        JsonObject what = entry.object("what").orElseGet(JsonObject::empty);
        return wanted == null
                || names.stream()
                        .anyMatch(name -> what.text(name).filter(wanted::equals).isPresent());
    }

    private static boolean concerns(JsonObject entry, Caller caller) {
        return ReviewApi.concerns(caller).test(entry.object("what").orElseGet(JsonObject::empty));
    }

    private static AuditSearch search(Map<String, String> query) {
        var search = new AuditSearch(
                Optional.ofNullable(query.get("step")),
                Optional.ofNullable(query.get("worker")),
                Optional.ofNullable(query.get("session")),
                Optional.ofNullable(query.get("tool")),
                List.of(),
                time(query, "since"),
                time(query, "until"),
                number(query, "before", 0),
                (int) number(query, "limit", DEFAULT_LIMIT));
        search = query.containsKey("text") ? search.saying(query.get("text")) : search;
        search = query.containsKey("person") ? search.by(query.get("person")) : search;
        return query.containsKey("decision") ? search.decided(query.get("decision")) : search;
    }

    private static Optional<Instant> time(Map<String, String> query, String name) {
        return Optional.ofNullable(query.get(name)).map(text -> Bodies.time(text, name));
    }

    private static long number(Map<String, String> query, String name, long otherwise) {
        String text = query.getOrDefault(name, String.valueOf(otherwise));
        if (!text.matches("[0-9]{1,9}")) {
            throw new IllegalArgumentException("`" + name + "` is a whole number, not `" + text + "`");
        }
        return Long.parseLong(text);
    }

    private static JsonObject entry(AuditEntry entry) {
        try {
            return JsonText.parseObject(entry.text()).with("hash", entry.hash());
        } catch (InvalidJson e) {
            // An entry that was altered may be no JSON any more; it is shown as it is.
            return JsonObject.empty()
                    .with("number", entry.number())
                    .with("damaged", entry.text())
                    .with("hash", entry.hash());
        }
    }

    HttpReply verify() {
        return HttpReply.json(200, gate.audit().verify(List.of()).document());
    }

    HttpReply checkpoint() {
        return HttpReply.json(
                200,
                JsonObject.empty().with("checkpoint", gate.audit().checkpoint().line()));
    }

    /** {@code {"before": "2027-01-31T18:00:00Z"}}. */
    HttpReply prune(HttpRequest request, Caller caller) {
        return Bodies.answer(request, body -> {
            Instant before = Bodies.time(body, "before")
                    .orElseThrow(() -> new IllegalArgumentException("the body needs the time `before`"));
            long upTo = gate.audit()
                    .prune(before, caller.principal().name())
                    .map(head -> head.number())
                    .orElse(0L);
            return HttpReply.json(200, JsonObject.empty().with("removedUpTo", upTo));
        });
    }
}
