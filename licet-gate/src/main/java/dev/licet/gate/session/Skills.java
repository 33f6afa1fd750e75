package dev.licet.gate.session;

import dev.licet.core.audit.AuditStep;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.TurnId;
import dev.licet.core.decide.Decision;
import dev.licet.core.grant.Grant;
import dev.licet.core.grant.GrantId;
import dev.licet.core.grant.Lifetime;
import dev.licet.core.json.CanonicalJson;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.Sha256;
import dev.licet.core.propose.GrantKind;
import dev.licet.core.rule.RuleText;
import dev.licet.core.session.Session;
import dev.licet.gate.audit.AuditForms;
import dev.licet.gate.call.Execution;
import dev.licet.gate.call.Outcome;
import dev.licet.gate.call.Submission;
import dev.licet.gate.data.RandomIds;
import dev.licet.gate.judge.CallJudge;
import dev.licet.gate.path.Calls;
import dev.licet.gate.store.AuditSubject;
import dev.licet.gate.store.Store;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What skills bring: rules that are granted for one turn, once a person has approved that version of the skill. They turn
 * asks into allows like any grant, never a deny or a protection into anything. Thread-safe.
 */
public final class Skills {
    /** Most rules that one skill may bring. */
    public static final int MAX_RULES = 200;

    private final Store store;
    private final CallJudge judge;
    private final Calls calls;
    private final RandomIds ids = new RandomIds();

    public Skills(Store store, CallJudge judge, Calls calls) {
        this.store = store;
        this.judge = judge;
        this.calls = calls;
    }

    /**
     * A skill that is to be used.
     *
     * @param name what it is called
     * @param version SHA-256 of its text, 64 hexadecimal digits
     * @param rules what it wants to be allowed
     * @param turn for which turn
     */
    public record Skill(String name, String version, List<RuleText> rules, TurnId turn) {
        public Skill {
            rules = List.copyOf(rules);
            if (name.isEmpty() || name.length() > 256 || name.chars().anyMatch(Character::isISOControl)) {
                throw new IllegalArgumentException("the name of a skill has 1 to 256 visible characters");
            }
            if (!Sha256.isHex(version)) {
                throw new IllegalArgumentException("the version of a skill is the SHA-256 of its text, in hexadecimal");
            }
            if (rules.size() > MAX_RULES) {
                throw new IllegalArgumentException("a skill brings at most " + MAX_RULES + " rules");
            }
        }
    }

    /**
     * Uses {@code skill} in the session, folder and subagent of {@code caller}: a person is asked once for each version.
     * When it is allowed, its rules hold until the turn ends.
     *
     * @param caller where it is used; its tool and arguments do not matter
     */
    public Outcome use(Skill skill, ToolCall caller, Duration wait) throws InterruptedException {
        ToolCall call = call(skill, caller);
        String version = version(call);
        boolean known = store.read(queries -> queries.isApprovedSkill(call.worker(), skill.name(), version));
        var submission = new Submission(call, wait, Execution.ADVISORY);
        Outcome outcome = known ? calls.submitApproved(submission) : calls.submit(submission);
        // What rules or grants let through may be used, but brings nothing that no person has seen.
        if (outcome instanceof Outcome.Allowed allowed && (known || allowed.decision() instanceof Decision.Ask)) {
            grant(skill, allowed.call());
        }
        return outcome;
    }

    /** The call that a person is asked about: it shows everything that the skill brings. */
    private static ToolCall call(Skill skill, ToolCall caller) {
        JsonObject arguments = JsonObject.empty()
                .with("name", skill.name())
                .with("version", skill.version())
                .with(
                        "allows",
                        JsonArray.of(skill.rules().stream()
                                .map(rule -> JsonObject.empty()
                                        .with("tool", rule.tool())
                                        .with("pattern", rule.pattern()))
                                .toList()));
        return new ToolCall(
                caller.id(),
                "skill",
                arguments,
                caller.session(),
                caller.worker(),
                caller.directory(),
                caller.environment(),
                caller.context().withTurn(skill.turn()));
    }

    /** What was approved: the skill's text and what it brings. The one without the other would be another skill. */
    private static String version(ToolCall call) {
        return Sha256.hex(CanonicalJson.of(call.arguments()));
    }

    /** The rules that {@code call} lists, as a person left them. */
    private static List<RuleText> rules(ToolCall call) {
        return call.arguments().elements("allows").stream()
                .filter(JsonObject.class::isInstance)
                .map(JsonObject.class::cast)
                .filter(rule ->
                        rule.text("tool").isPresent() && rule.text("pattern").isPresent())
                .map(rule -> new RuleText(
                        rule.text("tool").orElseThrow(), rule.text("pattern").orElseThrow()))
                .limit(MAX_RULES)
                .toList();
    }

    private void grant(Skill skill, ToolCall call) {
        var grant = new Grant(
                new GrantId(ids.text()),
                GrantKind.EXACT,
                rules(call),
                Optional.empty(),
                new Grant.Scope(call.worker(), call.session(), call.context().agent()),
                new Lifetime.Turn(skill.turn()),
                judge.now(),
                new Grant.Giver("skill " + skill.name(), "skill"));
        store.change(change -> {
            change.approveSkill(call.worker(), skill.name(), version(call));
            Session session = change.queries().session(call.worker(), call.session());
            boolean over = !session.turn().equals(Optional.of(skill.turn()))
                    && (session.turn().isPresent() || session.endedTurn().equals(Optional.of(skill.turn())));
            if (!grant.rules().isEmpty() && !over) {
                change.audit(AuditStep.GRANTED, judge.now(), AuditSubject.of(call), AuditForms.granted(grant));
                change.add(grant);
            }
        });
        judge.sessions().changed(call.worker(), call.session());
    }
}
