package dev.licet.gate.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.audit.AuditStep;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.data.GateException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class MemoryStoreTest extends StoreContract {
    @Override
    Store open() {
        return Store.memory();
    }

    @Test
    void whatCouldNotBeNoted_isToldOnce_andNothingElseIsLost() {
        Consumer<Change> failing = change -> {
            throw new IllegalStateException("no room");
        };
        try (Store store = Store.memory()) {
            var told = new ArrayList<String>();
            for (Consumer<Change> each :
                    List.<Consumer<Change>>of(failing, MemoryStoreTest::one, MemoryStoreTest::one)) {
                try {
                    store.note(each);
                } catch (GateException e) {
                    told.add(String.valueOf(e.getMessage()));
                }
                assertTrue(store.read(queries -> queries.auditHead()).number() <= 2);
            }
            assertEquals(List.of("a call could not be recorded: java.lang.IllegalStateException: no room"), told);
            assertEquals(2, store.read(queries -> queries.auditHead()).number());
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
