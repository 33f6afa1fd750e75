package dev.licet.core.approval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.rule.RuleText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ApprovalStateTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final Instant LATER = NOON.plusSeconds(1);
    private static final AnswerTerms BY_NOON = new AnswerTerms(Optional.of(NOON), Set.of());
    private static final AnswerTerms ANNA_ONLY = new AnswerTerms(Optional.empty(), Set.of("anna"));

    private static final Answer FIRST = Answer.byOwner("terminal", Instant.EPOCH, "first");
    private static final Answer SECOND = Answer.byOwner("web", Instant.EPOCH, "second");
    private static final Answer LATE = Answer.byOwner("web", NOON, "late");
    private static final Answer ANNA = new Answer("anna", "web", LATER, "");
    private static final List<RuleText> RULES = List.of(new RuleText("shell_exec", "ls *"));
    private static final Optional<JsonObject> EDITED =
            Optional.of(JsonObject.empty().with("command", "ls -l"));

    private static final ApprovalState PENDING = new ApprovalState.Pending();
    private static final ApprovalState APPROVED = new ApprovalState.Approved(FIRST, RULES, EDITED);
    private static final ApprovalState REJECTED = new ApprovalState.Rejected(FIRST, RejectMode.SOFT);
    private static final ApprovalState EXPIRED = new ApprovalState.Expired(NOON);
    private static final ApprovalState CANCELLED = new ApprovalState.Cancelled(NOON, CancelReason.ABORTED);

    private static final ApprovalState.Event APPROVE =
            new ApprovalState.Event.Approve(SECOND, List.of(), Optional.empty());
    private static final ApprovalState.Event REJECT = new ApprovalState.Event.Reject(SECOND, RejectMode.HARD);
    private static final ApprovalState.Event TICK = new ApprovalState.Event.Tick(NOON);
    private static final ApprovalState.Event CANCEL = new ApprovalState.Event.Cancel(LATER, CancelReason.SESSION_ENDED);

    private record Row(ApprovalState before, ApprovalState.Event event, AnswerTerms terms, ApprovalState after) {}

    private static final List<Row> ROWS = rows();

    private static List<Row> rows() {
        var rows = new ArrayList<>(List.of(
                new Row(PENDING, new ApprovalState.Event.Approve(FIRST, RULES, EDITED), AnswerTerms.OPEN, APPROVED),
                new Row(PENDING, new ApprovalState.Event.Approve(FIRST, RULES, EDITED), BY_NOON, APPROVED),
                new Row(PENDING, ApprovalState.Event.Approve.once(LATE), BY_NOON, EXPIRED),
                new Row(PENDING, APPROVE, ANNA_ONLY, PENDING),
                new Row(
                        PENDING,
                        ApprovalState.Event.Approve.once(ANNA),
                        ANNA_ONLY,
                        new ApprovalState.Approved(ANNA, List.of(), Optional.empty())),
                new Row(PENDING, new ApprovalState.Event.Reject(FIRST, RejectMode.SOFT), AnswerTerms.OPEN, REJECTED),
                new Row(PENDING, new ApprovalState.Event.Reject(LATE, RejectMode.SOFT), BY_NOON, EXPIRED),
                new Row(PENDING, REJECT, ANNA_ONLY, PENDING),
                new Row(PENDING, TICK, AnswerTerms.OPEN, PENDING),
                new Row(PENDING, new ApprovalState.Event.Tick(NOON.minusMillis(1)), BY_NOON, PENDING),
                new Row(PENDING, TICK, BY_NOON, EXPIRED),
                new Row(PENDING, CANCEL, BY_NOON, new ApprovalState.Cancelled(LATER, CancelReason.SESSION_ENDED))));
        for (ApprovalState ended : List.of(APPROVED, REJECTED, EXPIRED, CANCELLED)) {
            for (ApprovalState.Event event : List.of(APPROVE, REJECT, TICK, CANCEL)) {
                rows.add(new Row(ended, event, BY_NOON, ended));
            }
        }
        return rows;
    }

    @Test
    void everyRow_goesWhereItSays() {
        for (Row row : ROWS) {
            assertEquals(row.after(), row.before().after(row.event(), row.terms()), row::toString);
        }
    }

    @Test
    void everyPairOfStateAndEvent_hasARow() {
        var expected = new ArrayList<String>();
        for (Class<?> state : ApprovalState.class.getPermittedSubclasses()) {
            for (Class<?> event : ApprovalState.Event.class.getPermittedSubclasses()) {
                expected.add(state.getSimpleName() + " " + event.getSimpleName());
            }
        }
        Set<String> tested = ROWS.stream()
                .map(row -> row.before().getClass().getSimpleName() + " "
                        + row.event().getClass().getSimpleName())
                .collect(Collectors.toSet());
        assertEquals(Set.copyOf(expected), tested);
    }

    @Test
    void comment_hasALimit() {
        String longest = "x".repeat(Answer.MAX_COMMENT);
        assertEquals(longest, Answer.byOwner("web", Instant.EPOCH, longest).comment());
        assertThrows(IllegalArgumentException.class, () -> Answer.byOwner("web", Instant.EPOCH, longest + "x"));
    }
}
