package dev.licet.cli.imports;

import dev.licet.cli.imports.Imported.Left;
import dev.licet.cli.imports.Imported.Taken;
import dev.licet.core.call.ToolKind;
import dev.licet.core.call.ToolTable;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonBoolean;
import dev.licet.core.json.JsonValue.JsonNumber;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.core.rule.Action;
import dev.licet.gate.json.InvalidJson;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The policies of Gemini CLI and the lists of tools in its settings, as rules. The one with the highest priority decides
 * there, so they come in the order of their priorities. Source: the policy engine of Gemini CLI 0.61.0.
 */
final class GeminiPolicies {
    /** What is in the settings of a person has its priority between those of that person's policies. */
    private static final double MCP_EXCLUDED = 900;

    private static final double EXCLUDED = 400;
    private static final double CONFIRMED = 350;
    private static final double ALLOWED = 300;
    private static final double CORE = 250;
    private static final double MCP_TRUSTED = 200;
    private static final double MCP_ALLOWED = 100;

    /** What lies just below one of these: the refusal of everything else. */
    private static final double STEP = 10;

    private static final Pattern NARROWED = Pattern.compile("([A-Za-z0-9_-]+)\\((.*)\\)", Pattern.DOTALL);

    private static final List<String> SHELLS = List.of("run_shell_command", "ShellTool");

    private final ToolTable tools = ToolTable.standard();
    private final List<Ranked> all = new ArrayList<>();

    private record Ranked(double priority, Imported imported) {}

    private GeminiPolicies() {}

    /** What {@code policies}, those of {@code ~/.gemini/policies}, and {@code settings} say together. */
    static List<Imported> of(List<Policy> policies, List<Settings> settings) {
        var reader = new GeminiPolicies();
        policies.forEach(reader::policy);
        settings.forEach(reader::settings);
        // Of two with the same priority the first decides there, and the last one here.
        return reader.all.reversed().stream()
                .sorted(Comparator.comparingDouble(Ranked::priority))
                .map(Ranked::imported)
                .toList();
    }

    /**
     * The rules of one file.
     *
     * @throws InvalidJson when one lacks what every rule has: Gemini CLI then takes no notice of the file
     */
    static List<Policy> policies(JsonObject file) throws InvalidJson {
        var policies = new ArrayList<Policy>();
        for (JsonValue rule : file.elements("rule")) {
            policies.add(policy(rule, policies.size() + 1));
        }
        return policies;
    }

    /** A rule of a policy, with what every rule has. */
    record Policy(JsonObject rule, Action action, double priority, List<String> tools) {}

    /** A file of settings, and whose it is. */
    record Settings(JsonObject members, Scope scope) {}

    private void add(double priority, Imported imported) {
        all.add(new Ranked(priority, imported));
    }

    private static Policy policy(JsonValue element, int number) throws InvalidJson {
        if (!(element instanceof JsonObject rule)) {
            throw InvalidJson.at("rule " + number + " is no table", 0, 0);
        }
        Action action = switch (rule.text("decision").orElse("")) {
            case "allow" -> Action.ALLOW;
            case "ask_user" -> Action.ASK;
            case "deny" -> Action.DENY;
            default -> throw InvalidJson.at("rule " + number + " has no `decision`: allow, deny or ask_user", 0, 0);
        };
        if (!(rule.get("priority").orElse(null) instanceof JsonNumber priority)) {
            throw InvalidJson.at("rule " + number + " has no `priority`, a number", 0, 0);
        }
        List<String> tools = texts(rule, "toolName");
        if (tools.isEmpty()) {
            throw InvalidJson.at("rule " + number + " has no `toolName`", 0, 0);
        }
        return new Policy(rule, action, priority.value().doubleValue(), tools);
    }

    private void policy(Policy policy) {
        JsonObject rule = policy.rule();
        String why = limits(rule);
        for (String name : policy.tools()) {
            String tool = rule.text("mcpName")
                    .map(server -> "mcp_" + server + "_" + name)
                    .orElse(name);
            add(
                    policy.priority(),
                    why.isEmpty() ? rule(rule, tool, policy.action()) : new Left(written(rule, tool), why));
        }
    }

    /** Why a rule has no equal here; empty where it may have one. */
    private static String limits(JsonObject rule) {
        List<String> modes = texts(rule, "modes");
        if (!modes.isEmpty() && !modes.contains("default")) {
            return "it holds only in mode " + String.join(", ", modes);
        }
        if (rule.get("interactive").orElse(null) instanceof JsonBoolean flag && !flag.value()) {
            return "it holds only where nobody can be asked";
        }
        if (rule.get("subagent").isPresent()) {
            return "it speaks of one subagent: `agents:` in licet.yaml has rules for those";
        }
        if (rule.get("toolAnnotations").isPresent()) {
            return "it speaks of what a server says about its tools, which nobody has checked";
        }
        return rule.get("argsPattern").isPresent()
                ? "an expression over arguments as JSON: write it by hand, with `when`"
                : "";
    }

    private static String written(JsonObject rule, String tool) {
        return Stream.of("commandPrefix", "commandRegex", "argsPattern")
                .flatMap(name -> texts(rule, name).stream().map(text -> name + " = " + text))
                .reduce(tool, (left, right) -> left + ", " + right);
    }

    private Imported rule(JsonObject rule, String tool, Action action) {
        String reason =
                rule.text("denyMessage").or(() -> rule.text("deny_message")).orElse("");
        List<String> prefixes = texts(rule, "commandPrefix");
        Optional<String> regex = rule.text("commandRegex");
        Imported imported;
        if (!prefixes.isEmpty()) {
            imported = commands(
                    written(rule, tool),
                    action,
                    prefixes.stream()
                            .flatMap(prefix -> Spelled.prefix(prefix.strip(), action).stream())
                            .toList(),
                    Scope.PERSON);
        } else if (regex.isPresent()) {
            List<String> patterns = RegexPattern.of(regex.get(), true, action);
            imported = !patterns.isEmpty()
                    ? commands(written(rule, tool), action, patterns, Scope.PERSON)
                    : new Left(written(rule, tool), "an expression that no pattern says as well: write it by hand");
        } else {
            imported = whole(written(rule, tool), tool, action, Scope.PERSON);
        }
        return imported instanceof Taken taken ? taken.because(reason) : imported;
    }

    private static Imported commands(String written, Action action, List<String> patterns, Scope scope) {
        return Taken.of(written, action, "shell_exec", scope.commands(patterns, action));
    }

    /** A tool whatever its arguments, by the name that Gemini CLI gives it. */
    private Imported whole(String written, String name, Action action, Scope scope) {
        String tool = SHELLS.contains(name) ? "run_shell_command" : name;
        ToolKind kind = tools.kind(tool);
        if (scope.project().isPresent() && (scope.keeps(action) || tool.equals("*"))) {
            return kind == ToolKind.SHELL
                    ? commands(written, action, List.of("*"), scope)
                    : new Left(written, Scope.ELSEWHERE);
        }
        if (kind == ToolKind.READ && action == Action.ALLOW && !tool.startsWith("read_")) {
            return new Left(written, "listing folders is not asked about");
        }
        Taken taken = Taken.of(written, action, tool.equals("*") ? "*" : tools.ruleName(tool), List.of("*"));
        if (action == Action.ALLOW) {
            return kind == ToolKind.SHELL || tool.equals("*")
                    ? taken.noting("but what is protected, or denied by a later rule")
                    : taken;
        }
        return kind == ToolKind.READ ? taken.noting("every tool and command that reads a file") : taken;
    }

    private void settings(Settings settings) {
        JsonObject members = settings.members();
        Scope scope = settings.scope();
        JsonObject listed = members.object("tools").orElseGet(JsonObject::empty);
        List<String> allowed = either(listed, "allowed", members, "allowedTools");
        List<String> core = either(listed, "core", members, "coreTools");
        either(listed, "exclude", members, "excludeTools")
                .forEach(tool -> add(EXCLUDED, whole("tools.exclude: " + tool, tool, Action.DENY, scope)));
        texts(listed, "confirmationRequired")
                .forEach(tool -> add(CONFIRMED, whole("tools.confirmationRequired: " + tool, tool, Action.ASK, scope)));
        allowed.forEach(tool -> add(ALLOWED, narrowed("tools.allowed: " + tool, tool, scope)));
        core.forEach(tool -> add(CORE, narrowed("tools.core: " + tool, tool, scope)));
        if (allowed.stream().anyMatch(GeminiPolicies::isNarrowedShell)) {
            add(ALLOWED - STEP, whole("tools.allowed: no other command", "run_shell_command", Action.DENY, scope));
        }
        if (!core.isEmpty()) {
            add(CORE - STEP, whole("tools.core: no other tool", "*", Action.DENY, scope));
        }
        JsonObject servers = members.object("mcp").orElseGet(JsonObject::empty);
        texts(servers, "excluded")
                .forEach(server -> add(MCP_EXCLUDED, server("mcp.excluded", server, Action.DENY, scope)));
        texts(servers, "allowed")
                .forEach(server -> add(MCP_ALLOWED, server("mcp.allowed", server, Action.ALLOW, scope)));
        members.object("mcpServers").orElseGet(JsonObject::empty).members().forEach((name, server) -> {
            boolean trusted = server instanceof JsonObject its
                    && its.get("trust").orElse(null) instanceof JsonBoolean flag
                    && flag.value();
            if (trusted) {
                add(MCP_TRUSTED, server("mcpServers: trust", name, Action.ALLOW, scope));
            }
        });
        mode(members).ifPresent(mode -> add(0, new Left("approval mode: " + mode, Importer.MODES)));
    }

    private static Optional<String> mode(JsonObject members) {
        return members.object("general")
                .flatMap(general -> general.text("defaultApprovalMode"))
                .or(() -> members.object("tools").flatMap(each -> each.text("approvalMode")))
                .filter(mode -> !mode.equals("default"));
    }

    private static List<String> either(JsonObject now, String name, JsonObject before, String old) {
        List<String> texts = texts(now, name);
        return texts.isEmpty() ? texts(before, old) : texts;
    }

    private Imported server(String list, String server, Action action, Scope scope) {
        String tools = server.equals("*") ? "mcp_*" : "mcp_" + server + "_*";
        return scope.keeps(action)
                ? new Left(list + ": " + server, Scope.ELSEWHERE)
                : Taken.of(list + ": " + server, action, tools, List.of("*"));
    }

    private static boolean isNarrowedShell(String entry) {
        Matcher parts = NARROWED.matcher(entry);
        return parts.matches() && SHELLS.contains(parts.group(1));
    }

    /** {@code run_shell_command(git status)}: a command that begins like this; other tools are allowed as a whole. */
    private Imported narrowed(String written, String entry, Scope scope) {
        Matcher parts = NARROWED.matcher(entry);
        if (!parts.matches()) {
            return whole(written, entry, Action.ALLOW, scope);
        }
        return SHELLS.contains(parts.group(1))
                ? commands(written, Action.ALLOW, Spelled.prefix(parts.group(2).strip(), Action.ALLOW), scope)
                : whole(written, parts.group(1), Action.ALLOW, scope);
    }

    private static List<String> texts(JsonObject from, String name) {
        List<JsonValue> values = from.get(name).orElse(null) instanceof JsonArray array
                ? array.elements()
                : from.get(name).stream().toList();
        return values.stream()
                .flatMap(value -> value instanceof JsonString text ? Stream.of(text.value()) : Stream.empty())
                .filter(text -> !text.isEmpty())
                .toList();
    }
}
