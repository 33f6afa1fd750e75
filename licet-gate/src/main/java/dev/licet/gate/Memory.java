package dev.licet.gate;

import dev.licet.core.approval.Answer;
import dev.licet.core.approval.Approval;
import dev.licet.core.call.CallContext;
import dev.licet.core.call.CallDigest;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.TurnId;
import dev.licet.core.call.WorkerId;
import dev.licet.core.decide.Cause;
import dev.licet.core.decide.Decision;
import dev.licet.core.decide.Judge;
import dev.licet.core.grant.Grant;
import dev.licet.core.grant.GrantId;
import dev.licet.core.grant.Lifetime;
import dev.licet.core.path.JudgeContext;
import dev.licet.core.propose.Choice;
import dev.licet.core.propose.GrantKind;
import dev.licet.core.propose.Proposal;
import dev.licet.core.rule.AskPolicy;
import dev.licet.core.rule.Layer;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.RuleText;
import dev.licet.core.session.Session;
import dev.licet.core.session.SessionPolicy;
import dev.licet.gate.permissions.PermissionFile;
import dev.licet.gate.permissions.PolicyFiles;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Judges calls by files, sessions and grants, and knows what approving a call may leave behind. Thread-safe. */
final class Memory {
    private final Judge judge = Judge.standard();
    private final PolicyFiles files;
    private final SessionCache sessions;
    private final Function<ToolCall, JudgeContext> surroundings;
    private final InstantSource clock;
    private final RandomIds ids = new RandomIds();

    Memory(
            PolicyFiles files,
            SessionCache sessions,
            Function<ToolCall, JudgeContext> surroundings,
            InstantSource clock) {
        this.files = files;
        this.sessions = sessions;
        this.surroundings = surroundings;
        this.clock = clock;
    }

    /** The folder that the session of {@code call} works in: what a call says of it counts for the first one only. */
    private String workspace(ToolCall call) {
        String pinned = sessions.of(call.worker(), call.session()).session().workspace();
        return pinned.isEmpty() ? call.directory() : pinned;
    }

    private JudgeContext around(ToolCall call) {
        return surroundings.apply(call).within(workspace(call));
    }

    /** The decision on {@code call} by files, its session and grants. */
    Judgement judge(ToolCall call) {
        return judge(call, moment());
    }

    /** The rules as they are at one moment, so that they are read once for many calls. Thread-safe. */
    final class Moment {
        private final Instant now;
        private final BiFunction<WorkerId, String, PolicyFiles.Known> read;
        private final Map<Place, PolicyFiles.Known> rules = new ConcurrentHashMap<>();

        private record Place(WorkerId worker, String directory) {}

        private Moment(Instant now, BiFunction<WorkerId, String, PolicyFiles.Known> read) {
            this.now = now;
            this.read = read;
        }

        private PolicyFiles.Known rules(ToolCall call) {
            return rules.computeIfAbsent(
                    new Place(call.worker(), workspace(call)),
                    place -> read.apply(place.worker(), place.directory()).at(now));
        }

        /** The decision on {@code call}. */
        Judgement judge(ToolCall call) {
            return Memory.this.judge(call, this);
        }
    }

    /** The rules as they are now. */
    Moment moment() {
        return new Moment(clock.instant(), files::known);
    }

    /** The rules as they would be now if the file of {@code changed} had {@code text}, which can be read as rules. */
    Moment momentWith(WorkerId changed, String text) {
        PermissionFile file = files.worker(changed);
        return new Moment(
                clock.instant(),
                (worker, directory) -> worker.equals(changed)
                        ? new PolicyFiles.Known(files.around(file.parsed(text, directory), directory), files.preset())
                        : files.known(worker, directory));
    }

    private Judgement judge(ToolCall call, Moment moment) {
        SessionCache.Known known = sessions.of(call.worker(), call.session());
        Session session = known.session().after(new Session.Event.Tick(moment.now));
        Judgement judged = judge(call, moment, session, known);
        boolean byFullAccess = judged.decision() instanceof Decision.Allow
                && session.fullAccess().isPresent()
                && !(judge(call, moment, without(session), known).decision() instanceof Decision.Allow);
        return new Judgement(judged.decision(), judged.policy(), session, judged.grants(), byFullAccess);
    }

    private Judgement judge(ToolCall call, Moment moment, Session session, SessionCache.Known known) {
        CallContext context = context(call, session);
        JudgeContext around = around(call);
        PolicyFiles.Known rules = moment.rules(call);
        Policy policy = SessionPolicy.of(session, rules.policy(), rules.preset(), context);
        Decision byFiles = judge.decide(call, policy, around);
        if (!(byFiles instanceof Decision.Ask)) {
            // INVARIANT (grant): a grant turns an ask into an allow, never a deny into anything.
            return new Judgement(byFiles, policy, session, List.of(), false);
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
            return new Judgement(
                    new Decision.Allow(byFiles.findings()), policy, session, List.of(forCall.get()), false);
        }
        boolean all = holding.size() == known.grants().size();
        Layer layer = all ? known.layer() : SessionCache.Known.layer(holding);
        if (layer.rules().isEmpty()) {
            return new Judgement(byFiles, policy, session, List.of(), false);
        }
        Decision byGrants = judge.decide(call, policy.granting(layer), around);
        return byGrants instanceof Decision.Allow
                ? new Judgement(byGrants, policy, session, restsOn(byGrants, holding), false)
                : new Judgement(byFiles, policy, session, List.of(), false);
    }

    private static Session without(Session session) {
        return session.after(new Session.Event.FullAccessEnded());
    }

    /** A call that names no turn belongs to the one that runs; one that names another belongs to none that counts. */
    private static CallContext context(ToolCall call, Session session) {
        CallContext context = call.context();
        Optional<TurnId> named = context.turn();
        Optional<TurnId> runs = session.turn();
        boolean over =
                named.isPresent() && (runs.isPresent() ? !named.equals(runs) : named.equals(session.endedTurn()));
        return new CallContext(
                context.agent(),
                over ? Optional.empty() : named.or(() -> runs),
                context.batch(),
                context.origin(),
                context.requester(),
                context.words(),
                context.shells());
    }

    /** The grant for this very call; only what rules ask about can be granted so. */
    private static Optional<Grant> forCall(ToolCall call, Decision asked, List<Grant> grants) {
        if (grants.stream().allMatch(grant -> grant.call().isEmpty()) || !Proposal.isAskedByRules(asked)) {
            return Optional.empty();
        }
        Optional<CallDigest> digest = Optional.of(call.digest());
        return grants.stream().filter(grant -> grant.call().equals(digest)).findFirst();
    }

    private static List<Grant> restsOn(Decision decision, List<Grant> grants) {
        Set<String> origins = decision.findings().stream()
                .flatMap(finding -> finding.cause() instanceof Cause.ByRule byRule
                        ? Stream.of(byRule.rule().origin().file())
                        : Stream.empty())
                .collect(Collectors.toSet());
        return grants.stream().filter(grant -> origins.contains(grant.origin())).toList();
    }

    Decision decide(ToolCall call) {
        return judge(call).decision();
    }

    /** The rules that "always" would save, if saving them really allows the call: of the preset's kind, else to the letter. */
    List<RuleText> always(ToolCall call, Judgement judged) {
        return smallest(
                call, judged, rules -> isSaved(call) ? allowsSaved(call, rules) : allowsGranted(call, judged, rules));
    }

    /** The smallest rules that would allow {@code call} beside those it was judged by, wherever they stand. */
    List<RuleText> enough(ToolCall call, Judgement judged) {
        return smallest(call, judged, rules -> allowsGranted(call, judged, rules));
    }

    private List<RuleText> smallest(ToolCall call, Judgement judged, Predicate<List<RuleText>> allows) {
        if (!(judged.decision() instanceof Decision.Ask)) {
            return List.of();
        }
        JudgeContext around = around(call);
        // What is wider than the default is for a person to choose.
        for (GrantKind kind : List.of(files.preset().grants().getFirst(), GrantKind.EXACT)) {
            List<RuleText> rules = Proposal.of(kind, call, judged.decision(), judged.policy(), around);
            if (!rules.isEmpty() && allows.test(rules)) {
                return rules;
            }
        }
        return List.of();
    }

    /** Whether "always" goes to the worker's file under the present preset; what a subagent is granted stays in it. */
    private boolean isSaved(ToolCall call) {
        return files.preset().lifetime() instanceof Lifetime.Worker
                && call.context().agent().isEmpty();
    }

    private boolean allowsGranted(ToolCall call, Judgement judged, List<RuleText> rules) {
        return judge.decide(call, judged.policy().granting(Layer.allowing(rules)), around(call))
                instanceof Decision.Allow;
    }

    /** What an answer leaves behind: rules, in the worker's file or as a grant of the session. */
    record Left(List<RuleText> rules, boolean inFile, Optional<Grant> grant) {}

    /**
     * What "always" leaves behind for {@code approval}: the rules that it shows, in the file or for the session as the
     * preset has it.
     *
     * @throws IllegalArgumentException when there are none, or they are no longer what the call needs
     */
    Left always(Approval approval, Answer answer) {
        ToolCall call = approval.call();
        List<RuleText> shown = approval.always();
        if (shown.isEmpty()) {
            throw new IllegalArgumentException("no rule can allow this call; approve it once");
        }
        Judgement now = judge(call);
        boolean same = always(call, now).equals(shown);
        boolean readable =
                files.worker(call.worker()).preview(shown, call.directory()).isPresent();
        if (!(now.decision() instanceof Decision.Ask) || (readable && !same)) {
            throw new IllegalArgumentException(
                    "the rules have changed since this was asked; look at it again, or approve once");
        }
        if (isSaved(call)) {
            return new Left(shown, true, Optional.empty());
        }
        Lifetime lifetime = files.preset().lifetime() instanceof Lifetime.Worker
                ? new Lifetime.Session()
                : files.preset().lifetime();
        var choice = new Choice(GrantKind.EXACT, shown, "");
        return new Left(shown, false, Optional.of(grant(approval, choice, lifetime, answer, Remember.Reach.AGENT)));
    }

    private Grant grant(Approval approval, Choice choice, Lifetime lifetime, Answer answer, Remember.Reach reach) {
        ToolCall call = approval.call();
        return new Grant(
                new GrantId(ids.text()),
                choice.kind(),
                choice.rules(),
                choice.kind() == GrantKind.CALL ? Optional.of(approval.digest()) : Optional.empty(),
                new Grant.Scope(
                        call.worker(),
                        call.session(),
                        reach == Remember.Reach.AGENT ? call.context().agent() : Optional.empty()),
                lifetime,
                clock.instant(),
                new Grant.Giver(answer.principal(), answer.channel()));
    }

    private boolean allowsSaved(ToolCall call, List<RuleText> rules) {
        Instant now = clock.instant();
        Session session = sessions.of(call.worker(), call.session()).session().after(new Session.Event.Tick(now));
        return files.worker(call.worker())
                .preview(rules, call.directory())
                .map(worker -> files.around(worker, call.directory()).at(now))
                .map(policy -> SessionPolicy.of(session, policy, files.preset(), call.context()))
                .map(policy -> judge.decide(call, policy, around(call)))
                .filter(Decision.Allow.class::isInstance)
                .isPresent();
    }

    /** What approving {@code approval} may leave behind: every choice really allows its call. */
    List<Offer> offers(Approval approval, List<Approval> history) {
        ToolCall call = approval.call();
        Judgement judged = judge(call);
        Policy policy = judged.policy();
        JudgeContext around = around(call);
        Decision decision = judge.decide(call, policy, around);
        if (!(decision instanceof Decision.Ask)) {
            return List.of();
        }
        var lately = new Lately(approval, history, each -> judge.decide(each, policy, around(each)));
        var offers = new ArrayList<Offer>();
        for (Choice choice : Proposal.choices(call, decision, policy, around)) {
            Function<ToolCall, Decision> wider = granting(policy, choice);
            boolean helps = choice.kind() == GrantKind.CALL || wider.apply(call) instanceof Decision.Allow;
            if (helps) {
                offers.add(new Offer(choice, lately.allowedBy(choice, wider), history.size()));
            }
        }
        return offers;
    }

    /**
     * What {@code wanted} leaves behind for {@code approval}.
     *
     * @throws IllegalArgumentException when that is not offered
     */
    Left remembered(Approval approval, Remember wanted, Answer answer) {
        Choice choice = switch (wanted.wanted()) {
            case Remember.Wanted.Offered offered -> offered(approval, offered.kind());
            case Remember.Wanted.Written written -> written(approval, written);
        };
        if (wanted.lifetime() instanceof Lifetime.Worker) {
            if (!allowsSaved(approval.call(), choice.rules())) {
                throw new IllegalArgumentException(
                        "a rule that stands behind it in the file would undo it; choose the session");
            }
            return new Left(choice.rules(), true, Optional.empty());
        }
        return new Left(
                choice.rules(),
                false,
                Optional.of(grant(approval, choice, lifetime(approval, wanted.lifetime()), answer, wanted.reach())));
    }

    private Choice offered(Approval approval, GrantKind kind) {
        return offers(approval, List.of()).stream()
                .map(Offer::choice)
                .filter(each -> each.kind() == kind)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "`" + kind.text() + "` is not offered for this call; its `choices` say what is"));
    }

    /** What a person wrote, if it allows the call: a grant that does not would only look like one. */
    private Choice written(Approval approval, Remember.Wanted.Written wanted) {
        if (!tried(approval, wanted, List.of()).allows()) {
            throw new IllegalArgumentException("these rules do not allow this call: each part of it that is asked needs"
                    + " one, and what is protected or denied is allowed by none");
        }
        return wanted.choice();
    }

    /** What {@code wanted} would do for {@code approval}, and would have done for {@code history}. */
    Tried tried(Approval approval, Remember.Wanted.Written wanted, List<Approval> history) {
        Judgement judged = judge(approval.call());
        boolean allows = allowsGranted(approval.call(), judged, wanted.rules());
        var lately = new Lately(approval, history, call -> judge.decide(call, judged.policy(), around(call)));
        return new Tried(
                allows, lately.allowedBy(wanted.choice(), granting(judged.policy(), wanted.choice())), history.size());
    }

    private Function<ToolCall, Decision> granting(Policy policy, Choice choice) {
        Policy wider = policy.granting(Layer.allowing(choice.rules()));
        return call -> judge.decide(call, wider, around(call));
    }

    /** A lifetime of a batch or turn is that of the call's own. */
    private Lifetime lifetime(Approval approval, Lifetime wanted) {
        CallContext context = approval.call().context();
        Session session =
                sessions.of(approval.call().worker(), approval.call().session()).session();
        return switch (wanted) {
            case Lifetime.Batch batch ->
                new Lifetime.Batch(context.batch()
                        .orElseThrow(() -> new IllegalArgumentException("this call names no batch; choose the session"))
                        .id());
            case Lifetime.Turn turn ->
                new Lifetime.Turn(context(approval.call(), session)
                        .turn()
                        .orElseThrow(
                                () -> new IllegalArgumentException("this call names no turn; choose the session")));
            case Lifetime.Session lasting -> lasting;
            case Lifetime.Worker lasting -> lasting;
            case Lifetime.Until lasting -> {
                if (!lasting.end().isAfter(clock.instant())) {
                    throw new IllegalArgumentException("`until` is a time to come, not " + lasting.end());
                }
                yield lasting;
            }
            case Lifetime.Uses lasting -> lasting;
        };
    }

    /** Puts rules into the file of the worker of {@code call}. */
    void save(ToolCall call, List<RuleText> rules) {
        files.worker(call.worker()).allow(rules);
    }
}
