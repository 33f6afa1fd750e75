package dev.licet.gate.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.audit.AuditEntry;
import dev.licet.core.audit.AuditStep;
import dev.licet.core.audit.Recording;
import dev.licet.core.json.JsonValue.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MemoryStoreTest extends StoreContract {
    @Override
    Store open() {
        return Store.memory(Recording.STANDARD);
    }

    @Test
    void workThatFails_leavesNothingBehind() {
        try (Store store = Store.memory(Recording.STANDARD)) {
            store.change(MemoryStoreTest::one);
            assertThrows(
                    IllegalStateException.class,
                    () -> store.change(change -> {
                        one(change);
                        change.addSigner("key", "text");
                        change.holdChannel("mail", "gate", Instant.EPOCH, Instant.MAX);
                        throw new IllegalStateException("no room");
                    }));
            store.change(MemoryStoreTest::one);
            assertEquals(2, store.read(queries -> queries.auditHead()).number());
            assertEquals(2, store.read(queries -> queries.audit(0, 10)).size());
            assertEquals(Optional.empty(), store.read(queries -> queries.signer("key")));
            Boolean free = store.write(change -> change.holdChannel("mail", "other", Instant.EPOCH, Instant.MAX));
            assertTrue(free);
        }
    }

    @Test
    void nothingIsRecorded_orOnlyTold_whereThatIsWanted() {
        try (Store store = Store.memory(new Recording.Nothing())) {
            store.change(MemoryStoreTest::one);
            assertEquals(0, store.read(queries -> queries.auditHead()).number());
            assertFalse(store.records());
        }
        var told = new ArrayList<AuditEntry>();
        try (Store store = Store.memory(new Recording.Told(told::add))) {
            store.change(MemoryStoreTest::one);
            store.change(MemoryStoreTest::one);
            assertEquals(List.of(1L, 2L), told.stream().map(AuditEntry::number).toList());
            assertEquals(List.of(), store.read(queries -> queries.audit(0, 10)));
            assertEquals(told.getLast().head(), store.read(queries -> queries.auditHead()));
        }
    }

    private static void one(Change change) {
        change.audit(AuditStep.REFUSED, Instant.EPOCH, AuditSubject.GATE, JsonObject.empty());
    }
}
