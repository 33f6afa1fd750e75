package dev.licet.cli.imports;

import dev.licet.cli.imports.Imported.Left;
import dev.licet.cli.imports.Imported.Taken;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.core.rule.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * {@code permission} in the configuration of OpenCode, as rules in the same order: there too the last one that matches
 * decides. Source: OpenCode 1.18.33.
 */
final class OpenCodePermission {
    private final Scope scope;

    private OpenCodePermission(Scope scope) {
        this.scope = scope;
    }

    /** What {@code configuration} says. */
    static List<Imported> of(Scope scope, JsonObject configuration) {
        return new OpenCodePermission(scope).all(configuration);
    }

    private List<Imported> all(JsonObject configuration) {
        var all = new ArrayList<Imported>();
        Optional<JsonValue> permission = configuration.get("permission");
        if (permission.orElse(null) instanceof JsonString everything) {
            all.add(entry("*", "*", everything));
        } else if (permission.orElse(null) instanceof JsonObject tools) {
            tools.members().forEach((tool, said) -> {
                if (said instanceof JsonObject patterns) {
                    patterns.members().forEach((pattern, action) -> all.add(entry(tool, pattern, action)));
                } else {
                    all.add(entry(tool, "*", said));
                }
            });
        }
        Stream.of("agent", "mode")
                .flatMap(name -> configuration.object(name).stream())
                .flatMap(agents -> agents.members().entrySet().stream())
                .filter(agent -> agent.getValue() instanceof JsonObject its
                        && its.get("permission").isPresent())
                .forEach(agent -> all.add(new Left(
                        "agent " + agent.getKey() + ": permission",
                        "it speaks of one agent: `agents:` in licet.yaml has rules for those")));
        return all;
    }

    private Imported entry(String tool, String pattern, JsonValue said) {
        String written = pattern.equals("*") ? tool : tool + ": " + pattern;
        Optional<Action> action = said instanceof JsonString text
                ? Stream.of(Action.values())
                        .filter(each -> each.text().equals(text.value()))
                        .filter(each -> each != Action.CONTAIN)
                        .findFirst()
                : Optional.empty();
        return action.isEmpty()
                ? new Left(written, "it says neither allow, ask nor deny")
                : entry(written, tool, pattern, action.get());
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
            case "doom_loop" -> new Left(written, "it speaks of calls that repeat themselves");
            case "glob", "grep", "list" ->
                pattern.equals("*") && action != Action.ALLOW
                        ? Taken.of(written, action, tool.equals("list") ? "read_file" : tool, List.of("*"))
                        : new Left(
                                written,
                                action == Action.ALLOW
                                        ? "searching is not asked about where reading is not"
                                        : "it speaks of what is looked for, and rules speak of the files that are found");
            default -> elsewhere(written, action, Spelled.wildcards(tool), pattern);
        };
    }

    private Imported elsewhere(String written, Action action, String tool, String pattern) {
        boolean everyTool = scope.project().isPresent() && tool.equals("*");
        return scope.keeps(action) || everyTool
                ? new Left(written, Scope.ELSEWHERE)
                : Taken.of(written, action, tool, List.of(Spelled.wildcards(pattern)))
                        .noting(tool.equals("*") && action == Action.ALLOW ? "but what is protected" : "");
    }

    private Imported address(String written, Action action, String pattern) {
        return action == Action.ALLOW && pattern.contains("://") && !scope.keeps(action)
                ? Taken.of(written, action, "web_fetch", List.of(Spelled.address(pattern)))
                : elsewhere(written, action, "web_fetch", pattern);
    }

    private Imported files(String written, Action action, List<String> tools, String pattern) {
        String home = Stream.of("~/", "$HOME/")
                .filter(pattern::startsWith)
                .findFirst()
                .orElse("");
        boolean outside = pattern.startsWith("/") || !home.isEmpty();
        if (scope.keeps(action) && outside) {
            return new Left(written, Scope.ELSEWHERE);
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
            return new Left(written, Scope.ELSEWHERE);
        }
        String below = pattern.replaceFirst("^\\$HOME(?=/|$)", "~").replaceAll("\\*+$", "*");
        if (action == Action.ALLOW && !below.endsWith("/*")) {
            return new Left(written, "an allow names a folder: `/path/of/it/*`");
        }
        return Taken.of(written, action, "external_directory", List.of(Spelled.wildcards(below)));
    }
}
