package dev.licet.gate.ticket;

import dev.licet.core.audit.AuditStep;
import dev.licet.core.call.ToolCall;
import dev.licet.core.ticket.Ticket;
import dev.licet.gate.audit.AuditForms;
import dev.licet.gate.call.Execution;
import dev.licet.gate.call.Submission;
import dev.licet.gate.store.AuditSubject;
import dev.licet.gate.store.Change;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Issues what whoever submits a call needs to execute it. Thread-safe. */
public final class TicketIssuer {
    private final Tickets tickets;
    private final LocalTickets localTickets;
    private final InstantSource clock;

    public TicketIssuer(Tickets tickets, LocalTickets localTickets, InstantSource clock) {
        this.tickets = tickets;
        this.localTickets = localTickets;
        this.clock = clock;
    }

    /**
     * A permission to execute one call, which counts once it is recorded and given.
     *
     * @param note records it
     * @param given gives it; what it is shown as
     * @param ticket what has to be redeemed before anything is executed, where there is such a thing
     * @param withdrawn makes it void where it has not been used, and says whether it is
     */
    public record Issued(
            Consumer<Change> note, Supplier<String> given, Optional<Ticket> ticket, Predicate<Change> withdrawn) {
        /** No permission is needed, or none is given. */
        public static final Issued NONE = new Issued(change -> {}, () -> "", Optional.empty(), change -> true);
    }

    /** A permission for {@code call}, which is {@code submission}'s, perhaps with other arguments. */
    public Issued issue(Submission submission, ToolCall call) {
        return switch (submission.execution()) {
            case ADVISORY, OBSERVED -> Issued.NONE;
            case TICKET -> signed(submission, call);
            case HERE -> here(localTickets.issue(call));
        };
    }

    /**
     * The same for a call that rules allow. In this process it runs next, unless others of its reply come first: then its
     * ticket is on record as used together with the rest, which spares it a second wait for the disk.
     */
    public Issued issueToRun(Submission submission, ToolCall call) {
        boolean next = submission.execution() == Execution.HERE
                && submission.call().context().batch().isEmpty();
        return next ? here(localTickets.issueUsed(call)) : issue(submission, call);
    }

    private Issued here(LocalTickets.Permit permit) {
        return new Issued(
                change -> localTickets.note(permit, change),
                () -> localTickets.open(permit),
                Optional.empty(),
                change -> false);
    }

    /** The same for a call that is held in bounds, or was: where its agent only asks, who holds it there needs a ticket all the same. */
    public Issued issueBounded(Submission submission, ToolCall call) {
        return submission.execution() == Execution.ADVISORY ? signed(submission, call) : issue(submission, call);
    }

    private Issued signed(Submission submission, ToolCall call) {
        Ticket ticket = tickets.issue(call, lifetime(submission));
        return new Issued(
                noting(call, ticket),
                () -> tickets.sign(ticket),
                Optional.of(ticket),
                change -> change.redeem(ticket) && change.outcome(ticket, "void"));
    }

    /** Of a batch nothing is executed before somebody has answered for the last of it. */
    private static Duration lifetime(Submission submission) {
        return submission.call().context().batch().isPresent()
                ? submission.patience().plus(Tickets.LIFETIME)
                : Tickets.LIFETIME;
    }

    private Consumer<Change> noting(ToolCall call, Ticket ticket) {
        Instant now = clock.instant();
        return change -> change.audit(AuditStep.TICKET, now, AuditSubject.of(call), AuditForms.ticket(ticket));
    }
}
