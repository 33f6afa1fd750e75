package dev.licet.gate.permissions;

import dev.licet.core.call.ToolKind;
import dev.licet.core.call.ToolTable;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.RuleText;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
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
        this.said = quote(action.text());
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
            String entry = "{ \"permission\": " + quote(rule.tool()) + ", \"pattern\": " + quote(rule.pattern())
                    + ", \"action\": " + said + " }";
            append(rules.place(), rules.elements().stream().map(Located::place).toList(), entry);
            return;
        }
        if (!(file instanceof Located.Members root)) {
            throw InvalidJson.at("expected an object of tools or an array of rules", 1, 1);
        }
        Optional<Located.Member> tool = find(root, rule.tool());
        if (tool.isEmpty()) {
            String value = rule.pattern().equals("*") ? said : "{ " + quote(rule.pattern()) + ": " + said + " }";
            append(root, quote(rule.tool()) + ": " + value);
            return;
        }
        switch (tool.get().value()) {
            case Located.Members patterns -> addPattern(patterns, rule.pattern());
            case Located.Text action -> {
                String simple =
                        text.substring(action.place().start(), action.place().end());
                String value = rule.pattern().equals("*")
                        ? saidInPlaceOf(action)
                        : "{ \"*\": " + simple + ", " + quote(rule.pattern()) + ": " + said + " }";
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
            append(patterns, quote(pattern) + ": " + said);
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
        text = text.substring(0, place.start()) + value + text.substring(place.end());
    }

    private void append(Located.Members object, String member) {
        append(
                object.place(),
                object.members().stream()
                        .map(each -> new Located.Place(
                                each.namePlace().start(),
                                each.value().place().end(),
                                each.namePlace().line(),
                                each.namePlace().column()))
                        .toList(),
                member);
    }

    /** Puts {@code addition} behind the last of {@code parts}, laid out like that one. */
    private void append(Located.Place whole, List<Located.Place> parts, String addition) {
        if (parts.isEmpty()) {
            int open = whole.start() + 1;
            text = text.substring(0, open) + " " + addition + " " + text.substring(open);
            return;
        }
        int end = parts.getLast().end();
        Optional<String> indent = indentOf(parts.getLast().start());
        int comma = commaAfter(end);
        String glue = comma < 0 ? "," : text.substring(end, comma + 1);
        int rest = comma < 0 ? end : comma + 1;
        if (indent.isEmpty()) {
            text = text.substring(0, end) + glue + " " + addition + text.substring(rest);
            return;
        }
        // The rest of the line belongs to the part before: a comment that explains it stays with it.
        int lineEnd = endOfLine(rest);
        String newline = text.contains("\r\n") ? "\r\n" : "\n";
        text = text.substring(0, end)
                + glue
                + text.substring(rest, lineEnd)
                + newline
                + indent.get()
                + addition
                + text.substring(lineEnd);
    }

    /** The blanks before {@code position} if nothing else stands before it on its line. */
    private Optional<String> indentOf(int position) {
        int lineStart = text.lastIndexOf('\n', position - 1) + 1;
        String before = text.substring(lineStart, position);
        return lineStart > 0 && before.isBlank() ? Optional.of(before) : Optional.empty();
    }

    /** The index of the comma that follows {@code position} after blanks and comments, or -1. */
    private int commaAfter(int position) {
        int i = position;
        while (i < text.length()) {
            if (text.startsWith("//", i)) {
                i = lineBreak(i);
            } else if (text.startsWith("/*", i)) {
                i = text.indexOf("*/", i) + 2;
            } else if (Character.isWhitespace(text.charAt(i))) {
                i++;
            } else {
                return text.charAt(i) == ',' ? i : -1;
            }
        }
        return -1;
    }

    /** Where the line at {@code position} ends, or where its object closes on the same line. */
    private int endOfLine(int position) {
        int i = position;
        while (i < text.length() && text.charAt(i) != '\n' && text.charAt(i) != '\r') {
            if (text.startsWith("//", i)) {
                return lineBreak(i);
            }
            if (text.startsWith("/*", i)) {
                i = text.indexOf("*/", i) + 2;
            } else if (text.charAt(i) == ' ' || text.charAt(i) == '\t') {
                i++;
            } else {
                return position;
            }
        }
        return i;
    }

    private int lineBreak(int position) {
        int i = position;
        while (i < text.length() && text.charAt(i) != '\n' && text.charAt(i) != '\r') {
            i++;
        }
        return i;
    }

    private static String quote(String value) {
        return JsonText.write(new JsonString(value));
    }
}
