package dev.licet.cli.inbox;

import java.util.List;
import java.util.Optional;

/**
 * What a key leads to.
 *
 * @param task what the person is at from then on, if that is something else
 * @param notice what they are told; empty for nothing
 * @param orders what is to be done
 */
record Step(Optional<Task> task, String notice, List<InboxCommand> orders) {
    /** Nothing changes. */
    static final Step STAY = new Step(Optional.empty(), "", List.of());

    /** The person is back at the list. */
    static final Step BACK = to(new Task.Browsing());

    Step {
        orders = List.copyOf(orders);
    }

    static Step to(Task next) {
        return new Step(Optional.of(next), "", List.of());
    }

    static Step order(InboxCommand order) {
        return new Step(Optional.empty(), "", List.of(order));
    }

    static Step told(String notice) {
        return new Step(Optional.empty(), notice, List.of());
    }
}
