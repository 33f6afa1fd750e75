package dev.licet.gate.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.gate.data.GateException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteStoreTest extends StoreContract {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Override
    Store open() {
        return Store.sqlite(folder.resolve("licet.db"));
    }

    private static void execute(Path file, String... commands) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            for (String command : commands) {
                if (!command.isBlank()) {
                    statement.execute(command);
                }
            }
        }
    }

    @Test
    void databaseOfAPreview_isRefused_andLeftAlone() throws Exception {
        Path file = folder.resolve("old.db");
        execute(file, "pragma user_version = 3");
        byte[] before = Files.readAllBytes(file);
        var e = assertThrows(GateException.class, () -> Store.sqlite(file));
        assertTrue(e.toString().contains("was written by a preview of Licet (version 3)"), e::toString);
        assertArrayEquals(before, Files.readAllBytes(file));
    }

    @Test
    void databaseOfTheVersionBefore_isBroughtUpToDate() throws Exception {
        Path file = folder.resolve("before.db");
        Store.sqlite(file).close();
        execute(file, "alter table approvals drop column preview", "pragma user_version = 4");
        try (Store store = Store.sqlite(file)) {
            assertEquals(List.of(), store.read(Queries::pending));
        }
        // It says so, or this would fail.
        Store.sqlite(file).close();
    }

    @Test
    void databaseOfANewerVersion_isRefused_andLeftAlone() throws Exception {
        Path file = folder.resolve("new.db");
        execute(file, "pragma user_version = 99");
        byte[] before = Files.readAllBytes(file);
        var e = assertThrows(GateException.class, () -> Store.sqlite(file));
        assertTrue(e.toString().contains("was written by a newer Licet (version 99)"), e::toString);
        assertArrayEquals(before, Files.readAllBytes(file));
    }

    @Test
    void fileThatIsNoDatabase_isRefused() throws Exception {
        Path file =
                Files.writeString(folder.resolve("text.db"), "not a database, but long enough to look at it twice\n");
        var e = assertThrows(GateException.class, () -> Store.sqlite(file));
        assertTrue(e.toString().contains("cannot use the database"), e::toString);
    }
}
