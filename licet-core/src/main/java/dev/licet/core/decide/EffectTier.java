package dev.licet.core.decide;

import dev.licet.core.rule.Mode;
import dev.licet.core.rule.Tier;
import dev.licet.shell.EscalationReason;
import dev.licet.shell.Fact;
import dev.licet.shell.SideEffect;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** What a command does at most, as its specification and its words tell. */
public final class EffectTier {
    private EffectTier() {}

    /** That of its strictest effect; files that it reads or writes are facts of their own. */
    public static Tier of(Fact.Runs command) {
        Tier tier = withoutEffects(command);
        for (SideEffect effect : command.effects()) {
            tier = tier.most(of(effect));
        }
        return tier;
    }

    /** The same as if it had no effects but what its words add. */
    static Tier withoutEffects(Fact.Runs command) {
        Tier tier = command.prefix() > 0 ? Tier.READ : Tier.EXEC;
        for (Fact.Escalation escalation : command.escalations()) {
            tier = tier.most(of(escalation.reason()));
        }
        return tier;
    }

    /** The effects that need no rule in {@code mode}. */
    static Set<SideEffect> free(Mode mode) {
        return Arrays.stream(SideEffect.values())
                .filter(effect -> mode.allows(of(effect)))
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Tier of(EscalationReason reason) {
        return switch (reason) {
            case EscalationReason.Written written -> Tier.WRITE;
            case EscalationReason.OtherFolder folder -> Tier.READ;
            case EscalationReason.FurtherTarget target -> Tier.EXEC;
            case EscalationReason.UnknownOption option -> Tier.EXEC;
            case EscalationReason.ProgramFile file -> Tier.EXEC;
            case EscalationReason.Named named -> Tier.EXEC;
            case EscalationReason.Sent sent -> Tier.EXEC;
            case EscalationReason.Environment environment -> Tier.EXEC;
            case EscalationReason.ListedName name -> Tier.EXEC;
            case EscalationReason.Own own -> Tier.EXEC;
            case EscalationReason.Spelled spelled -> Tier.EXEC;
        };
    }

    private static Tier of(SideEffect effect) {
        return switch (effect) {
            case WRITES -> Tier.WRITE;
            case BRINGS_CONTROL,
                    CONNECTS,
                    DISCLOSES,
                    EXECUTES_PROJECT,
                    EXECUTES_INLINE,
                    EXECUTES_FETCHED,
                    EXECUTES_OTHER,
                    CHANGES -> Tier.EXEC;
        };
    }
}
