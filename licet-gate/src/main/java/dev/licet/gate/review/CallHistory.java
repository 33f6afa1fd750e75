package dev.licet.gate.review;

import dev.licet.core.audit.AuditEntry;
import dev.licet.core.audit.AuditStep;
import dev.licet.core.call.CallDigest;
import dev.licet.core.call.ToolCall;
import dev.licet.core.display.SafeText;
import dev.licet.core.json.CanonicalJson;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.RuleText;
import dev.licet.gate.json.CallJson;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import dev.licet.gate.review.PastCall.PastFinding;
import dev.licet.gate.review.PastCall.PastRule;
import dev.licet.gate.store.AuditSearch;
import dev.licet.gate.store.Store;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Calls and answers of some time, the newest first.
 *
 * @param since from when on
 * @param whole whether all of them are here; of many only the newest are
 */
public record CallHistory(Instant since, List<PastCall> calls, List<PastAnswer> answers, boolean whole) {
    /** Most calls, and most answers. */
    public static final int MOST = AuditSearch.MAX_LIMIT;

    private static final int PAGE = 500;
    private static final long MOST_CHARACTERS = 32L * 1024 * 1024;
    private static final int LONGEST = 200;

    private static final List<String> OF_CALLS = List.of(
            "callId", "tool", "arguments", "sessionId", "workerId", "cwd", "env", "agent", "turnId", "declared");

    public CallHistory {
        calls = List.copyOf(calls);
        answers = List.copyOf(answers);
    }

    /**
     * How an approval ended.
     *
     * @param state {@code approved}, {@code rejected}, {@code expired} or {@code cancelled}
     * @param person who answered; empty where nobody did
     * @param waited how long it was pending
     */
    public record PastAnswer(CallDigest digest, String state, Optional<String> person, Duration waited, Instant at) {}

    /** What {@code store} knows of calls since {@code since}, of which {@code mine} holds for what their entries say. */
    public static CallHistory read(Store store, Instant since, Predicate<JsonObject> mine) {
        List<AuditEntry> judged = entries(store, AuditStep.JUDGED, since);
        List<AuditEntry> asked = entries(store, AuditStep.ASKED, since);
        List<AuditEntry> answered = entries(store, AuditStep.ANSWERED, since);
        return new CallHistory(
                since,
                once(
                        judged.stream()
                                .flatMap(entry -> said(entry, mine).flatMap(CallHistory::call).stream())
                                .toList(),
                        asked.stream()
                                .flatMap(entry -> said(entry, mine).stream())
                                .collect(Collectors.groupingBy(
                                        what -> new CallDigest(
                                                what.text("digest").orElse("")),
                                        Collectors.counting()))),
                answered.stream()
                        .flatMap(entry -> said(entry, mine).flatMap(CallHistory::answer).stream())
                        .toList(),
                judged.size() < MOST && answered.size() < MOST && characters(judged) < MOST_CHARACTERS);
    }

    /**
     * Of {@code judged}, the newest first, what was asked as many times as somebody was asked: the same call that is made again
     * while it waits, or takes its answer, is judged again and no other one.
     */
    private static List<PastCall> once(List<PastCall> judged, Map<CallDigest, Long> asked) {
        var left = new HashMap<>(asked);
        return judged.reversed().stream()
                .filter(call -> call.decision() != Action.ASK
                        || !asked.containsKey(call.digest())
                        || left.merge(call.digest(), -1L, Long::sum) >= 0)
                .toList()
                .reversed();
    }

    /** The newest entries of {@code step}, within what may be held in memory. */
    private static List<AuditEntry> entries(Store store, AuditStep step, Instant since) {
        AuditSearch search = AuditSearch.newest(PAGE).withStep(step.text()).since(since);
        var all = new ArrayList<AuditEntry>();
        long characters = 0;
        while (all.size() < MOST && characters < MOST_CHARACTERS) {
            AuditSearch page = search;
            List<AuditEntry> entries = store.read(queries -> queries.audit(page));
            all.addAll(entries);
            characters += characters(entries);
            if (entries.size() < PAGE) {
                return all;
            }
            search = search.before(entries.getLast().number());
        }
        return all;
    }

    private static long characters(List<AuditEntry> entries) {
        return entries.stream().mapToLong(entry -> entry.text().length()).sum();
    }

    /** The answers to each call, by its digest. */
    Map<CallDigest, List<PastAnswer>> answersByCall() {
        return answers.stream().collect(Collectors.groupingBy(PastAnswer::digest));
    }

    /** How many of {@code answers} some person gave, and ended in {@code state}. */
    static int given(List<PastAnswer> answers, String state) {
        return (int) answers.stream()
                .filter(answer -> answer.person().isPresent() && answer.state().equals(state))
                .count();
    }

    /** An entry that was altered is passed over here: checking the chain names it. */
    private static Optional<JsonObject> said(AuditEntry entry, Predicate<JsonObject> mine) {
        try {
            JsonObject form = JsonText.parseObject(entry.text());
            return form.object("what")
                    .filter(mine)
                    .flatMap(what -> form.text("at").map(at -> what.with("at", at)));
        } catch (InvalidJson e) {
            return Optional.empty();
        }
    }

    private static Optional<PastCall> call(JsonObject what) {
        try {
            var digest = new CallDigest(what.text("digest").orElse(""));
            return Optional.of(new PastCall(
                    digest,
                    judgeable(what).filter(call -> call.digest().equals(digest)),
                    what.text("tool").orElse(""),
                    text(what),
                    action(what.text("decision").orElse("")),
                    what.elements("findings").stream()
                            .flatMap(each ->
                                    each instanceof JsonObject finding ? Stream.of(finding(finding)) : Stream.empty())
                            .toList(),
                    Instant.parse(what.text("at").orElse(""))));
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }

    /** The arguments of a call in a line, safe to show. */
    static String text(JsonObject what) {
        JsonObject arguments = what.object("arguments").orElseGet(JsonObject::empty);
        return SafeText.cut(
                SafeText.oneLine(arguments.text("command").orElseGet(() -> CanonicalJson.of(arguments))), LONGEST);
    }

    /** The call, if what is left of it in the record can be one. */
    private static Optional<ToolCall> judgeable(JsonObject what) {
        JsonObject form = JsonObject.empty();
        for (String name : OF_CALLS) {
            if (what.get(name).isPresent()) {
                form = form.with(name, what.get(name).get());
            }
        }
        try {
            return Optional.of(CallJson.read(form));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Action action(String text) {
        return Action.valueOf(text.toUpperCase(Locale.ROOT));
    }

    private static PastFinding finding(JsonObject form) {
        Action action = action(form.text("action").orElse(""));
        return new PastFinding(
                form.text("what").orElse(""),
                action,
                form.text("because").orElse(""),
                form.object("rule")
                        .map(rule -> new PastRule(
                                new RuleText(
                                        rule.text("tool").orElse(""),
                                        rule.text("pattern").orElse("")),
                                action(rule.text("says").orElse(action.name())),
                                rule.text("file").orElse(""))));
    }

    private static Optional<PastAnswer> answer(JsonObject what) {
        try {
            return Optional.of(new PastAnswer(
                    new CallDigest(what.text("digest").orElse("")),
                    what.text("state").orElse(""),
                    what.text("approver"),
                    Duration.ofMillis(what.number("waitedMillis")
                            .map(BigDecimal::longValue)
                            .orElse(0L)),
                    Instant.parse(what.text("at").orElse(""))));
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }
}
