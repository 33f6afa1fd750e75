package dev.licet.springai;

import dev.licet.gate.agent.Result;
import java.time.Duration;

/** Hears of every call of a tool once it is over. Thread-safe; what it throws changes nothing. */
@FunctionalInterface
public interface CallListener {
    /** Hears of none. */
    CallListener NONE = (tool, result, took) -> {};

    /**
     * A call is over.
     *
     * @param tool the tool's name
     * @param took from the judging to the end of the tool, with the time that somebody took to answer
     */
    void over(String tool, Result<String> result, Duration took);
}
