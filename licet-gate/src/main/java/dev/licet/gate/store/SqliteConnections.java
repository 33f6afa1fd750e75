package dev.licet.gate.store;

import dev.licet.gate.data.GateException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** One SQLite file with a connection that writes and one that reads, or a database in memory with one for both. */
final class SqliteConnections implements Connections {
    /** Kilobytes of the file that each connection keeps at hand. */
    private static final int CACHE = 32_768;

    private static final String MOVE_LOG = "pragma wal_checkpoint(passive)";

    private final String name;
    private final Sql writer;
    private final Sql reader;
    private final Connection tidier;
    private final ReentrantLock writing = new ReentrantLock();
    private final ReentrantLock reading = new ReentrantLock();

    private SqliteConnections(String name, Sql writer, Sql reader, Connection tidier) {
        this.name = name;
        this.writer = writer;
        this.reader = reader;
        this.tidier = tidier;
    }

    /** The file at {@code path}, created if there is none; what is written survives a crash of process and machine. */
    static SqliteConnections file(Path path) throws SQLException {
        var opened = new ArrayList<Connection>();
        try {
            Connection writer = open(path, opened);
            configure(writer, "pragma synchronous = full", "pragma busy_timeout = 5000");
            if (TablesVersion.isOurs((int) new Sql(writer).number("pragma user_version"))) {
                // The mode is noted in the file, and one of another version is left as it is.
                configure(writer, "pragma journal_mode = wal", "pragma wal_autocheckpoint = 0");
            }
            Connection reader = open(path, opened);
            Connection tidier = open(path, opened);
            for (Connection each : new Connection[] {writer, reader}) {
                configure(each, "pragma cache_size = -" + CACHE);
            }
            configure(reader, "pragma busy_timeout = 5000");
            return new SqliteConnections("`" + path + "`", new Sql(writer), new Sql(reader), tidier);
        } catch (SQLException e) {
            for (Connection each : opened) {
                each.close();
            }
            throw e;
        }
    }

    private static Connection open(Path path, List<Connection> opened) throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + path);
        opened.add(connection);
        return connection;
    }

    private static void configure(Connection connection, String... pragmas) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String pragma : pragmas) {
                statement.execute(pragma);
            }
        }
    }

    @Override
    public Dialect dialect() {
        return Dialect.SQLITE;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean isShared() {
        return false;
    }

    @Override
    public <T> T writing(Work<T> work) throws SQLException {
        writing.lock();
        try {
            return work.run(writer);
        } finally {
            writing.unlock();
        }
    }

    @Override
    public <T> T reading(Work<T> work) throws SQLException {
        reading.lock();
        try {
            return work.run(reader);
        } finally {
            reading.unlock();
        }
    }

    @Override
    public void awaitOthers(Duration wait) throws InterruptedException {
        throw new IllegalStateException("nobody else writes to this database");
    }

    /**
     * Moves the log of what was written into the file: a commit would take longer if it did that itself. What is written
     * meanwhile is moved while nothing is written: only a log that is moved whole begins anew, and to write where something
     * stood before takes half the time of making a file longer.
     */
    @Override
    public void tidy() throws SQLException {
        configure(tidier, MOVE_LOG);
        writing.lock();
        try {
            configure(tidier, MOVE_LOG);
        } finally {
            writing.unlock();
        }
    }

    @Override
    public void close() {
        writing.lock();
        reading.lock();
        try {
            tidier.close();
            reader.connection().close();
            writer.connection().close();
        } catch (SQLException e) {
            throw new GateException("the database cannot be closed: " + e.getMessage(), e);
        } finally {
            reading.unlock();
            writing.unlock();
        }
    }
}
