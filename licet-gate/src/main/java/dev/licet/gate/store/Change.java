package dev.licet.gate.store;

import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalId;
import dev.licet.core.audit.AuditHead;
import dev.licet.core.audit.AuditStep;
import dev.licet.core.call.AgentId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.WorkerId;
import dev.licet.core.contain.Preview;
import dev.licet.core.grant.Grant;
import dev.licet.core.grant.GrantId;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.session.Session;
import dev.licet.core.ticket.Ticket;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * One transaction: all that is done with it stands, or nothing. What it reads is the newest there is, as nobody else
 * writes meanwhile.
 */
public sealed interface Change permits SqlChange, MemoryChange {
    /** What there is to see in this transaction. */
    Queries queries();

    /** Whether entries of the audit are taken down. */
    boolean records();

    /** Stores a pending approval, for which the submission called {@code waiter} waits. */
    void add(Approval approval, String waiter);

    /** From now on the submission called {@code waiter} waits for the answer, and no earlier one. */
    void wait(ApprovalId id, String waiter);

    /** The submission called {@code waiter} waits no more, because its agent is gone. */
    void leave(ApprovalId id, String waiter);

    /** Notes what the call of a pending approval did when it was tried, or that this counts no more; says whether it is pending. */
    boolean preview(ApprovalId id, Optional<Preview> preview);

    /**
     * Stores the end of an approval.
     *
     * @return whether it was still pending; if not, nothing changes
     */
    default boolean end(Approval ended) {
        return end(ended, false);
    }

    /** The same for an answer that left more behind: only who waits for it now is released by the answer itself. */
    default boolean endRemembered(Approval ended) {
        return end(ended, true);
    }

    /** The same; {@code remembered} says whether it left more behind. */
    boolean end(Approval ended, boolean remembered);

    /**
     * Takes the answer of an approval for the submission called {@code waiter}.
     *
     * @return whether it was the first to take it and is the one that waits: an answer releases one call, once
     */
    boolean collect(ApprovalId id, String waiter);

    /** Leaves an answer that {@code waiter} took but never had to the next who asks for it; says whether that is so. */
    boolean giveBack(ApprovalId id, String waiter);

    /** Leaves an answer that {@code waiter} took, and may not have had, to the next who asks, if its ticket is unused then. */
    void doubt(ApprovalId id, String waiter, Optional<Ticket> ticket);

    /**
     * The approval of {@code call} that waits, or whose answer nobody took that ended after {@code since}. An answer that may
     * not have arrived counts as one once its ticket is void.
     */
    Optional<Approval> open(ToolCall call, Instant since);

    /** Notes a key whose tickets count. */
    void addSigner(String id, String publicKey);

    /**
     * Answers that nobody took, or that are on their way, release nothing any more: those of the session, or of its agents
     * {@code agents} if any.
     */
    void discardAnswers(WorkerId worker, SessionId session, Set<AgentId> agents);

    /** The same for those of all sessions of the worker. */
    void discardAnswers(WorkerId worker);

    /** Notes that something happened in a session at {@code now}, if that was not noted since {@code since}. */
    void touch(WorkerId worker, SessionId session, Instant now, Instant since);

    void add(Grant grant);

    /** Stores that {@code grant} lasts as long as it says now. */
    void lasting(Grant grant);

    /** Takes a grant away; says whether there was one. */
    boolean removeGrant(GrantId id);

    void put(Session session, Instant now);

    /** Notes where a session works, which is nothing that its clients have to be told. */
    void enter(Session session, Instant now);

    /** Forgets a session with its grants. */
    void removeSession(WorkerId worker, SessionId session);

    /** Notes that a version of a skill was approved. */
    void approveSkill(WorkerId worker, String name, String version);

    /** Notes that a ticket has been used; says whether that was the first time. */
    boolean redeem(Ticket ticket);

    /** Notes what became of the execution under a ticket; says whether it was used and nothing had been noted. */
    boolean outcome(Ticket ticket, String outcome);

    /** Notes that the rules which the answer of {@code approval} left behind are not in the files of {@code gate} yet. */
    void addUnsaved(ApprovalId approval, String gate);

    /** The rules of {@code approval} are in their file. */
    void removeUnsaved(ApprovalId approval);

    /** Notes that {@code address} is to be told once {@code approval} has ended. */
    void deliver(ApprovalId approval, String address, Instant now);

    /** Takes {@code delivery}, which was due at {@code now}: nobody else gets it before {@code until}; says whether nobody has. */
    boolean claim(Delivery delivery, Instant now, Instant until);

    /** Tries {@code delivery} again at {@code at}. */
    void again(Delivery delivery, Instant at);

    /** Forgets {@code delivery}: it has arrived, or never will. */
    void delivered(Delivery delivery);

    /** Has {@code gate} tell over {@code channel} until {@code until}; says whether no other gate does at {@code now}. */
    boolean holdChannel(String channel, String gate, Instant now, Instant until);

    /** {@code gate} tells over {@code channel} no more. */
    void releaseChannel(String channel, String gate);

    /** Notes {@code text} for {@code channel}, if {@code gate} is the one that tells over it; says whether it is. */
    boolean channelNote(String channel, String gate, String note, String text);

    /** Appends an entry to the audit: {@code what} about {@code subject}. */
    void audit(AuditStep step, Instant now, AuditSubject subject, JsonObject what);

    /**
     * Removes what ended before {@code before}: approvals, their events, used tickets and entries of the audit, of which
     * the last one stays.
     *
     * @return the last entry that was removed, or empty when none was
     */
    Optional<AuditHead> prune(Instant before);

    /** Removes the approvals that ended before {@code before}, with their events; says how many. */
    int removeEnded(Instant before);

    /** Removes the entries of the audit before {@code keep}; the last of them, or empty when there was none. */
    Optional<AuditHead> cutAudit(long keep);
}
