package dev.licet.gate.store;

import dev.licet.gate.data.GateException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;

/** The same in a database, which survives a crash of the process and of the machine. */
final class SqlStore extends Store {
    /** Taken by whoever writes, so that events, and entries of the audit, have one order over all nodes. */
    private static final long LOCK = 4747;

    private final Connections connections;
    private final Database database;
    private volatile Runnable listener = () -> {};

    private SqlStore(Connections connections) {
        this.connections = connections;
        this.database = new Database(connections, new Frame());
    }

    static SqlStore file(Path path) {
        need("org.sqlite.JDBC", "SQLite", "licet-store-sqlite");
        try {
            return open(SqliteConnections.file(path));
        } catch (SQLException e) {
            throw new GateException("cannot use the database `" + path + "`: " + e.getMessage(), e);
        }
    }

    static SqlStore shared(String url) {
        if (!url.startsWith("jdbc:postgresql:")) {
            throw new GateException("a database's address begins with `jdbc:postgresql:`");
        }
        need("com.zaxxer.hikari.HikariDataSource", "PostgreSQL", "licet-store-postgres");
        try {
            return open(new PostgresConnections(url));
        } catch (RuntimeException e) {
            throw e instanceof GateException ? e : new GateException("cannot reach the database: " + rootMessage(e), e);
        }
    }

    private static void need(String name, String database, String artifact) {
        try {
            Class.forName(name, false, SqlStore.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new GateException(
                    "there is no driver for " + database + " on the class path; add `dev.licet:" + artifact
                            + "` to the dependencies, or use a gate in memory",
                    e);
        }
    }

    private static String rootMessage(Throwable e) {
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return String.valueOf(cause.getMessage());
    }

    private static SqlStore open(Connections connections) {
        try {
            connections.writing(sql -> {
                create(sql, connections);
                return true;
            });
            return new SqlStore(connections);
        } catch (SQLException e) {
            connections.close();
            throw new GateException("cannot use the database " + connections.name() + ": " + e.getMessage(), e);
        } catch (GateException e) {
            connections.close();
            throw e;
        }
    }

    private static void create(Sql sql, Connections connections) throws SQLException {
        Connection connection = sql.connection();
        connection.setAutoCommit(false);
        try {
            lock(sql, connections.dialect());
            int version = version(sql, connections.dialect());
            if (version > TablesVersion.NOW) {
                throw new GateException("the database " + connections.name() + " was written by a newer Licet (version "
                        + version + "); use that one, or another database");
            }
            if (!TablesVersion.isOurs(version)) {
                throw new GateException(
                        "the database " + connections.name() + " was written by a preview of Licet (version " + version
                                + ") and cannot be used any more; put it aside, a new one is made then");
            }
            if (version == TablesVersion.NONE) {
                execute(connection, connections.dialect().in(tables()));
                execute(connection, setVersion(connections.dialect()));
            }
            if (version == TablesVersion.BEFORE) {
                execute(connection, TablesVersion.TO_NOW);
                execute(connection, setVersion(connections.dialect()));
            }
            connection.commit();
        } catch (SQLException | RuntimeException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    private static void lock(Sql sql, Dialect dialect) throws SQLException {
        if (dialect == Dialect.POSTGRESQL) {
            // Another gate that holds the lock and is frozen must not freeze this one.
            execute(sql.connection(), "set local lock_timeout = '5s';\nset local statement_timeout = '15s'");
            sql.number("select 1 from (select pg_advisory_xact_lock(?)) as taken", LOCK);
        }
    }

    private static int version(Sql sql, Dialect dialect) throws SQLException {
        return switch (dialect) {
            case SQLITE -> (int) sql.number("pragma user_version");
            case POSTGRESQL -> {
                sql.change("create table if not exists licet_version (version integer not null)");
                yield (int) sql.number("select coalesce(max(version), 0) from licet_version");
            }
        };
    }

    private static String setVersion(Dialect dialect) {
        return switch (dialect) {
            case SQLITE -> "pragma user_version = " + TablesVersion.NOW;
            case POSTGRESQL ->
                "delete from licet_version;\ninsert into licet_version values (" + TablesVersion.NOW + ")";
        };
    }

    private static void execute(Connection connection, String script) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String command : script.split(";\n", -1)) {
                if (!command.isBlank()) {
                    statement.execute(command);
                }
            }
        }
    }

    private static String tables() {
        String name = "tables.sql";
        try (InputStream in = Objects.requireNonNull(SqlStore.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new GateException("cannot read `" + name + "`: " + e.getMessage(), e);
        }
    }

    private final class Frame implements Database.Frame {
        @Override
        public void before(Sql sql) throws SQLException {
            lock(sql, connections.dialect());
        }

        @Override
        public void after(Sql sql) throws SQLException {
            if (connections.isShared()) {
                execute(sql.connection(), "notify " + PostgresConnections.CHANNEL);
            }
        }

        @Override
        public void committed() {
            listener.run();
        }
    }

    @Override
    public void onCommit(Runnable listener) {
        this.listener = listener;
    }

    @Override
    public <T> T write(Function<Change, T> work) {
        return database.write(sql -> work.apply(new SqlChange(sql)));
    }

    @Override
    public void change(Consumer<Change> work) {
        database.write(sql -> {
            work.accept(new SqlChange(sql));
            return true;
        });
    }

    @Override
    public boolean isInMemory() {
        return false;
    }

    @Override
    public boolean records() {
        return true;
    }

    @Override
    public <T> T read(Function<Queries, T> query) {
        return database.read(sql -> query.apply(new SqlQueries(sql)));
    }

    @Override
    public boolean isShared() {
        return connections.isShared();
    }

    @Override
    public void awaitOthers(Duration wait) throws InterruptedException {
        connections.awaitOthers(wait);
    }

    @Override
    public void tidy() {
        try {
            connections.tidy();
        } catch (SQLException e) {
            throw Sql.failed(e);
        }
    }

    @Override
    public void close() {
        database.close();
    }
}
