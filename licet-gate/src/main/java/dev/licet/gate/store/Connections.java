package dev.licet.gate.store;

import java.sql.SQLException;
import java.time.Duration;

/** Where connections to one database come from. */
interface Connections extends AutoCloseable {
    Dialect dialect();

    /** What it is called in messages, without a password. */
    String name();

    /** Whether other processes may write to it. */
    boolean isShared();

    /** Lends the connection that writes to {@code work}, which begins and ends its transactions itself. */
    <T> T writing(Work<T> work) throws SQLException;

    /** Lends a connection that reads what has been written. */
    <T> T reading(Work<T> work) throws SQLException;

    /** Waits until another process may have written, at most {@code wait}. */
    void awaitOthers(Duration wait) throws InterruptedException;

    /** Does what the database wants to be done now and then, without holding up those who write. */
    void tidy() throws SQLException;

    @Override
    void close();

    /** What is done on a connection. */
    interface Work<T> {
        T run(Sql sql) throws SQLException;
    }
}
