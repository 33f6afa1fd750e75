package dev.licet.gate.agent;

import dev.licet.core.contain.Bounds;
import dev.licet.core.contain.FileChange;
import dev.licet.core.contain.Preview;
import dev.licet.core.contain.RefusedChange;
import dev.licet.core.json.JsonValue.JsonObject;
import java.util.List;

/**
 * Does what a tool does, and can try it within bounds before anybody has answered: whoever is asked sees what it changes, and
 * approving puts that in place instead of running it. {@code licet-contain} tries commands so.
 */
public interface PreviewingExecutor<T> extends ContainedExecutor<T> {
    /**
     * Tries the tool with {@code arguments} within bounds, so that nothing of what it changes is in place.
     *
     * @throws Exception when there is no preview: then it is asked as it is, and the message is only logged
     */
    Tried<T> tryOut(JsonObject arguments, TriedCall within) throws Exception;

    /** A call that is tried. Thread-safe. */
    interface TriedCall {
        /** What it may do at most. */
        Bounds bounds();

        /** Which of {@code changes}, which it has made within its bounds, may not be put in place by themselves, and why. */
        List<RefusedChange> objections(List<FileChange> changes) throws InterruptedException;
    }

    /** What was tried, and is thrown away when this is closed. For one thread. */
    interface Tried<T> extends AutoCloseable {
        /** What a person is shown of it. */
        Preview preview();

        /** Puts in place what it changed; what the tool gives then. */
        T put() throws Exception;

        @Override
        void close();
    }
}
