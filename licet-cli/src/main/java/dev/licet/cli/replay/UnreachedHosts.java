package dev.licet.cli.replay;

import dev.licet.core.audit.AuditEntry;
import dev.licet.core.audit.AuditStep;
import dev.licet.core.call.ToolTable;
import dev.licet.core.contain.HostUse;
import dev.licet.core.decide.NetworkRules;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.RuleText;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Hosts that commands within bounds did not reach because no rule names them, by the record of a gate. For one thread. */
public final class UnreachedHosts {
    /** What is known of one host. */
    private static final class Runs {
        private final Set<String> sessions = new HashSet<>();
        private String example = "";
        private int runs;
    }

    private static final Set<AuditStep> TAKEN = Set.of(AuditStep.JUDGED, AuditStep.BOUNDED);

    private final Map<String, String> lines = new HashMap<>();
    private final Map<String, Runs> hosts = new LinkedHashMap<>();

    /** Takes in an entry of the record, after all that came before. */
    public void add(AuditEntry entry) {
        Optional<AuditStep> step = entry.heading().flatMap(heading -> AuditStep.of(heading.step()));
        if (step.filter(TAKEN::contains).isEmpty()) {
            return;
        }
        try {
            add(step.get(), JsonText.parseObject(entry.text()).object("what").orElse(JsonObject.empty()));
        } catch (InvalidJson e) {
            throw new GateException("entry " + entry.number() + " of the record is broken: " + e.getMessage(), e);
        }
    }

    private void add(AuditStep step, JsonObject what) {
        String digest = what.text("digest").orElse("");
        if (step == AuditStep.JUDGED) {
            what.object("arguments").flatMap(ToolTable::commandLine).ifPresent(line -> lines.put(digest, line.strip()));
        } else {
            what.elements("hosts").stream()
                    .flatMap(each -> each instanceof JsonObject form ? Stream.of(HostUse.of(form)) : Stream.empty())
                    .filter(HostUse::unnamed)
                    .map(HostUse::pattern)
                    .filter(pattern -> NetworkRules.whyNot(pattern).isEmpty())
                    .distinct()
                    .forEach(pattern -> {
                        Runs runs = hosts.computeIfAbsent(pattern, each -> new Runs());
                        runs.runs++;
                        runs.sessions.add(what.text("sessionId").orElse(""));
                        runs.example = lines.getOrDefault(digest, runs.example);
                    });
        }
    }

    /** For each host that {@code known} does not name, the rule that would let commands within bounds reach it; most runs first. */
    public List<Lesson> lessons(Set<String> known) {
        var lessons = new ArrayList<Lesson>();
        hosts.forEach((pattern, runs) -> lessons.add(new Lesson(
                List.of(new RuleText(NetworkRules.TOOL, pattern)),
                Action.CONTAIN,
                runs.runs,
                runs.sessions.size(),
                runs.example,
                "")));
        return lessons.stream()
                .filter(lesson -> !known.contains(lesson.rules().getFirst().pattern()))
                .sorted(Comparator.comparingInt(Lesson::questions).reversed())
                .toList();
    }
}
