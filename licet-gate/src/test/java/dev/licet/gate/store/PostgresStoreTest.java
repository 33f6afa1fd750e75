package dev.licet.gate.store;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.gate.Postgres;
import dev.licet.gate.data.GateException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class PostgresStoreTest extends StoreContract {
    @Override
    Store open() throws Exception {
        return Store.postgres(Postgres.newDatabase());
    }

    @Test
    void databaseOfANewerVersion_isRefused() throws Exception {
        String url = Postgres.newDatabase();
        Store.postgres(url).close();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("update licet_version set version = 99");
        }
        var e = assertThrows(GateException.class, () -> Store.postgres(url));
        assertTrue(e.toString().contains("was written by a newer Licet (version 99)"), e::toString);
    }

    @Test
    void addressThatIsNone_isAClearError_withoutThePassword() {
        var wrong = assertThrows(GateException.class, () -> Store.postgres("mysql://x"));
        assertTrue(wrong.toString().contains("begins with `jdbc:postgresql:`"), wrong::toString);
        var gone = assertThrows(
                GateException.class, () -> Store.postgres("jdbc:postgresql://127.0.0.1:1/x?user=u&password=geheim"));
        assertTrue(gone.toString().contains("cannot reach the database"), gone::toString);
        assertTrue(!gone.toString().contains("geheim"), gone::toString);
    }
}
