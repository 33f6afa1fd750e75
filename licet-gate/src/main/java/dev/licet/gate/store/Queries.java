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
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import dev.licet.gate.json.SessionJson;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What can be asked of a database, on one connection. */
public final class Queries {
    private final Sql sql;

    Queries(Sql sql) {
        this.sql = sql;
    }

    private List<Approval> approvals(String rest, Object... values) {
        return Sql.run(() -> sql.list(ApprovalColumns::read, "select * from approvals " + rest, values));
    }

    /** The approval called {@code id}. */
    public Optional<Approval> find(ApprovalId id) {
        return approvals("where id = ?", id.text()).stream().findFirst();
    }

    /**
     * The approval that {@code call} should join: a pending one of the same call by the same agent, else one answered after
     * {@code since} whose answer nobody took.
     */
    public Optional<Approval> open(ToolCall call, Instant since) {
        return approvals(
                        "where digest = ? and agent = ? and (state = 'pending' or (collected = 0 and remembered = 0 and ended_at > ?))"
                                + " order by case when state = 'pending' then 0 else 1 end, seq desc limit 1",
                        call.digest().hex(),
                        call.context().agent().map(agent -> agent.text()).orElse(""),
                        since.toEpochMilli())
                .stream()
                .findFirst();
    }

    /** Every pending approval, the oldest first. */
    public List<Approval> pending() {
        return approvals("where state = 'pending' order by seq");
    }

    /** The sessions that wait for something. */
    public List<SessionKey> waiting() {
        return Sql.run(() -> sql.list(
                row -> new SessionKey(new WorkerId(row.getString("worker")), new SessionId(row.getString("session"))),
                "select distinct worker, session from approvals where state = 'pending'"));
    }

    /** The pending approvals of a session, the oldest first. */
    public List<Approval> pending(WorkerId worker, SessionId session) {
        return approvals(
                "where state = 'pending' and worker = ? and session = ? order by seq", worker.text(), session.text());
    }

    /** The pending approvals of a worker, the oldest first. */
    public List<Approval> pending(WorkerId worker) {
        return approvals("where state = 'pending' and worker = ? order by seq", worker.text());
    }

    /** The pending approvals whose deadline has come at {@code now}. */
    public List<Approval> overdue(Instant now) {
        return approvals("where state = 'pending' and deadline <= ? order by deadline", now.toEpochMilli());
    }

    /** The answered approvals whose rules are not in the files of {@code gate} yet, in the order in which they were asked. */
    public List<Approval> unsaved(String gate) {
        return approvals("where id in (select approval from unsaved where gate = ?) order by seq", gate);
    }

    /** How many approvals are pending. */
    public int pendingCount() {
        return (int) number("select count(*) from approvals where state = 'pending'");
    }

    /** The newest {@code limit} approvals in any state, the newest first. */
    public List<Approval> newest(int limit) {
        return approvals("order by seq desc limit ?", limit);
    }

    /** The id of the newest event; 0 when there is none. */
    public long lastEvent() {
        return number("select coalesce(max(id), 0) from events");
    }

    /** At most {@code limit} events with an id above {@code id}, in order. */
    public List<StoredEvent> eventsAfter(long id, int limit) {
        return Sql.run(() -> sql.list(
                row -> new StoredEvent(
                        row.getLong("id"), StoredEvent.Kind.of(row.getString("kind")), row.getString("subject")),
                "select id, kind, subject from events where id > ? order by id limit ?",
                id,
                limit));
    }

    /** The grants of a session, the oldest first. */
    public List<Grant> grants(WorkerId worker, SessionId session) {
        return Sql.run(() -> sql.list(
                GrantColumns::read,
                "select * from grants where worker = ? and session = ? order by seq",
                worker.text(),
                session.text()));
    }

    /** Every grant, the oldest first. */
    public List<Grant> grants() {
        return Sql.run(() -> sql.list(GrantColumns::read, "select * from grants order by seq"));
    }

    /** What is known of a session; a fresh one when nothing is. */
    public Session session(WorkerId worker, SessionId session) {
        return Sql.run(() -> sql.first(
                        Queries::session,
                        "select body from sessions where worker = ? and session = ?",
                        worker.text(),
                        session.text())
                .orElseGet(() -> Session.fresh(worker, session)));
    }

    /** Every session of which something is known, that which changed last first. */
    public List<Session> sessions(int limit) {
        return Sql.run(() -> sql.list(
                Queries::session,
                "select body from sessions order by changed_at desc, worker, session limit ?",
                limit));
    }

    /** Every session of a worker of which something is known. */
    public List<Session> sessions(WorkerId worker) {
        return Sql.run(() -> sql.list(Queries::session, "select body from sessions where worker = ?", worker.text()));
    }

    /** At most {@code limit} sessions that have not changed since {@code before} and wait for nothing. */
    public List<Session> idleSessions(Instant before, int limit) {
        return Sql.run(() -> sql.list(
                Queries::session,
                "select body from sessions where changed_at < ? and not exists (select 1 from approvals where"
                        + " approvals.state = 'pending' and approvals.worker = sessions.worker"
                        + " and approvals.session = sessions.session) limit ?",
                before.toEpochMilli(),
                limit));
    }

    private static Session session(ResultSet row) throws SQLException {
        try {
            return SessionJson.read(JsonText.parseObject(row.getString("body")));
        } catch (InvalidJson | RuntimeException e) {
            throw new GateException("a session in the database is damaged", e);
        }
    }

    /** Who is to be told by {@code now} that an approval has ended, with the attempt that it would be; at most {@code limit}. */
    public List<Delivery> due(Instant now, int limit) {
        return Sql.run(() -> sql.list(
                row -> new Delivery(
                        new ApprovalId(row.getString("approval")),
                        row.getString("address"),
                        row.getInt("attempts") + 1),
                "select d.approval, d.address, d.attempts from deliveries d join approvals a on a.id = d.approval"
                        + " where a.state <> 'pending' and d.due_at <= ? order by d.due_at limit ?",
                now.toEpochMilli(),
                limit));
    }

    /** Whether a version of a skill was approved for a worker. */
    public boolean isApprovedSkill(WorkerId worker, String name, String version) {
        return number(
                        "select count(*) from skills where worker = ? and name = ? and version = ?",
                        worker.text(),
                        name,
                        version)
                == 1;
    }

    /** The public key of the signer called {@code id}, X.509 in Base64. */
    public Optional<String> signer(String id) {
        return Sql.run(() -> sql.first(row -> row.getString("public_key"), "select * from signers where id = ?", id));
    }

    /** The public keys of all signers, by their ids. */
    public Map<String, String> signers() {
        var all = new TreeMap<String, String>();
        Sql.run(() ->
                sql.list(row -> all.put(row.getString("id"), row.getString("public_key")), "select * from signers"));
        return all;
    }

    /** What was noted for {@code channel}. */
    public Optional<String> channelNote(String channel, String note) {
        return Sql.run(() -> sql.first(
                row -> row.getString("text"),
                "select text from channel_notes where channel = ? and note = ?",
                channel,
                note));
    }

    /** Up to where the audit has come. */
    public AuditHead auditHead() {
        return Sql.run(() -> sql.first(
                        row -> new AuditHead(row.getLong("number"), row.getString("hash")),
                        "select number, hash from audit order by number desc limit 1")
                .orElse(AuditHead.START));
    }

    /** At most {@code limit} entries of the audit behind {@code number}, in order. */
    public List<AuditEntry> audit(long number, int limit) {
        return Sql.run(() -> sql.list(
                Queries::entry,
                "select number, text, hash from audit where number > ? order by number limit ?",
                number,
                limit));
    }

    /** The newest entries of the audit that fit {@code search}, the newest first. */
    public List<AuditEntry> audit(AuditSearch search) {
        return Sql.run(() -> sql.list(
                Queries::entry,
                "select number, text, hash from audit where " + search.condition() + " order by number desc limit ?",
                search.values()));
    }

    /** An entry with what it is filed under, to be found by. */
    public record Filed(AuditEntry entry, Instant at, String step, AuditSubject subject) {}

    /** The same as {@link #audit(long, int)} with what the entries are filed under. */
    public List<Filed> filed(long number, int limit) {
        return Sql.run(() -> sql.list(
                row -> new Filed(
                        entry(row),
                        Instant.ofEpochMilli(row.getLong("at")),
                        row.getString("step"),
                        new AuditSubject(row.getString("worker"), row.getString("session"), row.getString("tool"))),
                "select * from audit where number > ? order by number limit ?",
                number,
                limit));
    }

    private static AuditEntry entry(ResultSet row) throws SQLException {
        return new AuditEntry(row.getLong("number"), row.getString("text"), row.getString("hash"));
    }

    private long number(String query, Object... values) {
        return Sql.run(() -> sql.number(query, values));
    }
}
