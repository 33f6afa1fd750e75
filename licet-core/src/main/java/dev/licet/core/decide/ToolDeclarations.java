package dev.licet.core.decide;

import dev.licet.core.call.ToolCall;
import dev.licet.core.call.ToolKind;
import dev.licet.core.call.ToolTable;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.path.FileAddress;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Declaration;
import dev.licet.core.rule.Measure;
import dev.licet.core.rule.Mode;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.Settings;
import dev.licet.core.rule.Tier;
import dev.licet.core.rule.ToolTier;
import dev.licet.shell.Fact;
import dev.licet.shell.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;

/** What tools are declared to be, and what follows from that whatever their call does. Immutable, thread-safe. */
final class ToolDeclarations {
    private final ToolTable tools;

    ToolDeclarations(ToolTable tools) {
        this.tools = tools;
    }

    /** What the tool of {@code call} is declared to be: by the owner, under this name or another of its kind, else by itself. */
    Declaration of(ToolCall call, Policy policy) {
        JsonObject said = call.context().words().declared();
        Optional<Declaration> byOwner = byOwner(call.tool(), policy);
        ToolKind kind = tools.kind(call.tool());
        if (said.members().isEmpty()) {
            return byOwner.orElseGet(() -> Declaration.of(known(call, policy.settings())));
        }
        Declaration own = Declaration.read(said).atLeast(kind);
        return byOwner.map(owner -> owner.hearing(own)).orElse(own);
    }

    /** What a tool does of which nobody says anything for this call. */
    private Tier known(ToolCall call, Settings settings) {
        ToolKind kind = tools.kind(call.tool());
        Map<String, ToolTier> tiers = settings.tiers();
        if ((kind == ToolKind.PLAN || kind == ToolKind.TASK) && tools.namesCommandLine(call)) {
            return Tier.EXEC;
        }
        if (settings.measure() == Measure.EFFECT && doesNothingItself(call, kind)) {
            return Tier.READ;
        }
        if (kind == ToolKind.WRITE || kind == ToolKind.EDIT) {
            return byAddress(call, tiers).orElse(Tier.of(kind));
        }
        ToolTier tier = kind.hasAliases() ? null : tiers.getOrDefault(call.tool(), tiers.get("*"));
        return tier == null ? Tier.of(kind) : tier.of(call.arguments());
    }

    /** The strictest tier of the addresses that {@code call} writes, if each of its subjects is one that is known. */
    private Optional<Tier> byAddress(ToolCall call, Map<String, ToolTier> tiers) {
        Optional<Tier> strictest = Optional.empty();
        for (var argument : call.arguments().members().entrySet()) {
            if (tools.isSubject(call.tool(), argument.getKey())) {
                Optional<ToolTier> known = call.arguments()
                        .text(argument.getKey())
                        .flatMap(FileAddress::scheme)
                        .flatMap(scheme -> Optional.ofNullable(tiers.get(ToolTier.addresses(scheme))));
                if (known.isEmpty()) {
                    return Optional.empty();
                }
                Tier tier = known.get().tier();
                strictest = strictest.filter(before -> before.exceeds(tier)).or(() -> Optional.of(tier));
            }
        }
        return strictest;
    }

    /** What a subagent does are calls of its own; who types nothing into a program only waits for it. */
    private static boolean doesNothingItself(ToolCall call, ToolKind kind) {
        return kind == ToolKind.TASK
                || (kind == ToolKind.INPUT
                        && call.arguments().text("chars").orElse("x").isEmpty());
    }

    private Optional<Declaration> byOwner(String tool, Policy policy) {
        Map<String, Declaration> declarations = policy.settings().declarations();
        if (declarations.isEmpty()) {
            return Optional.empty();
        }
        ToolKind kind = tools.kind(tool);
        // Of several names the strictest counts: which one the agent uses is for the agent to choose.
        Optional<Declaration> byKind = declarations.entrySet().stream()
                .filter(entry -> kind.hasAliases() && tools.kind(entry.getKey()) == kind)
                .sorted(Map.Entry.comparingByKey())
                .map(Map.Entry::getValue)
                .max(Comparator.comparing(Declaration::override).thenComparing(Declaration::tier));
        return byKind.or(() -> Optional.ofNullable(declarations.get(tool)));
    }

    /** The call by the name that rules know it by: its policy key, if some rule names that. */
    static ToolCall keyed(ToolCall call, Declaration declared, Policy policy) {
        return declared.policyKey()
                .filter(key -> policy.layers().stream()
                        .flatMap(layer -> layer.rules().stream())
                        .anyMatch(rule ->
                                !rule.tool().isEverything() && rule.tool().matches(key)))
                .map(call::withTool)
                .orElse(call);
    }

    /** What is decided about the tool whatever the call does. */
    static Optional<Finding> refusal(ToolCall call, Declaration declared, Settings settings) {
        var whole = new Fact.Uses(call.tool(), "", new Span(0, 0));
        if (declared.tier().exceeds(settings.ceiling())) {
            return Optional.of(new Finding(whole, Action.DENY, new Cause.Ceiling(settings.ceiling())));
        }
        boolean refused = declared.verdict().filter(Action.DENY::equals).isPresent();
        return refused
                ? Optional.of(new Finding(whole, Action.DENY, new Cause.ByTool(declared.reason())))
                : Optional.empty();
    }

    /** What a person has to see whatever rules allow: the tool says so of this call, or the session is paused. */
    static Decision overridden(Decision decision, ToolCall call, Declaration declared, Settings settings) {
        if (decision instanceof Decision.Deny) {
            return decision;
        }
        boolean asks = declared.override()
                || declared.verdict().filter(Action.ASK::equals).isPresent();
        var causes = new ArrayList<Cause>();
        if (!settings.pausedBy().isEmpty()) {
            causes.add(new Cause.Paused(settings.pausedBy()));
        }
        if (asks && settings.mode() != Mode.YOLO) {
            causes.add(new Cause.ByTool(declared.reason()));
        }
        if (causes.isEmpty()) {
            return decision;
        }
        var whole = new Fact.Uses(call.tool(), "", new Span(0, 0));
        var findings = new ArrayList<Finding>();
        causes.forEach(cause -> findings.add(new Finding(whole, Action.ASK, cause)));
        findings.addAll(decision.findings());
        return Decision.of(findings);
    }
}
