package dev.licet.gate.agent;

import dev.licet.core.call.ToolCall;
import dev.licet.core.contain.Bounds;
import dev.licet.core.contain.FileChange;
import dev.licet.core.contain.RefusedChange;
import java.util.List;

/** A call that is tried within bounds, before anybody has answered. Thread-safe. */
public final class TriedCall {
    private final GateAccess access;
    private final ToolCall call;
    private final Bounds bounds;

    TriedCall(GateAccess access, ToolCall call, Bounds bounds) {
        this.access = access;
        this.call = call;
        this.bounds = bounds;
    }

    /** What it may do at most. */
    public Bounds bounds() {
        return bounds;
    }

    /** Which of {@code changes}, which it has made within its bounds, may not be put in place by themselves, and why. */
    public List<RefusedChange> objections(List<FileChange> changes) throws InterruptedException {
        return changes.isEmpty() ? List.of() : access.objections(call, changes);
    }
}
