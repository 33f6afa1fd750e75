package dev.licet.server.api;

import dev.licet.core.decide.Decision;
import dev.licet.core.display.CallText;
import dev.licet.core.display.SafeText;
import dev.licet.core.display.Sentences;
import dev.licet.core.json.JsonBuilder;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Layer;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.Rule;
import dev.licet.gate.review.CallHistory;
import dev.licet.gate.review.CallRecord;
import dev.licet.gate.review.Overview;
import dev.licet.gate.review.Replay;
import dev.licet.gate.review.RuleUses;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The JSON forms of what the past tells. */
final class ReviewJson {
    /** Up to how many seconds an answer took, for the plot; the last class is open. */
    private static final List<Integer> CLASSES = List.of(5, 15, 60, 300, 3_600);

    private static final int MOST_CHANGES = 200;

    private ReviewJson() {}

    static JsonObject overview(Overview overview) {
        JsonObject answers = JsonObject.empty();
        for (String state : List.of("approved", "rejected", "expired", "cancelled")) {
            answers = answers.with(state, overview.ended(state));
        }
        return JsonObject.empty()
                .with("since", overview.past().since().toString())
                .with("whole", overview.past().whole())
                .with("allowed", overview.decided(Action.ALLOW))
                .with("asked", overview.decided(Action.ASK))
                .with("denied", overview.decided(Action.DENY))
                .with("answers", answers)
                .with(
                        "hours",
                        JsonArray.of(
                                overview.hours().stream().map(ReviewJson::hour).toList()))
                .with("waits", waits(overview.waits()))
                .with(
                        "noise",
                        JsonArray.of(
                                overview.noise().stream().map(ReviewJson::noise).toList()))
                .with(
                        "deniedBy",
                        JsonArray.of(overview.denied().stream()
                                .map(denied -> JsonObject.empty()
                                        .with("because", denied.because())
                                        .with("times", denied.times())
                                        .with("example", denied.example()))
                                .toList()));
    }

    /** A call with what became of it. */
    static JsonObject call(CallRecord call) {
        CallRecord.Made made = call.made();
        JsonBuilder form = new JsonBuilder()
                .with("number", call.number())
                .with("at", call.at().toString())
                .with("digest", call.digest().hex())
                .with("tool", made.tool())
                .with("text", made.text())
                .with("workerId", made.worker())
                .with("sessionId", made.session())
                .with("cwd", made.directory())
                .with("decision", call.decision().text())
                .with("state", call.state());
        made.headline().ifPresent(headline -> form.with("headline", ApprovalJson.headline(headline)));
        if (!made.client().isEmpty()) {
            form.with("client", made.client());
        }
        made.agent().ifPresent(agent -> form.with("agent", agent));
        call.approval().ifPresent(id -> form.with("approvalId", id));
        call.answer().ifPresent(answer -> {
            form.with("waitedMillis", answer.waited().toMillis());
            if (!answer.person().isEmpty()) {
                form.with("approver", answer.person()).with("channel", answer.channel());
            }
            if (!answer.comment().isEmpty()) {
                form.with("comment", answer.comment());
            }
        });
        call.run().ifPresent(run -> {
            form.with("beganAt", run.began().toString());
            run.end().ifPresent(end -> {
                form.with("tookMillis", Duration.between(run.began(), end.at()).toMillis())
                        .with("succeeded", end.succeeded());
                if (!end.note().isEmpty()) {
                    form.with("note", end.note());
                }
            });
        });
        return form.build();
    }

    private static JsonObject hour(Overview.Hour hour) {
        return JsonObject.empty()
                .with("start", hour.start().toString())
                .with("allowed", hour.allowed())
                .with("asked", hour.asked())
                .with("denied", hour.denied());
    }

    /** {@code {answers, medianMillis, classes: [{upToSeconds?, answers}]}}. */
    private static JsonObject waits(List<Duration> sorted) {
        var classes = new ArrayList<JsonObject>();
        int below = 0;
        for (int seconds : CLASSES) {
            int upTo = (int) sorted.stream()
                    .filter(wait -> wait.compareTo(Duration.ofSeconds(seconds)) <= 0)
                    .count();
            classes.add(JsonObject.empty().with("upToSeconds", seconds).with("answers", upTo - below));
            below = upTo;
        }
        classes.add(JsonObject.empty().with("answers", sorted.size() - below));
        long median = sorted.isEmpty() ? 0 : sorted.get(sorted.size() / 2).toMillis();
        return JsonObject.empty()
                .with("answers", sorted.size())
                .with("medianMillis", median)
                .with("classes", JsonArray.of(classes));
    }

    private static JsonObject noise(Overview.Noise noise) {
        JsonObject json = JsonObject.empty().with("because", noise.because());
        if (noise.worker().isPresent()) {
            json = json.with("worker", noise.worker().get().text());
        }
        if (noise.rules().isPresent()) {
            json = json.with("rules", ApprovalJson.rules(noise.rules().get()));
        }
        return json.with("asked", noise.asked())
                .with("approved", noise.approved())
                .with("rejected", noise.rejected())
                .with("example", noise.example());
    }

    /** {@code {since, whole, layers: [{owner, veto, rules: [{tool, pattern, action, origin, line, reason, until?, uses, last?}]}]}}. */
    static JsonObject rules(Policy policy, RuleUses uses, CallHistory past) {
        var layers = new ArrayList<JsonObject>();
        policy.vetoes().forEach(layer -> layers.add(layer(layer, uses).with("veto", true)));
        policy.layers().forEach(layer -> layers.add(layer(layer, uses).with("veto", false)));
        return JsonObject.empty()
                .with("since", past.since().toString())
                .with("whole", past.whole())
                .with("layers", JsonArray.of(layers));
    }

    private static JsonObject layer(Layer layer, RuleUses uses) {
        return JsonObject.empty()
                .with("owner", layer.owner().name().toLowerCase(Locale.ROOT))
                .with(
                        "rules",
                        JsonArray.of(layer.rules().stream()
                                .map(rule -> rule(rule, uses.of(rule)))
                                .toList()));
    }

    private static JsonObject rule(Rule rule, Optional<RuleUses.Uses> uses) {
        JsonObject form = JsonObject.empty()
                .with("tool", SafeText.oneLine(rule.tool().pattern()))
                .with("pattern", SafeText.oneLine(rule.value().pattern()))
                .with("action", rule.action().text())
                .with("origin", rule.origin().file())
                .with("line", rule.origin().line())
                .with("reason", SafeText.oneLine(rule.options().reason()))
                .with("uses", uses.map(RuleUses.Uses::calls).orElse(0));
        form = rule.options().until().isEmpty()
                ? form
                : form.with("until", rule.options().until().get().toString());
        return uses.isEmpty() ? form : form.with("last", uses.get().last().toString());
    }

    /** {@code {since, looked, withheld, changed, changes: [{tool, text, where, before, after, because, times, rejected}]}}. */
    static JsonObject replay(Replay replay, CallHistory past) {
        return JsonObject.empty()
                .with("since", past.since().toString())
                .with("looked", replay.looked())
                .with("withheld", replay.withheld())
                .with("changed", replay.changes().size())
                .with(
                        "changes",
                        JsonArray.of(replay.changes().stream()
                                .limit(MOST_CHANGES)
                                .map(ReviewJson::change)
                                .toList()));
    }

    private static JsonObject change(Replay.Change change) {
        CallText shown = CallText.of(change.call());
        return JsonObject.empty()
                .with("tool", shown.tool())
                .with("text", SafeText.oneLine(shown.text().text()))
                .with("where", shown.where())
                .with("before", change.before().action().text())
                .with("after", change.after().action().text())
                .with("because", because(change.after()))
                .with("times", change.times())
                .with("rejected", change.rejected());
    }

    private static String because(Decision decision) {
        return decision.findings().stream()
                .filter(finding -> finding.action() == decision.action())
                .map(Sentences::because)
                .distinct()
                .collect(Collectors.joining("; "));
    }
}
