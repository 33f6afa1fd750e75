package dev.licet.gate.ticket;

import dev.licet.core.audit.AuditStep;
import dev.licet.core.call.CallDigest;
import dev.licet.core.call.ToolCall;
import dev.licet.core.ticket.Ticket;
import dev.licet.core.ticket.TicketCheck;
import dev.licet.core.ticket.TicketKey;
import dev.licet.gate.audit.AuditForms;
import dev.licet.gate.data.GateException;
import dev.licet.gate.store.AuditSubject;
import dev.licet.gate.store.Change;
import dev.licet.gate.store.Store;
import java.nio.charset.StandardCharsets;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Signs permissions to execute, and takes each of them back once. Thread-safe. */
public final class Tickets {
    /** How long a ticket may be used after its call, or all of its batch, was allowed. Waiting for a person does not count. */
    public static final Duration LIFETIME = Duration.ofMinutes(5);

    /** Longest note on an outcome that is kept, in UTF-16 units. */
    public static final int MAX_NOTE = 10_000;

    private static final int ID_BYTES = 16;

    private final Store store;
    private final TicketKey key;
    private final InstantSource clock;
    private final SecureRandom random = new SecureRandom();

    public Tickets(Store store, TicketKey key, InstantSource clock) {
        this.store = store;
        this.key = key;
        this.clock = clock;
    }

    /** Whether a ticket was good for what it was shown for. */
    public sealed interface Redeemed {
        /** The call may be executed now, this once. */
        record Accepted(Ticket ticket) implements Redeemed {}

        /** The call must not be executed; {@code why} says what is wrong with the ticket. */
        record Refused(String why) implements Redeemed {}
    }

    /** A ticket for {@code call} that lasts {@code lifetime}, not yet signed. */
    Ticket issue(ToolCall call, Duration lifetime) {
        byte[] id = new byte[ID_BYTES];
        random.nextBytes(id);
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        return new Ticket(
                HexFormat.of().formatHex(id), call.digest(), call.worker(), call.session(), now, now.plus(lifetime));
    }

    String sign(Ticket ticket) {
        return key.sign(ticket);
    }

    /**
     * The signature of a message of the server called {@code id}, as Standard Webhooks has it for Ed25519
     * ({@code v1a}), in Base64: of the id, the seconds of {@code at} and {@code body}, with dots between them.
     */
    public String signature(String id, Instant at, String body) {
        String message = id + "." + at.getEpochSecond() + "." + body;
        return Base64.getEncoder().encodeToString(key.sign(message.getBytes(StandardCharsets.UTF_8)));
    }

    /** The key that tickets are checked with, also where no gate can be reached. */
    public PublicKey publicKey() {
        return key.publicKey();
    }

    /** What identifies that key. */
    public String keyId() {
        return key.id();
    }

    /** The keys of every gate that shares the store, X.509 in Base64, by their ids. */
    public Map<String, String> publicKeys() {
        var all = new TreeMap<String, String>();
        all.putAll(store.read(queries -> queries.signers()));
        all.put(key.id(), publicText());
        return all;
    }

    /** The same as text: X.509 in Base64. */
    public String publicText() {
        return key.publicText();
    }

    /**
     * Uses {@code ticket} for the call with {@code digest}. Of all who show the same ticket one is accepted.
     *
     * @throws GateException when it cannot be recorded; the call must not be executed then
     */
    public Redeemed redeem(String ticket, CallDigest digest) {
        Instant now = clock.instant();
        return switch (TicketCheck.of(ticket, digest, now, signer(ticket))) {
            case TicketCheck.Bad bad -> refuse(digest, bad.why());
            case TicketCheck.Good good ->
                store.write(change -> {
                    if (!change.redeem(good.ticket())) {
                        return refuse(change, digest, "it has been used already");
                    }
                    change.audit(AuditStep.REDEEMED, now, AuditSubject.GATE, AuditForms.ticket(good.ticket()));
                    return new Redeemed.Accepted(good.ticket());
                });
        };
    }

    /** The key that {@code ticket} says it was signed with, if it is one of ours; else our own, which it will not fit. */
    private PublicKey signer(String ticket) {
        Optional<String> id = TicketCheck.keyId(ticket);
        if (id.isEmpty() || id.get().equals(key.id())) {
            return key.publicKey();
        }
        return store.read(queries -> queries.signer(id.get()))
                .map(TicketKey::publicKey)
                .orElseGet(key::publicKey);
    }

    private Redeemed refuse(CallDigest digest, String why) {
        return store.write(change -> refuse(change, digest, why));
    }

    private Redeemed refuse(Change change, CallDigest digest, String why) {
        change.audit(
                AuditStep.TICKET_REFUSED, clock.instant(), AuditSubject.GATE, AuditForms.ticketRefused(digest, why));
        return new Redeemed.Refused("the ticket is refused: " + why);
    }

    /** What became of an execution. */
    public record Result(boolean succeeded, String note) {
        public Result {
            if (note.length() > MAX_NOTE) {
                throw new IllegalArgumentException("a note has at most " + MAX_NOTE + " characters");
            }
        }
    }

    /**
     * Records what became of the execution under {@code ticket}, once.
     *
     * @param digest of the call that was executed
     * @return why it is not recorded; accepted when it is
     */
    public Redeemed finished(String ticket, CallDigest digest, Result result) {
        // The ticket may have expired while the call ran: only its signature and its call count now.
        Instant now = clock.instant();
        TicketCheck check = TicketCheck.ofUsed(ticket, digest, signer(ticket));
        return switch (check) {
            case TicketCheck.Bad bad -> new Redeemed.Refused("the outcome is refused: " + bad.why());
            case TicketCheck.Good good ->
                store.write(change -> {
                    if (!change.outcome(good.ticket(), result.succeeded() ? "succeeded" : "failed")) {
                        return new Redeemed.Refused(
                                "the outcome is refused: the ticket was not redeemed, or its outcome is known");
                    }
                    change.audit(
                            AuditStep.OUTCOME,
                            now,
                            AuditSubject.GATE,
                            AuditForms.outcome(good.ticket(), result.succeeded(), result.note()));
                    return new Redeemed.Accepted(good.ticket());
                });
        };
    }
}
