package dev.licet.gate.ticket;

import dev.licet.core.audit.AuditStep;
import dev.licet.core.call.ToolCall;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.ticket.Ticket;
import dev.licet.gate.audit.AuditForms;
import dev.licet.gate.call.Submission;
import dev.licet.gate.data.GateException;
import dev.licet.gate.data.RandomIds;
import dev.licet.gate.store.AuditSubject;
import dev.licet.gate.store.Change;
import dev.licet.gate.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Tickets of executors in this process. They need no signature: what is permitted is the very call that was judged, kept here
 * until it has run, once. Thread-safe.
 */
public final class LocalTickets {
    /** How long one may be used: somebody may have to answer for an earlier call of the same reply first. */
    public static final Duration LIFETIME = Submission.MAX_WAIT.plus(Tickets.LIFETIME);

    /** With more of them open, those that nobody used in time are dropped. */
    private static final int MANY = 1_000;

    private final Store store;
    private final InstantSource clock;
    private final String prefix = "here-" + new RandomIds().text() + "-";
    private final AtomicLong count = new AtomicLong();
    private final Map<String, Permit> open = new ConcurrentHashMap<>();

    public LocalTickets(Store store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
    }

    /** A permission to run {@code call}, which is given once it is {@link #open opened}. */
    static final class Permit {
        private final String id;
        private final ToolCall call;
        private final Instant issued;
        private final boolean isNotedUsed;
        private final AtomicBoolean used = new AtomicBoolean();

        /** The same for whoever reads it, so that it does not matter who made it. */
        private @Nullable Ticket ticket;

        /**
         * @param isNotedUsed whether it goes on record as used when it is issued
         */
        Permit(String id, ToolCall call, Instant issued, boolean isNotedUsed) {
            this.id = id;
            this.call = call;
            this.issued = issued;
            this.isNotedUsed = isNotedUsed;
        }

        /** The same as the audit has it. */
        Ticket ticket() {
            Ticket known = ticket;
            if (known == null) {
                known = new Ticket(id, call.digest(), call.worker(), call.session(), issued, expires());
                ticket = known;
            }
            return known;
        }

        private Instant expires() {
            return issued.plus(LIFETIME);
        }
    }

    Permit issue(ToolCall call) {
        return new Permit(prefix + count.incrementAndGet(), call, clock.instant(), false);
    }

    /** A permission to run {@code call}, which is about to happen. */
    Permit issueUsed(ToolCall call) {
        return new Permit(prefix + count.incrementAndGet(), call, clock.instant(), true);
    }

    /** Puts on record that {@code permit} is given. */
    void note(Permit permit, Change change) {
        if (!change.records()) {
            return;
        }
        AuditSubject subject = AuditSubject.of(permit.call);
        JsonObject ticket = AuditForms.ticket(permit.ticket());
        change.audit(AuditStep.TICKET, permit.issued, subject, ticket);
        if (permit.isNotedUsed) {
            change.audit(AuditStep.REDEEMED, permit.issued, subject, ticket);
        }
    }

    /** Gives {@code permit}; what it is shown as. */
    String open(Permit permit) {
        if (open.size() >= MANY) {
            Instant now = clock.instant();
            open.values().removeIf(each -> !each.used.get() && now.isAfter(each.expires()));
        }
        open.put(permit.id, permit);
        return permit.id;
    }

    /**
     * Uses the permit {@code id} for {@code call}, which is about to run. Of all who show the same permit one is accepted.
     *
     * @throws GateException when the call must not run, saying why
     */
    public void use(String id, ToolCall call) {
        Permit permit = open.get(id);
        Instant now = clock.instant();
        if (permit == null) {
            throw refused(call, "it is not a ticket of this gate, or has been used already", now);
        }
        if (!isFor(permit, call)) {
            throw refused(call, "it is for another call", now);
        }
        if (now.isAfter(permit.expires())) {
            throw refused(call, "it has expired; submit the call again", now);
        }
        if (!permit.used.compareAndSet(false, true)) {
            throw refused(call, "it has been used already", now);
        }
        try {
            if (store.records() && !permit.isNotedUsed) {
                store.change(change -> change.audit(
                        AuditStep.REDEEMED, now, AuditSubject.of(call), AuditForms.ticket(permit.ticket())));
            }
        } catch (GateException e) {
            // It does not run, and no outcome will ever take it away.
            open.remove(id, permit);
            throw e;
        }
    }

    /** Whether {@code call} is all that the digest of a ticket would hold: its id and context may differ. */
    private static boolean isFor(Permit permit, ToolCall call) {
        ToolCall judged = permit.call;
        return judged.tool().equals(call.tool())
                && judged.arguments().equals(call.arguments())
                && judged.directory().equals(call.directory())
                && judged.environment().equals(call.environment())
                && judged.worker().equals(call.worker())
                && judged.session().equals(call.session());
    }

    private GateException refused(ToolCall call, String why, Instant now) {
        store.change(change -> change.audit(
                AuditStep.TICKET_REFUSED, now, AuditSubject.of(call), AuditForms.ticketRefused(call.digest(), why)));
        return new GateException("the ticket is refused: " + why);
    }

    /**
     * Records what became of the call that ran with the permit {@code id}, once.
     *
     * @throws GateException when it cannot be recorded
     */
    public void finished(String id, Tickets.Result result) {
        Permit permit = open.get(id);
        if (permit == null || !permit.used.get() || !open.remove(id, permit)) {
            throw new GateException("the outcome is refused: the ticket was not redeemed, or its outcome is known");
        }
        if (store.records()) {
            Instant now = clock.instant();
            AuditSubject subject = AuditSubject.of(permit.call);
            JsonObject outcome = AuditForms.outcome(permit.ticket(), result.succeeded(), result.note());
            store.change(change -> change.audit(AuditStep.OUTCOME, now, subject, outcome));
        }
    }
}
