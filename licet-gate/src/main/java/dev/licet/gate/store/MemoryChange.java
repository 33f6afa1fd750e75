package dev.licet.gate.store;

import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalId;
import dev.licet.core.approval.ApprovalState;
import dev.licet.core.audit.AuditEntry;
import dev.licet.core.audit.AuditHead;
import dev.licet.core.audit.AuditStep;
import dev.licet.core.audit.Recording;
import dev.licet.core.call.AgentId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.SessionKey;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.WorkerId;
import dev.licet.core.contain.Preview;
import dev.licet.core.grant.Grant;
import dev.licet.core.grant.GrantId;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.session.Session;
import dev.licet.core.ticket.Ticket;
import dev.licet.core.ticket.TicketCheck;
import dev.licet.gate.data.GateException;
import dev.licet.gate.store.MemoryTables.Due;
import dev.licet.gate.store.MemoryTables.Holder;
import dev.licet.gate.store.MemoryTables.Known;
import dev.licet.gate.store.MemoryTables.Redeemed;
import dev.licet.gate.store.MemoryTables.Row;
import dev.licet.gate.store.MemoryTables.Told;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The same in memory; whatever it does can be undone. */
final class MemoryChange implements Change {
    /** So many of the newest events are kept: whoever has missed more looks at everything anew. */
    private static final int MAX_EVENTS = 50_000;

    private static final int USUAL_STEPS = 4;

    private final MemoryTables tables;
    private final MemoryQueries queries;
    private final Recording recording;
    private final Deque<Runnable> done = new ArrayDeque<>(USUAL_STEPS);

    MemoryChange(MemoryTables tables, Recording recording) {
        this.tables = tables;
        this.recording = recording;
        this.queries = new MemoryQueries(tables);
    }

    /** As if nothing had been done. */
    void undo() {
        while (!done.isEmpty()) {
            done.pop().run();
        }
    }

    /** Puts {@code value} into {@code map}; none takes the entry away. */
    private <K, V> void put(Map<K, V> map, K key, @Nullable V value) {
        V before = value == null ? map.remove(key) : map.put(key, value);
        done.push(() -> {
            if (before == null) {
                map.remove(key);
            } else {
                map.put(key, before);
            }
        });
    }

    private void set(Optional<Row> before, Optional<Row> after) {
        tables.set(before, after);
        done.push(() -> tables.set(after, before));
    }

    /** Changes the approval {@code id} if it is {@code such}; says whether it is. */
    private boolean update(ApprovalId id, Predicate<Row> such, UnaryOperator<Row> how) {
        Optional<Row> row = tables.row(id.text()).filter(such);
        row.ifPresent(before -> set(row, Optional.of(how.apply(before))));
        return row.isPresent();
    }

    private boolean announce(StoredEvent.Kind kind, String subject) {
        long before = tables.lastEvent;
        tables.lastEvent = before + 1;
        done.push(() -> tables.lastEvent = before);
        put(tables.events, before + 1, new StoredEvent(before + 1, kind, subject));
        if (tables.events.size() > MAX_EVENTS) {
            put(tables.events, tables.events.firstKey(), null);
        }
        return true;
    }

    private boolean announce(WorkerId worker, SessionId session) {
        return announce(StoredEvent.Kind.SESSION, worker.text() + " " + session.text());
    }

    @Override
    public Queries queries() {
        return queries;
    }

    @Override
    public boolean records() {
        return !(recording instanceof Recording.Nothing);
    }

    @Override
    public void add(Approval approval, String waiter) {
        boolean twice = tables.rows(approval.digest().hex()).stream()
                .anyMatch(row -> row.isPending()
                        && ApprovalColumns.agent(row.approval()).equals(ApprovalColumns.agent(approval)));
        if (twice || tables.row(approval.id().text()).isPresent()) {
            throw new GateException("this call is pending already");
        }
        long order = ++tables.lastApproval;
        set(Optional.empty(), Optional.of(new Row(order, exact(approval), waiter, 0, false, Optional.empty())));
        announce(StoredEvent.Kind.APPROVAL, approval.id().text());
    }

    /** Times are kept as exactly as a database keeps them, so that an approval is the same wherever it is. */
    private static Approval exact(Approval approval) {
        return new Approval(
                approval.id(),
                approval.call(),
                approval.digest(),
                approval.always(),
                approval.askedAt().truncatedTo(ChronoUnit.MILLIS),
                approval.terms(),
                approval.state(),
                approval.preview());
    }

    @Override
    public boolean preview(ApprovalId id, Optional<Preview> preview) {
        return update(id, Row::isPending, row -> row.tried(preview)) && announce(StoredEvent.Kind.PREVIEWED, id.text());
    }

    @Override
    public void wait(ApprovalId id, String waiter) {
        boolean back = update(
                id, row -> row.isPending() && row.waiter().equals(ApprovalColumns.LEFT), row -> row.waitedFor(waiter));
        if (back) {
            announce(StoredEvent.Kind.WAITING, id.text());
        } else {
            update(id, row -> true, row -> row.waitedFor(waiter));
        }
    }

    @Override
    public void leave(ApprovalId id, String waiter) {
        boolean left = update(
                id, row -> row.isPending() && row.waiter().equals(waiter), row -> row.waitedFor(ApprovalColumns.LEFT));
        if (left) {
            announce(StoredEvent.Kind.WAITING, id.text());
        }
    }

    @Override
    public boolean end(Approval ended, boolean remembered) {
        Instant at = ApprovalColumns.endedAt(ended);
        return update(
                        ended.id(),
                        Row::isPending,
                        row -> new Row(
                                row.order(),
                                exact(ended.with(row.approval().preview())),
                                row.waiter(),
                                row.collected(),
                                remembered,
                                Optional.of(at)))
                && announce(StoredEvent.Kind.APPROVAL, ended.id().text());
    }

    @Override
    public boolean collect(ApprovalId id, String waiter) {
        return update(
                id,
                row -> row.collected() == 0 && !row.isPending() && row.waiter().equals(waiter),
                row -> row.collected(1));
    }

    @Override
    public boolean giveBack(ApprovalId id, String waiter) {
        return update(id, row -> row.collected() == 1 && row.waiter().equals(waiter), row -> row.collected(0));
    }

    @Override
    public void doubt(ApprovalId id, String waiter, Optional<Ticket> ticket) {
        String name = ticket.map(each -> each.id() + " " + each.expires().toEpochMilli())
                .orElse("");
        update(
                id,
                row -> row.collected() == 1 && row.waiter().equals(waiter),
                row -> row.collected(2).waitedFor(name));
    }

    @Override
    public Optional<Approval> open(ToolCall call, Instant since) {
        for (Row row : tables.rows(call.digest().hex())) {
            if (row.collected() == 2
                    && row.approval()
                            .call()
                            .context()
                            .agent()
                            .equals(call.context().agent())) {
                boolean unused = row.waiter().isEmpty() || isVoid(row.waiter());
                set(Optional.of(row), Optional.of(row.collected(unused ? 0 : 1)));
            }
        }
        return queries.open(call, since);
    }

    /** Whether the ticket {@code name} can be used no more, and has not been. */
    private boolean isVoid(String name) {
        String[] parts = name.split(" ", -1);
        boolean unused = !tables.redeemed.containsKey(parts[0]);
        if (unused) {
            put(tables.redeemed, parts[0], new Redeemed(Instant.ofEpochMilli(Long.parseLong(parts[1])), "void"));
        }
        return unused;
    }

    @Override
    public void addSigner(String id, String publicKey) {
        if (!tables.signers.containsKey(id)) {
            put(tables.signers, id, publicKey);
        }
    }

    @Override
    public void discardAnswers(WorkerId worker, SessionId session, Set<AgentId> agents) {
        var key = new SessionKey(worker, session);
        discard(approval -> SessionKey.of(approval.call()).equals(key)
                && (agents.isEmpty()
                        || approval.call()
                                .context()
                                .agent()
                                .filter(agents::contains)
                                .isPresent()));
    }

    @Override
    public void discardAnswers(WorkerId worker) {
        discard(approval -> approval.call().worker().equals(worker));
    }

    private void discard(Predicate<Approval> which) {
        List<Row> all = tables.approvals.values().stream()
                .filter(row -> (row.approval().state() instanceof ApprovalState.Approved
                                || row.approval().state() instanceof ApprovalState.Rejected)
                        && which.test(row.approval()))
                .toList();
        all.forEach(row -> set(Optional.of(row), Optional.of(row.collected(1).waitedFor("-"))));
    }

    @Override
    public void touch(WorkerId worker, SessionId session, Instant now, Instant since) {
        var key = new SessionKey(worker, session);
        Known known = tables.sessions.get(key);
        if (known != null && known.changedAt().isBefore(since)) {
            put(tables.sessions, key, new Known(known.session(), now));
        }
    }

    @Override
    public void add(Grant grant) {
        put(tables.grants, ++tables.lastGrant, grant);
        announce(grant.scope().worker(), grant.scope().session());
    }

    private Optional<Long> order(GrantId id) {
        return tables.grants.entrySet().stream()
                .filter(each -> each.getValue().id().equals(id))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    @Override
    public void lasting(Grant grant) {
        order(grant.id()).ifPresent(order -> put(tables.grants, order, grant));
        announce(grant.scope().worker(), grant.scope().session());
    }

    @Override
    public boolean removeGrant(GrantId id) {
        Optional<Long> order = order(id);
        if (order.isEmpty()) {
            return false;
        }
        Grant grant = Objects.requireNonNull(tables.grants.get(order.get()));
        put(tables.grants, order.get(), null);
        return announce(grant.scope().worker(), grant.scope().session());
    }

    @Override
    public void put(Session session, Instant now) {
        enter(session, now);
        announce(session.worker(), session.id());
    }

    @Override
    public void enter(Session session, Instant now) {
        put(tables.sessions, new SessionKey(session.worker(), session.id()), new Known(session, now));
    }

    @Override
    public void removeSession(WorkerId worker, SessionId session) {
        put(tables.sessions, new SessionKey(worker, session), null);
        queries.grants(worker, session)
                .forEach(grant -> order(grant.id()).ifPresent(order -> put(tables.grants, order, null)));
        announce(worker, session);
    }

    @Override
    public void approveSkill(WorkerId worker, String name, String version) {
        List<String> skill = List.of(worker.text(), name, version);
        if (tables.skills.add(skill)) {
            done.push(() -> tables.skills.remove(skill));
        }
    }

    @Override
    public boolean redeem(Ticket ticket) {
        boolean first = !tables.redeemed.containsKey(ticket.id());
        if (first) {
            put(tables.redeemed, ticket.id(), new Redeemed(ticket.expires(), ""));
        }
        return first;
    }

    @Override
    public boolean outcome(Ticket ticket, String outcome) {
        Optional<Redeemed> open = Optional.ofNullable(tables.redeemed.get(ticket.id()))
                .filter(used -> used.outcome().isEmpty());
        open.ifPresent(used -> put(tables.redeemed, ticket.id(), new Redeemed(used.expires(), outcome)));
        return open.isPresent();
    }

    @Override
    public void addUnsaved(ApprovalId approval, String gate) {
        put(tables.unsaved, approval.text(), gate);
    }

    @Override
    public void removeUnsaved(ApprovalId approval) {
        put(tables.unsaved, approval.text(), null);
    }

    @Override
    public void deliver(ApprovalId approval, String address, Instant now) {
        var told = new Told(approval.text(), address);
        if (!tables.deliveries.containsKey(told)) {
            put(tables.deliveries, told, new Due(now, 0));
        }
    }

    private static Told told(Delivery delivery) {
        return new Told(delivery.approval().text(), delivery.address());
    }

    @Override
    public boolean claim(Delivery delivery, Instant now, Instant until) {
        Due due = tables.deliveries.get(told(delivery));
        boolean mine = due != null && !due.at().isAfter(now);
        if (mine) {
            put(tables.deliveries, told(delivery), new Due(until, delivery.attempts()));
        }
        return mine;
    }

    @Override
    public void again(Delivery delivery, Instant at) {
        Due due = tables.deliveries.get(told(delivery));
        if (due != null) {
            put(tables.deliveries, told(delivery), new Due(at, due.attempts()));
        }
    }

    @Override
    public void delivered(Delivery delivery) {
        put(tables.deliveries, told(delivery), null);
    }

    @Override
    public boolean holdChannel(String channel, String gate, Instant now, Instant until) {
        Holder holder = tables.channels.get(channel);
        boolean free =
                holder == null || holder.gate().equals(gate) || holder.until().isBefore(now);
        if (free) {
            put(tables.channels, channel, new Holder(gate, until));
        }
        return free;
    }

    @Override
    public void releaseChannel(String channel, String gate) {
        Holder holder = tables.channels.get(channel);
        if (holder != null && holder.gate().equals(gate)) {
            put(tables.channels, channel, null);
        }
    }

    @Override
    public boolean channelNote(String channel, String gate, String note, String text) {
        Holder holder = tables.channels.get(channel);
        boolean holds = holder != null && holder.gate().equals(gate);
        if (holds) {
            put(tables.notes, List.of(channel, note), text);
        }
        return holds;
    }

    @Override
    public void audit(AuditStep step, Instant now, AuditSubject subject, JsonObject what) {
        if (!records()) {
            return;
        }
        AuditHead before = tables.auditHead;
        AuditEntry entry = tables.entries.behind(before, now, step, subject.in(what));
        switch (recording) {
            case Recording.Nothing nothing -> {}
            case Recording.Told told -> told.listener().accept(entry);
            case Recording.Newest newest -> {
                tables.audit.addLast(
                        new Queries.Filed(entry, now.truncatedTo(ChronoUnit.MILLIS), step.text(), subject));
                done.push(tables.audit::removeLast);
            }
        }
        tables.auditHead = entry.head();
        done.push(() -> tables.auditHead = before);
    }

    @Override
    public Optional<AuditHead> prune(Instant before) {
        removeEnded(before);
        Instant used = before.minus(TicketCheck.SKEW);
        List<String> old = tables.redeemed.entrySet().stream()
                .filter(each -> each.getValue().expires().isBefore(used))
                .map(Map.Entry::getKey)
                .toList();
        old.forEach(ticket -> put(tables.redeemed, ticket, null));
        Optional<Queries.Filed> keep = tables.audit.stream()
                .filter(filed -> !filed.at().isBefore(before))
                .findFirst()
                .or(() -> Optional.ofNullable(tables.audit.peekLast()));
        return keep.flatMap(filed -> cutAudit(filed.entry().number()));
    }

    @Override
    public int removeEnded(Instant before) {
        List<Row> ended = tables.approvals.values().stream()
                .filter(row -> row.endedAt().filter(at -> at.isBefore(before)).isPresent())
                .toList();
        int removed = 0;
        for (Row row : ended) {
            String id = row.approval().id().text();
            List<Told> told = tables.deliveries.keySet().stream()
                    .filter(each -> each.approval().equals(id))
                    .toList();
            told.forEach(each -> put(tables.deliveries, each, null));
            // What left rules behind is needed until they are in their file.
            if (!tables.unsaved.containsKey(id)) {
                set(Optional.of(row), Optional.empty());
                removed++;
            }
        }
        Set<String> ids = ended.stream().map(row -> row.approval().id().text()).collect(Collectors.toSet());
        List<Long> events = ids.isEmpty()
                ? List.of()
                : tables.events.values().stream()
                        .filter(event -> event.kind() == StoredEvent.Kind.APPROVAL && ids.contains(event.subject()))
                        .map(StoredEvent::id)
                        .toList();
        events.forEach(event -> put(tables.events, event, null));
        return removed;
    }

    @Override
    public Optional<AuditHead> cutAudit(long keep) {
        Queries.Filed first = tables.audit.peekFirst();
        // Their numbers have no gaps.
        long count = first == null ? 0 : Math.clamp(keep - first.entry().number(), 0, tables.audit.size());
        var cut = new ArrayList<Queries.Filed>((int) count);
        for (long i = 0; i < count; i++) {
            cut.add(tables.audit.removeFirst());
        }
        done.push(() -> cut.reversed().forEach(tables.audit::addFirst));
        return cut.isEmpty()
                ? Optional.empty()
                : Optional.of(cut.getLast().entry().head());
    }
}
