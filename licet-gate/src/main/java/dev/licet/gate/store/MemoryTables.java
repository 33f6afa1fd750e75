package dev.licet.gate.store;

import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalState;
import dev.licet.core.audit.AuditHead;
import dev.licet.core.audit.EntryWriter;
import dev.licet.core.call.SessionKey;
import dev.licet.core.contain.Preview;
import dev.licet.core.grant.Grant;
import dev.licet.core.session.Session;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What a store in memory holds. Not thread-safe: its user has the lock. */
final class MemoryTables {
    /** Approvals by the order in which they were asked. */
    final TreeMap<Long, Row> approvals = new TreeMap<>();

    final Map<String, Long> approvalIds = new HashMap<>();
    final TreeMap<Long, Row> pending = new TreeMap<>();
    final Map<String, TreeMap<Long, Row>> byDigest = new HashMap<>();

    /** Events by their ids. */
    final TreeMap<Long, StoredEvent> events = new TreeMap<>();

    /** Grants by the order in which they were given. */
    final TreeMap<Long, Grant> grants = new TreeMap<>();

    final Map<SessionKey, Known> sessions = new HashMap<>();
    final Set<List<String>> skills = new HashSet<>();
    final Map<String, Redeemed> redeemed = new HashMap<>();
    final Map<String, String> signers = new TreeMap<>();

    /** By approval the gate whose files lack what it left behind. */
    final Map<String, String> unsaved = new HashMap<>();

    final Map<Told, Due> deliveries = new HashMap<>();
    final Map<String, Holder> channels = new HashMap<>();
    final Map<List<String>, String> notes = new HashMap<>();

    /** Entries, the oldest first. */
    final Deque<Queries.Filed> audit = new ArrayDeque<>();

    final EntryWriter entries = new EntryWriter();

    AuditHead auditHead = AuditHead.START;
    long lastApproval;
    long lastEvent;
    long lastGrant;

    /**
     * An approval.
     *
     * @param waiter who waits for it
     * @param collected 0 while nobody has taken its answer, 1 once somebody has, 2 while that is in doubt
     * @param remembered whether its answer left more behind
     * @param endedAt when it ended
     */
    record Row(
            long order,
            Approval approval,
            String waiter,
            int collected,
            boolean remembered,
            Optional<Instant> endedAt) {
        Row waitedFor(String by) {
            return new Row(order, approval, by, collected, remembered, endedAt);
        }

        Row tried(Optional<Preview> preview) {
            return new Row(order, approval.with(preview), waiter, collected, remembered, endedAt);
        }

        Row collected(int how) {
            return new Row(order, approval, waiter, how, remembered, endedAt);
        }

        boolean isPending() {
            return approval.isPending();
        }

        /** The approval, which says whether its agent has left. */
        Approval seen() {
            return isPending() && waiter.equals(ApprovalColumns.LEFT)
                    ? approval.in(new ApprovalState.Pending(true))
                    : approval;
        }
    }

    /** A session, and when something happened in it last. */
    record Known(Session session, Instant changedAt) {}

    /** A ticket that was used; the outcome is empty while none is known. */
    record Redeemed(Instant expires, String outcome) {}

    /** Who is to be told of what. */
    record Told(String approval, String address) {}

    /** When, and how often it was tried. */
    record Due(Instant at, int attempts) {}

    /** Who tells over a channel, until when. */
    record Holder(String gate, Instant until) {}

    /** Puts {@code after} in the place of {@code before}; either may be none. */
    void set(Optional<Row> before, Optional<Row> after) {
        before.ifPresent(row -> {
            approvals.remove(row.order());
            approvalIds.remove(row.approval().id().text());
            pending.remove(row.order());
            String digest = row.approval().digest().hex();
            TreeMap<Long, Row> same = byDigest.getOrDefault(digest, new TreeMap<>());
            same.remove(row.order());
            if (same.isEmpty()) {
                byDigest.remove(digest);
            }
        });
        after.ifPresent(row -> {
            approvals.put(row.order(), row);
            approvalIds.put(row.approval().id().text(), row.order());
            if (row.isPending()) {
                pending.put(row.order(), row);
            }
            byDigest.computeIfAbsent(row.approval().digest().hex(), digest -> new TreeMap<>())
                    .put(row.order(), row);
        });
    }

    Optional<Row> row(String id) {
        return Optional.ofNullable(approvalIds.get(id)).map(approvals::get);
    }

    /** The approvals of calls with this digest, the oldest first. */
    List<Row> rows(String digest) {
        TreeMap<Long, Row> same = byDigest.get(digest);
        return same == null ? List.of() : List.copyOf(same.values());
    }

    static List<Approval> seen(Collection<Row> rows) {
        var all = new ArrayList<Approval>(rows.size());
        rows.forEach(row -> all.add(row.seen()));
        return all;
    }
}
