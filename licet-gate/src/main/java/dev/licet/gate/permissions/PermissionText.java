package dev.licet.gate.permissions;

import dev.licet.core.rule.Action;
import dev.licet.core.rule.AskPolicy;
import dev.licet.core.rule.Condition;
import dev.licet.core.rule.Layer;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.RuleOptions;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.Jsonc;
import dev.licet.gate.json.Located;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Turns the text of a permission file into rules, in the compact form (an object of tools) or as an array of rules. An
 * entry that is wrong counts as {@code ask} and is reported with line and column; a text that is neither is refused as a
 * whole.
 */
final class PermissionText {
    private static final List<String> TERMS = List.of("action", "reason", "when", "expires", "deadline", "approvers");
    private static final List<String> FIELDS =
            List.of("permission", "pattern", "action", "reason", "when", "expires", "deadline", "approvers");

    /** What the rules stand on. */
    private static final String EXTENDS = "$extends";

    private final RuleList rules;
    private Layer.Defaults defaults = Layer.Defaults.UNSAID;

    private PermissionText(RuleList rules) {
        this.rules = rules;
    }

    /** The policy that {@code text} spells. */
    static Policy parse(String text, String file, String home, String workspace) throws InvalidJson {
        return read(
                Jsonc.parse(text.startsWith("\ufeff") ? text.substring(1) : text), new RuleList(file, home, workspace));
    }

    /** The policy that {@code root} spells, read into {@code rules}. */
    static Policy read(Located root, RuleList rules) throws InvalidJson {
        var reader = new PermissionText(rules);
        switch (root) {
            case Located.Members members -> reader.tools(members);
            case Located.Elements elements -> reader.entries(elements);
            case Located.Text other -> throw noRules(other);
            case Located.Other other -> throw noRules(other);
        }
        return Policy.of(rules.rules(), reader.defaults).withProblems(rules.problems());
    }

    private static InvalidJson noRules(Located value) {
        return InvalidJson.at(
                "expected an object of tools or an array of rules",
                value.place().line(),
                value.place().column());
    }

    private void tools(Located.Members members) {
        Set<String> seen = new HashSet<>();
        for (Located.Member tool : members.members()) {
            if (tool.name().equals("$schema") && tool.value() instanceof Located.Text) {
                continue;
            }
            if (tool.name().equals(EXTENDS)) {
                defaults = seen.add(EXTENDS) ? defaults(tool.value()) : contradicted(tool);
                continue;
            }
            boolean repeated = !seen.add(tool.name());
            if (repeated) {
                rules.problem(tool.namePlace(), "the tool `" + tool.name() + "` stands twice", "join the two entries");
            }
            switch (tool.value()) {
                case Located.Text action -> add(tool, "*", action, repeated);
                case Located.Members patterns -> patterns(tool, patterns, repeated);
                case Located.Elements other -> wrongTool(tool);
                case Located.Other other -> wrongTool(tool);
            }
        }
    }

    private Layer.Defaults contradicted(Located.Member again) {
        rules.problem(again.namePlace(), "`$extends` stands twice", "remove one; the whole file asks until then");
        rules.addUnreadable("*", again.namePlace());
        return Layer.Defaults.BELOW;
    }

    /** Which of the two would be stricter is not known: with what is wrong here all of the file asks. */
    private Layer.Defaults defaults(Located value) {
        String said = value instanceof Located.Text text ? text.value() : "";
        return switch (said) {
            case "preset" -> Layer.Defaults.BELOW;
            case "nothing" -> Layer.Defaults.REPLACED;
            default -> {
                rules.problem(
                        value.place(),
                        "unknown " + value.kindOf() + " as `$extends`",
                        "use \"preset\" or \"nothing\"; the whole file asks until then");
                rules.addUnreadable("*", value.place());
                yield Layer.Defaults.BELOW;
            }
        };
    }

    private void wrongTool(Located.Member tool) {
        rules.problem(
                tool.value().place(),
                "expected an action or an object, not " + tool.value().kindOf(),
                "it counts as `ask`");
        rules.addUnreadable(tool.name(), tool.namePlace());
    }

    private void patterns(Located.Member tool, Located.Members patterns, boolean repeatedTool) {
        if (patterns.members().isEmpty()) {
            rules.add(tool.name(), "*", Action.ASK, RuleOptions.NONE, tool.namePlace());
        }
        Set<String> seen = new HashSet<>();
        for (Located.Member pattern : patterns.members()) {
            boolean repeated = !seen.add(pattern.name());
            if (repeated) {
                rules.problem(pattern.namePlace(), "the pattern `" + pattern.name() + "` stands twice", "remove one");
            }
            boolean twice = repeated || repeatedTool;
            if (pattern.value() instanceof Located.Members rule) {
                entry(tool.name(), pattern.name(), rule, pattern.namePlace(), twice);
            } else {
                Action action = rules.action(pattern.value());
                rules.add(tool.name(), pattern.name(), once(action, twice), RuleOptions.NONE, pattern.namePlace());
            }
        }
    }

    private void add(Located.Member tool, String pattern, Located action, boolean twice) {
        rules.add(tool.name(), pattern, once(rules.action(action), twice), RuleOptions.NONE, tool.namePlace());
    }

    /** An entry that stands twice may say anything but allow. */
    private static Action once(Action action, boolean twice) {
        return twice ? action.strictest(Action.ASK) : action;
    }

    /** A rule with more to it than its action: {@code {"action": "deny", "reason": "…"}}. */
    private void entry(String tool, String pattern, Located.Members rule, Located.Place place, boolean twice) {
        Map<String, Located> fields = fields(rule, TERMS);
        Optional<RuleOptions> terms = terms(fields);
        Action action = action(fields, rule);
        boolean doubtful =
                twice || terms.isEmpty() || fields.size() < rule.members().size();
        rules.add(tool, pattern, once(action, doubtful), terms.orElse(RuleOptions.NONE), place);
    }

    private void entries(Located.Elements entries) {
        for (Located each : entries.elements()) {
            if (!(each instanceof Located.Members rule)) {
                rules.problem(each.place(), "expected a rule, not " + each.kindOf(), "the whole file asks until then");
                rules.addUnreadable("*", each.place());
                continue;
            }
            Map<String, Located> fields = fields(rule, FIELDS);
            Optional<RuleOptions> terms = terms(fields);
            Optional<String> tool = text(fields, "permission", rule);
            Optional<String> pattern = fields.containsKey("pattern") ? text(fields, "pattern", rule) : Optional.of("*");
            Action action = action(fields, rule);
            boolean doubtful = terms.isEmpty()
                    || tool.isEmpty()
                    || pattern.isEmpty()
                    || fields.size() < rule.members().size();
            rules.add(
                    tool.orElse("*"),
                    tool.isEmpty() ? "*" : pattern.orElse("*"),
                    once(action, doubtful),
                    terms.orElse(RuleOptions.NONE),
                    rule.place());
        }
    }

    /** The members by name; what is unknown or stands twice is reported and left out. */
    private Map<String, Located> fields(Located.Members rule, List<String> known) {
        var fields = new HashMap<String, Located>();
        for (Located.Member member : rule.members()) {
            if (!known.contains(member.name())) {
                rules.unknownKey(member, known);
            } else if (fields.putIfAbsent(member.name(), member.value()) != null) {
                rules.problem(member.namePlace(), "`" + member.name() + "` stands twice", "it counts as `ask`");
            }
        }
        return fields;
    }

    private Optional<String> text(Map<String, Located> fields, String name, Located.Members rule) {
        if (fields.get(name) instanceof Located.Text text) {
            return Optional.of(text.value());
        }
        Located wrong = fields.getOrDefault(name, rule);
        rules.problem(
                wrong.place(),
                fields.containsKey(name)
                        ? "expected a text as `" + name + "`, not " + wrong.kindOf()
                        : "the rule has no `" + name + "`",
                "it counts as `ask`");
        return Optional.empty();
    }

    private Action action(Map<String, Located> fields, Located.Members rule) {
        Located action = fields.get("action");
        if (action != null) {
            return rules.action(action);
        }
        rules.problem(rule.place(), "the rule has no `action`", "it counts as `ask`");
        return Action.ASK;
    }

    /** The limits that stand in {@code fields}; empty if one of them is wrong. */
    private Optional<RuleOptions> terms(Map<String, Located> fields) {
        Optional<String> reason = Optional.of("");
        Located said = fields.get("reason");
        if (said != null) {
            reason = said instanceof Located.Text text ? Optional.of(text.value()) : Optional.empty();
            if (reason.isEmpty()) {
                rules.problem(said.place(), "expected a text as `reason`, not " + said.kindOf(), "it counts as `ask`");
            }
        }
        Located when = fields.get("when");
        Optional<List<Condition>> conditions = when == null ? Optional.of(List.of()) : rules.conditions(when);
        Located expires = fields.get("expires");
        Optional<Instant> until = expires == null ? Optional.empty() : rules.time(expires);
        Optional<AskPolicy> asking = asking(fields);
        boolean wrong =
                reason.isEmpty() || conditions.isEmpty() || asking.isEmpty() || (expires != null && until.isEmpty());
        return wrong
                ? Optional.empty()
                : Optional.of(new RuleOptions(reason.get(), conditions.get(), until, asking.get()));
    }

    private Optional<AskPolicy> asking(Map<String, Located> fields) {
        Located deadline = fields.get("deadline");
        Located approvers = fields.get("approvers");
        Optional<Duration> within = deadline == null ? Optional.empty() : rules.duration(deadline);
        Optional<Set<String>> names = approvers == null ? Optional.of(Set.of()) : rules.names(approvers);
        boolean wrong = names.isEmpty() || (deadline != null && within.isEmpty());
        return wrong ? Optional.empty() : Optional.of(new AskPolicy(within, names.get()));
    }
}
