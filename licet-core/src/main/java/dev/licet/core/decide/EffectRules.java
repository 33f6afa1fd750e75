package dev.licet.core.decide;

import dev.licet.core.glob.Glob;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Rule;
import dev.licet.core.rule.Tier;
import dev.licet.shell.Fact;
import dev.licet.shell.SideEffect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Rules under the name {@code effect}: they speak of what commands do, whatever program does it ({@code connects}), or of what
 * one does ({@code connects gh}). What they deny or ask holds beside all other rules; what they allow is allowed where no
 * other rule says anything. Immutable, thread-safe.
 */
public final class EffectRules {
    /** The name of a tool that these rules are written under. */
    public static final String TOOL = "effect";

    static final EffectRules NONE = new EffectRules(List.of());

    private static final String EXECUTES = "executes";

    /** The last first. */
    private final List<Rule> rules;

    private EffectRules(List<Rule> rules) {
        this.rules = List.copyOf(rules);
    }

    /** Those among {@code rules}, the last of which stands first. */
    static EffectRules of(List<Rule> rules) {
        List<Rule> named = rules.isEmpty()
                ? rules
                : rules.stream().filter(EffectRules::areOf).toList();
        return named.isEmpty() ? NONE : new EffectRules(named);
    }

    /** Whether {@code rule} is one of them. */
    static boolean areOf(Rule rule) {
        return rule.tool().pattern().equals(TOOL);
    }

    /** Everything that a rule may name, such as {@code executes:fetched}. */
    public static List<String> kinds() {
        return Stream.concat(
                        Stream.of(EXECUTES), Arrays.stream(SideEffect.values()).map(EffectRules::kind))
                .toList();
    }

    /** Whether a rule whose pattern is {@code pattern} can ever speak of something. */
    public static boolean isKnown(String pattern) {
        Glob kind = Glob.of(pattern.split(" ", 2)[0]);
        return kinds().stream().anyMatch(kind::matches);
    }

    /** The pattern that lets {@code program} contact other machines where it does nothing else. */
    public static String fetching(String program) {
        return kind(SideEffect.CONNECTS) + " " + program;
    }

    /** What {@code pattern} allows, in words. */
    public static String text(String pattern) {
        String[] words = pattern.split(" ", 2);
        String program = words.length == 1 ? "any command" : words[1];
        return words[0].equals(kind(SideEffect.CONNECTS))
                ? program + " where it only contacts other machines and changes nothing there"
                : program + " where it does no more than " + words[0];
    }

    private static String kind(SideEffect effect) {
        String name = effect.name().toLowerCase(Locale.ROOT);
        return name.replace('_', ':');
    }

    /** What is said against {@code fact} for what it does; empty where nothing is. */
    Optional<Finding> limit(Fact fact) {
        if (rules.isEmpty()) {
            return Optional.empty();
        }
        return switch (fact) {
            case Fact.Runs runs -> runs.standing() == Fact.Standing.FREE ? Optional.empty() : ofCommand(runs);
            case Fact.Connects connects -> ofEffects(connects, Set.of(SideEffect.CONNECTS), List.of(), true);
            case Fact.Writes writes ->
                ofEffects(writes, Set.of(SideEffect.WRITES), List.of(), writes.role() != Fact.Role.GUESS);
            case Fact.Deletes deletes -> ofEffects(deletes, Set.of(SideEffect.WRITES), List.of(), true);
            case Fact.Sets sets -> ofEffects(sets, SideEffect.ANY, List.of(), false);
            case Fact.Opaque opaque -> ofEffects(opaque, SideEffect.ANY, List.of(), false);
            case Fact.Reads reads -> Optional.empty();
            case Fact.Uses uses -> Optional.empty();
        };
    }

    /** Options that do more than the command's name says may do anything. */
    private Optional<Finding> ofCommand(Fact.Runs command) {
        List<String> names = names(command);
        boolean known = !command.effects().equals(SideEffect.ANY);
        Optional<Finding> certain = known ? ofEffects(command, command.effects(), names, true) : Optional.empty();
        boolean more = !known || EffectTier.withoutEffects(command).exceeds(Tier.WRITE);
        return certain.or(() -> more ? ofEffects(command, SideEffect.ANY, names, false) : Optional.empty());
    }

    /** @param certain whether {@code fact} has these effects; otherwise it only may */
    private Optional<Finding> ofEffects(Fact fact, Set<SideEffect> effects, List<String> programs, boolean certain) {
        Optional<Finding> limit = Optional.empty();
        for (SideEffect effect : effects) {
            Optional<Finding> said = last(effect, programs, programs)
                    .filter(rule -> rule.action() != Action.ALLOW)
                    .map(rule -> certain
                            ? new Finding(fact, rule.action(), new Cause.ByRule(rule))
                            : new Finding(
                                    fact, rule.isBounding() ? Action.CONTAIN : Action.ASK, new Cause.MayMatch(rule)));
            boolean stricter = said.isPresent()
                    && (limit.isEmpty()
                            || said.get().action().isStricterThan(limit.get().action()));
            limit = stricter ? said : limit;
        }
        return limit;
    }

    /**
     * A rule that allows what {@code command} does beyond {@code free}, if every such effect is allowed; one that wants bounds
     * for some of it, if one does.
     */
    Optional<Rule> allowing(Fact.Runs command, Set<SideEffect> free) {
        if (command.effects().equals(SideEffect.ANY)) {
            return Optional.empty();
        }
        var allowing = new ArrayList<Rule>();
        for (SideEffect effect : command.effects()) {
            if (free.contains(effect)) {
                continue;
            }
            Optional<Rule> rule = last(effect, names(command), written(command))
                    .filter(said -> said.action() == Action.ALLOW || said.isBounding());
            if (rule.isEmpty()) {
                return Optional.empty();
            }
            allowing.add(rule.get());
        }
        return allowing.stream()
                .filter(Rule::isBounding)
                .findFirst()
                .or(() -> allowing.stream().findFirst());
    }

    /**
     * The last rule that speaks of {@code effect}.
     *
     * @param names by which a deny or an ask knows the program
     * @param written by which an allow does
     */
    private Optional<Rule> last(SideEffect effect, List<String> names, List<String> written) {
        return rules.stream()
                .filter(rule -> speaks(rule, effect, rule.action() == Action.ALLOW ? written : names))
                .findFirst();
    }

    private static boolean speaks(Rule rule, SideEffect effect, List<String> programs) {
        String kind = kind(effect);
        List<String> kinds = kind.startsWith(EXECUTES) ? List.of(kind, EXECUTES) : List.of(kind);
        return kinds.stream()
                .anyMatch(each -> rule.value().matches(each)
                        || programs.stream().anyMatch(program -> rule.value().matches(each + " " + program)));
    }

    /** The program as it is written, if that is known and no path. */
    private static List<String> written(Fact.Runs command) {
        return command.argv().getFirst().certain().filter(name -> name.indexOf('/') < 0).stream()
                .toList();
    }

    /** The same without the folder that it lies in: who denies a program denies it there, too. */
    private static List<String> names(Fact.Runs command) {
        return command.argv().getFirst().certain().stream()
                .map(name -> name.substring(name.lastIndexOf('/') + 1))
                .toList();
    }
}
