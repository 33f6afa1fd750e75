package dev.licet.gate.store;

import dev.licet.core.approval.Answer;
import dev.licet.core.approval.AnswerTerms;
import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalId;
import dev.licet.core.approval.ApprovalState;
import dev.licet.core.approval.CancelReason;
import dev.licet.core.approval.RejectMode;
import dev.licet.core.call.AgentId;
import dev.licet.core.call.CallDigest;
import dev.licet.core.contain.Preview;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.core.rule.RuleText;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.CallJson;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** How an approval is laid out in a row. */
final class ApprovalColumns {
    /** Stands for a waiter that is gone; no submission is called so. */
    static final String LEFT = "left";

    private ApprovalColumns() {}

    static void insert(Sql sql, Approval approval) throws SQLException {
        sql.change(
                "insert into approvals (id, digest, worker, session, agent, batch, call, always, asked_at, deadline, approvers)"
                        + " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                approval.id().text(),
                approval.digest().hex(),
                approval.call().worker().text(),
                approval.call().session().text(),
                agent(approval),
                approval.call()
                        .context()
                        .batch()
                        .map(batch -> batch.id().text())
                        .orElse(""),
                JsonText.write(CallJson.write(approval.call())),
                rules(approval.always()),
                approval.askedAt().toEpochMilli(),
                approval.terms().deadline().map(Instant::toEpochMilli),
                JsonText.write(JsonArray.of(new TreeSet<>(approval.terms().approvers())
                        .stream().map(JsonString::new).toList())));
    }

    static String agent(Approval approval) {
        return approval.call().context().agent().map(AgentId::text).orElse("");
    }

    /** When an approval that is not pending has ended. */
    static Instant endedAt(Approval ended) {
        return end(ended).at();
    }

    /** Stores the end of an approval, if it still waits for one. */
    static boolean end(Sql sql, Approval ended, boolean remembered) throws SQLException {
        End end = end(ended);
        return sql.change(
                        "update approvals set state = ?, ended_at = ?, principal = ?, channel = ?, comment = ?, detail = ?,"
                                + " saved = ?, edited = ?, remembered = ? where id = ? and state = 'pending'",
                        ended.state().text(),
                        end.at().toEpochMilli(),
                        end.answer().map(Answer::principal),
                        end.answer().map(Answer::channel),
                        end.answer().map(Answer::comment),
                        end.detail(),
                        end.saved(),
                        end.edited(),
                        remembered ? 1 : 0,
                        ended.id().text())
                == 1;
    }

    /** What the end of an approval puts into its row. */
    private record End(
            Optional<Answer> answer, Instant at, String detail, Optional<String> saved, Optional<String> edited) {
        static End without(Instant at, String detail) {
            return new End(Optional.empty(), at, detail, Optional.empty(), Optional.empty());
        }
    }

    private static End end(Approval ended) {
        return switch (ended.state()) {
            case ApprovalState.Pending pending -> throw new IllegalArgumentException("no end: " + ended.id());
            case ApprovalState.Approved approved ->
                new End(
                        Optional.of(approved.answer()),
                        approved.answer().at(),
                        "",
                        Optional.of(rules(approved.saved())),
                        approved.edited().map(JsonText::write));
            case ApprovalState.Rejected rejected ->
                new End(
                        Optional.of(rejected.answer()),
                        rejected.answer().at(),
                        rejected.mode().text(),
                        Optional.empty(),
                        Optional.empty());
            case ApprovalState.Expired expired -> End.without(expired.at(), "");
            case ApprovalState.Cancelled cancelled ->
                End.without(cancelled.at(), cancelled.reason().text());
        };
    }

    static Approval read(ResultSet row) throws SQLException {
        try {
            return new Approval(
                    new ApprovalId(row.getString("id")),
                    CallJson.read(JsonText.parseObject(row.getString("call"))),
                    new CallDigest(row.getString("digest")),
                    rules(JsonText.parse(row.getString("always"))),
                    Instant.ofEpochMilli(row.getLong("asked_at")),
                    terms(row),
                    state(row),
                    preview(row));
        } catch (InvalidJson | IllegalArgumentException e) {
            throw new GateException("the approval `" + row.getString("id") + "` in the database is damaged", e);
        }
    }

    private static AnswerTerms terms(ResultSet row) throws SQLException, InvalidJson {
        long deadline = row.getLong("deadline");
        Optional<Instant> end = row.wasNull() ? Optional.empty() : Optional.of(Instant.ofEpochMilli(deadline));
        JsonArray approvers = array(JsonText.parse(row.getString("approvers")));
        return new AnswerTerms(
                end,
                approvers.elements().stream()
                        .map(JsonString.class::cast)
                        .map(JsonString::value)
                        .collect(Collectors.toSet()));
    }

    private static ApprovalState state(ResultSet row) throws SQLException, InvalidJson {
        String state = row.getString("state");
        return switch (state) {
            case "pending" -> new ApprovalState.Pending(LEFT.equals(row.getString("waiter")));
            case "approved" ->
                new ApprovalState.Approved(answer(row), rules(JsonText.parse(row.getString("saved"))), edited(row));
            case "rejected" ->
                new ApprovalState.Rejected(
                        answer(row), RejectMode.valueOf(row.getString("detail").toUpperCase(Locale.ROOT)));
            case "expired" -> new ApprovalState.Expired(endedAt(row));
            case "cancelled" -> new ApprovalState.Cancelled(endedAt(row), CancelReason.of(row.getString("detail")));
            default -> throw new GateException("an approval in the database has the unknown state `" + state + "`");
        };
    }

    private static Optional<Preview> preview(ResultSet row) throws SQLException, InvalidJson {
        String preview = row.getString("preview");
        return preview == null ? Optional.empty() : Optional.of(Preview.of(JsonText.parseObject(preview)));
    }

    private static Optional<JsonObject> edited(ResultSet row) throws SQLException, InvalidJson {
        String edited = row.getString("edited");
        return edited == null ? Optional.empty() : Optional.of(JsonText.parseObject(edited));
    }

    private static Instant endedAt(ResultSet row) throws SQLException {
        return Instant.ofEpochMilli(row.getLong("ended_at"));
    }

    private static Answer answer(ResultSet row) throws SQLException {
        return new Answer(
                row.getString("principal"),
                row.getString("channel"),
                endedAt(row),
                Objects.requireNonNullElse(row.getString("comment"), ""));
    }

    static String rules(List<RuleText> rules) {
        return JsonText.write(JsonArray.of(rules.stream()
                .map(rule -> JsonObject.empty().with("tool", rule.tool()).with("pattern", rule.pattern()))
                .toList()));
    }

    static List<RuleText> rules(JsonValue rules) {
        return array(rules).elements().stream()
                .map(JsonObject.class::cast)
                .map(rule -> new RuleText(
                        rule.text("tool").orElseThrow(), rule.text("pattern").orElseThrow()))
                .toList();
    }

    private static JsonArray array(JsonValue value) {
        if (value instanceof JsonArray array) {
            return array;
        }
        throw new GateException("a list in the database is damaged");
    }
}
