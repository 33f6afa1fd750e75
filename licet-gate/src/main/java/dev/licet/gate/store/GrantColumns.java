package dev.licet.gate.store;

import dev.licet.core.call.AgentId;
import dev.licet.core.call.BatchId;
import dev.licet.core.call.CallDigest;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.TurnId;
import dev.licet.core.call.WorkerId;
import dev.licet.core.grant.Grant;
import dev.licet.core.grant.GrantId;
import dev.licet.core.grant.Lifetime;
import dev.licet.core.propose.GrantKind;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/** How a grant is laid out in a row. */
final class GrantColumns {
    private GrantColumns() {}

    /** Lifetimes have a name, and a value where the name alone does not say it. */
    private record Columns(String name, String value) {
        static Columns of(Lifetime lifetime) {
            return switch (lifetime) {
                case Lifetime.Batch batch -> new Columns("batch", batch.id().text());
                case Lifetime.Turn turn -> new Columns("turn", turn.id().text());
                case Lifetime.Session session -> new Columns("session", "");
                case Lifetime.Worker worker -> new Columns("worker", "");
                case Lifetime.Until until -> new Columns("until", until.end().toString());
                case Lifetime.Uses uses -> new Columns("uses", String.valueOf(uses.left()));
            };
        }

        Lifetime lifetime() {
            return switch (name) {
                case "batch" -> new Lifetime.Batch(new BatchId(value));
                case "turn" -> new Lifetime.Turn(new TurnId(value));
                case "session" -> new Lifetime.Session();
                case "worker" -> new Lifetime.Worker();
                case "until" -> new Lifetime.Until(Instant.parse(value));
                case "uses" -> new Lifetime.Uses(Integer.parseInt(value));
                default -> throw new IllegalArgumentException("no lifetime: `" + name + "`");
            };
        }
    }

    static void insert(Sql sql, Grant grant) throws SQLException {
        var lifetime = Columns.of(grant.lifetime());
        sql.change(
                "insert into grants (id, worker, session, agent, kind, rules, digest, lifetime, lifetime_value, given_at,"
                        + " principal, channel) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                grant.id().text(),
                grant.scope().worker().text(),
                grant.scope().session().text(),
                grant.scope().agent().map(AgentId::text).orElse(""),
                grant.kind().text(),
                ApprovalColumns.rules(grant.rules()),
                grant.call().map(CallDigest::hex),
                lifetime.name(),
                lifetime.value(),
                grant.given().toEpochMilli(),
                grant.giver().principal(),
                grant.giver().channel());
    }

    /** Stores that a grant lasts as long as {@code grant} says now. */
    static void lasting(Sql sql, Grant grant) throws SQLException {
        var lifetime = Columns.of(grant.lifetime());
        sql.change(
                "update grants set lifetime = ?, lifetime_value = ? where id = ?",
                lifetime.name(),
                lifetime.value(),
                grant.id().text());
    }

    static Grant read(ResultSet row) throws SQLException {
        try {
            String agent = row.getString("agent");
            String digest = row.getString("digest");
            return new Grant(
                    new GrantId(row.getString("id")),
                    GrantKind.of(row.getString("kind")).orElseThrow(IllegalArgumentException::new),
                    ApprovalColumns.rules(JsonText.parse(row.getString("rules"))),
                    digest == null ? Optional.empty() : Optional.of(new CallDigest(digest)),
                    new Grant.Scope(
                            new WorkerId(row.getString("worker")),
                            new SessionId(row.getString("session")),
                            agent.isEmpty() ? Optional.empty() : Optional.of(new AgentId(agent))),
                    new Columns(row.getString("lifetime"), row.getString("lifetime_value")).lifetime(),
                    Instant.ofEpochMilli(row.getLong("given_at")),
                    new Grant.Giver(row.getString("principal"), row.getString("channel")));
        } catch (InvalidJson | RuntimeException e) {
            throw new GateException("the grant `" + row.getString("id") + "` in the database is damaged", e);
        }
    }
}
