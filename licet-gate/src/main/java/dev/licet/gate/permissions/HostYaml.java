package dev.licet.gate.permissions;

import dev.licet.core.call.ToolTable;
import dev.licet.core.glob.Glob;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Condition;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.RuleOptions;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.Located;
import dev.licet.gate.json.Located.Member;
import dev.licet.gate.yaml.Yaml;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the {@code permissions:} of a {@code host.yaml}: tool names, `Bash(git status)`, `Bash(git diff *)` with a word
 * boundary, each with {@code allowed}, {@code reason}, {@code when} and {@code expires}.
 *
 * <p>The format only allows: an entry with {@code allowed: false} says nothing, as in its origin.
 */
final class HostYaml {
    private static final List<String> FIELDS = List.of("allowed", "source", "reason", "when", "expires");
    private static final Pattern COMMAND = Pattern.compile("(?i:bash)\\((.*)\\)", Pattern.DOTALL);

    private final RuleList rules;

    private HostYaml(RuleList rules) {
        this.rules = rules;
    }

    /** Whether {@code text} is a file of this kind. */
    static boolean isOne(String text) {
        return Pattern.compile("(?m)^permissions\\s*:").matcher(text).find();
    }

    /** The policy that {@code text} spells; what is not under {@code permissions} is for others. */
    static Policy parse(String text, String file, String home, String workspace) throws InvalidJson {
        var rules = new RuleList(file, home, workspace);
        if (Yaml.parse(text) instanceof Located.Members root) {
            for (Member member : root.members()) {
                if (member.name().equals("permissions")) {
                    new HostYaml(rules).permissions(member.value());
                }
            }
        }
        return Policy.of(rules.rules()).withProblems(rules.problems());
    }

    private void permissions(Located value) {
        if (!(value instanceof Located.Members members)) {
            rules.problem(
                    value.place(), "expected permissions, not " + value.kindOf(), "write `NAME: {allowed: true}`");
            return;
        }
        members.members().forEach(this::permission);
    }

    private void permission(Member member) {
        if (!(member.value() instanceof Located.Members entry)) {
            rules.problem(
                    member.value().place(),
                    "expected a permission, not " + member.value().kindOf(),
                    "write `{allowed: true}`; until then it allows nothing");
            return;
        }
        boolean allowed = false;
        boolean doubtful = false;
        String reason = "";
        var conditions = new ArrayList<Condition>();
        for (Member field : entry.members()) {
            switch (field.name()) {
                case "allowed" -> allowed = isTrue(field.value());
                case "reason" -> reason = field.value() instanceof Located.Text text ? text.value() : "";
                case "source" -> {
                    // Where it came from; nothing depends on it.
                }
                case "when" -> {
                    Optional<List<Condition>> read = rules.conditions(field.value());
                    doubtful |= read.isEmpty();
                    conditions.addAll(read.orElse(List.of()));
                }
                case "expires" -> doubtful |= isShort(field.value());
                default -> {
                    rules.unknownKey(field, FIELDS);
                    doubtful = true;
                }
            }
        }
        if (allowed && !doubtful) {
            add(member, new RuleOptions(reason, conditions, Optional.empty()));
        }
    }

    private boolean isTrue(Located value) {
        if (value instanceof Located.Other other) {
            return other.kind().equals("`true`");
        }
        rules.problem(value.place(), "`allowed` is neither true nor false", "until then it allows nothing");
        return false;
    }

    /** What ends with a turn or a session is no standing rule. */
    private boolean isShort(Located value) {
        boolean never = value instanceof Located.Members members
                && members.members().stream()
                        .anyMatch(member -> member.name().equals("type")
                                && member.value() instanceof Located.Text text
                                && text.value().equals("never"));
        if (!never) {
            rules.problem(value.place(), "a permission that ends is no standing rule", "it allows nothing");
        }
        return !never;
    }

    private void add(Member member, RuleOptions terms) {
        Matcher command = COMMAND.matcher(member.name());
        if (!command.matches()) {
            addTool(member, terms);
            return;
        }
        String text = command.group(1).strip();
        String quoted = Glob.quote(text).replace("\\*", "*").replace("\\?", "?");
        rules.add("shell_exec", quoted, Action.ALLOW, terms, member.namePlace());
        if (quoted.endsWith(" *")) {
            String bare = quoted.substring(0, quoted.length() - 2);
            rules.add("shell_exec", bare, Action.ALLOW, terms, member.namePlace());
        }
    }

    /** A condition on what the tool works on is a pattern of it: that is compared as the path that it is. */
    private void addTool(Member member, RuleOptions terms) {
        var others = new ArrayList<Condition>();
        String pattern = "*";
        for (Condition condition : terms.conditions()) {
            boolean subject = ToolTable.standard()
                    .isSubject(member.name(), condition.pointer().replaceFirst("^/", ""));
            if (subject && pattern.equals("*")) {
                pattern = condition.pattern().pattern();
            } else {
                others.add(condition);
            }
        }
        rules.add(
                Glob.quote(member.name()),
                pattern,
                Action.ALLOW,
                new RuleOptions(terms.reason(), others, terms.until()),
                member.namePlace());
    }
}
