package dev.licet.gate.review;

import dev.licet.core.audit.AuditStep;
import dev.licet.core.call.CallDigest;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.rule.Action;
import dev.licet.gate.review.CallRecord.Answer;
import dev.licet.gate.review.CallRecord.End;
import dev.licet.gate.review.CallRecord.Made;
import dev.licet.gate.review.CallRecord.Run;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Puts entries of the audit together to calls. For one thread, and for entries in their order. */
public final class CallRecords {
    private final List<Open> all = new ArrayList<>();

    /** What a call is told by from others while it waits: its digest, and who made it. */
    private record Maker(String digest, Optional<String> agent) {}

    /** The newest of each. */
    private final Map<Maker, Open> byMaker = new HashMap<>();

    /** Whatever happened last to a call of each digest happened to this one. */
    private final Map<String, Open> byDigest = new HashMap<>();

    private final Map<String, Open> byTicket = new HashMap<>();

    private final Map<String, Open> byApproval = new HashMap<>();

    /** A call, of which more may be read. */
    private static final class Open {
        private final long number;
        private final Instant at;
        private final String digest;
        private final Made made;
        private final Action decision;
        private Optional<String> approval = Optional.empty();
        private Optional<Answer> answer = Optional.empty();
        private Optional<Run> run = Optional.empty();

        /** Whether its answer went to who asked: the same call is another one then. */
        private boolean taken;

        Open(JsonObject entry, JsonObject what) {
            this.number = entry.number("number").map(BigDecimal::longValue).orElse(0L);
            this.at = time(entry);
            this.digest = what.text("digest").orElse("");
            this.made = new Made(
                    what.text("tool").orElse(""),
                    what.object("arguments").orElseGet(JsonObject::empty),
                    CallHistory.text(what),
                    what.text("workerId").orElse(""),
                    what.text("sessionId").orElse(""),
                    what.text("cwd").orElse(""),
                    what.text("client").orElse(""),
                    what.text("agent"));
            this.decision = Action.valueOf(what.text("decision").orElse("").toUpperCase(Locale.ROOT));
        }

        Maker maker() {
            return new Maker(digest, made.agent());
        }

        CallRecord record() {
            return new CallRecord(number, at, new CallDigest(digest), made, decision, approval, answer, run);
        }
    }

    private static Instant time(JsonObject entry) {
        return Instant.parse(entry.text("at").orElse(""));
    }

    /** Takes the next entry: {@code {at, number, step, what}}. What belongs to no call that was read is passed over, and so is what cannot be read. */
    public void next(JsonObject entry) {
        JsonObject what = entry.object("what").orElseGet(JsonObject::empty);
        try {
            step(entry, what);
        } catch (RuntimeException e) {
            // It was altered, which checking the chain says.
        }
    }

    private void step(JsonObject entry, JsonObject what) {
        String step = entry.text("step").orElse("");
        if (step.equals(AuditStep.JUDGED.text())) {
            judged(entry, what);
            return;
        }
        Optional<Open> of = Optional.ofNullable(
                        byApproval.get(what.text("approvalId").orElse("")))
                .or(() -> Optional.ofNullable(byTicket.get(what.text("ticket").orElse(""))))
                .or(() -> Optional.ofNullable(byDigest.get(what.text("digest").orElse(""))));
        if (of.isEmpty()) {
            return;
        }
        Open call = of.get();
        if (step.equals(AuditStep.ASKED.text())) {
            call.approval = what.text("approvalId");
            call.approval.ifPresent(id -> byApproval.put(id, call));
        } else if (step.equals(AuditStep.ANSWERED.text())) {
            call.answer = Optional.of(answer(what));
        } else if (step.equals(AuditStep.RELEASED.text())) {
            released(call, what);
        } else if (step.equals(AuditStep.RETURNED.text())) {
            call.taken = false;
        } else if (step.equals(AuditStep.TICKET.text())) {
            what.text("ticket").ifPresent(ticket -> byTicket.put(ticket, call));
        } else if (step.equals(AuditStep.REDEEMED.text())) {
            call.run = Optional.of(new Run(time(entry), Optional.empty()));
        } else if (step.equals(AuditStep.OUTCOME.text())) {
            Instant began = call.run.map(Run::began).orElseGet(() -> time(entry));
            var end = new End(
                    time(entry), what.isTrue("succeeded"), what.text("note").orElse(""));
            call.run = Optional.of(new Run(began, Optional.of(end)));
        }
    }

    /** The answer of {@code call} goes to whoever made it last: where that was the same call again, it was no other one. */
    private void released(Open call, JsonObject what) {
        Open newest = byMaker.get(call.maker());
        boolean again = newest != null
                && newest != call
                && newest.decision == call.decision
                && newest.approval.isEmpty()
                && newest.run.isEmpty();
        if (again) {
            all.remove(newest);
        }
        call.taken = true;
        byMaker.put(call.maker(), call);
        // With changed arguments it has another digest.
        byDigest.put(what.text("digest").orElse(call.digest), call);
    }

    private void judged(JsonObject entry, JsonObject what) {
        var call = new Open(entry, what);
        Open known = byMaker.get(call.maker());
        boolean again = known != null && known.approval.isPresent() && !known.taken && call.decision == known.decision;
        Open meant = again ? known : call;
        if (!again) {
            all.add(call);
            byMaker.put(call.maker(), call);
        }
        byDigest.put(call.digest, meant);
    }

    private static Answer answer(JsonObject what) {
        return new Answer(
                what.text("state").orElse(""),
                what.text("approver").orElse(""),
                what.text("channel").orElse(""),
                what.text("comment").orElse(""),
                Duration.ofMillis(
                        what.number("waitedMillis").map(BigDecimal::longValue).orElse(0L)));
    }

    /** The calls whose beginning was read, in their order. */
    public List<CallRecord> records() {
        return all.stream().map(Open::record).toList();
    }
}
