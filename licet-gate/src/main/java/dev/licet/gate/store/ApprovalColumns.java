package dev.licet.gate.store;

import dev.licet.core.approval.Answer;
import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalId;
import dev.licet.core.approval.ApprovalState;
import dev.licet.core.call.CallDigest;
import dev.licet.core.call.ToolCall;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.policy.RuleText;
import dev.licet.gate.GateException;
import dev.licet.gate.json.CallJson;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** How an approval is laid out in a row. */
final class ApprovalColumns {
    private ApprovalColumns() {}

    static String call(ToolCall call) {
        return JsonText.write(CallJson.write(call));
    }

    static String rules(List<RuleText> rules) {
        return JsonText.write(JsonArray.of(rules.stream()
                .map(rule -> JsonObject.empty().with("tool", rule.tool()).with("pattern", rule.pattern()))
                .toList()));
    }

    static Approval approval(ResultSet row) throws SQLException {
        try {
            return new Approval(
                    new ApprovalId(row.getString("id")),
                    CallJson.read(JsonText.parseObject(row.getString("call"))),
                    new CallDigest(row.getString("digest")),
                    rules(JsonText.parse(row.getString("always"))),
                    Instant.ofEpochMilli(row.getLong("asked_at")),
                    state(row));
        } catch (InvalidJson e) {
            throw new GateException("the approval `" + row.getString("id") + "` in the database is damaged", e);
        }
    }

    private static ApprovalState state(ResultSet row) throws SQLException, InvalidJson {
        String state = row.getString("state");
        return switch (state) {
            case "pending" -> new ApprovalState.Pending();
            case "approved" -> new ApprovalState.Approved(answer(row), rules(JsonText.parse(row.getString("saved"))));
            case "rejected" -> new ApprovalState.Rejected(answer(row));
            default -> throw new GateException("an approval in the database has the unknown state `" + state + "`");
        };
    }

    private static Answer answer(ResultSet row) throws SQLException {
        return new Answer(
                row.getString("channel"),
                Instant.ofEpochMilli(row.getLong("answered_at")),
                Objects.requireNonNullElse(row.getString("comment"), ""));
    }

    private static List<RuleText> rules(JsonValue rules) {
        if (!(rules instanceof JsonArray array)) {
            throw new GateException("the rules of an approval in the database are damaged");
        }
        return array.elements().stream()
                .map(JsonObject.class::cast)
                .map(rule -> new RuleText(
                        rule.text("tool").orElseThrow(), rule.text("pattern").orElseThrow()))
                .toList();
    }
}
