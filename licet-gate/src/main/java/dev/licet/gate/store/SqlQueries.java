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

/** The same on one connection to a database. */
final class SqlQueries implements Queries {
    private final Sql sql;

    SqlQueries(Sql sql) {
        this.sql = sql;
    }

    private List<Approval> approvals(String rest, Object... values) {
        return Sql.run(() -> sql.list(ApprovalColumns::read, "select * from approvals " + rest, values));
    }

    @Override
    public Optional<Approval> find(ApprovalId id) {
        return approvals("where id = ?", id.text()).stream().findFirst();
    }

    @Override
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

    @Override
    public List<Approval> pending() {
        return approvals("where state = 'pending' order by seq");
    }

    @Override
    public List<SessionKey> waiting() {
        return Sql.run(() -> sql.list(
                row -> new SessionKey(new WorkerId(row.getString("worker")), new SessionId(row.getString("session"))),
                "select distinct worker, session from approvals where state = 'pending'"));
    }

    @Override
    public List<Approval> pending(WorkerId worker, SessionId session) {
        return approvals(
                "where state = 'pending' and worker = ? and session = ? order by seq", worker.text(), session.text());
    }

    @Override
    public List<Approval> pending(WorkerId worker) {
        return approvals("where state = 'pending' and worker = ? order by seq", worker.text());
    }

    @Override
    public List<Approval> overdue(Instant now) {
        return approvals("where state = 'pending' and deadline <= ? order by deadline", now.toEpochMilli());
    }

    @Override
    public List<Approval> unsaved(String gate) {
        return approvals("where id in (select approval from unsaved where gate = ?) order by seq", gate);
    }

    @Override
    public int pendingCount() {
        return (int) number("select count(*) from approvals where state = 'pending'");
    }

    @Override
    public List<Approval> newest(int limit) {
        return approvals("order by seq desc limit ?", limit);
    }

    @Override
    public long lastEvent() {
        return number("select coalesce(max(id), 0) from events");
    }

    @Override
    public List<StoredEvent> eventsAfter(long id, int limit) {
        return Sql.run(() -> sql.list(
                row -> new StoredEvent(
                        row.getLong("id"), StoredEvent.Kind.of(row.getString("kind")), row.getString("subject")),
                "select id, kind, subject from events where id > ? order by id limit ?",
                id,
                limit));
    }

    @Override
    public List<Grant> grants(WorkerId worker, SessionId session) {
        return Sql.run(() -> sql.list(
                GrantColumns::read,
                "select * from grants where worker = ? and session = ? order by seq",
                worker.text(),
                session.text()));
    }

    @Override
    public List<Grant> grants() {
        return Sql.run(() -> sql.list(GrantColumns::read, "select * from grants order by seq"));
    }

    @Override
    public Session session(WorkerId worker, SessionId session) {
        return Sql.run(() -> sql.first(
                        SqlQueries::session,
                        "select body from sessions where worker = ? and session = ?",
                        worker.text(),
                        session.text())
                .orElseGet(() -> Session.fresh(worker, session)));
    }

    @Override
    public List<Session> sessions(int limit) {
        return Sql.run(() -> sql.list(
                SqlQueries::session,
                "select body from sessions order by changed_at desc, worker, session limit ?",
                limit));
    }

    @Override
    public List<Session> sessions(WorkerId worker) {
        return Sql.run(
                () -> sql.list(SqlQueries::session, "select body from sessions where worker = ?", worker.text()));
    }

    @Override
    public List<Session> idleSessions(Instant before, int limit) {
        return Sql.run(() -> sql.list(
                SqlQueries::session,
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

    @Override
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

    @Override
    public boolean isApprovedSkill(WorkerId worker, String name, String version) {
        return number(
                        "select count(*) from skills where worker = ? and name = ? and version = ?",
                        worker.text(),
                        name,
                        version)
                == 1;
    }

    @Override
    public Optional<String> signer(String id) {
        return Sql.run(() -> sql.first(row -> row.getString("public_key"), "select * from signers where id = ?", id));
    }

    @Override
    public Map<String, String> signers() {
        var all = new TreeMap<String, String>();
        Sql.run(() ->
                sql.list(row -> all.put(row.getString("id"), row.getString("public_key")), "select * from signers"));
        return all;
    }

    @Override
    public Optional<String> channelNote(String channel, String note) {
        return Sql.run(() -> sql.first(
                row -> row.getString("text"),
                "select text from channel_notes where channel = ? and note = ?",
                channel,
                note));
    }

    @Override
    public AuditHead auditHead() {
        return Sql.run(() -> sql.first(
                        row -> new AuditHead(row.getLong("number"), row.getString("hash")),
                        "select number, hash from audit order by number desc limit 1")
                .orElse(AuditHead.START));
    }

    @Override
    public List<AuditEntry> audit(long number, int limit) {
        return Sql.run(() -> sql.list(
                SqlQueries::entry,
                "select number, text, hash from audit where number > ? order by number limit ?",
                number,
                limit));
    }

    @Override
    public List<AuditEntry> audit(AuditSearch search) {
        return Sql.run(() -> sql.list(
                SqlQueries::entry,
                "select number, text, hash from audit where " + search.condition() + " order by number desc limit ?",
                search.values()));
    }

    @Override
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
