package dev.licet.gate.judge;

import dev.licet.core.call.CallContext;
import dev.licet.core.call.CallDigest;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.TurnId;
import dev.licet.core.call.WorkerId;
import dev.licet.core.contain.Bounds;
import dev.licet.core.contain.FileChange;
import dev.licet.core.contain.PreviewTerms;
import dev.licet.core.contain.RefusedChange;
import dev.licet.core.decide.Decision;
import dev.licet.core.decide.FolderRules;
import dev.licet.core.decide.Judge;
import dev.licet.core.display.Sentences;
import dev.licet.core.grant.Grant;
import dev.licet.core.path.JudgeContext;
import dev.licet.core.preset.Preset;
import dev.licet.core.propose.Proposal;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.AskPolicy;
import dev.licet.core.rule.Layer;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.RuleText;
import dev.licet.core.session.Session;
import dev.licet.core.session.SessionPolicy;
import dev.licet.gate.call.Judgement;
import dev.licet.gate.call.Recent;
import dev.licet.gate.call.Submission;
import dev.licet.gate.permissions.PermissionFile;
import dev.licet.gate.permissions.PolicyFiles;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Judges calls by the files of rules, their session and its grants. Thread-safe; it may read files. */
public final class CallJudge {
    private static final int MAX_OUTGROWN = 1_000;
    private static final Duration OUTGROWN_FOR = Duration.ofHours(1);

    private final Judge judge = Judge.standard();
    private final PolicyFiles files;
    private final SessionCache sessions;
    private final Function<ToolCall, JudgeContext> contexts;
    private final InstantSource clock;
    private final AtomicLong saves = new AtomicLong();

    /** Calls that could not do their work within bounds. */
    private final Recent<CallDigest, Boolean> outgrown = new Recent<>(MAX_OUTGROWN, OUTGROWN_FOR);

    public CallJudge(
            PolicyFiles files, SessionCache sessions, Function<ToolCall, JudgeContext> contexts, InstantSource clock) {
        this.files = files;
        this.sessions = sessions;
        this.contexts = contexts;
        this.clock = clock;
    }

    /** The current time, by the gate's clock. */
    public Instant now() {
        return clock.instant();
    }

    /** Since when answers are kept that nobody has taken. */
    public Instant keptSince() {
        return now().minus(files.kept().orElse(Submission.COLLECT_WITHIN));
    }

    /** The preset that holds now. */
    public Preset preset() {
        return files.preset();
    }

    /** The files of rules. */
    public PolicyFiles files() {
        return files;
    }

    /** What is known of sessions. */
    public SessionCache sessions() {
        return sessions;
    }

    /** The session of {@code call} as it is now. */
    public Session session(ToolCall call) {
        return sessions.of(call.worker(), call.session()).session().after(new Session.Event.Tick(now()));
    }

    /** Call it once rules have been saved to a file: what was judged before is not current any more. */
    public void rulesSaved() {
        saves.incrementAndGet();
    }

    /** Whether no rules have been saved since {@code judged} was decided. */
    public boolean isCurrent(Judgement judged) {
        return judged.basis().saves() == saves.get();
    }

    /** The folder that the session of {@code call} works in: what a call says of it counts for the first one only. */
    private String workspace(ToolCall call) {
        String pinned = sessions.of(call.worker(), call.session()).session().workspace();
        return pinned.isEmpty() ? call.directory() : pinned;
    }

    /** From where {@code call} is looked at: its directory, and the workspace of its session. */
    public JudgeContext context(ToolCall call) {
        return contexts.apply(call).within(workspace(call));
    }

    /** The decision on {@code call} by {@code policy} alone. */
    public Decision decide(ToolCall call, Policy policy) {
        return judge.decide(call, policy, context(call));
    }

    /** Whether {@code call} is allowed once {@code rules} are granted beside those that it was judged by. */
    public boolean allowsGranted(ToolCall call, Judgement judged, List<RuleText> rules) {
        return decide(call, judged.policy().granting(Layer.allowing(rules))) instanceof Decision.Allow;
    }

    /** The decision on {@code call} by files, its session and grants. */
    public Judgement judge(ToolCall call) {
        return judge(call, moment());
    }

    /** The same as if its session were not paused: what an answer leaves behind holds when the pause is over. */
    public Judgement judgeUnpaused(ToolCall call) {
        SessionCache.Known known = sessions.of(call.worker(), call.session());
        return judge(call, moment(), known, unpaused(call));
    }

    /** The session of {@code call} as it is once it may go on. */
    public Session unpaused(ToolCall call) {
        return session(call).after(new Session.Event.Resumed());
    }

    /** What the calls of a session are judged by, apart from the calls: the same as long as their decisions are. */
    public record Basis(String rules, Session session, List<Grant> grants) {}

    /** What the calls of {@code session} are judged by now. */
    public Basis basis(WorkerId worker, SessionId session) {
        SessionCache.Known known = sessions.of(worker, session);
        PolicyFiles.Known rules =
                files.known(worker, known.session().workspace()).at(now());
        return new Basis(
                rules.preset().name() + " " + rules.policy().version(),
                known.session().after(new Session.Event.Tick(now())),
                known.grants());
    }

    /** The rules as they are at one moment, so that they are read once for many calls. Thread-safe. */
    public final class Moment {
        private final Instant now;
        private final BiFunction<WorkerId, String, PolicyFiles.Known> read;
        private final Map<Reader, PolicyFiles.Known> rules = new ConcurrentHashMap<>(1);
        private final long saved = saves.get();

        private record Reader(WorkerId worker, String workspace) {}

        private Moment(Instant now, BiFunction<WorkerId, String, PolicyFiles.Known> read) {
            this.now = now;
            this.read = read;
        }

        private PolicyFiles.Known rules(ToolCall call) {
            return rules.computeIfAbsent(
                    new Reader(call.worker(), workspace(call)),
                    reader -> read.apply(reader.worker(), reader.workspace()).at(now));
        }

        /** The decision on {@code call}. */
        public Judgement judge(ToolCall call) {
            return CallJudge.this.judge(call, this);
        }
    }

    /** The rules as they are now. */
    public Moment moment() {
        return new Moment(now(), files::known);
    }

    /** The rules as they would be now if the file of {@code changed} had {@code text}, which can be read as rules. */
    public Moment momentWith(WorkerId changed, String text) {
        PermissionFile file = files.worker(changed);
        return new Moment(
                now(),
                (worker, workspace) -> worker.equals(changed)
                        ? new PolicyFiles.Known(
                                files.of(changed, file.parsed(text, workspace), workspace), files.preset())
                        : files.known(worker, workspace));
    }

    private Judgement judge(ToolCall call, Moment moment) {
        SessionCache.Known known = sessions.of(call.worker(), call.session());
        return judge(call, moment, known, known.session().after(new Session.Event.Tick(moment.now)));
    }

    private Judgement judge(ToolCall call, Moment moment, SessionCache.Known known, Session session) {
        Ruling ruling = ruling(call, moment, session, known);
        boolean byFullAccess = ruling.decision() instanceof Decision.Allow
                && session.fullAccess().isPresent()
                && !(ruling(call, moment, without(session), known).decision() instanceof Decision.Allow);
        var basis = new Judgement.Basis(session, known.grants(), moment.saved);
        return new Judgement(ruling.decision(), ruling.policy(), basis, ruling.used(), byFullAccess, ruling.bounds());
    }

    /** A decision, the rules without grants, and the grants that made an allow of it. */
    private record Ruling(Decision decision, Policy policy, List<Grant> used, Optional<Bounds> bounds) {
        Ruling(Decision decision, Policy policy, List<Grant> used) {
            this(decision, policy, used, Optional.empty());
        }
    }

    private Ruling ruling(ToolCall call, Moment moment, Session session, SessionCache.Known known) {
        CallContext context = inTurn(call.context(), session);
        PolicyFiles.Known rules = moment.rules(call);
        Policy policy = SessionPolicy.of(session, rules.policy(), rules.preset(), context);
        JudgeContext around = context(call);
        Ruling ruled = byFiles(call, policy, around);
        Decision byFiles = ruled.decision();
        if (byFiles instanceof Decision.Allow || byFiles instanceof Decision.Deny) {
            // INVARIANT (grant): a grant turns an ask into an allow, never a deny into anything.
            return ruled;
        }
        Set<String> approvers =
                byFiles.askPolicy(policy.settings()).map(AskPolicy::approvers).orElse(Set.of());
        List<Grant> holding = known.grants().stream()
                .filter(grant -> grant.holds(context, moment.now))
                // Who may not answer for a call may not grant it on the way of another one either.
                .filter(grant ->
                        approvers.isEmpty() || approvers.contains(grant.giver().principal()))
                .toList();
        Optional<Grant> forCall = forCall(call, byFiles, holding);
        if (forCall.isPresent()) {
            return new Ruling(new Decision.Allow(byFiles.findings()), policy, List.of(forCall.get()));
        }
        boolean all = holding.size() == known.grants().size();
        Layer layer = all ? known.layer() : SessionCache.Known.layer(holding);
        if (layer.rules().isEmpty()) {
            return ruled;
        }
        Decision byGrants = judge.decide(call, policy.granting(layer), around);
        return byGrants instanceof Decision.Allow ? new Ruling(byGrants, policy, restsOn(byGrants, holding)) : ruled;
    }

    /** What files and the session say; what is to run within bounds is asked where there are none for it. */
    private Ruling byFiles(ToolCall call, Policy policy, JudgeContext around) {
        ToolCall judged = hasOutgrownBounds(call) ? call.in(call.context().uncontained()) : call;
        Decision decision = judge.decide(judged, policy, around);
        if (!(decision instanceof Decision.Contain)) {
            return new Ruling(decision, policy, List.of());
        }
        Optional<Bounds> bounds = judge.bounds(call, policy, around);
        return bounds.isPresent()
                ? new Ruling(decision, policy, List.of(), bounds)
                : new Ruling(judge.decide(call.in(call.context().uncontained()), policy, around), policy, List.of());
    }

    private boolean hasOutgrownBounds(ToolCall call) {
        return call.context().containable()
                && outgrown.get(call.digest(), now()).isPresent();
    }

    /** Notes that {@code call} could not do its work within bounds: for a while it is asked instead. */
    public void outgrew(CallDigest call) {
        outgrown.add(call, true, now());
    }

    /** Whether {@code call}, which is asked, may be run for a preview before it is answered. */
    public PreviewTerms preview(ToolCall call) {
        return previewObstacle(call)
                .<PreviewTerms>map(PreviewTerms.Not::new)
                .orElseGet(() -> bounds(call)
                        .<PreviewTerms>map(PreviewTerms.Within::new)
                        .orElseGet(() -> new PreviewTerms.Not("there are no bounds in which it could work")));
    }

    /** Why {@code call} is not to be run for a preview; empty if it may, in bounds. */
    public Optional<String> previewObstacle(ToolCall call) {
        if (!preset().previews()) {
            return Optional.of("the preset `" + preset().name() + "` asks without one");
        }
        return hasOutgrownBounds(call)
                ? Optional.of("it could not do its work within its bounds")
                : judge.previewObstacle(call, judge(call).decision());
    }

    /** The bounds for {@code call}; empty where there are none in which it could work. */
    public Optional<Bounds> bounds(ToolCall call) {
        return judge.bounds(call, policy(call), context(call));
    }

    private Policy policy(ToolCall call) {
        Session session = session(call);
        PolicyFiles.Known rules = moment().rules(call);
        return SessionPolicy.of(session, rules.policy(), rules.preset(), inTurn(call.context(), session));
    }

    /** Which of {@code changes}, made by {@code call} within its bounds, may not be put in place, and why. */
    public List<RefusedChange> refused(ToolCall call, List<FileChange> changes) {
        return judge.refused(call, changes, policy(call), context(call)).entrySet().stream()
                .map(each -> new RefusedChange(
                        each.getKey().path(),
                        Sentences.because(each.getValue()),
                        each.getValue().action() == Action.ASK))
                .toList();
    }

    private static Session without(Session session) {
        return session.after(new Session.Event.FullAccessEnded());
    }

    /** A call that names no turn belongs to the one that runs; one that names another belongs to none that counts. */
    public static CallContext inTurn(CallContext context, Session session) {
        Optional<TurnId> named = context.turn();
        Optional<TurnId> runs = session.turn();
        boolean over =
                named.isPresent() && (runs.isPresent() ? !named.equals(runs) : named.equals(session.endedTurn()));
        if (!over && (named.isPresent() || runs.isEmpty())) {
            return context;
        }
        return new CallContext(
                context.agent(),
                over ? Optional.empty() : named.or(() -> runs),
                context.batch(),
                context.origin(),
                context.requester(),
                context.words(),
                context.shells(),
                context.source(),
                context.containable());
    }

    /** The grant for this very call or line; only what rules ask about can be granted so. */
    private static Optional<Grant> forCall(ToolCall call, Decision asked, List<Grant> grants) {
        if (grants.stream().allMatch(grant -> grant.call().isEmpty()) || !Proposal.isAskedByRules(asked)) {
            return Optional.empty();
        }
        return grants.stream().filter(grant -> grant.names(call)).findFirst();
    }

    /** The grants whose rules decided; one that opens a folder decides where a command works. */
    private static List<Grant> restsOn(Decision decision, List<Grant> grants) {
        Set<String> origins = decision.findings().stream()
                .flatMap(finding -> finding.cause().decidedBy().stream())
                .map(rule -> rule.origin().file())
                .collect(Collectors.toSet());
        return grants.stream()
                .filter(grant -> origins.contains(grant.origin())
                        || grant.rules().stream().anyMatch(rule -> rule.tool().equals(FolderRules.TOOL)))
                .toList();
    }

    /** The decision on {@code call} as things are now. */
    public Decision decide(ToolCall call) {
        return judge(call).decision();
    }
}
