package dev.licet.cli.inbox;

import dev.licet.cli.approval.ShownApproval;
import dev.licet.cli.approval.Standing;
import dev.licet.core.display.SafeText;
import dev.licet.core.json.JsonValue.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The lists of a book. */
final class Rows {
    /** More of a call than this, in UTF-16 units, never stands on one line; the details have all of it. */
    private static final int LONGEST = 1_000;

    private Rows() {}

    /** The rows of {@code tab} in which {@code search} stands, under their headings. */
    static List<Row> of(InboxModel book, Tab tab, String search) {
        String words = search.toLowerCase(Locale.ROOT).strip();
        return switch (tab) {
            case INBOX -> pending(book, words);
            case HISTORY -> history(book, words);
            case GRANTS -> grants(book, words);
            case SESSIONS ->
                book.sessions().stream()
                        .map(Rows::session)
                        .filter(row -> row.says(words))
                        .toList();
        };
    }

    /** By session and by the replies of its model, both in the order in which they asked first. */
    private static List<Row> pending(InboxModel book, String words) {
        var sessions = new LinkedHashMap<Session, Map<String, List<Row>>>();
        for (ShownApproval approval : book.pending().values()) {
            if (says(approval, words)) {
                sessions.computeIfAbsent(
                                new Session(approval.worker(), approval.session(), approval.directory()),
                                none -> new LinkedHashMap<>())
                        .computeIfAbsent(approval.batch(), none -> new ArrayList<>())
                        .add(row(approval, Row.Tone.PLAIN, marked(approval)));
            }
        }
        var rows = new ArrayList<Row>();
        sessions.forEach((session, batches) -> {
            rows.add(Row.heading(0, session.heading()));
            batches.forEach((batch, calls) -> rows.addAll(batch(batch, calls)));
        });
        return rows;
    }

    private static List<Row> batch(String batch, List<Row> calls) {
        if (batch.isEmpty() || calls.size() == 1) {
            return calls;
        }
        var rows = new ArrayList<Row>();
        rows.add(Row.heading(2, "batch " + SafeText.oneLine(batch) + ", " + calls.size() + " wait"));
        calls.forEach(call -> rows.add(new Row(call.key(), 4, call.label(), call.text(), call.since(), call.tone())));
        return rows;
    }

    /** What calls are grouped by: as it is, not as it looks. */
    private record Session(String worker, String session, String directory) {
        String heading() {
            return SafeText.oneLine(worker) + " · " + SafeText.oneLine(session) + "  " + directory;
        }
    }

    /** The tool, behind the sign for what the call would do at worst. */
    private static String marked(ShownApproval approval) {
        return approval.risk().map(risk -> risk.level().mark() + " ").orElse("") + approval.tool();
    }

    private static Row row(ShownApproval approval, Row.Tone tone, String label) {
        String agent = (approval.isDeserted() ? "[agent left] " : "")
                + (approval.agentPath().isEmpty() ? "" : "[" + approval.agentPath() + "] ");
        return new Row(approval.id(), 2, label, agent + approval.oneLine(LONGEST), approval.askedAt(), tone);
    }

    /** Whether {@code words} stand in what it would do, where, or what became of it. */
    private static boolean says(ShownApproval approval, String words) {
        return words.isEmpty()
                || (approval.tool() + " " + approval.oneLine() + " " + approval.where() + " " + approval.agentPath()
                                + " " + approval.outcome())
                        .toLowerCase(Locale.ROOT)
                        .contains(words);
    }

    private static List<Row> history(InboxModel book, String words) {
        return List.copyOf(book.ended().values()).reversed().stream()
                .filter(approval -> says(approval, words))
                .map(Rows::ended)
                .toList();
    }

    private static Row ended(ShownApproval approval) {
        boolean approved = approval.state().equals("approved");
        Row row = row(approval, approved ? Row.Tone.GOOD : Row.Tone.BAD, (approved ? "✓ " : "✗ ") + approval.tool());
        return new Row(row.key(), 0, row.label(), row.text(), approval.endedAt(), row.tone());
    }

    private static List<Row> grants(InboxModel book, String words) {
        var sessions = new LinkedHashMap<String, List<Row>>();
        for (JsonObject grant : book.grants()) {
            String session = text(grant, "worker") + " · " + text(grant, "session");
            Row row = new Row(
                    text(grant, "id"),
                    2,
                    text(grant, "lifetime"),
                    Standing.granted(grant),
                    Optional.empty(),
                    Row.Tone.PLAIN);
            if (row.says(words) || session.toLowerCase(Locale.ROOT).contains(words)) {
                sessions.computeIfAbsent(session, none -> new ArrayList<>()).add(row);
            }
        }
        var rows = new ArrayList<Row>();
        sessions.forEach((session, all) -> {
            rows.add(Row.heading(0, session));
            rows.addAll(all);
        });
        return rows;
    }

    private static Row session(JsonObject session) {
        return new Row(
                key(session),
                0,
                text(session, "workerId") + " · " + text(session, "sessionId"),
                Standing.holds(session),
                Optional.empty(),
                Row.Tone.PLAIN);
    }

    /** What identifies a session among all of a server. */
    static String key(JsonObject session) {
        return session.text("workerId").orElse("") + "\n"
                + session.text("sessionId").orElse("");
    }

    static String text(JsonObject form, String name) {
        return SafeText.oneLine(form.text(name).orElse(""));
    }
}
