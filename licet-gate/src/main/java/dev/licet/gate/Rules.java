package dev.licet.gate;

import dev.licet.core.audit.AuditStep;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.WorkerId;
import dev.licet.core.decide.Decision;
import dev.licet.core.decide.Finding;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.Sha256;
import dev.licet.core.lint.Lint;
import dev.licet.core.lint.LintFinding;
import dev.licet.core.lint.NearMiss;
import dev.licet.core.rule.Diagnostic;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.Rule;
import dev.licet.core.rule.RuleText;
import dev.licet.gate.call.Judgement;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.data.GateException;
import dev.licet.gate.grant.Proposals;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.judge.CallJudge;
import dev.licet.gate.permissions.PermissionFile;
import dev.licet.gate.permissions.PolicyFiles;
import dev.licet.gate.permissions.PolicyTests;
import dev.licet.gate.permissions.RuleFile;
import dev.licet.gate.review.CallHistory;
import dev.licet.gate.review.Replay;
import dev.licet.gate.store.AuditSubject;
import dev.licet.gate.store.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/** The rules of workers, to be read, edited and explained. Thread-safe; every method may block on the disk. */
public final class Rules {
    private static final String FILE = "permissions.jsonc";

    private final Store store;
    private final Proposals proposals;
    private final CallJudge judge;
    private final PolicyFiles files;
    private final ReentrantLock testing = new ReentrantLock();

    Rules(Store store, Proposals proposals) {
        this.store = store;
        this.proposals = proposals;
        this.judge = proposals.judge();
        this.files = judge.files();
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
        return worker.equals(WorkerId.STANDARD) || files.has(worker);
    }

    /** The file of rules of {@code worker}. */
    public Source source(WorkerId worker) {
        PermissionFile file = files.worker(worker);
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
        PermissionFile file = files.worker(worker);
        var invalid = file.invalid(text);
        if (invalid.isPresent()) {
            return new Edited.Invalid(invalid.get());
        }
        // INVARIANT (audit): what happens is on record before it has an effect.
        store.change(change -> change.audit(
                AuditStep.RULES,
                judge.now(),
                new AuditSubject(worker.text(), "", ""),
                JsonObject.empty()
                        .with("by", actor)
                        .with("before", before.version())
                        .with("after", Sha256.hex(text))));
        boolean saved = file.replace(before.text(), text);
        judge.rulesSaved();
        return saved ? new Edited.Saved(source(worker)) : new Edited.Changed(source(worker));
    }

    /**
     * Why a call is decided as it is.
     *
     * @param almost for each finding of the decision, in its order, the rules that almost matched
     * @param enough the rules that would allow it; none when it is not asked, or no rule can
     */
    public record Explanation(Decision decision, Policy policy, List<List<NearMiss>> almost, List<RuleText> enough) {}

    /** Explains the decision on {@code call} as things are now, without a trace. */
    public Explanation explain(ToolCall call) {
        return explain(call, judge.moment(), proposals::always);
    }

    /**
     * The same as it would be if the file of the call's worker had {@code text}.
     *
     * @throws IllegalArgumentException when {@code text} cannot be read as rules
     */
    public Explanation explain(ToolCall call, String text) {
        return explain(call, judge.momentWith(call.worker(), text), proposals::enough);
    }

    private static Explanation explain(
            ToolCall call, CallJudge.Moment moment, BiFunction<ToolCall, Judgement, List<RuleText>> enough) {
        Judgement judged = moment.judge(call);
        List<List<NearMiss>> almost = judged.decision().findings().stream()
                .map((Finding finding) -> NearMiss.of(finding, call, judged.policy()))
                .toList();
        return new Explanation(judged.decision(), judged.policy(), almost, enough.apply(call, judged));
    }

    /**
     * What a text would be as the rules of {@code worker}.
     *
     * @param rules how many rules it has
     * @param problems what is wrong with it, so that it could not be saved
     * @param odd rules that do not do what they seem to do
     */
    public record Checked(int rules, List<Diagnostic> problems, List<LintFinding> odd) {}

    /** Looks at {@code text} as the rules of {@code worker}, without saving it. */
    public Checked check(WorkerId worker, String text) {
        try {
            Policy policy = files.worker(worker).read(text, "");
            return new Checked(
                    policy.rules().size(), policy.problems(), Lint.of(policy, Thread.currentThread()::isInterrupted));
        } catch (InvalidJson e) {
            var problem = new Diagnostic(FILE, e.line(), e.column(), e.problem(), "");
            return new Checked(0, List.of(problem), List.of());
        }
    }

    /** The calls of the last {@code period} of which {@code mine} holds for what the audit says of them. */
    public CallHistory past(Duration period, Predicate<JsonObject> mine) {
        return CallHistory.read(store, judge.now().minus(period), mine);
    }

    /**
     * What would change for the calls of {@code past} if the file of {@code worker} had {@code text}.
     *
     * @throws IllegalArgumentException when {@code text} cannot be read as rules
     */
    public Replay replay(WorkerId worker, String text, CallHistory past) {
        files.worker(worker).parsed(text, "");
        CallJudge.Moment before = judge.moment();
        CallJudge.Moment after = judge.momentWith(worker, text);
        return Replay.of(
                past,
                call -> before.judge(call).decision(),
                call -> after.judge(call).decision());
    }

    /** The smallest rules that would allow {@code call} now; none when it is not asked, or no rule can. */
    public List<RuleText> enough(ToolCall call) {
        return proposals.always(call, judge.judge(call));
    }

    /** The file of policy tests beside the rules of {@code worker}; an empty text if there is none. */
    public Source tests(WorkerId worker) {
        Path path = testsPath(worker);
        try {
            String text = Files.exists(path) ? Files.readString(path) : "";
            return new Source(path.toString(), text, Sha256.hex(text));
        } catch (IOException e) {
            throw new GateException("cannot read `" + path + "`: " + e.getMessage(), e);
        }
    }

    private Path testsPath(WorkerId worker) {
        return files.worker(worker).path().resolveSibling("tests.yaml");
    }

    /**
     * Replaces the tests of {@code worker} by {@code text}, if they still are of {@code version}.
     *
     * @throws GateException when the file cannot be written
     */
    public Edited editTests(WorkerId worker, String text, String version) {
        testing.lock();
        try {
            Source before = tests(worker);
            if (!before.version().equals(version)) {
                return new Edited.Changed(before);
            }
            try {
                PolicyTests.parse(text, "tests.yaml");
                DataDirectory.replace(testsPath(worker), text);
                return new Edited.Saved(tests(worker));
            } catch (InvalidJson e) {
                return new Edited.Invalid(String.valueOf(e.getMessage()));
            } catch (IOException e) {
                throw new GateException("cannot write `" + testsPath(worker) + "`: " + e.getMessage(), e);
            }
        } finally {
            testing.unlock();
        }
    }

    /**
     * What comes of policy tests.
     *
     * @param untested the rules that decided nothing in them
     */
    public record Tested(List<PolicyTests.Result> results, List<Rule> untested) {}

    /**
     * Runs {@code tests} on {@code rules} as the text of the file of {@code worker}.
     *
     * @throws InvalidJson when one of the two cannot be read
     */
    public Tested test(WorkerId worker, String rules, String tests) throws InvalidJson {
        PolicyTests parsed = PolicyTests.parse(tests, "tests.yaml");
        String name = String.valueOf(files.worker(worker).path().getFileName());
        Policy policy = RuleFile.parse(rules, name, parsed.home(), parsed.directory());
        List<PolicyTests.Result> results = parsed.run(policy);
        return new Tested(results, PolicyTests.unused(policy, results));
    }
}
