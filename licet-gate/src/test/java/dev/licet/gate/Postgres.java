package dev.licet.gate;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/** A real PostgreSQL server, started once for all tests, which keeps what it is told even when it crashes. */
public final class Postgres {
    private static final AtomicInteger COUNTER = new AtomicInteger();

    private Postgres() {}

    private static final class Server {
        static final EmbeddedPostgres RUNNING = start();

        private static EmbeddedPostgres start() {
            try {
                return EmbeddedPostgres.builder()
                        .setServerConfig("fsync", "on")
                        .setServerConfig("max_connections", "200")
                        .start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** The address of a database that is empty. */
    public static String newDatabase() throws SQLException {
        String name = "licet" + COUNTER.incrementAndGet();
        try (Connection connection = Server.RUNNING.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create database " + name);
        }
        return "jdbc:postgresql://127.0.0.1:" + Server.RUNNING.getPort() + "/" + name + "?user=postgres";
    }
}
