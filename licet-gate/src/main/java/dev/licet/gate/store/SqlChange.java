package dev.licet.gate.store;

import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalId;
import dev.licet.core.audit.AuditEntry;
import dev.licet.core.audit.AuditHead;
import dev.licet.core.audit.AuditStep;
import dev.licet.core.audit.EntryWriter;
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
import dev.licet.core.ticket.TicketCheck;
import dev.licet.gate.json.JsonText;
import dev.licet.gate.json.SessionJson;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The same on one connection to a database. */
final class SqlChange implements Change {
    private final Sql sql;
    private final SqlQueries queries;
    private final EntryWriter entries = new EntryWriter();
    private @Nullable AuditHead head;

    SqlChange(Sql sql) {
        this.sql = sql;
        this.queries = new SqlQueries(sql);
    }

    @Override
    public Queries queries() {
        return queries;
    }

    @Override
    public boolean records() {
        return true;
    }

    @Override
    public void add(Approval approval, String waiter) {
        Sql.run(() -> {
            ApprovalColumns.insert(sql, approval);
            wait(approval.id(), waiter);
            return announce("approval", approval.id().text());
        });
    }

    @Override
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

    @Override
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

    @Override
    public boolean end(Approval ended, boolean remembered) {
        return Sql.run(() -> ApprovalColumns.end(sql, ended, remembered)
                && announce("approval", ended.id().text()));
    }

    @Override
    public boolean preview(ApprovalId id, Optional<Preview> preview) {
        return Sql.run(() -> sql.change(
                                "update approvals set preview = ? where id = ? and state = 'pending'",
                                preview.map(Preview::form).map(JsonText::write),
                                id.text())
                        == 1
                && announce("previewed", id.text()));
    }

    @Override
    public boolean collect(ApprovalId id, String waiter) {
        return Sql.run(() -> sql.change(
                        "update approvals set collected = 1 where id = ? and collected = 0 and state <> 'pending'"
                                + " and waiter = ?",
                        id.text(),
                        waiter)
                == 1);
    }

    @Override
    public boolean giveBack(ApprovalId id, String waiter) {
        return Sql.run(() -> sql.change(
                        "update approvals set collected = 0 where id = ? and collected = 1 and waiter = ?",
                        id.text(),
                        waiter)
                == 1);
    }

    @Override
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

    @Override
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
                "select id, waiter from approvals where digest = ? and agent = ? and collected = 2",
                call.digest().hex(),
                call.context().agent().map(AgentId::text).orElse("")));
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

    @Override
    public void addSigner(String id, String publicKey) {
        Sql.run(() ->
                sql.change("insert into signers (id, public_key) values (?, ?) on conflict do nothing", id, publicKey));
    }

    @Override
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

    @Override
    public void discardAnswers(WorkerId worker) {
        Sql.run(() -> sql.change(
                "update approvals set collected = 1, waiter = '-' where worker = ? and state in ('approved', 'rejected')",
                worker.text()));
    }

    @Override
    public void touch(WorkerId worker, SessionId session, Instant now, Instant since) {
        Sql.run(() -> sql.change(
                "update sessions set changed_at = ? where worker = ? and session = ? and changed_at < ?",
                now.toEpochMilli(),
                worker.text(),
                session.text(),
                since.toEpochMilli()));
    }

    @Override
    public void add(Grant grant) {
        Sql.run(() -> {
            GrantColumns.insert(sql, grant);
            return announceSession(grant.scope().worker(), grant.scope().session());
        });
    }

    @Override
    public void lasting(Grant grant) {
        Sql.run(() -> {
            GrantColumns.lasting(sql, grant);
            return announceSession(grant.scope().worker(), grant.scope().session());
        });
    }

    @Override
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

    @Override
    public void put(Session session, Instant now) {
        Sql.run(() -> {
            write(session, now);
            return announceSession(session.worker(), session.id());
        });
    }

    @Override
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

    @Override
    public void removeSession(WorkerId worker, SessionId session) {
        Sql.run(() -> {
            sql.change("delete from sessions where worker = ? and session = ?", worker.text(), session.text());
            sql.change("delete from grants where worker = ? and session = ?", worker.text(), session.text());
            return announceSession(worker, session);
        });
    }

    @Override
    public void approveSkill(WorkerId worker, String name, String version) {
        Sql.run(() -> sql.change(
                "insert into skills (worker, name, version) values (?, ?, ?) on conflict do nothing",
                worker.text(),
                name,
                version));
    }

    @Override
    public boolean redeem(Ticket ticket) {
        return Sql.run(() -> sql.change(
                        "insert into redeemed (ticket, digest, expires_at) values (?, ?, ?) on conflict do nothing",
                        ticket.id(),
                        ticket.digest().hex(),
                        ticket.expires().toEpochMilli())
                == 1);
    }

    @Override
    public boolean outcome(Ticket ticket, String outcome) {
        return Sql.run(() ->
                sql.change("update redeemed set outcome = ? where ticket = ? and outcome is null", outcome, ticket.id())
                        == 1);
    }

    @Override
    public void addUnsaved(ApprovalId approval, String gate) {
        Sql.run(() -> sql.change("insert into unsaved (approval, gate) values (?, ?)", approval.text(), gate));
    }

    @Override
    public void removeUnsaved(ApprovalId approval) {
        Sql.run(() -> sql.change("delete from unsaved where approval = ?", approval.text()));
    }

    @Override
    public void deliver(ApprovalId approval, String address, Instant now) {
        Sql.run(() -> sql.change(
                "insert into deliveries (approval, address, due_at) values (?, ?, ?) on conflict do nothing",
                approval.text(),
                address,
                now.toEpochMilli()));
    }

    @Override
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

    @Override
    public void again(Delivery delivery, Instant at) {
        Sql.run(() -> sql.change(
                "update deliveries set due_at = ? where approval = ? and address = ?",
                at.toEpochMilli(),
                delivery.approval().text(),
                delivery.address()));
    }

    @Override
    public void delivered(Delivery delivery) {
        Sql.run(() -> sql.change(
                "delete from deliveries where approval = ? and address = ?",
                delivery.approval().text(),
                delivery.address()));
    }

    @Override
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

    @Override
    public void releaseChannel(String channel, String gate) {
        Sql.run(() -> sql.change("delete from channels where name = ? and holder = ?", channel, gate));
    }

    @Override
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

    @Override
    public void audit(AuditStep step, Instant now, AuditSubject subject, JsonObject what) {
        Sql.run(() -> {
            AuditHead last = head == null ? queries.auditHead() : head;
            AuditEntry entry = entries.behind(last, now, step, subject.in(what));
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

    @Override
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

    @Override
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

    @Override
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
