package dev.licet.core.decide;

import dev.licet.core.glob.Glob;
import dev.licet.shell.Fact;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which assignments change neither what runs nor what it may reach. The names are data ({@code variables.txt}). Immutable
 * and thread-safe.
 */
final class VariableRules {
    private final Set<String> harmless = new HashSet<>();
    private final Set<String> shown = new HashSet<>();
    private final List<Glob> patterns = new ArrayList<>();
    private final List<Glob> deciding = new ArrayList<>();

    VariableRules() {
        for (String line : Floor.read("variables.txt").lines().toList()) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] fields = line.split("\\|", 2);
            if (fields[0].strip().equals("harmless value")) {
                harmless.add(fields[1].strip());
                continue;
            }
            for (String name : fields[1].strip().split(" +", -1)) {
                switch (fields[0].strip()) {
                    case "harmless" -> addHarmless(name);
                    case "shown" -> shown.add(name);
                    case "deciding" -> deciding.add(Glob.of(name));
                    default -> throw new IllegalStateException("not a line about variables: `" + line + "`");
                }
            }
        }
    }

    private void addHarmless(String name) {
        if (name.contains("*")) {
            patterns.add(Glob.ofWords(name));
        } else {
            harmless.add(name);
        }
    }

    /** Whether no rule is needed for it. */
    boolean isHarmless(Fact.Sets sets) {
        if (shown.contains(sets.variable())) {
            return sets.value().text().isPresent();
        }
        boolean named = harmless.contains(sets.variable());
        boolean withValue = sets.value()
                .text()
                .map(value -> sets.variable() + "=" + value)
                .filter(set -> harmless.contains(set) || patterns.stream().anyMatch(pattern -> pattern.matches(set)))
                .isPresent();
        boolean separator = sets.variable().equals("IFS") && sets.reach() == Fact.Reach.READING;
        return named
                || separator
                || withValue
                || (sets.reach() == Fact.Reach.SHELL
                        && deciding.stream().noneMatch(pattern -> pattern.matches(sets.variable())));
    }
}
