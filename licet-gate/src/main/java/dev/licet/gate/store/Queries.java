package dev.licet.gate.store;

import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalId;
import dev.licet.core.audit.AuditEntry;
import dev.licet.core.audit.AuditHead;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.SessionKey;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.WorkerId;
import dev.licet.core.grant.Grant;
import dev.licet.core.session.Session;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What can be asked of a store. */
public sealed interface Queries permits SqlQueries, MemoryQueries {
    /** An entry with what it is filed under, to be found by. */
    record Filed(AuditEntry entry, Instant at, String step, AuditSubject subject) {}

    /** The approval called {@code id}. */
    Optional<Approval> find(ApprovalId id);

    /**
     * The approval that {@code call} should join: a pending one of the same call by the same agent, else one answered after
     * {@code since} whose answer nobody took.
     */
    Optional<Approval> open(ToolCall call, Instant since);

    /** Every pending approval, the oldest first. */
    List<Approval> pending();

    /** The sessions that wait for something. */
    List<SessionKey> waiting();

    /** The pending approvals of a session, the oldest first. */
    List<Approval> pending(WorkerId worker, SessionId session);

    /** The pending approvals of a worker, the oldest first. */
    List<Approval> pending(WorkerId worker);

    /** The pending approvals whose deadline has come at {@code now}. */
    List<Approval> overdue(Instant now);

    /** The answered approvals whose rules are not in the files of {@code gate} yet, in the order in which they were asked. */
    List<Approval> unsaved(String gate);

    /** How many approvals are pending. */
    int pendingCount();

    /** The newest {@code limit} approvals in any state, the newest first. */
    List<Approval> newest(int limit);

    /** The id of the newest event; 0 when there is none. */
    long lastEvent();

    /** At most {@code limit} events with an id above {@code id}, in order. */
    List<StoredEvent> eventsAfter(long id, int limit);

    /** The grants of a session, the oldest first. */
    List<Grant> grants(WorkerId worker, SessionId session);

    /** Every grant, the oldest first. */
    List<Grant> grants();

    /** What is known of a session; a fresh one when nothing is. */
    Session session(WorkerId worker, SessionId session);

    /** Every session of which something is known, that which changed last first. */
    List<Session> sessions(int limit);

    /** Every session of a worker of which something is known. */
    List<Session> sessions(WorkerId worker);

    /** At most {@code limit} sessions that have not changed since {@code before} and wait for nothing. */
    List<Session> idleSessions(Instant before, int limit);

    /** Who is to be told by {@code now} that an approval has ended, with the attempt that it would be; at most {@code limit}. */
    List<Delivery> due(Instant now, int limit);

    /** Whether a version of a skill was approved for a worker. */
    boolean isApprovedSkill(WorkerId worker, String name, String version);

    /** The public key of the signer called {@code id}, X.509 in Base64. */
    Optional<String> signer(String id);

    /** The public keys of all signers, by their ids. */
    Map<String, String> signers();

    /** What was noted for {@code channel}. */
    Optional<String> channelNote(String channel, String note);

    /** Up to where the audit has come. */
    AuditHead auditHead();

    /** At most {@code limit} entries of the audit behind {@code number}, in order. */
    List<AuditEntry> audit(long number, int limit);

    /** The newest entries of the audit that fit {@code search}, the newest first. */
    List<AuditEntry> audit(AuditSearch search);

    /** The same as {@link #audit(long, int)} with what the entries are filed under. */
    List<Filed> filed(long number, int limit);
}
