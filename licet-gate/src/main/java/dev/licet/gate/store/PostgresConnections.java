package dev.licet.gate.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/** A PostgreSQL database that several gates share. Wakes when another one writes; asking now and then is the truth. */
final class PostgresConnections implements Connections {
    /** The channel on which writers call. */
    static final String CHANNEL = "licet";

    private static final int POOL = 8;
    private static final int TIMEOUT_SECONDS = 5;
    private static final Duration POLL = Duration.ofSeconds(1);

    /** What was confirmed must survive the death of the database, also where its owner prefers speed. */
    private static final String DURABLE = "select set_config('synchronous_commit', 'on', false)"
            + " where current_setting('synchronous_commit') = 'off'";

    private final String url;
    private final HikariDataSource pool;
    private @Nullable Connection listener;

    PostgresConnections(String url) {
        this.url = url;
        var config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setPoolName("licet");
        config.setMaximumPoolSize(POOL);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(Duration.ofSeconds(TIMEOUT_SECONDS).toMillis());
        config.setInitializationFailTimeout(Duration.ofSeconds(TIMEOUT_SECONDS).toMillis());
        config.addDataSourceProperty("connectTimeout", TIMEOUT_SECONDS);
        config.addDataSourceProperty("socketTimeout", 4 * TIMEOUT_SECONDS);
        config.addDataSourceProperty("tcpKeepAlive", true);
        config.addDataSourceProperty("ApplicationName", "licet");
        config.setConnectionInitSql(DURABLE);
        this.pool = new HikariDataSource(config);
    }

    @Override
    public Dialect dialect() {
        return Dialect.POSTGRESQL;
    }

    @Override
    public String name() {
        return "`" + url.replaceFirst("\\?.*", "").replaceFirst("//[^/@]*@", "//") + "`";
    }

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public <T> T writing(Work<T> work) throws SQLException {
        return reading(work);
    }

    @Override
    public <T> T reading(Work<T> work) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            var sql = new Sql(connection);
            try {
                return work.run(sql);
            } finally {
                sql.close();
            }
        }
    }

    @Override
    public void awaitOthers(Duration wait) throws InterruptedException {
        Duration most = wait.compareTo(POLL) < 0 ? wait : POLL;
        try {
            Connection connection = listener;
            if (connection == null || connection.isClosed()) {
                connection = DriverManager.getConnection(url);
                listener = connection;
                try (Statement statement = connection.createStatement()) {
                    statement.execute("listen " + CHANNEL);
                }
                // What was written before it listened is looked for at once.
                return;
            }
            connection.unwrap(PGConnection.class).getNotifications(Math.max(1, (int) most.toMillis()));
        } catch (SQLException e) {
            stopListening();
            Thread.sleep(most.toMillis());
        }
    }

    private void stopListening() {
        Connection connection = listener;
        listener = null;
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException e) {
            // It was broken already.
            return;
        }
    }

    @Override
    public void tidy() {
        // PostgreSQL looks after itself.
    }

    @Override
    public void close() {
        stopListening();
        pool.close();
    }
}
