package dev.licet.gate;

import dev.licet.core.audit.AuditStep;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.WorkerId;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.Sha256;
import dev.licet.core.policy.Almost;
import dev.licet.core.policy.Decision;
import dev.licet.core.policy.Finding;
import dev.licet.core.policy.Policy;
import dev.licet.core.policy.RuleText;
import dev.licet.gate.permissions.PermissionFile;
import dev.licet.gate.store.AuditSubject;
import java.nio.file.Files;
import java.util.List;

/** The rules of workers, to be read, edited and explained. Thread-safe; every method may block on the disk. */
public final class Rules {
    private final Parts parts;

    Rules(Parts parts) {
        this.parts = parts;
    }

    /**
     * A worker's file of rules.
     *
     * @param text its text
     * @param version what tells it from another text: its SHA-256
     */
    public record Source(String path, String text, String version) {}

    /** Whether {@code worker} has rules: it is the standard one, or has called before. */
    public boolean knows(WorkerId worker) {
        return worker.text().equals("local")
                || Files.exists(parts.files().worker(worker).path());
    }

    /** The file of rules of {@code worker}; written with the preset's first rules if there is none. */
    public Source source(WorkerId worker) {
        PermissionFile file = parts.files().worker(worker);
        // Reading the rules seeds a file that is not there.
        parts.files().policy(worker, "");
        String text = file.text();
        return new Source(file.path().toString(), text, Sha256.hex(text));
    }

    /** What becomes of an edit. */
    public sealed interface Edited {
        record Saved(Source source) implements Edited {}

        /** Somebody else has changed the file since it was read. */
        record Changed(Source source) implements Edited {}

        /** The text cannot be read as rules, and nothing was changed. */
        record Invalid(String why) implements Edited {}
    }

    /**
     * Replaces the rules of {@code worker} by {@code text}, if they still are of {@code version}.
     *
     * @param actor who does so, for the audit
     * @throws GateException when the file cannot be written
     */
    public Edited edit(WorkerId worker, String text, String version, String actor) {
        Source before = source(worker);
        if (!before.version().equals(version)) {
            return new Edited.Changed(before);
        }
        PermissionFile file = parts.files().worker(worker);
        var invalid = file.invalid(text);
        if (invalid.isPresent()) {
            return new Edited.Invalid(invalid.get());
        }
        // INVARIANT (audit): what happens is on record before it has an effect.
        parts.store()
                .change(change -> change.audit(
                        AuditStep.RULES,
                        parts.clock().instant(),
                        new AuditSubject(worker.text(), "", ""),
                        JsonObject.empty()
                                .with("by", actor)
                                .with("before", before.version())
                                .with("after", Sha256.hex(text))));
        return file.replace(before.text(), text)
                ? new Edited.Saved(source(worker))
                : new Edited.Changed(source(worker));
    }

    /**
     * Why a call is decided as it is.
     *
     * @param almost for each finding of the decision, in its order, the rules that almost matched
     * @param enough the rules that would allow it; none when it is not asked, or no rule can
     */
    public record Explanation(Decision decision, Policy policy, List<List<Almost>> almost, List<RuleText> enough) {}

    /** Explains the decision on {@code call} as things are now, without a trace. */
    public Explanation explain(ToolCall call) {
        Judgement judged = parts.memory().judge(call);
        List<List<Almost>> almost = judged.decision().findings().stream()
                .map((Finding finding) -> Almost.of(finding, call, judged.policy()))
                .toList();
        List<RuleText> enough =
                judged.decision() instanceof Decision.Ask ? parts.memory().always(call, judged) : List.of();
        return new Explanation(judged.decision(), judged.policy(), almost, enough);
    }
}
