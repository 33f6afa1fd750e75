package dev.licet.langchain4j;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** At which calls a person has stopped the agent, and in which turns: invocations of AI services. Thread-safe. */
final class Stop {
    /** Of more, the oldest are forgotten: their turns are long over. */
    private static final int MOST = 100;

    private final Map<String, Stopped> stopped = new LinkedHashMap<>();

    private record Stopped(String why, Optional<UUID> invocation) {}

    /** The agent is stopped at {@code call}, in {@code invocation} or in a loop that names none, because of {@code why}. */
    synchronized void set(String call, String why, Optional<UUID> invocation) {
        stopped.remove(call);
        stopped.put(call, new Stopped(why, invocation));
        if (stopped.size() > MOST) {
            stopped.remove(stopped.keySet().iterator().next());
        }
    }

    /** Whether it is stopped in {@code invocation}, or in the loop that names none. */
    synchronized boolean holds(Optional<UUID> invocation) {
        return stopped.values().stream().anyMatch(each -> each.invocation().equals(invocation));
    }

    /** Whether it was stopped at {@code call}. */
    synchronized boolean isAt(String call) {
        return stopped.containsKey(call);
    }

    /** It may go on behind {@code call}. */
    synchronized void clear(String call) {
        stopped.remove(call);
    }

    synchronized void clear() {
        stopped.clear();
    }

    /** What the person said last; empty while the agent may go on. */
    synchronized String why() {
        return stopped.values().stream().map(Stopped::why).reduce("", (before, last) -> last);
    }
}
