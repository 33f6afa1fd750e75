package dev.licet.gate.permissions;

import dev.licet.core.rule.Action;
import dev.licet.core.rule.RuleText;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.Jsonc;
import dev.licet.gate.json.Located;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The text of a permission file as a table: a row a rule, in the order in which they stand, and the text after a row has
 * changed. Comments, order and layout of everything else stay. Immutable; nothing is saved.
 */
public final class RuleTable {
    private static final String ACTION = "action";
    private static final String PATTERN = "pattern";
    private static final String REASON = "reason";

    /**
     * A rule as it stands in the text.
     *
     * @param action what it says, as it is written: also what is no action
     * @param reason what it tells those whom it denies; empty where it says nothing
     * @param limits what else it has: {@code when}, {@code expires}, {@code deadline}, {@code approvers}
     * @param line from 1
     */
    public record Row(String tool, String pattern, String action, String reason, List<String> limits, int line) {
        public Row {
            limits = List.copyOf(limits);
        }
    }

    /** A change to the row {@code row}, counted from 0, or a new one. */
    public sealed interface Edit {
        record Say(int row, Action action) implements Edit {}

        record Match(int row, String pattern) implements Edit {}

        record Explain(int row, String reason) implements Edit {}

        /** One up, before the rule that stands above it in the same object or array. */
        record MoveUp(int row) implements Edit {}

        record Remove(int row) implements Edit {}

        /** Behind the other rules of its tool. */
        record Add(RuleText rule, Action action) implements Edit {}
    }

    /**
     * Where a row stands.
     *
     * @param value what stands for its action, or the object that has it
     * @param siblings the object or array that it is a part of, and what that is in
     * @param index which part of it
     */
    private record Entry(Row row, Located value, Siblings siblings, int index) {}

    /**
     * Parts between two brackets.
     *
     * @param parent the part that they are the value of, if some other is
     */
    private record Siblings(List<Located.Place> parts, Kind kind, Optional<Part> parent) {
        private enum Kind {
            TOOLS,
            PATTERNS,
            RULES
        }
    }

    private record Part(Siblings siblings, int index) {}

    private final String mark;
    private final JsoncEdit text;
    private final List<Entry> entries = new ArrayList<>();

    private RuleTable(String text) throws InvalidJson {
        this.mark = text.startsWith("\ufeff") ? "\ufeff" : "";
        this.text = new JsoncEdit(text.substring(mark.length()));
        switch (Jsonc.parse(this.text.text())) {
            case Located.Members root -> tools(root);
            case Located.Elements rules -> rules(rules);
            case Located.Text other -> throw noRules(other);
            case Located.Other other -> throw noRules(other);
        }
    }

    private static InvalidJson noRules(Located value) {
        return InvalidJson.at(
                "expected an object of tools or an array of rules",
                value.place().line(),
                value.place().column());
    }

    /** The table of {@code text}. */
    public static RuleTable of(String text) throws InvalidJson {
        return new RuleTable(text);
    }

    /** A row a rule. */
    public List<Row> rows() {
        return entries.stream().map(Entry::row).toList();
    }

    private void tools(Located.Members root) {
        var siblings = new Siblings(JsoncEdit.places(root), Siblings.Kind.TOOLS, Optional.empty());
        for (int i = 0; i < root.members().size(); i++) {
            Located.Member tool = root.members().get(i);
            if (tool.name().startsWith("$")) {
                continue;
            }
            if (tool.value() instanceof Located.Members patterns) {
                patterns(tool.name(), patterns, new Part(siblings, i));
            } else {
                entries.add(
                        new Entry(row(tool.name(), "*", tool.value(), tool.namePlace()), tool.value(), siblings, i));
            }
        }
    }

    private void patterns(String tool, Located.Members patterns, Part parent) {
        var siblings = new Siblings(JsoncEdit.places(patterns), Siblings.Kind.PATTERNS, Optional.of(parent));
        for (int i = 0; i < patterns.members().size(); i++) {
            Located.Member pattern = patterns.members().get(i);
            Row row = row(tool, pattern.name(), pattern.value(), pattern.namePlace());
            entries.add(new Entry(row, pattern.value(), siblings, i));
        }
    }

    private void rules(Located.Elements rules) {
        List<Located.Place> parts =
                rules.elements().stream().map(Located::place).toList();
        var siblings = new Siblings(parts, Siblings.Kind.RULES, Optional.empty());
        for (int i = 0; i < parts.size(); i++) {
            Located rule = rules.elements().get(i);
            String tool = rule instanceof Located.Members members ? said(members, "permission", "*") : "*";
            String pattern = rule instanceof Located.Members members ? said(members, PATTERN, "*") : "*";
            entries.add(new Entry(row(tool, pattern, rule, rule.place()), rule, siblings, i));
        }
    }

    private static Row row(String tool, String pattern, Located value, Located.Place place) {
        return switch (value) {
            case Located.Text action -> new Row(tool, pattern, action.value(), "", List.of(), place.line());
            case Located.Members rule ->
                new Row(
                        tool,
                        pattern,
                        said(rule, ACTION, ""),
                        said(rule, REASON, ""),
                        rule.members().stream()
                                .map(Located.Member::name)
                                .filter(name -> !List.of("permission", PATTERN, ACTION, REASON)
                                        .contains(name))
                                .toList(),
                        place.line());
            case Located.Elements other -> new Row(tool, pattern, "", "", List.of(), place.line());
            case Located.Other other -> new Row(tool, pattern, "", "", List.of(), place.line());
        };
    }

    private static Optional<Located> member(Located.Members rule, String name) {
        return rule.members().stream()
                .filter(member -> member.name().equals(name))
                .map(Located.Member::value)
                .findFirst();
    }

    private static String said(Located.Members rule, String name, String otherwise) {
        return member(rule, name).orElse(null) instanceof Located.Text text ? text.value() : otherwise;
    }

    /**
     * The text after {@code edit}.
     *
     * @throws IllegalArgumentException when there is no such row, or what is wanted cannot be said in its place
     */
    public String after(Edit edit) throws InvalidJson {
        return switch (edit) {
            case Edit.Say say ->
                mark + saying(entry(say.row()), JsoncEdit.quote(say.action().text()));
            case Edit.Match match -> mark + matching(entry(match.row()), match.pattern());
            case Edit.Explain explain -> mark + explaining(entry(explain.row()), explain.reason());
            case Edit.MoveUp up -> mark + movedUp(entry(up.row()));
            case Edit.Remove remove -> mark + without(entry(remove.row()));
            case Edit.Add add -> with(add.rule(), add.action());
        };
    }

    private String with(RuleText rule, Action action) throws InvalidJson {
        boolean taken = entries.stream()
                .anyMatch(entry -> entry.row().tool().equals(rule.tool())
                        && entry.row().pattern().equals(rule.pattern()));
        if (taken) {
            throw new IllegalArgumentException("there is a rule `" + rule.pattern() + "` for this tool already");
        }
        return PermissionEdit.add(mark + text.text(), List.of(rule), action);
    }

    private Entry entry(int row) {
        if (row < 0 || row >= entries.size()) {
            throw new IllegalArgumentException("there is no rule " + row + ": the text has " + entries.size());
        }
        return entries.get(row);
    }

    private String saying(Entry entry, String action) {
        if (!(entry.value() instanceof Located.Members rule)) {
            return text.replacing(entry.value().place(), action);
        }
        Optional<Located> said = member(rule, ACTION);
        return said.isPresent()
                ? text.replacing(said.get().place(), action)
                : text.appending(rule, "\"action\": " + action);
    }

    private String matching(Entry entry, String pattern) {
        Siblings siblings = entry.siblings();
        boolean taken = entries.stream()
                .anyMatch(other -> !other.equals(entry)
                        && other.siblings().equals(siblings)
                        && siblings.kind() == Siblings.Kind.PATTERNS
                        && other.row().pattern().equals(pattern));
        if (taken) {
            throw new IllegalArgumentException("there is a rule `" + pattern + "` for this tool already");
        }
        String quoted = JsoncEdit.quote(pattern);
        return switch (siblings.kind()) {
            case PATTERNS -> text.replacing(name(siblings.parts().get(entry.index())), quoted);
            case TOOLS ->
                text.replacing(
                        entry.value().place(),
                        "{ " + quoted + ": " + text.at(entry.value().place()) + " }");
            case RULES -> {
                Located.Members rule = rule(entry);
                Optional<Located> said = member(rule, PATTERN);
                yield said.isPresent()
                        ? text.replacing(said.get().place(), quoted)
                        : text.appending(rule, "\"pattern\": " + quoted);
            }
        };
    }

    /** A name may be spelled with escapes: it ends where its quote does. */
    private Located.Place name(Located.Place whole) {
        int end = whole.start() + 1;
        while (text.text().charAt(end) != '"') {
            end += text.text().charAt(end) == '\\' ? 2 : 1;
        }
        return new Located.Place(whole.start(), end + 1, whole.line(), whole.column());
    }

    private static Located.Members rule(Entry entry) {
        if (entry.value() instanceof Located.Members rule) {
            return rule;
        }
        throw new IllegalArgumentException("line " + entry.row().line() + " is no rule; mend it in the text");
    }

    private String explaining(Entry entry, String reason) {
        String quoted = JsoncEdit.quote(reason);
        if (entry.value() instanceof Located.Members rule) {
            Optional<Located> said = member(rule, REASON);
            return said.isPresent()
                    ? text.replacing(said.get().place(), quoted)
                    : text.appending(rule, "\"reason\": " + quoted);
        }
        String explained = "{ \"action\": " + text.at(entry.value().place()) + ", \"reason\": " + quoted + " }";
        boolean forTool = entry.siblings().kind() == Siblings.Kind.TOOLS;
        return text.replacing(entry.value().place(), forTool ? "{ \"*\": " + explained + " }" : explained);
    }

    private String movedUp(Entry entry) {
        if (entry.index() == 0) {
            throw new IllegalArgumentException("it is the first rule of its kind");
        }
        return text.swapping(entry.siblings().parts(), entry.index() - 1);
    }

    /** A tool goes with its last rule. */
    private String without(Entry entry) {
        Siblings siblings = entry.siblings();
        return siblings.parts().size() == 1 && siblings.parent().isPresent()
                ? text.removing(
                        siblings.parent().get().siblings().parts(),
                        siblings.parent().get().index())
                : text.removing(siblings.parts(), entry.index());
    }
}
