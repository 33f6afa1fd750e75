package dev.licet.cli.replay;

import dev.licet.core.call.ToolKind;
import dev.licet.core.call.ToolTable;
import dev.licet.core.glob.Glob;
import dev.licet.core.rule.RuleText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rules that may be proposed: what "always" offered, one rule for several targets of the same runner or several files of
 * a folder, and parts of a family of which somebody did not want all. For one thread.
 */
final class Habits {
    /** A single call is no habit, to the letter. */
    private static final int FEWEST = 2;

    /** So many targets of one runner, or files of a folder, are a habit of using it. */
    private static final int TARGETS = 3;

    private static final Pattern TARGET = Pattern.compile("([A-Za-z0-9._+-]+ [a-z][a-z-]*) [A-Za-z0-9:._/@-]+( \\*)?");

    /** A file in a folder for temporary ones, or further down in another. */
    private static final Pattern FILE =
            Pattern.compile("(/tmp|/private/tmp|/var/tmp|(?:/[^/*?\\[\\](){}|\\\\]+){3,})/[^/*?\\[\\](){}|\\\\]+");

    /** Words of which a rule speaks together. */
    private static final Pattern FAMILY = Pattern.compile("(?s)([^{}]*)\\{([^{}]*)}([^{}]*)");

    private final Set<Candidate> candidates = new LinkedHashSet<>();

    /**
     * Rules that could be proposed together.
     *
     * @param isOffered whether they are those that "always" offers
     */
    record Candidate(List<RuleText> rules, boolean isOffered) {
        Candidate {
            rules = List.copyOf(rules);
        }

        /** How many questions it has to spare. */
        int fewest() {
            boolean letter =
                    rules.stream().allMatch(rule -> Glob.of(rule.pattern()).isLiteral());
            return letter ? FEWEST : 1;
        }
    }

    /** @param always what "always" offered at each question */
    Habits(Collection<List<RuleText>> always) {
        Map<RuleText, Set<RuleText>> targets = new LinkedHashMap<>();
        for (List<RuleText> rules : always) {
            candidates.add(new Candidate(rules, true));
            for (RuleText rule : rules) {
                general(rule)
                        .ifPresent(wider -> targets.computeIfAbsent(wider, key -> new LinkedHashSet<>())
                                .add(rule));
            }
        }
        targets.forEach((wider, narrow) -> {
            if (narrow.size() >= TARGETS) {
                candidates.add(new Candidate(List.of(wider), false));
            }
        });
    }

    Collection<Candidate> candidates() {
        return candidates;
    }

    /** In the place of {@code candidate} what is left of it when only such rules remain as {@code wanted} says; nothing, where none does. */
    void narrow(Candidate candidate, Predicate<RuleText> wanted) {
        candidates.remove(candidate);
        var left = new ArrayList<RuleText>();
        for (RuleText rule : candidate.rules()) {
            Optional<RuleText> part = wanted.test(rule) ? Optional.of(rule) : part(rule, wanted);
            if (part.isEmpty()) {
                return;
            }
            left.add(part.get());
        }
        if (!left.equals(candidate.rules())) {
            candidates.add(new Candidate(left, false));
        }
    }

    /** {@code npm run {build,lint}} for {@code npm run {build,lint,test}}. */
    private static Optional<RuleText> part(RuleText rule, Predicate<RuleText> wanted) {
        Matcher family = FAMILY.matcher(rule.pattern());
        if (!family.matches()) {
            return Optional.empty();
        }
        List<String> words = List.of(family.group(2).split(",", -1)).stream()
                .filter(word -> wanted.test(new RuleText(rule.tool(), family.group(1) + word + family.group(3))))
                .toList();
        String all = words.size() == 1 ? words.getFirst() : "{" + String.join(",", words) + "}";
        return words.isEmpty()
                ? Optional.empty()
                : Optional.of(new RuleText(rule.tool(), family.group(1) + all + family.group(3)));
    }

    /** {@code mise run *} for {@code mise run test}: a program and a word that says what it does stay. {@code /tmp/*} for {@code /tmp/x}. */
    private static Optional<RuleText> general(RuleText rule) {
        ToolKind kind = ToolTable.standard().kind(rule.tool());
        Matcher target = TARGET.matcher(rule.pattern());
        if (kind == ToolKind.SHELL && target.matches()) {
            return Optional.of(new RuleText(rule.tool(), target.group(1) + " *"));
        }
        Matcher file = FILE.matcher(rule.pattern());
        return (kind == ToolKind.WRITE || kind == ToolKind.EDIT) && file.matches()
                ? Optional.of(new RuleText(rule.tool(), file.group(1) + "/*"))
                : Optional.empty();
    }
}
