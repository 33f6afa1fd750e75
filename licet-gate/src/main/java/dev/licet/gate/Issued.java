package dev.licet.gate;

import dev.licet.core.audit.AuditStep;
import dev.licet.core.call.ToolCall;
import dev.licet.core.ticket.Ticket;
import dev.licet.gate.store.AuditSubject;
import dev.licet.gate.store.Change;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A permission to execute one call, which counts once it is recorded and given.
 *
 * @param note records it
 * @param given gives it; what it is shown as
 */
record Issued(Consumer<Change> note, Supplier<String> given) {
    static final Issued NONE = new Issued(change -> {}, () -> "");

    /** What whoever submits {@code call} needs to execute it. */
    static Issued of(Parts parts, Execution execution, ToolCall call) {
        return switch (execution) {
            case ADVISORY -> NONE;
            case TICKET -> {
                Ticket ticket = parts.tickets().issue(call);
                yield new Issued(
                        noting(parts, call, () -> ticket), () -> parts.tickets().sign(ticket));
            }
            case HERE -> {
                Permits.Permit permit = parts.permits().issue(call);
                yield new Issued(
                        noting(parts, call, permit::ticket),
                        () -> parts.permits().open(permit));
            }
        };
    }

    private static Consumer<Change> noting(Parts parts, ToolCall call, Supplier<Ticket> ticket) {
        Instant now = parts.clock().instant();
        return change -> change.audit(AuditStep.TICKET, now, AuditSubject.of(call), AuditForms.ticket(ticket.get()));
    }
}
