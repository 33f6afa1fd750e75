package dev.licet.core.audit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Walks along a chain and notes what does not fit. Give it the entries in the order in which they are stored, then ask for
 * the {@link #problems}. Not thread-safe.
 */
public final class AuditCheck {
    /** Most problems that are noted; a chain with more is told to have more. */
    public static final int MAX_PROBLEMS = 1_000;

    private final List<String> problems = new ArrayList<>();
    private final Map<Long, Set<String>> wanted = new HashMap<>();
    private AuditHead head;
    private long entries;

    /**
     * A walk that begins behind {@code start}: {@link AuditHead#START}, or where older entries were removed on purpose.
     *
     * @param checkpoints signed statements that have been checked; every one has to be met
     */
    public AuditCheck(AuditHead start, List<Checkpoint> checkpoints) {
        this.head = start;
        for (Checkpoint checkpoint : checkpoints) {
            wanted.computeIfAbsent(checkpoint.head().number(), number -> new HashSet<>())
                    .add(checkpoint.head().hash());
        }
    }

    /** Looks at the next entry. */
    public void next(AuditEntry entry) {
        entries++;
        long number = entry.number();
        if (number > head.number() + 1) {
            note(missing(head.number() + 1, number - 1));
        } else if (number <= head.number()) {
            note("entry " + number + " stands behind entry " + head.number() + ": it was moved or doubled");
        }
        Optional<AuditEntry.Heading> heading = entry.heading();
        if (!entry.isUnaltered() || heading.isEmpty()) {
            note("entry " + number + " was altered: its text does not have its hash");
        } else if (heading.get().number() != number) {
            note("entry " + number + " was moved: its text says that it is entry "
                    + heading.get().number());
        } else if (number == head.number() + 1 && !heading.get().previous().equals(head.hash())) {
            note("entry " + number + " does not follow entry " + head.number() + ": one of the two was replaced");
        }
        Set<String> hashes = wanted.remove(number);
        if (hashes != null && !hashes.equals(Set.of(entry.hash()))) {
            note("entry " + number + " is not the one of the signed checkpoint");
        }
        head = new AuditHead(Math.max(number, head.number()), number >= head.number() ? entry.hash() : head.hash());
    }

    private static String missing(long from, long to) {
        return from == to ? "entry " + from + " is missing" : "entries " + from + " to " + to + " are missing";
    }

    private void note(String problem) {
        if (problems.size() < MAX_PROBLEMS) {
            problems.add(problem);
        }
    }

    /** What does not fit, in order; empty for a chain that is whole. */
    public List<String> problems() {
        var all = new ArrayList<>(problems);
        long last = wanted.keySet().stream().mapToLong(Long::longValue).max().orElse(0);
        if (last > head.number()) {
            all.add(missing(head.number() + 1, last) + " at the end: a signed checkpoint names entry " + last);
        }
        return all;
    }

    /** How many entries it has looked at. */
    public long entries() {
        return entries;
    }

    /** Up to where the chain has come. */
    public AuditHead head() {
        return head;
    }
}
