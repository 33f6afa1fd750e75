package dev.licet.gate.agent;

/**
 * Answers for a person: a terminal, a window, a chat. Called on a thread of its own for each call that is asked, for several
 * at a time where several are asked at a time; interrupted once somebody else has answered. What it throws denies the call.
 */
public interface Answerer {
    /** What the person says to {@code ask}. */
    Reply answer(Ask ask) throws InterruptedException;

    /** The last reply to {@code ask} did not count, because of {@code why}; it is asked again. */
    default void refused(Ask ask, String why) {}
}
