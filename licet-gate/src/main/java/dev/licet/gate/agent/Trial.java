package dev.licet.gate.agent;

import dev.licet.core.call.ToolCall;
import dev.licet.core.contain.Bounds;
import dev.licet.core.contain.PreviewTerms;
import dev.licet.gate.agent.PreviewingExecutor.Tried;
import dev.licet.gate.data.GateException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A call that may be tried before anybody answers, and what it did then, until it is closed. For one thread. */
final class Trial<T> implements VerdictRace.Trying, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Trial.class);

    private final GateAccess access;
    private final PreviewingExecutor<T> executor;
    private final ToolCall call;
    private Optional<Tried<T>> tried = Optional.empty();

    private Trial(GateAccess access, PreviewingExecutor<T> executor, ToolCall call) {
        this.access = access;
        this.executor = executor;
        this.call = call;
    }

    /** That of {@code call}; empty where {@code planned} cannot be tried. */
    static <T> Optional<Trial<T>> of(GateAccess access, PlannedCall<T> planned, ToolCall call) {
        return planned.skill().isEmpty() && planned.executor() instanceof PreviewingExecutor<T> executor
                ? Optional.of(new Trial<>(access, executor, call))
                : Optional.empty();
    }

    @Override
    public Ask tried(Ask ask) throws InterruptedException {
        try {
            if (access.previewTerms(ask) instanceof PreviewTerms.Within within) {
                Tried<T> done = executor.tryOut(call.arguments(), new TriedCall(access, call, within.bounds()));
                tried = Optional.of(done);
                return access.previewed(ask, done.preview()).orElse(ask);
            }
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            LOG.debug("there is no preview of {}: {}", ask.id().text(), e.getMessage());
        }
        return ask;
    }

    /** Puts in place what was approved as {@code digest}, these very changes; if they are not there any more they are made anew. */
    T put(String digest, Optional<Bounds> bounds) throws Exception {
        if (tried.filter(done -> done.preview().digest().equals(digest)).isPresent()) {
            return tried.get().put();
        }
        if (bounds.isPresent()) {
            try (Tried<T> again = executor.tryOut(call.arguments(), new TriedCall(access, call, bounds.get()))) {
                if (again.preview().digest().equals(digest)) {
                    return again.put();
                }
            }
        }
        throw new GateException(
                "it does something else now than what was approved, and nothing was changed; make the call again");
    }

    @Override
    public void close() {
        tried.ifPresent(Tried::close);
    }
}
