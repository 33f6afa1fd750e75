package dev.licet.cli.inbox;

import dev.licet.cli.approval.ChangedCall;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.terminal.box.Selection;
import java.util.List;
import java.util.Optional;

/** What a person is at. */
sealed interface Task {

    /** Going through a list. */
    record Browsing() implements Task {}

    /** Typing what to look for. */
    record Searching() implements Task {}

    /** Waiting for what the approval {@code id} can be answered with. */
    record Opening(String id) implements Task {}

    /**
     * Answering.
     *
     * @param ids the approvals
     * @param options what can be answered, of which the last denies
     * @param bodies what each of the others sends
     * @param changed what the only approval was changed to, if it was
     */
    record Answering(
            List<String> ids,
            List<String> options,
            List<JsonObject> bodies,
            Selection selection,
            Optional<ChangedCall> changed)
            implements Task {
        public Answering {
            ids = List.copyOf(ids);
            options = List.copyOf(options);
            bodies = List.copyOf(bodies);
        }

        Answering with(Selection next) {
            return new Answering(ids, options, bodies, next, changed);
        }

        /** The same with denying selected, so that a reason can be typed. */
        Answering denying() {
            return with(selection.select(options.size() - 1));
        }

        /** The same about what the only approval was changed to. */
        Answering changedTo(ChangedCall changed) {
            return new Answering(ids, options, bodies, selection, Optional.of(changed));
        }
    }

    /**
     * Being asked whether they mean it.
     *
     * @param about what the cursor is at: it has to stay there
     */
    record Confirming(String question, String about, InboxCommand order) implements Task {}

    /** Reading something, such as the tree of an approval, and then going on with {@code back}. */
    record Reading(String title, List<String> lines, Task back) implements Task {
        public Reading {
            lines = List.copyOf(lines);
        }
    }
}
