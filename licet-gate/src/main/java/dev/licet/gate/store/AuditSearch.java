package dev.licet.gate.store;

import dev.licet.core.json.CanonicalJson;
import dev.licet.core.json.JsonValue.JsonString;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What entries of the audit are looked for; all that is given has to fit.
 *
 * @param step the kind of step, as entries name it
 * @param worker the worker
 * @param session the session
 * @param tool the tool
 * @param says what stands somewhere in the entry, as it stands there: of each list one text, in any case
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
        List<List<String>> says,
        Optional<Instant> since,
        Optional<Instant> until,
        long before,
        int limit) {
    /** Most entries of one answer. */
    public static final int MAX_LIMIT = 10_000;

    public AuditSearch {
        says = says.stream().map(List::copyOf).toList();
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("the limit is 1 to " + MAX_LIMIT + ", not " + limit);
        }
    }

    /** The same for entries before {@code number}. */
    public AuditSearch before(long number) {
        return new AuditSearch(step, worker, session, tool, says, since, until, number, limit);
    }

    /** The newest {@code limit} entries. */
    public static AuditSearch newest(int limit) {
        return new AuditSearch(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                0,
                limit);
    }

    /** The same for one kind of step. */
    public AuditSearch withStep(String step) {
        return new AuditSearch(Optional.of(step), worker, session, tool, says, since, until, before, limit);
    }

    /** The same for entries since {@code time}. */
    public AuditSearch since(Instant time) {
        return new AuditSearch(step, worker, session, tool, says, Optional.of(time), until, before, limit);
    }

    /** The same for entries that say {@code text} somewhere. */
    public AuditSearch saying(String text) {
        return saying(List.of(text));
    }

    /** The same for entries of what {@code person} did. */
    public AuditSearch by(String person) {
        String name = CanonicalJson.of(new JsonString(person));
        return saying(List.of("\"approver\":" + name, "\"by\":" + name, "\"giver\":" + name));
    }

    /** The same for calls that were decided so, or approvals that ended so: {@code deny}, {@code rejected}. */
    public AuditSearch decided(String decision) {
        String word = CanonicalJson.of(new JsonString(decision));
        return saying(List.of("\"decision\":" + word, "\"state\":" + word));
    }

    private AuditSearch saying(List<String> texts) {
        var more = new ArrayList<>(says);
        more.add(texts);
        return new AuditSearch(step, worker, session, tool, more, since, until, before, limit);
    }

    /** Whether {@code filed} fits. */
    boolean fits(Queries.Filed filed) {
        AuditSubject subject = filed.subject();
        String text = filed.entry().text().toLowerCase(Locale.ROOT);
        return isOrNone(step, filed.step())
                && isOrNone(worker, subject.worker())
                && isOrNone(session, subject.session())
                && isOrNone(tool, subject.tool())
                && since.filter(time -> filed.at().isBefore(time)).isEmpty()
                && until.filter(time -> !filed.at().isBefore(time)).isEmpty()
                && (before <= 0 || filed.entry().number() < before)
                && says.stream()
                        .allMatch(
                                texts -> texts.stream().anyMatch(each -> text.contains(each.toLowerCase(Locale.ROOT))));
    }

    private static boolean isOrNone(Optional<String> wanted, String value) {
        return wanted.isEmpty() || wanted.get().equals(value);
    }

    String condition() {
        var conditions = new ArrayList<String>();
        conditions.add("1 = 1");
        step.ifPresent(value -> conditions.add("step = ?"));
        worker.ifPresent(value -> conditions.add("worker = ?"));
        session.ifPresent(value -> conditions.add("session = ?"));
        tool.ifPresent(value -> conditions.add("tool = ?"));
        says.forEach(texts -> conditions.add(texts.stream()
                .map(text -> "lower(text) like ? escape '!'")
                .collect(Collectors.joining(" or ", "(", ")"))));
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
        says.forEach(texts -> texts.stream().map(AuditSearch::somewhere).forEach(values::add));
        since.ifPresent(value -> values.add(value.toEpochMilli()));
        until.ifPresent(value -> values.add(value.toEpochMilli()));
        if (before > 0) {
            values.add(before);
        }
        values.add(limit);
        return values.toArray();
    }

    private static String somewhere(String text) {
        return "%"
                + text.toLowerCase(Locale.ROOT)
                        .replace("!", "!!")
                        .replace("%", "!%")
                        .replace("_", "!_") + "%";
    }
}
