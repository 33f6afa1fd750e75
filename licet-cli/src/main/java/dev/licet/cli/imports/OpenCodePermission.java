package dev.licet.cli.imports;

import dev.licet.cli.imports.Imported.Left;
import dev.licet.cli.imports.Imported.Taken;
import dev.licet.core.glob.Glob;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonBoolean;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.core.rule.Action;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * {@code permission} in the configuration of OpenCode, as rules in the same order: there too the last one that matches
 * decides. Source: OpenCode 1.18.33.
 */
final class OpenCodePermission {
    /** Its own tools that rules have kinds for. */
    private static final List<String> OWN = List.of(
            "bash",
            "read",
            "edit",
            "glob",
            "grep",
            "webfetch",
            "task",
            "skill",
            "external_directory",
            "doom_loop",
            "*");

    /** Tools whose permission is that to edit. */
    private static final List<String> EDITING = List.of("write", "edit", "patch", "multiedit", "apply_patch");

    private final RuleScope scope;

    /** Whether the person denies anything. */
    private final boolean denies;

    private OpenCodePermission(RuleScope scope, boolean denies) {
        this.scope = scope;
        this.denies = denies;
    }

    /** A configuration, and whose it is. */
    record Configuration(RuleScope scope, JsonObject members) {}

    /** What one configuration says of a pattern; {@code whole} where it says that of the tool and names no patterns. */
    private record Said(RuleScope scope, String pattern, JsonValue action, boolean whole) {}

    /**
     * What {@code all} say together: what a later one says of the same tool and pattern stands where the earlier one said it, and
     * behind it, as it may hold in its project alone.
     */
    static List<Imported> of(List<Configuration> all) {
        Map<String, List<Said>> tools = new LinkedHashMap<>();
        for (Configuration configuration : all) {
            said(configuration).forEach((tool, said) -> {
                List<Said> before = tools.computeIfAbsent(tool, unused -> new ArrayList<>());
                said.forEach(each -> before.add(place(before, each), each));
            });
        }
        boolean denies = tools.values().stream()
                .flatMap(List::stream)
                .anyMatch(each -> each.scope().project().isEmpty()
                        && action(each.action()).filter(Action.DENY::equals).isPresent());
        var imported = new ArrayList<Imported>();
        tools.forEach((tool, said) -> said.forEach(each ->
                imported.add(new OpenCodePermission(each.scope(), denies).entry(tool, each.pattern(), each.action()))));
        all.forEach(each -> imported.addAll(ofAgents(each.members())));
        return imported;
    }

    /** Behind the last that speaks of the same pattern; what takes the place of all patterns stands last. */
    private static int place(List<Said> before, Said said) {
        int place = before.size();
        for (int i = 0; i < before.size() && !said.whole(); i++) {
            place = before.get(i).pattern().equals(said.pattern()) ? i + 1 : place;
        }
        return place;
    }

    /** By tool, with the older list of tools that are there before all else. */
    private static Map<String, List<Said>> said(Configuration configuration) {
        Map<String, List<Said>> all = new LinkedHashMap<>();
        configuration
                .members()
                .object("tools")
                .orElseGet(JsonObject::empty)
                .members()
                .forEach((tool, there) -> {
                    String name = EDITING.contains(tool) ? "edit" : tool;
                    if (there instanceof JsonBoolean flag) {
                        var action = new JsonString(flag.value() ? "allow" : "deny");
                        add(all, name, new Said(configuration.scope(), "*", action, true));
                    }
                });
        Optional<JsonValue> permission = configuration.members().get("permission");
        if (permission.orElse(null) instanceof JsonObject tools) {
            tools.members().forEach((tool, said) -> {
                if (said instanceof JsonObject patterns) {
                    patterns.members()
                            .forEach((pattern, action) ->
                                    add(all, tool, new Said(configuration.scope(), pattern, action, false)));
                } else {
                    add(all, tool, new Said(configuration.scope(), "*", said, true));
                }
            });
        } else {
            permission.ifPresent(everything -> add(all, "*", new Said(configuration.scope(), "*", everything, true)));
        }
        return all;
    }

    private static void add(Map<String, List<Said>> all, String tool, Said said) {
        all.computeIfAbsent(tool, unused -> new ArrayList<>()).add(said);
    }

    private static List<Imported> ofAgents(JsonObject configuration) {
        return Stream.of("agent", "mode")
                .flatMap(name -> configuration.object(name).stream())
                .flatMap(agents -> agents.members().entrySet().stream())
                .filter(agent -> agent.getValue() instanceof JsonObject its
                        && its.get("permission").isPresent())
                .<Imported>map(agent -> Left.harmless(
                        "agent " + agent.getKey() + ": permission",
                        "it speaks of one agent: `agents:` in licet.yaml has rules for those"))
                .toList();
    }

    private Imported entry(String tool, String pattern, JsonValue said) {
        String written = pattern.equals("*") ? tool : tool + ": " + pattern;
        Optional<Action> action = action(said);
        if (action.isEmpty()) {
            return new Left(written, "it says neither allow, ask nor deny", true);
        }
        return denies && scope.lifts(action.get())
                ? Left.of(written, action.get(), RuleScope.ELSEWHERE)
                : entry(written, tool, pattern, action.get());
    }

    private static Optional<Action> action(JsonValue said) {
        return said instanceof JsonString text
                ? Action.of(text.value()).filter(each -> each != Action.CONTAIN)
                : Optional.empty();
    }

    private Imported entry(String written, String tool, String pattern, Action action) {
        return switch (tool) {
            case "bash" ->
                Taken.of(
                        written,
                        action,
                        "shell_exec",
                        scope.commands(Spelled.command(pattern, action, Spelled::wildcards), action));
            case "read" -> files(written, action, List.of("read_file"), pattern);
            case "edit" -> files(written, action, List.of("write_file", "edit_file"), pattern);
            case "external_directory" -> folder(written, action, pattern);
            case "webfetch" -> address(written, action, pattern);
            case "task", "skill" -> elsewhere(written, action, tool, pattern);
            case "doom_loop" -> Left.harmless(written, "it speaks of calls that repeat themselves");
            case "glob", "grep" ->
                pattern.equals("*") && action != Action.ALLOW
                        ? elsewhere(written, action, tool, pattern)
                        : Left.of(
                                written,
                                action,
                                action == Action.ALLOW
                                        ? "searching is not asked about where reading is not"
                                        : "it speaks of what is looked for, and rules speak of the files that are found");
            case "*" -> elsewhere(written, action, tool, pattern);
            default -> {
                boolean open = tool.contains("*") || tool.contains("?");
                boolean reaches = open
                        && OWN.stream()
                                .anyMatch(
                                        own -> Glob.of(Spelled.wildcards(tool)).matches(own));
                Optional<String> name = open ? Optional.of(Spelled.wildcards(tool)) : ToolNames.of(tool);
                yield name.isEmpty() || reaches
                        ? Left.of(written, action, "no tool of OpenCode is called like that")
                        : elsewhere(written, action, name.get(), pattern);
            }
        };
    }

    private Imported elsewhere(String written, Action action, String tool, String pattern) {
        boolean everyTool = scope.project().isPresent() && tool.equals("*");
        return scope.keeps(action) || everyTool
                ? Left.of(written, action, RuleScope.ELSEWHERE)
                : Taken.of(written, action, tool, List.of(Spelled.wildcards(pattern)))
                        .noting(tool.equals("*") && action == Action.ALLOW ? "but what is protected" : "");
    }

    private Imported address(String written, Action action, String pattern) {
        return action == Action.ALLOW && pattern.contains("://") && !scope.keeps(action)
                ? Taken.of(written, action, "web_fetch", Spelled.address(pattern))
                : elsewhere(written, action, "web_fetch", pattern);
    }

    private Imported files(String written, Action action, List<String> tools, String pattern) {
        String home = Stream.of("~/", "$HOME/")
                .filter(pattern::startsWith)
                .findFirst()
                .orElse("");
        boolean outside = pattern.startsWith("/") || !home.isEmpty();
        if (scope.keeps(action) && outside) {
            return Left.of(written, action, RuleScope.ELSEWHERE);
        }
        String inside = outside ? "" : scope.inside();
        String spelled = home.isEmpty()
                ? Spelled.wildcards(pattern)
                : "~/" + Spelled.wildcards(pattern.substring(home.length()));
        return Taken.of(written, action, tools, List.of(inside + spelled))
                .noting(action == Action.ALLOW ? "" : "under whatever tool or command");
    }

    private Imported folder(String written, Action action, String pattern) {
        if (scope.keeps(action)) {
            return Left.of(written, action, RuleScope.ELSEWHERE);
        }
        String below = pattern.replaceFirst("^\\$HOME(?=/|$)", "~").replaceAll("\\*+$", "*");
        if (action == Action.ALLOW && !below.endsWith("/*")) {
            return Left.harmless(written, "an allow names a folder: `/path/of/it/*`");
        }
        return Taken.of(written, action, "external_directory", List.of(Spelled.wildcards(below)));
    }
}
