package dev.licet.gate.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.licet.core.audit.AuditStep;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.GateException;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class MemoryStoreTest extends StoreContract {
    @Override
    Store open() {
        return Store.memory();
    }

    @Test
    void whatCouldNotBeNoted_isToldToWhoeverNotesNext() {
        try (Store store = Store.memory()) {
            store.note(change -> {
                throw new IllegalStateException("no room");
            });
            assertEquals(0, store.read(queries -> queries.auditHead()).number());
            var refused = assertThrows(GateException.class, () -> store.note(MemoryStoreTest::one));
            assertEquals(
                    "an earlier call could not be recorded: java.lang.IllegalStateException: no room",
                    refused.getMessage());
            store.note(MemoryStoreTest::one);
            assertEquals(
                    2,
                    store.read(queries -> queries.auditHead()).number(),
                    "it is told once, and nothing else is lost");
        }
    }

    @Test
    void notes_moreThanMayWait_areAllThere() {
        try (Store store = Store.memory()) {
            for (int i = 0; i < 2_000; i++) {
                store.note(MemoryStoreTest::one);
            }
            assertEquals(2_000, store.read(queries -> queries.auditHead()).number());
        }
    }

    private static void one(Change change) {
        change.audit(AuditStep.REFUSED, Instant.EPOCH, AuditSubject.GATE, JsonObject.empty());
    }
}
