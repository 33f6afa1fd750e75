package dev.licet.gate.store;

import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalId;
import dev.licet.core.audit.AuditEntry;
import dev.licet.core.audit.AuditHead;
import dev.licet.core.call.AgentId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.SessionKey;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.WorkerId;
import dev.licet.core.grant.Grant;
import dev.licet.core.session.Session;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The same in memory. */
final class MemoryQueries implements Queries {
    private final MemoryTables tables;

    MemoryQueries(MemoryTables tables) {
        this.tables = tables;
    }

    @Override
    public Optional<Approval> find(ApprovalId id) {
        return tables.row(id.text()).map(MemoryTables.Row::seen);
    }

    @Override
    public Optional<Approval> open(ToolCall call, Instant since) {
        Optional<AgentId> agent = call.context().agent();
        List<MemoryTables.Row> same = tables.rows(call.digest().hex()).reversed().stream()
                .filter(row -> row.approval().call().context().agent().equals(agent))
                .toList();
        return same.stream()
                .filter(MemoryTables.Row::isPending)
                .findFirst()
                .or(() -> same.stream()
                        .filter(row -> row.collected() == 0
                                && !row.remembered()
                                && row.endedAt()
                                        .filter(at -> at.toEpochMilli() > since.toEpochMilli())
                                        .isPresent())
                        .findFirst())
                .map(MemoryTables.Row::seen);
    }

    @Override
    public List<Approval> pending() {
        return MemoryTables.seen(tables.pending.values());
    }

    private List<Approval> pending(Predicate<Approval> which) {
        return tables.pending.values().stream()
                .filter(row -> which.test(row.approval()))
                .map(MemoryTables.Row::seen)
                .toList();
    }

    @Override
    public List<SessionKey> waiting() {
        return tables.pending.values().stream()
                .map(row -> SessionKey.of(row.approval().call()))
                .distinct()
                .toList();
    }

    @Override
    public List<Approval> pending(WorkerId worker, SessionId session) {
        var key = new SessionKey(worker, session);
        return pending(approval -> SessionKey.of(approval.call()).equals(key));
    }

    @Override
    public List<Approval> pending(WorkerId worker) {
        return pending(approval -> approval.call().worker().equals(worker));
    }

    @Override
    public List<Approval> overdue(Instant now) {
        return pending(approval -> approval.terms().isOver(now)).stream()
                .sorted(Comparator.comparing(
                        approval -> approval.terms().deadline().orElse(Instant.MAX)))
                .toList();
    }

    @Override
    public List<Approval> unsaved(String gate) {
        return tables.approvals.values().stream()
                .filter(row ->
                        gate.equals(tables.unsaved.get(row.approval().id().text())))
                .map(MemoryTables.Row::seen)
                .toList();
    }

    @Override
    public int pendingCount() {
        return tables.pending.size();
    }

    @Override
    public List<Approval> newest(int limit) {
        return tables.approvals.descendingMap().values().stream()
                .limit(limit)
                .map(MemoryTables.Row::seen)
                .toList();
    }

    @Override
    public long lastEvent() {
        return tables.events.isEmpty() ? 0 : tables.events.lastKey();
    }

    @Override
    public List<StoredEvent> eventsAfter(long id, int limit) {
        return tables.events.tailMap(id, false).values().stream().limit(limit).toList();
    }

    @Override
    public List<Grant> grants(WorkerId worker, SessionId session) {
        return tables.grants.values().stream()
                .filter(grant -> grant.scope().worker().equals(worker)
                        && grant.scope().session().equals(session))
                .toList();
    }

    @Override
    public List<Grant> grants() {
        return List.copyOf(tables.grants.values());
    }

    @Override
    public Session session(WorkerId worker, SessionId session) {
        MemoryTables.Known known = tables.sessions.get(new SessionKey(worker, session));
        return known == null ? Session.fresh(worker, session) : known.session();
    }

    @Override
    public List<Session> sessions(int limit) {
        return tables.sessions.values().stream()
                .sorted(Comparator.comparing(MemoryTables.Known::changedAt)
                        .reversed()
                        .thenComparing(known -> known.session().worker().text())
                        .thenComparing(known -> known.session().id().text()))
                .limit(limit)
                .map(MemoryTables.Known::session)
                .toList();
    }

    @Override
    public List<Session> sessions(WorkerId worker) {
        return tables.sessions.values().stream()
                .map(MemoryTables.Known::session)
                .filter(session -> session.worker().equals(worker))
                .toList();
    }

    @Override
    public List<Session> idleSessions(Instant before, int limit) {
        List<SessionKey> waiting = waiting();
        return tables.sessions.entrySet().stream()
                .filter(each -> each.getValue().changedAt().isBefore(before) && !waiting.contains(each.getKey()))
                .limit(limit)
                .map(each -> each.getValue().session())
                .toList();
    }

    @Override
    public List<Delivery> due(Instant now, int limit) {
        return tables.deliveries.entrySet().stream()
                .filter(each -> !each.getValue().at().isAfter(now)
                        && tables.row(each.getKey().approval())
                                .filter(row -> !row.isPending())
                                .isPresent())
                .sorted(Comparator.comparing(each -> each.getValue().at()))
                .limit(limit)
                .map(each -> new Delivery(
                        new ApprovalId(each.getKey().approval()),
                        each.getKey().address(),
                        each.getValue().attempts() + 1))
                .toList();
    }

    @Override
    public boolean isApprovedSkill(WorkerId worker, String name, String version) {
        return tables.skills.contains(List.of(worker.text(), name, version));
    }

    @Override
    public Optional<String> signer(String id) {
        return Optional.ofNullable(tables.signers.get(id));
    }

    @Override
    public Map<String, String> signers() {
        return new TreeMap<>(tables.signers);
    }

    @Override
    public Optional<String> channelNote(String channel, String note) {
        return Optional.ofNullable(tables.notes.get(List.of(channel, note)));
    }

    @Override
    public AuditHead auditHead() {
        return tables.auditHead;
    }

    private Stream<Filed> behind(long number) {
        return tables.audit.stream().filter(filed -> filed.entry().number() > number);
    }

    @Override
    public List<AuditEntry> audit(long number, int limit) {
        return behind(number).limit(limit).map(Filed::entry).toList();
    }

    @Override
    public List<AuditEntry> audit(AuditSearch search) {
        return tables.audit.reversed().stream()
                .filter(search::fits)
                .limit(search.limit())
                .map(Filed::entry)
                .toList();
    }

    @Override
    public List<Filed> filed(long number, int limit) {
        return behind(number).limit(limit).toList();
    }
}
