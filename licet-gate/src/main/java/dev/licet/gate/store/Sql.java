package dev.licet.gate.store;

import dev.licet.gate.data.GateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Statements with values, on one connection. Statements that were prepared once are kept for the next time. Not
 * thread-safe.
 */
final class Sql {
    private static final int MAX_KEPT = 100;

    private final Connection connection;
    private final Map<String, PreparedStatement> kept = new HashMap<>();

    Sql(Connection connection) {
        this.connection = connection;
    }

    Connection connection() {
        return connection;
    }

    /** Something done with the database. */
    interface Statement<T> {
        T run() throws SQLException;
    }

    /** Runs {@code statement}; what the database says against it, the gate says. */
    static <T> T run(Statement<T> statement) {
        try {
            return statement.run();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    static GateException failed(SQLException e) {
        return new GateException("the database fails: " + e.getMessage(), e);
    }

    /** Makes a value of the row on which the cursor stands. */
    interface Row<T> {
        T read(ResultSet row) throws SQLException;
    }

    /** Runs a statement that changes rows; says how many. */
    int change(String text, Object... values) throws SQLException {
        return prepared(text, values).executeUpdate();
    }

    <T> List<T> list(Row<T> reader, String text, Object... values) throws SQLException {
        try (ResultSet rows = prepared(text, values).executeQuery()) {
            var all = new ArrayList<T>();
            while (rows.next()) {
                all.add(reader.read(rows));
            }
            return all;
        }
    }

    <T> Optional<T> first(Row<T> reader, String text, Object... values) throws SQLException {
        return list(reader, text, values).stream().findFirst();
    }

    long number(String text, Object... values) throws SQLException {
        return first(row -> row.getLong(1), text, values).orElse(0L);
    }

    private PreparedStatement prepared(String text, Object... values) throws SQLException {
        PreparedStatement statement = kept.get(text);
        if (statement == null) {
            if (kept.size() >= MAX_KEPT) {
                close();
            }
            statement = connection.prepareStatement(text);
            kept.put(text, statement);
        }
        for (int i = 0; i < values.length; i++) {
            // Empty stands for a column without a value.
            Object value = values[i] instanceof Optional<?> optional ? optional.orElse(null) : values[i];
            statement.setObject(i + 1, value);
        }
        return statement;
    }

    /** Forgets the statements that are kept. */
    void close() throws SQLException {
        for (PreparedStatement statement : kept.values()) {
            statement.close();
        }
        kept.clear();
    }
}
