package dev.licet.gate;

import dev.licet.gate.permissions.PolicyFiles;
import dev.licet.gate.store.Store;
import java.time.InstantSource;

/** What the parts of one gate share. */
record Parts(
        Store store,
        PolicyFiles files,
        SessionCache sessions,
        Memory memory,
        Tickets tickets,
        Permits permits,
        Waiters waiters,
        InstantSource clock) {}
