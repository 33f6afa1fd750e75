package dev.licet.gate.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalState;
import dev.licet.core.approval.RejectMode;
import dev.licet.gate.GateException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
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
    void databaseOfTheFirstVersion_isTakenOver() throws Exception {
        Path file = folder.resolve("old.db");
        try (InputStream in = Objects.requireNonNull(Store.class.getResourceAsStream("sqlite-1.sql"))) {
            execute(file, new String(in.readAllBytes(), StandardCharsets.UTF_8).split(";\n", -1));
        }
        String call = "{\"tool\":\"shell_exec\",\"arguments\":{\"command\":\"ls\"},\"cwd\":\"/w\",\"sessionId\":\"s\"}";
        String digest = "ab".repeat(32);
        execute(
                file,
                "pragma user_version = 1",
                "insert into approvals (id, digest, call, always, asked_at) values ('aaaa', '" + digest + "', '" + call
                        + "', '[]', 1)",
                "insert into approvals (id, digest, call, always, asked_at, state, channel, answered_at, comment) values"
                        + " ('bbbb', '" + digest + "', '" + call + "', '[]', 2, 'rejected', 'web', 3, 'no')",
                "insert into events (approval) values ('aaaa'), ('bbbb')");
        try (Store store = Store.sqlite(file)) {
            List<Approval> all = store.read(queries -> queries.newest(10));
            assertEquals(
                    List.of("bbbb", "aaaa"),
                    all.stream().map(each -> each.id().text()).toList());
            assertTrue(all.get(1).isPending());
            assertEquals(RejectMode.SOFT, ((ApprovalState.Rejected) all.get(0).state()).mode());
            assertEquals(Long.valueOf(2), store.read(Queries::lastEvent));
        }
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
