package dev.licet.gate.permissions;

import dev.licet.core.policy.Action;
import dev.licet.core.policy.Diagnostic;
import dev.licet.core.policy.Policy;
import dev.licet.core.policy.Rule;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.Jsonc;
import dev.licet.gate.json.Located;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Turns the text of a permission file into rules. An entry that is wrong counts as {@code ask} and is reported with line
 * and column; a text that is no JSONC object is refused as a whole.
 */
final class PermissionText {
    private final String file;
    private final String home;
    private final List<Rule> rules = new ArrayList<>();
    private final List<Diagnostic> problems = new ArrayList<>();

    private PermissionText(String file, String home) {
        this.file = file;
        this.home = home;
    }

    /** The policy that {@code text} spells. */
    static Policy parse(String text, String file, String home) throws InvalidJson {
        var reader = new PermissionText(file, home);
        Located root = Jsonc.parse(text.startsWith("\ufeff") ? text.substring(1) : text);
        switch (root) {
            case Located.Members members -> reader.tools(members);
            case Located.Text other -> throw notAnObject(other);
            case Located.Other other -> throw notAnObject(other);
        }
        return Policy.of(reader.rules).withProblems(reader.problems);
    }

    private static InvalidJson notAnObject(Located value) {
        return InvalidJson.at(
                "expected an object of tools",
                value.place().line(),
                value.place().column());
    }

    private void tools(Located.Members members) {
        Set<String> seen = new HashSet<>();
        for (Located.Member tool : members.members()) {
            boolean repeated = !seen.add(tool.name());
            if (repeated) {
                problem(tool.namePlace(), "the tool `" + tool.name() + "` stands twice", "join the two entries");
            }
            switch (tool.value()) {
                case Located.Text action -> add(tool.name(), "*", action, tool.namePlace(), repeated);
                case Located.Members patterns -> patterns(tool, patterns, repeated);
                case Located.Other other -> {
                    problem(
                            other.place(),
                            "expected an action or an object, not " + other.kind(),
                            "it counts as `ask`");
                    addRule(tool.name(), "*", Action.ASK, tool.namePlace());
                }
            }
        }
    }

    private void patterns(Located.Member tool, Located.Members patterns, boolean repeatedTool) {
        if (patterns.members().isEmpty()) {
            addRule(tool.name(), "*", Action.ASK, tool.namePlace());
        }
        Set<String> seen = new HashSet<>();
        for (Located.Member pattern : patterns.members()) {
            boolean repeated = !seen.add(pattern.name());
            if (repeated) {
                problem(pattern.namePlace(), "the pattern `" + pattern.name() + "` stands twice", "remove one");
            }
            switch (pattern.value()) {
                case Located.Text action ->
                    add(tool.name(), pattern.name(), action, pattern.namePlace(), repeated || repeatedTool);
                case Located.Members members -> wrongAction(tool, pattern, "an object");
                case Located.Other other -> wrongAction(tool, pattern, other.kind());
            }
        }
    }

    private void wrongAction(Located.Member tool, Located.Member pattern, String found) {
        problem(pattern.value().place(), "expected an action, not " + found, "it counts as `ask`");
        addRule(tool.name(), pattern.name(), Action.ASK, pattern.namePlace());
    }

    private void add(String tool, String pattern, Located.Text action, Located.Place place, boolean repeated) {
        Optional<Action> known = action(action.value());
        if (known.isEmpty()) {
            problem(action.place(), "unknown action `" + action.value() + "`", help(action.value()));
        }
        // An entry that stands twice may say anything but allow.
        Action effective = known.orElse(Action.ASK);
        addRule(tool, pattern, repeated ? effective.strictest(Action.ASK) : effective, place);
    }

    private void addRule(String tool, String pattern, Action action, Located.Place place) {
        rules.add(Rule.of(tool, expandHome(pattern), action, new Rule.Origin(file, place.line())));
    }

    private String expandHome(String pattern) {
        for (String prefix : List.of("~", "$HOME")) {
            if (pattern.equals(prefix) || pattern.startsWith(prefix + "/")) {
                return home + pattern.substring(prefix.length());
            }
        }
        return pattern;
    }

    private static Optional<Action> action(String text) {
        return switch (text) {
            case "allow" -> Optional.of(Action.ALLOW);
            case "ask", "prompt" -> Optional.of(Action.ASK);
            case "deny" -> Optional.of(Action.DENY);
            default -> Optional.empty();
        };
    }

    private static String help(String wrong) {
        for (String action : List.of("allow", "ask", "deny")) {
            boolean close = !wrong.isEmpty() && action.charAt(0) == Character.toLowerCase(wrong.charAt(0));
            if (close && wrong.length() > 1) {
                return "did you mean `" + action + "`? It counts as `ask`";
            }
        }
        return "use allow, ask or deny; it counts as `ask`";
    }

    private void problem(Located.Place place, String message, String help) {
        problems.add(new Diagnostic(file, place.line(), place.column(), message, help));
    }
}
