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

/**
 * Approvals, grants, sessions, used tickets and the audit in one database. What was written survives a crash of the process
 * and of the machine. Thread-safe.
 */
public final class Store implements AutoCloseable {
    static final int VERSION = 4;

    /** What a database says that has no tables yet. */
    private static final int EMPTY = 0;

    /** Taken by whoever writes, so that events, and entries of the audit, have one order over all nodes. */
    private static final long LOCK = 4747;

    private final Connections connections;
    private final Database database;
    private volatile Runnable listener = () -> {};

    private Store(Connections connections) {
        this.connections = connections;
        this.database = new Database(connections, new Frame());
    }

    /** A store that ends with this process. */
    public static Store memory() {
        try {
            return open(SqliteConnections.memory());
        } catch (SQLException e) {
            throw new GateException("cannot make a database in memory: " + e.getMessage(), e);
        }
    }

    /**
     * The SQLite file at {@code path}, created if there is none.
     *
     * @throws GateException when it cannot be used, or belongs to a newer version of this product
     */
    public static Store sqlite(Path path) {
        try {
            return open(SqliteConnections.file(path));
        } catch (SQLException e) {
            throw new GateException("cannot use the database `" + path + "`: " + e.getMessage(), e);
        }
    }

    /**
     * The PostgreSQL database at {@code url}, such as {@code jdbc:postgresql://host/licet?user=licet}; several gates may
     * share it.
     *
     * @throws GateException when it cannot be used, or belongs to a newer version of this product
     */
    public static Store postgres(String url) {
        if (!url.startsWith("jdbc:postgresql:")) {
            throw new GateException("a database's address begins with `jdbc:postgresql:`");
        }
        try {
            return open(new PostgresConnections(url));
        } catch (RuntimeException e) {
            throw e instanceof GateException ? e : new GateException("cannot reach the database: " + rootMessage(e), e);
        }
    }

    private static String rootMessage(Throwable e) {
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return String.valueOf(cause.getMessage());
    }

    private static Store open(Connections connections) {
        try {
            connections.writing(sql -> {
                create(sql, connections);
                return true;
            });
            return new Store(connections);
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
            if (version > VERSION) {
                throw new GateException("the database " + connections.name() + " was written by a newer Licet (version "
                        + version + "); use that one, or another database");
            }
            if (!isOurs(version)) {
                throw new GateException(
                        "the database " + connections.name() + " was written by a preview of Licet (version " + version
                                + ") and cannot be used any more; put it aside, a new one is made then");
            }
            if (version == EMPTY) {
                execute(connection, connections.dialect().in(tables()));
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

    /** Whether a database that says {@code version} can be used. */
    static boolean isOurs(int version) {
        return version == VERSION || version == EMPTY;
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
            case SQLITE -> "pragma user_version = " + VERSION;
            case POSTGRESQL -> "delete from licet_version;\ninsert into licet_version values (" + VERSION + ")";
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
        try (InputStream in = Objects.requireNonNull(Store.class.getResourceAsStream(name), name)) {
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

    /** From now on {@code listener} is run after each transaction; it must not block. */
    public void onCommit(Runnable listener) {
        this.listener = listener;
    }

    /**
     * Does {@code work} in one transaction, and returns once it stands. The work may be done twice, the first time in vain:
     * all its effects have to be on the {@link Change}.
     *
     * @throws GateException when the database fails
     */
    public <T> T write(Function<Change, T> work) {
        return database.write(sql -> work.apply(new Change(sql)));
    }

    /** The same for work that gives nothing. */
    public void change(Consumer<Change> work) {
        database.write(sql -> {
            work.accept(new Change(sql));
            return true;
        });
    }

    /** Whether it ends with this process, and nobody else can see it. */
    public boolean isInMemory() {
        return connections.isInMemory();
    }

    /**
     * Notes something without waiting until it stands, for a store in memory, of which nothing is left anyway once the
     * process is gone: whoever reads or writes afterwards finds it there. Any other store does it at once.
     *
     * @throws GateException when it cannot be noted, or something before it could not
     */
    public void note(Consumer<Change> work) {
        if (!isInMemory()) {
            change(work);
            return;
        }
        database.later(sql -> {
            work.accept(new Change(sql));
            return true;
        });
    }

    /**
     * What {@code query} finds in what has been written.
     *
     * @throws GateException when the database fails
     */
    public <T> T read(Function<Queries, T> query) {
        return database.read(sql -> query.apply(new Queries(sql)));
    }

    /** Whether other gates may write to it. */
    public boolean isShared() {
        return connections.isShared();
    }

    /** Waits until another gate may have written, at most {@code wait}. */
    public void awaitOthers(Duration wait) throws InterruptedException {
        connections.awaitOthers(wait);
    }

    /**
     * Does what the database wants to be done now and then; call it every second or so, from one thread.
     *
     * @throws GateException when the database fails
     */
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
