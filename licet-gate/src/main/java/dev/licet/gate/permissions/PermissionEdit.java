package dev.licet.gate.permissions;

import dev.licet.core.call.ToolKind;
import dev.licet.core.call.ToolTable;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.RuleText;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.Jsonc;
import dev.licet.gate.json.Located;
import java.util.List;
import java.util.Optional;

/**
 * Adds rules to the text of a permission file. Comments, order and layout of everything else stay as they are: an
 * edit only inserts text, or replaces the one value it changes.
 */
final class PermissionEdit {
    /** What the rules say, as it is written. */
    private final String said;

    private String text;

    private PermissionEdit(String text, Action action) {
        this.text = text;
        this.said = JsoncEdit.quote(action.text());
    }

    /** {@code text} with an allow for each of {@code rules}, in order. */
    static String allow(String text, List<RuleText> rules) throws InvalidJson {
        return add(text, rules, Action.ALLOW);
    }

    /** {@code text} with a rule that says {@code action} for each of {@code rules}, in order. */
    static String add(String text, List<RuleText> rules, Action action) throws InvalidJson {
        String mark = text.startsWith("\ufeff") ? "\ufeff" : "";
        var edit = new PermissionEdit(text.substring(mark.length()), action);
        for (RuleText rule : rules) {
            edit.add(rule);
        }
        return mark + edit.text;
    }

    private void add(RuleText rule) throws InvalidJson {
        Located file = Jsonc.parse(text);
        if (file instanceof Located.Elements rules) {
            String entry = "{ \"permission\": " + JsoncEdit.quote(rule.tool()) + ", \"pattern\": "
                    + JsoncEdit.quote(rule.pattern()) + ", \"action\": " + said + " }";
            text = new JsoncEdit(text).appending(rules, entry);
            return;
        }
        if (!(file instanceof Located.Members root)) {
            throw InvalidJson.at("expected an object of tools or an array of rules", 1, 1);
        }
        Optional<Located.Member> tool = find(root, rule.tool());
        if (tool.isEmpty()) {
            String value =
                    rule.pattern().equals("*") ? said : "{ " + JsoncEdit.quote(rule.pattern()) + ": " + said + " }";
            text = new JsoncEdit(text).appending(root, JsoncEdit.quote(rule.tool()) + ": " + value);
            return;
        }
        switch (tool.get().value()) {
            case Located.Members patterns -> addPattern(patterns, rule.pattern());
            case Located.Text action -> {
                String simple = new JsoncEdit(text).at(action.place());
                String value = rule.pattern().equals("*")
                        ? saidInPlaceOf(action)
                        : "{ \"*\": " + simple + ", " + JsoncEdit.quote(rule.pattern()) + ": " + said + " }";
                replace(action.place(), value);
            }
            case Located.Elements other -> throw wrongEntry(rule, other);
            case Located.Other other -> throw wrongEntry(rule, other);
        }
    }

    private String saidInPlaceOf(Located.Text action) throws InvalidJson {
        askedFor(action);
        return said;
    }

    private static InvalidJson wrongEntry(RuleText rule, Located entry) {
        return InvalidJson.at(
                "the entry of `" + rule.tool() + "` is neither an action nor an object",
                entry.place().line(),
                entry.place().column());
    }

    /** The last entry that names the tool, by this name or another of its kind. */
    private static Optional<Located.Member> find(Located.Members root, String tool) {
        ToolTable tools = ToolTable.standard();
        ToolKind kind = tools.kind(tool);
        boolean hasAliases = kind.hasAliases();
        return root.members().reversed().stream()
                .filter(member -> member.name().equals(tool) || (hasAliases && tools.kind(member.name()) == kind))
                .findFirst();
    }

    private void addPattern(Located.Members patterns, String pattern) throws InvalidJson {
        Optional<Located.Member> existing = patterns.members().stream()
                .filter(member -> member.name().equals(pattern))
                .findFirst();
        if (existing.isEmpty()) {
            text = new JsoncEdit(text).appending(patterns, JsoncEdit.quote(pattern) + ": " + said);
            return;
        }
        replace(askedFor(existing.get().value()).place(), said);
    }

    /** What "always" may turn into an allow: a plain ask or allow. A deny, and what has conditions, is for a person to edit. */
    private static Located askedFor(Located value) throws InvalidJson {
        boolean plain = value instanceof Located.Text text && !text.value().equals("deny");
        if (!plain) {
            throw InvalidJson.at(
                    "`always` does not change " + value.kindOf(),
                    value.place().line(),
                    value.place().column());
        }
        return value;
    }

    private void replace(Located.Place place, String value) {
        text = new JsoncEdit(text).replacing(place, value);
    }
}
