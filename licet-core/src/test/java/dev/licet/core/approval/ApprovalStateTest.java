package dev.licet.core.approval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.licet.core.policy.RuleText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ApprovalStateTest {
    private static final Answer FIRST = new Answer("terminal", Instant.EPOCH, "first");
    private static final Answer SECOND = new Answer("web", Instant.EPOCH, "second");
    private static final List<RuleText> RULES = List.of(new RuleText("shell_exec", "ls *"));

    private record Row(ApprovalState before, ApprovalState.Event event, ApprovalState after) {}

    private static final List<Row> ROWS = List.of(
            new Row(
                    new ApprovalState.Pending(),
                    new ApprovalState.Event.Approve(FIRST, RULES),
                    new ApprovalState.Approved(FIRST, RULES)),
            new Row(
                    new ApprovalState.Pending(),
                    new ApprovalState.Event.Reject(FIRST),
                    new ApprovalState.Rejected(FIRST)),
            new Row(
                    new ApprovalState.Approved(FIRST, RULES),
                    new ApprovalState.Event.Approve(SECOND, List.of()),
                    new ApprovalState.Approved(FIRST, RULES)),
            new Row(
                    new ApprovalState.Approved(FIRST, RULES),
                    new ApprovalState.Event.Reject(SECOND),
                    new ApprovalState.Approved(FIRST, RULES)),
            new Row(
                    new ApprovalState.Rejected(FIRST),
                    new ApprovalState.Event.Approve(SECOND, RULES),
                    new ApprovalState.Rejected(FIRST)),
            new Row(
                    new ApprovalState.Rejected(FIRST),
                    new ApprovalState.Event.Reject(SECOND),
                    new ApprovalState.Rejected(FIRST)));

    @Test
    void everyRow_goesWhereItSays() {
        for (Row row : ROWS) {
            assertEquals(row.after(), row.before().after(row.event()), row::toString);
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
        assertEquals(
                Answer.MAX_COMMENT,
                new Answer("web", Instant.EPOCH, "x".repeat(Answer.MAX_COMMENT))
                        .comment()
                        .length());
        assertThrows(
                IllegalArgumentException.class,
                () -> new Answer("web", Instant.EPOCH, "x".repeat(Answer.MAX_COMMENT + 1)));
    }
}
