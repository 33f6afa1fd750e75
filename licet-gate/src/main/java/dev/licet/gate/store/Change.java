package dev.licet.gate.store;

import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalId;
import dev.licet.core.audit.AuditEntry;
import dev.licet.core.audit.AuditHead;
import dev.licet.core.audit.AuditStep;
import dev.licet.core.call.AgentId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.WorkerId;
import dev.licet.core.grant.Grant;
import dev.licet.core.grant.GrantId;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.session.Session;
import dev.licet.core.ticket.Ticket;
import dev.licet.core.ticket.TicketCheck;
import dev.licet.gate.json.JsonText;
import dev.licet.gate.json.SessionJson;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One transaction: all that is done with it stands, or nothing. What it reads is the newest there is, as nobody else
 * writes meanwhile.
 */
public final class Change {
    private final Sql sql;
    private final Queries queries;
    private @Nullable AuditHead head;

    Change(Sql sql) {
        this.sql = sql;
        this.queries = new Queries(sql);
    }

    /** What there is to see in this transaction. */
    public Queries queries() {
        return queries;
    }

    /** Stores a pending approval, for which the submission called {@code waiter} waits. */
    public void add(Approval approval, String waiter) {
        Sql.run(() -> {
            ApprovalColumns.insert(sql, approval);
            wait(approval.id(), waiter);
            return announce("approval", approval.id().text());
        });
    }

    /** From now on the submission called {@code waiter} waits for the answer, and no earlier one. */
    public void wait(ApprovalId id, String waiter) {
        Sql.run(() -> {
            boolean back = sql.change(
                            "update approvals set waiter = ? where id = ? and state = 'pending' and waiter = ?",
                            waiter,
                            id.text(),
                            ApprovalColumns.LEFT)
                    == 1;
            return back
                    ? announceWaiting(id)
                    : sql.change("update approvals set waiter = ? where id = ?", waiter, id.text()) == 1;
        });
    }

    /** The submission called {@code waiter} waits no more, because its agent is gone. */
    public void leave(ApprovalId id, String waiter) {
        Sql.run(() -> sql.change(
                                "update approvals set waiter = ? where id = ? and state = 'pending' and waiter = ?",
                                ApprovalColumns.LEFT,
                                id.text(),
                                waiter)
                        == 1
                && announceWaiting(id));
    }

    private boolean announceWaiting(ApprovalId id) throws SQLException {
        return announce("waiting", id.text());
    }

    /**
     * Stores the end of an approval.
     *
     * @return whether it was still pending; if not, nothing changes
     */
    public boolean end(Approval ended) {
        return end(ended, false);
    }

    /** The same for an answer that left more behind: only who waits for it now is released by the answer itself. */
    public boolean endRemembered(Approval ended) {
        return end(ended, true);
    }

    private boolean end(Approval ended, boolean remembered) {
        return Sql.run(() -> ApprovalColumns.end(sql, ended, remembered)
                && announce("approval", ended.id().text()));
    }

    /**
     * Takes the answer of an approval for the submission called {@code waiter}.
     *
     * @return whether it was the first to take it and is the one that waits: an answer releases one call, once
     */
    public boolean collect(ApprovalId id, String waiter) {
        return Sql.run(() -> sql.change(
                        "update approvals set collected = 1 where id = ? and collected = 0 and state <> 'pending'"
                                + " and waiter = ?",
                        id.text(),
                        waiter)
                == 1);
    }

    /** Leaves an answer that {@code waiter} took but never had to the next who asks for it; says whether that is so. */
    public boolean giveBack(ApprovalId id, String waiter) {
        return Sql.run(() -> sql.change(
                        "update approvals set collected = 0 where id = ? and collected = 1 and waiter = ?",
                        id.text(),
                        waiter)
                == 1);
    }

    /** Leaves an answer that {@code waiter} took, and may not have had, to the next who asks, if its ticket is unused then. */
    public void doubt(ApprovalId id, String waiter, Optional<Ticket> ticket) {
        String name = ticket.map(each -> each.id() + " " + each.digest().hex() + " "
                        + each.expires().toEpochMilli())
                .orElse("");
        Sql.run(() -> sql.change(
                "update approvals set collected = 2, waiter = ? where id = ? and collected = 1 and waiter = ?",
                name,
                id.text(),
                waiter));
    }

    /**
     * The approval of {@code call} that waits, or whose answer nobody took that ended after {@code since}. An answer that may
     * not have arrived counts as one once its ticket is void.
     */
    public Optional<Approval> open(ToolCall call, Instant since) {
        for (Doubt doubt : doubts(call)) {
            boolean unused = doubt.ticket().isEmpty() || isVoid(doubt.ticket());
            Sql.run(() -> sql.change(
                    "update approvals set collected = ? where id = ? and collected = 2",
                    unused ? 0 : 1,
                    doubt.approval()));
        }
        return queries.open(call, since);
    }

    private record Doubt(String approval, String ticket) {}

    private List<Doubt> doubts(ToolCall call) {
        return Sql.run(() -> sql.list(
                row -> new Doubt(row.getString("id"), row.getString("waiter")),
                "select id, waiter from approvals where digest = ? and collected = 2",
                call.digest().hex()));
    }

    /** Whether the ticket {@code name} can be used no more, and has not been. */
    private boolean isVoid(String name) {
        String[] parts = name.split(" ", -1);
        return Sql.run(() -> sql.change(
                        "insert into redeemed (ticket, digest, expires_at, outcome) values (?, ?, ?, 'void')"
                                + " on conflict do nothing",
                        parts[0],
                        parts[1],
                        Long.parseLong(parts[2]))
                == 1);
    }

    /** Notes a key whose tickets count. */
    public void addSigner(String id, String publicKey) {
        Sql.run(() ->
                sql.change("insert into signers (id, public_key) values (?, ?) on conflict do nothing", id, publicKey));
    }

    /**
     * Answers that nobody took, or that are on their way, release nothing any more: those of the session, or of its agents
     * {@code agents} if any.
     */
    public void discardAnswers(WorkerId worker, SessionId session, Set<AgentId> agents) {
        Sql.run(() -> {
            String all =
                    "update approvals set collected = 1, waiter = '-' where worker = ? and session = ? and state in ('approved', 'rejected')";
            if (agents.isEmpty()) {
                return sql.change(all, worker.text(), session.text());
            }
            int discarded = 0;
            for (AgentId agent : agents) {
                discarded += sql.change(all + " and agent = ?", worker.text(), session.text(), agent.text());
            }
            return discarded;
        });
    }

    /** The same for those of all sessions of the worker. */
    public void discardAnswers(WorkerId worker) {
        Sql.run(() -> sql.change(
                "update approvals set collected = 1, waiter = '-' where worker = ? and state in ('approved', 'rejected')",
                worker.text()));
    }

    /** Notes that something happened in a session at {@code now}, if that was not noted since {@code since}. */
    public void touch(WorkerId worker, SessionId session, Instant now, Instant since) {
        Sql.run(() -> sql.change(
                "update sessions set changed_at = ? where worker = ? and session = ? and changed_at < ?",
                now.toEpochMilli(),
                worker.text(),
                session.text(),
                since.toEpochMilli()));
    }

    public void add(Grant grant) {
        Sql.run(() -> {
            GrantColumns.insert(sql, grant);
            return announceSession(grant.scope().worker(), grant.scope().session());
        });
    }

    /** Stores that {@code grant} lasts as long as it says now. */
    public void lasting(Grant grant) {
        Sql.run(() -> {
            GrantColumns.lasting(sql, grant);
            return announceSession(grant.scope().worker(), grant.scope().session());
        });
    }

    /** Takes a grant away; says whether there was one. */
    public boolean removeGrant(GrantId id) {
        return Sql.run(() -> {
            Optional<Grant> grant = sql.first(GrantColumns::read, "select * from grants where id = ?", id.text());
            if (grant.isEmpty()) {
                return false;
            }
            sql.change("delete from grants where id = ?", id.text());
            return announceSession(
                    grant.get().scope().worker(), grant.get().scope().session());
        });
    }

    public void put(Session session, Instant now) {
        Sql.run(() -> {
            write(session, now);
            return announceSession(session.worker(), session.id());
        });
    }

    /** Notes where a session works, which is nothing that its clients have to be told. */
    public void enter(Session session, Instant now) {
        Sql.run(() -> {
            write(session, now);
            return true;
        });
    }

    private void write(Session session, Instant now) throws SQLException {
        sql.change(
                "insert into sessions (worker, session, body, changed_at) values (?, ?, ?, ?)"
                        + " on conflict (worker, session) do update set body = excluded.body,"
                        + " changed_at = excluded.changed_at",
                session.worker().text(),
                session.id().text(),
                JsonText.write(SessionJson.write(session)),
                now.toEpochMilli());
    }

    /** Forgets a session with its grants. */
    public void removeSession(WorkerId worker, SessionId session) {
        Sql.run(() -> {
            sql.change("delete from sessions where worker = ? and session = ?", worker.text(), session.text());
            sql.change("delete from grants where worker = ? and session = ?", worker.text(), session.text());
            return announceSession(worker, session);
        });
    }

    /** Notes that a version of a skill was approved. */
    public void approveSkill(WorkerId worker, String name, String version) {
        Sql.run(() -> sql.change(
                "insert into skills (worker, name, version) values (?, ?, ?) on conflict do nothing",
                worker.text(),
                name,
                version));
    }

    /** Notes that a ticket has been used; says whether that was the first time. */
    public boolean redeem(Ticket ticket) {
        return Sql.run(() -> sql.change(
                        "insert into redeemed (ticket, digest, expires_at) values (?, ?, ?) on conflict do nothing",
                        ticket.id(),
                        ticket.digest().hex(),
                        ticket.expires().toEpochMilli())
                == 1);
    }

    /** Notes what became of the execution under a ticket; says whether it was used and nothing had been noted. */
    public boolean outcome(Ticket ticket, String outcome) {
        return Sql.run(() ->
                sql.change("update redeemed set outcome = ? where ticket = ? and outcome is null", outcome, ticket.id())
                        == 1);
    }

    /** Notes that the rules which the answer of {@code approval} left behind are not in the files of {@code gate} yet. */
    public void addUnsaved(ApprovalId approval, String gate) {
        Sql.run(() -> sql.change("insert into unsaved (approval, gate) values (?, ?)", approval.text(), gate));
    }

    /** The rules of {@code approval} are in their file. */
    public void removeUnsaved(ApprovalId approval) {
        Sql.run(() -> sql.change("delete from unsaved where approval = ?", approval.text()));
    }

    /** Notes that {@code address} is to be told once {@code approval} has ended. */
    public void deliver(ApprovalId approval, String address, Instant now) {
        Sql.run(() -> sql.change(
                "insert into deliveries (approval, address, due_at) values (?, ?, ?) on conflict do nothing",
                approval.text(),
                address,
                now.toEpochMilli()));
    }

    /** Takes {@code delivery}, which was due at {@code now}: nobody else gets it before {@code until}; says whether nobody has. */
    public boolean claim(Delivery delivery, Instant now, Instant until) {
        return Sql.run(() -> sql.change(
                        "update deliveries set attempts = ?, due_at = ?"
                                + " where approval = ? and address = ? and due_at <= ?",
                        delivery.attempts(),
                        until.toEpochMilli(),
                        delivery.approval().text(),
                        delivery.address(),
                        now.toEpochMilli())
                == 1);
    }

    /** Tries {@code delivery} again at {@code at}. */
    public void again(Delivery delivery, Instant at) {
        Sql.run(() -> sql.change(
                "update deliveries set due_at = ? where approval = ? and address = ?",
                at.toEpochMilli(),
                delivery.approval().text(),
                delivery.address()));
    }

    /** Forgets {@code delivery}: it has arrived, or never will. */
    public void delivered(Delivery delivery) {
        Sql.run(() -> sql.change(
                "delete from deliveries where approval = ? and address = ?",
                delivery.approval().text(),
                delivery.address()));
    }

    /** Has {@code gate} tell over {@code channel} until {@code until}; says whether no other gate does at {@code now}. */
    public boolean holdChannel(String channel, String gate, Instant now, Instant until) {
        return Sql.run(() -> sql.change(
                        "insert into channels (name, holder, held_until) values (?, ?, ?) on conflict (name) do update set"
                                + " holder = excluded.holder, held_until = excluded.held_until"
                                + " where channels.holder = excluded.holder or channels.held_until < ?",
                        channel,
                        gate,
                        until.toEpochMilli(),
                        now.toEpochMilli())
                == 1);
    }

    /** {@code gate} tells over {@code channel} no more. */
    public void releaseChannel(String channel, String gate) {
        Sql.run(() -> sql.change("delete from channels where name = ? and holder = ?", channel, gate));
    }

    /** Notes {@code text} for {@code channel}, if {@code gate} is the one that tells over it; says whether it is. */
    public boolean channelNote(String channel, String gate, String note, String text) {
        return Sql.run(() -> {
            boolean holds =
                    sql.number("select count(*) from channels where name = ? and holder = ?", channel, gate) == 1;
            return holds
                    && sql.change(
                                    "insert into channel_notes (channel, note, text) values (?, ?, ?)"
                                            + " on conflict (channel, note) do update set text = excluded.text",
                                    channel,
                                    note,
                                    text)
                            == 1;
        });
    }

    /** Appends an entry to the audit: {@code what} about {@code subject}. */
    public void audit(AuditStep step, Instant now, AuditSubject subject, JsonObject what) {
        Sql.run(() -> {
            AuditHead last = head == null ? queries.auditHead() : head;
            AuditEntry entry = AuditEntry.behind(last, now, step, subject.in(what));
            head = entry.head();
            return sql.change(
                    "insert into audit (number, at, step, worker, session, tool, text, hash) values (?, ?, ?, ?, ?, ?, ?, ?)",
                    entry.number(),
                    now.toEpochMilli(),
                    step.text(),
                    subject.worker(),
                    subject.session(),
                    subject.tool(),
                    entry.text(),
                    entry.hash());
        });
    }

    /**
     * Removes what ended before {@code before}: approvals, their events, used tickets and entries of the audit, of which
     * the last one stays.
     *
     * @return the last entry that was removed, or empty when none was
     */
    public Optional<AuditHead> prune(Instant before) {
        return Sql.run(() -> {
            long time = before.toEpochMilli();
            removeEnded(before);
            sql.change(
                    "delete from redeemed where expires_at < ?",
                    before.minus(TicketCheck.SKEW).toEpochMilli());
            long first = sql.number("select coalesce(min(number), 0) from audit where at >= ?", time);
            long last = sql.number("select coalesce(max(number), 0) from audit");
            return cutAudit(first == 0 ? last : first);
        });
    }

    /** Removes the approvals that ended before {@code before}, with their events; says how many. */
    public int removeEnded(Instant before) {
        return Sql.run(() -> {
            long time = before.toEpochMilli();
            sql.change(
                    "delete from events where kind = 'approval' and subject in"
                            + " (select id from approvals where state <> 'pending' and ended_at < ?)",
                    time);
            sql.change(
                    "delete from deliveries where approval in"
                            + " (select id from approvals where state <> 'pending' and ended_at < ?)",
                    time);
            return sql.change(
                    "delete from approvals where state <> 'pending' and ended_at < ?"
                            // What left rules behind is needed until they are in their file.
                            + " and id not in (select approval from unsaved)",
                    time);
        });
    }

    /** Removes the entries of the audit before {@code keep}; the last of them, or empty when there was none. */
    public Optional<AuditHead> cutAudit(long keep) {
        return Sql.run(() -> {
            List<AuditHead> removed = sql.list(
                    row -> new AuditHead(row.getLong("number"), row.getString("hash")),
                    "select number, hash from audit where number < ? order by number desc limit 1",
                    keep);
            sql.change("delete from audit where number < ?", keep);
            return removed.stream().findFirst();
        });
    }

    private boolean announceSession(WorkerId worker, SessionId session) throws SQLException {
        return announce("session", worker.text() + " " + session.text());
    }

    private boolean announce(String kind, String subject) throws SQLException {
        return sql.change("insert into events (kind, subject) values (?, ?)", kind, subject) == 1;
    }
}
