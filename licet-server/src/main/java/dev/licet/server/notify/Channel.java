package dev.licet.server.notify;

import dev.licet.core.approval.Approval;
import java.io.IOException;
import java.util.List;

/**
 * A way to tell people. Called by one thread; what throws an {@code IOException} is tried again later, so that each may be
 * told more than once.
 */
public interface Channel extends AutoCloseable {
    /** By which routes call it. */
    String name();

    /** Tells that {@code approval} waits. */
    void asked(Approval approval) throws IOException, InterruptedException;

    /** Tells what {@code approval}, which waits and of which it told before, did when it was tried; by itself it tells nothing. */
    default void previewed(Approval approval) throws IOException, InterruptedException {}

    /** Tells of several that wait, in one. */
    void digest(List<Approval> approvals) throws IOException, InterruptedException;

    /** Tells that {@code approval}, of which it told before, has ended; or any, where it {@link #tellsEveryEnd}. */
    void ended(Approval approval) throws IOException, InterruptedException;

    /** Whether it also tells of ends that came before anything was told. */
    default boolean tellsEveryEnd() {
        return false;
    }

    /** Whether those whom it tells are the same for all servers on one database, so that one of them tells. */
    default boolean isShared() {
        return true;
    }

    /** From now on this server is the one that tells. */
    default void begin() {}

    /** From now on another server tells. */
    default void pause() {}

    /** Whether there is anybody to tell; where there is nobody, nothing is written down either. */
    default boolean hasAnybody() {
        return true;
    }

    @Override
    void close();
}
