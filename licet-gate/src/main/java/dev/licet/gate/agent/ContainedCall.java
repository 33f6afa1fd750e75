package dev.licet.gate.agent;

import dev.licet.core.call.ToolCall;
import dev.licet.core.contain.Bounds;
import dev.licet.core.contain.FileChange;
import dev.licet.core.contain.HostUse;
import dev.licet.core.contain.RefusedChange;
import java.util.List;

/** A call that is executed within bounds. Thread-safe. */
public final class ContainedCall {
    private final GateAccess access;
    private final ToolCall call;
    private final Bounds bounds;
    private volatile boolean outgrown;

    ContainedCall(GateAccess access, ToolCall call, Bounds bounds) {
        this.access = access;
        this.call = call;
        this.bounds = bounds;
    }

    /** What it may do at most. */
    public Bounds bounds() {
        return bounds;
    }

    /** Which of {@code changes}, which it has made within its bounds, may not be put in place, and why. */
    public List<RefusedChange> refused(List<FileChange> changes) throws InterruptedException {
        return changes.isEmpty() ? List.of() : access.refused(call, changes);
    }

    /** Tells which hosts it had to do with. */
    public void connected(List<HostUse> uses) throws InterruptedException {
        if (!uses.isEmpty()) {
            access.connected(call, uses);
        }
    }

    /** Says that it could not do its work within its bounds: made again within an hour, it is asked. */
    public void outgrew() {
        outgrown = true;
    }

    boolean isOutgrown() {
        return outgrown;
    }
}
