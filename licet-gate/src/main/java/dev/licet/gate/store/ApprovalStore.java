package dev.licet.gate.store;

import dev.licet.core.approval.Answer;
import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalId;
import dev.licet.core.approval.ApprovalState;
import dev.licet.core.call.CallDigest;
import dev.licet.gate.GateException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Approvals in one SQLite file. What a method has written survives a crash of the process and of the machine (write-ahead
 * log, full sync). Thread-safe: one connection under one lock.
 */
public final class ApprovalStore implements AutoCloseable {
    private static final int VERSION = 1;

    private final Connection connection;
    private final ReentrantLock lock = new ReentrantLock();

    /** One step in the life of an approval; ids grow by time. */
    public record Event(long id, ApprovalId approval) {}

    private ApprovalStore(Connection connection) {
        this.connection = connection;
    }

    /**
     * Opens the file at {@code path} and creates it if there is none.
     *
     * @throws GateException when it cannot be used, or belongs to a newer version of this product
     */
    public static ApprovalStore open(Path path) {
        try {
            Connection connection = DriverManager.getConnection("jdbc:sqlite:" + path);
            try (Statement statement = connection.createStatement()) {
                statement.execute("pragma journal_mode = wal");
                statement.execute("pragma synchronous = full");
                statement.execute("pragma foreign_keys = on");
                statement.execute("pragma busy_timeout = 5000");
            }
            migrate(connection, path);
            return new ApprovalStore(connection);
        } catch (SQLException | IOException e) {
            throw new GateException("cannot use the database `" + path + "`: " + e.getMessage(), e);
        }
    }

    private static void migrate(Connection connection, Path path) throws SQLException, IOException {
        int version;
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("pragma user_version")) {
            version = row.getInt(1);
        }
        if (version > VERSION) {
            throw new GateException("the database `" + path + "` was written by a newer Licet (version " + version
                    + "); use that one, or another data directory");
        }
        connection.setAutoCommit(false);
        for (int next = version + 1; next <= VERSION; next++) {
            try (Statement statement = connection.createStatement()) {
                for (String command : script(next).split(";\n", -1)) {
                    if (!command.isBlank()) {
                        statement.execute(command);
                    }
                }
                statement.execute("pragma user_version = " + next);
            }
        }
        connection.commit();
        connection.setAutoCommit(true);
    }

    private static String script(int version) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(ApprovalStore.class.getResourceAsStream("schema-" + version + ".sql"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Stores a pending approval and its event. */
    public void add(Approval approval) {
        transaction(() -> {
            try (PreparedStatement insert = connection.prepareStatement(
                    "insert into approvals (id, digest, call, always, asked_at) values (?, ?, ?, ?, ?)")) {
                insert.setString(1, approval.id().text());
                insert.setString(2, approval.digest().hex());
                insert.setString(3, ApprovalColumns.call(approval.call()));
                insert.setString(4, ApprovalColumns.rules(approval.always()));
                insert.setLong(5, approval.askedAt().toEpochMilli());
                insert.executeUpdate();
            }
            announce(approval.id());
            return true;
        });
    }

    /**
     * Stores the answer that {@code answered} carries, if the approval still waits for one.
     *
     * @return whether it was the first answer; a later one changes nothing
     */
    public boolean answer(Approval answered) {
        return transaction(() -> {
            try (PreparedStatement update = connection.prepareStatement(
                    "update approvals set state = ?, channel = ?, answered_at = ?, comment = ?, saved = ?"
                            + " where id = ? and state = 'pending'")) {
                switch (answered.state()) {
                    case ApprovalState.Pending pending ->
                        throw new IllegalArgumentException("no answer: " + answered.id());
                    case ApprovalState.Approved approved -> {
                        setAnswer(update, "approved", approved.answer());
                        update.setString(5, ApprovalColumns.rules(approved.saved()));
                    }
                    case ApprovalState.Rejected rejected -> {
                        setAnswer(update, "rejected", rejected.answer());
                        update.setString(5, null);
                    }
                }
                update.setString(6, answered.id().text());
                if (update.executeUpdate() == 0) {
                    return false;
                }
            }
            announce(answered.id());
            return true;
        });
    }

    private static void setAnswer(PreparedStatement update, String state, Answer answer) throws SQLException {
        update.setString(1, state);
        update.setString(2, answer.channel());
        update.setLong(3, answer.at().toEpochMilli());
        update.setString(4, answer.comment());
    }

    private void announce(ApprovalId id) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("insert into events (approval) values (?)")) {
            insert.setString(1, id.text());
            insert.executeUpdate();
        }
    }

    /**
     * Takes the answer of an approval for the call that waited for it.
     *
     * @return whether this was the first to take it: an answer releases one call, once
     */
    public boolean collect(ApprovalId id) {
        return transaction(() -> {
            try (PreparedStatement update = connection.prepareStatement(
                    "update approvals set collected = 1 where id = ? and collected = 0 and state <> 'pending'")) {
                update.setString(1, id.text());
                return update.executeUpdate() == 1;
            }
        });
    }

    /** The approval called {@code id}. */
    public Optional<Approval> find(ApprovalId id) {
        return select("where id = ?", id.text()).stream().findFirst();
    }

    /** The approval that the same call should join: a pending one, else one answered after {@code since} that nobody took. */
    public Optional<Approval> open(CallDigest digest, Instant since) {
        return select(
                        "where digest = ? and (state = 'pending' or (collected = 0 and answered_at > ?))"
                                + " order by state = 'pending' desc, asked_at desc limit 1",
                        digest.hex(),
                        since.toEpochMilli())
                .stream()
                .findFirst();
    }

    /** Every pending approval, the oldest first. */
    public List<Approval> pending() {
        return select("where state = 'pending' order by asked_at, rowid");
    }

    /** How many approvals are pending. */
    public int pendingCount() {
        return (int) number("select count(*) from approvals where state = 'pending'");
    }

    /** The newest {@code limit} approvals in any state, the newest first. */
    public List<Approval> newest(int limit) {
        return select("order by asked_at desc, rowid desc limit ?", limit);
    }

    /** The id of the newest event; 0 when there is none. */
    public long lastEvent() {
        return number("select coalesce(max(id), 0) from events");
    }

    /** At most {@code limit} events with an id above {@code id}, in order. */
    public List<Event> eventsAfter(long id, int limit) {
        return transaction(() -> {
            var events = new ArrayList<Event>();
            try (PreparedStatement query =
                    connection.prepareStatement("select id, approval from events where id > ? order by id limit ?")) {
                query.setLong(1, id);
                query.setInt(2, limit);
                try (ResultSet rows = query.executeQuery()) {
                    while (rows.next()) {
                        events.add(new Event(rows.getLong(1), new ApprovalId(rows.getString(2))));
                    }
                }
            }
            return events;
        });
    }

    private List<Approval> select(String rest, Object... values) {
        return transaction(() -> {
            var approvals = new ArrayList<Approval>();
            try (PreparedStatement query = connection.prepareStatement("select * from approvals " + rest)) {
                for (int i = 0; i < values.length; i++) {
                    query.setObject(i + 1, values[i]);
                }
                try (ResultSet rows = query.executeQuery()) {
                    while (rows.next()) {
                        approvals.add(ApprovalColumns.approval(rows));
                    }
                }
            }
            return approvals;
        });
    }

    private long number(String query) {
        return transaction(() -> {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(query)) {
                return row.getLong(1);
            }
        });
    }

    private interface Work<T> {
        T run() throws SQLException;
    }

    private <T> T transaction(Work<T> work) {
        lock.lock();
        try {
            connection.setAutoCommit(false);
            try {
                T result = work.run();
                connection.commit();
                return result;
            } catch (SQLException | RuntimeException e) {
                connection.rollback();
                throw e;
            } finally {
                connection.setAutoCommit(true);
            }
        } catch (SQLException e) {
            throw new GateException("the database fails: " + e.getMessage(), e);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            connection.close();
        } catch (SQLException e) {
            throw new GateException("the database cannot be closed: " + e.getMessage(), e);
        } finally {
            lock.unlock();
        }
    }
}
