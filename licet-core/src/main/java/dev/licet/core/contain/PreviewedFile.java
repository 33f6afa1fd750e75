package dev.licet.core.contain;

import dev.licet.core.json.JsonValue.JsonObject;

/**
 * One file that a command changed in a preview.
 *
 * @param change what became of it
 * @param detail that in a few words: {@code +3 -1}, {@code link to ../x}; may be empty
 * @param diff what differs, as {@link dev.licet.core.display.TextDiff} writes it; empty where that is not text, or nothing
 * @param objection why it is protected, or denied; empty where nothing stands against it
 * @param stays whether it stays as it is, whatever a person answers
 */
public record PreviewedFile(FileChange change, String detail, String diff, String objection, boolean stays) {
    /** Its form in documents. */
    JsonObject form() {
        JsonObject form = JsonObject.empty()
                .with("kind", change.kind().text())
                .with("path", change.path())
                .with("detail", detail)
                .with("diff", diff);
        form = objection.isEmpty() ? form : form.with("objection", objection);
        return stays ? form.with("stays", true) : form;
    }

    /** What {@link #form} wrote. */
    static PreviewedFile of(JsonObject form) {
        return new PreviewedFile(
                FileChange.of(form),
                form.text("detail").orElse(""),
                form.text("diff").orElse(""),
                form.text("objection").orElse(""),
                form.isTrue("stays"));
    }
}
