package dev.licet.gate.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Statements with values, on one connection. */
record Sql(Connection connection) {

    /** Makes a value of the row on which the cursor stands. */
    interface Row<T> {
        T read(ResultSet row) throws SQLException;
    }

    /** Runs a statement that changes rows; says how many. */
    int change(String text, Object... values) throws SQLException {
        try (PreparedStatement statement = prepared(text, values)) {
            return statement.executeUpdate();
        }
    }

    <T> List<T> list(Row<T> reader, String text, Object... values) throws SQLException {
        try (PreparedStatement statement = prepared(text, values);
                ResultSet rows = statement.executeQuery()) {
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
        PreparedStatement statement = connection.prepareStatement(text);
        try {
            for (int i = 0; i < values.length; i++) {
                // Empty stands for a column without a value.
                Object value = values[i] instanceof Optional<?> optional ? optional.orElse(null) : values[i];
                statement.setObject(i + 1, value);
            }
            return statement;
        } catch (SQLException e) {
            statement.close();
            throw e;
        }
    }
}
