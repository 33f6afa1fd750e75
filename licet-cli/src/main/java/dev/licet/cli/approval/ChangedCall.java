package dev.licet.cli.approval;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.terminal.Labels;
import dev.licet.terminal.box.Question;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What would be decided if a call had other arguments.
 *
 * @param document as {@code POST /v1/approvals/ID/preview} answers
 * @param arguments the arguments it speaks of
 */
public record ChangedCall(JsonObject document, JsonObject arguments) {

    /** The digest of the call with them, in hexadecimal. */
    public String digest() {
        return document.text("digest").orElse("");
    }

    /** Whether they are denied. */
    public boolean isDenied() {
        return document.text("decision").equals(Optional.of("deny"));
    }

    /** Why they are decided on as they are, as a tree. */
    public List<String> why() {
        return Why.lines(arguments, document);
    }

    /** Whether they shall run in place of what {@code tool} was called with. */
    public Question question(String tool) {
        JsonObject display = document.object("display").orElseGet(JsonObject::empty);
        var notes = new ArrayList<String>();
        notes.add("changed by you");
        notes.addAll(ShownApproval.asking(document));
        ShownApproval.hidden(display).ifPresent(notes::add);
        return new Question(
                tool,
                ShownApproval.details(display),
                document.elements("outside").isEmpty() ? "" : Labels.OUTSIDE,
                notes,
                Optional.empty(),
                List.of("Allow this instead, once", "Deny"));
    }
}
