package dev.licet.core.rule;

import dev.licet.shell.Shells;
import java.util.HashMap;
import java.util.Map;

/**
 * What decides about calls beside rules.
 *
 * @param mode up to which tier calls are allowed that no rule names
 * @param ceiling the highest tier that may run at all, whatever rules say
 * @param floor what the built-in protections do
 * @param declarations what tools say of themselves, by the tool's name
 * @param tiers what tools do that say nothing of themselves, by the tool's name
 * @param asking how a person is asked where no rule says how
 * @param measure what the tier of a call is taken from
 * @param stars what an allow with a wildcard covers
 * @param shells which shells may run a command line of which the caller does not say so
 * @param pausedBy who has paused the session, so that nothing is allowed unasked; empty while it goes on
 */
public record Settings(
        Mode mode,
        Tier ceiling,
        FloorMode floor,
        Map<String, Declaration> declarations,
        Map<String, ToolTier> tiers,
        AskPolicy asking,
        Measure measure,
        Stars stars,
        Shells shells,
        String pausedBy) {
    /** Rules alone decide, and the built-in protections. */
    public static final Settings PLAIN = new Settings(
            Mode.NONE,
            Tier.EXEC,
            FloorMode.ASKS,
            Map.of(),
            Map.of(),
            AskPolicy.OPEN,
            Measure.TOOL,
            Stars.CAUTIOUS,
            Shells.UNKNOWN,
            "");

    public Settings {
        declarations = Map.copyOf(declarations);
        tiers = Map.copyOf(tiers);
    }

    public Settings withMode(Mode mode) {
        return new Settings(mode, ceiling, floor, declarations, tiers, asking, measure, stars, shells, pausedBy);
    }

    /** These settings with nothing above {@code tier} allowed, as while an agent only plans. */
    public Settings withCeiling(Tier tier) {
        return new Settings(
                mode, tier.least(ceiling), floor, declarations, tiers, asking, measure, stars, shells, pausedBy);
    }

    public Settings withFloor(FloorMode floor) {
        return new Settings(mode, ceiling, floor, declarations, tiers, asking, measure, stars, shells, pausedBy);
    }

    public Settings withAsking(AskPolicy asking) {
        return new Settings(mode, ceiling, floor, declarations, tiers, asking, measure, stars, shells, pausedBy);
    }

    /** These settings with what the tool called {@code tool} says of itself. */
    public Settings declaring(String tool, Declaration declaration) {
        var all = new HashMap<>(declarations);
        all.put(tool, declaration);
        return new Settings(mode, ceiling, floor, all, tiers, asking, measure, stars, shells, pausedBy);
    }

    /** These settings with command lines run by one of {@code shells} where nothing else is said. */
    public Settings withShells(Shells shells) {
        return new Settings(mode, ceiling, floor, declarations, tiers, asking, measure, stars, shells, pausedBy);
    }

    /** These settings with the tier of a call taken from {@code measure}. */
    public Settings withMeasure(Measure measure) {
        return new Settings(mode, ceiling, floor, declarations, tiers, asking, measure, stars, shells, pausedBy);
    }

    /** These settings with allows that cover {@code stars}. */
    public Settings withStars(Stars stars) {
        return new Settings(mode, ceiling, floor, declarations, tiers, asking, measure, stars, shells, pausedBy);
    }

    /** These settings with what is known of tools that say nothing of themselves. */
    public Settings withTiers(Map<String, ToolTier> tiers) {
        return new Settings(mode, ceiling, floor, declarations, tiers, asking, measure, stars, shells, pausedBy);
    }

    /** These settings while {@code person} has paused the session. */
    public Settings pausedBy(String person) {
        return new Settings(mode, ceiling, floor, declarations, tiers, asking, measure, stars, shells, person);
    }
}
