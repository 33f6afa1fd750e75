package dev.licet.gate.store;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What entries of the audit are looked for; all that is given has to fit.
 *
 * @param step the kind of step, as entries name it
 * @param worker the worker
 * @param session the session
 * @param tool the tool
 * @param text what stands somewhere in the entry, as it stands there
 * @param since the earliest time
 * @param until the time before which it was
 * @param before the number before which it stands, to go on from an earlier answer; 0 for the newest
 * @param limit most entries
 */
public record AuditSearch(
        Optional<String> step,
        Optional<String> worker,
        Optional<String> session,
        Optional<String> tool,
        Optional<String> text,
        Optional<Instant> since,
        Optional<Instant> until,
        long before,
        int limit) {
    /** Most entries of one answer. */
    public static final int MAX_LIMIT = 10_000;

    public AuditSearch {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("the limit is 1 to " + MAX_LIMIT + ", not " + limit);
        }
    }

    /** The same for entries before {@code number}. */
    public AuditSearch before(long number) {
        return new AuditSearch(step, worker, session, tool, text, since, until, number, limit);
    }

    /** The newest {@code limit} entries. */
    public static AuditSearch newest(int limit) {
        return new AuditSearch(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                0,
                limit);
    }

    /** The same for one kind of step. */
    public AuditSearch withStep(String step) {
        return new AuditSearch(Optional.of(step), worker, session, tool, text, since, until, before, limit);
    }

    String condition() {
        var conditions = new ArrayList<String>();
        conditions.add("1 = 1");
        step.ifPresent(value -> conditions.add("step = ?"));
        worker.ifPresent(value -> conditions.add("worker = ?"));
        session.ifPresent(value -> conditions.add("session = ?"));
        tool.ifPresent(value -> conditions.add("tool = ?"));
        text.ifPresent(value -> conditions.add("lower(text) like ? escape '!'"));
        since.ifPresent(value -> conditions.add("at >= ?"));
        until.ifPresent(value -> conditions.add("at < ?"));
        if (before > 0) {
            conditions.add("number < ?");
        }
        return String.join(" and ", conditions);
    }

    Object[] values() {
        List<Object> values = new ArrayList<>();
        step.ifPresent(values::add);
        worker.ifPresent(values::add);
        session.ifPresent(values::add);
        tool.ifPresent(values::add);
        text.ifPresent(value -> values.add("%"
                + value.toLowerCase(Locale.ROOT)
                        .replace("!", "!!")
                        .replace("%", "!%")
                        .replace("_", "!_")
                + "%"));
        since.ifPresent(value -> values.add(value.toEpochMilli()));
        until.ifPresent(value -> values.add(value.toEpochMilli()));
        if (before > 0) {
            values.add(before);
        }
        values.add(limit);
        return values.toArray();
    }
}
