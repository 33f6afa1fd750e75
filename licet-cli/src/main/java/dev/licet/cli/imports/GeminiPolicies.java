package dev.licet.cli.imports;

import dev.licet.cli.imports.Imported.Left;
import dev.licet.cli.imports.Imported.Taken;
import dev.licet.core.call.ToolKind;
import dev.licet.core.call.ToolTable;
import dev.licet.core.glob.Glob;
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
import java.util.Set;
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

    /** The highest priority of a rule. */
    private static final double MOST = 999;

    private static final List<String> MODES = List.of("default", "autoEdit", "yolo", "plan");

    /** Tools of its own that rules have kinds for. */
    private static final Set<String> OWN = Set.of(
            "read_file",
            "read_many_files",
            "list_directory",
            "write_file",
            "replace",
            "glob",
            "grep_search",
            "search_file_content",
            "web_fetch");

    private static final Set<String> LISTING = Set.of("list_directory");

    /** All tools of a server, or of all. */
    private static final Pattern SERVER_TOOLS = Pattern.compile("mcp_(?:([^*]+)_)?\\*");

    private static final int LONGEST_REGEX = 2_048;

    /** Expressions that Gemini CLI takes for slow. */
    private static final Pattern REFUSED = Pattern.compile("\\([^)]*[*+?{].*\\)[*+?{]");

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
    record Settings(JsonObject members, RuleScope scope) {}

    private void add(double priority, Imported imported) {
        all.add(new Ranked(priority, imported));
    }

    private static Policy policy(JsonValue element, int number) throws InvalidJson {
        if (!(element instanceof JsonObject rule)) {
            throw fault(number, "is no table");
        }
        Action action = switch (rule.text("decision").orElse("")) {
            case "allow" -> Action.ALLOW;
            case "ask_user" -> Action.ASK;
            case "deny" -> Action.DENY;
            default -> throw fault(number, "has no `decision`: allow, deny or ask_user");
        };
        double priority = rule.get("priority").orElse(null) instanceof JsonNumber said
                ? said.value().doubleValue()
                : -1;
        if (priority < 0 || priority > MOST || priority != Math.rint(priority)) {
            throw fault(number, "has no `priority`, a whole number from 0 to " + (int) MOST);
        }
        for (String name : List.of("toolName", "commandPrefix", "modes")) {
            boolean texts = rule.get(name)
                    .filter(value -> !(value instanceof JsonString)
                            && !(value instanceof JsonArray array
                                    && array.elements().stream().allMatch(JsonString.class::isInstance)))
                    .isEmpty();
            if (!texts) {
                throw fault(number, "has a `" + name + "` that is neither a text nor a list of texts");
            }
        }
        for (String name :
                List.of("commandRegex", "argsPattern", "mcpName", "subagent", "denyMessage", "deny_message")) {
            if (rule.get(name).filter(value -> !(value instanceof JsonString)).isPresent()) {
                throw fault(number, "has a `" + name + "` that is no text");
            }
        }
        for (String name : List.of("interactive", "allowRedirection", "allow_redirection")) {
            if (rule.get(name).filter(value -> !(value instanceof JsonBoolean)).isPresent()) {
                throw fault(number, "has an `" + name + "` that is neither true nor false");
            }
        }
        if (!MODES.containsAll(texts(rule, "modes"))) {
            throw fault(number, "has `modes` that are none of " + String.join(", ", MODES));
        }
        List<String> tools = texts(rule, "toolName");
        if (tools.isEmpty()) {
            throw fault(number, "has no `toolName`");
        }
        return new Policy(rule, action, priority, tools);
    }

    private static InvalidJson fault(int number, String problem) {
        return InvalidJson.at("rule " + number + " " + problem, 0, 0);
    }

    private void policy(Policy policy) {
        JsonObject rule = policy.rule();
        String why = limits(rule);
        for (String name : policy.tools()) {
            String shown = written(rule, name);
            add(
                    policy.priority(),
                    why.isEmpty() ? rule(rule, shown, name, policy.action()) : Left.of(shown, policy.action(), why));
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

    private Imported rule(JsonObject rule, String written, String tool, Action action) {
        String reason =
                rule.text("denyMessage").or(() -> rule.text("deny_message")).orElse("");
        Optional<JsonValue> prefix = rule.get("commandPrefix");
        Optional<String> regex = rule.text("commandRegex");
        boolean shell = SHELLS.contains(tool) && rule.text("mcpName").isEmpty();
        if ((prefix.isPresent() || regex.isPresent()) && (!shell || (prefix.isPresent() && regex.isPresent()))) {
            return Left.of(written, action, "it speaks of commands as Gemini CLI does not understand it");
        }
        if (prefix.isPresent()) {
            return commands(written, action, texts(rule, "commandPrefix"), RuleScope.PERSON)
                    .because(reason);
        }
        if (regex.isPresent()) {
            return expression(written, action, regex.get()).because(reason);
        }
        return rule.text("mcpName")
                .map(server -> server(written, server, tool, action, RuleScope.PERSON))
                .orElseGet(() -> whole(written, tool, action, RuleScope.PERSON))
                .because(reason);
    }

    /** Gemini CLI looks for it in the arguments as JSON, right behind {@code "command":"}. */
    private static Imported expression(String written, Action action, String regex) {
        if (regex.startsWith("^")
                || regex.endsWith("$")
                || regex.length() > LONGEST_REGEX
                || REFUSED.matcher(regex).find()) {
            return Left.harmless(written, "an expression that matches nothing there, or that Gemini CLI refuses");
        }
        return Taken.of(written, action, "shell_exec", RegexPattern.of(regex, true, action));
    }

    private static Imported commands(String written, Action action, List<String> prefixes, RuleScope scope) {
        var patterns = new ArrayList<String>();
        for (String prefix : prefixes) {
            List<String> spelled = prefix.equals(prefix.strip()) && !prefix.contains("  ")
                    ? Spelled.prefix(prefix, action)
                    : List.of();
            if (spelled.isEmpty()) {
                return Left.of(written, action, "`" + prefix + "` is no command alone: write it by hand");
            }
            patterns.addAll(spelled);
        }
        return Taken.of(written, action, "shell_exec", scope.commands(patterns, action));
    }

    /** A tool whatever its arguments, by the name that Gemini CLI gives it. */
    private Imported whole(String written, String tool, Action action, RuleScope scope) {
        if (scope.lifts(action)) {
            return Left.of(written, action, RuleScope.ELSEWHERE);
        }
        if (SHELLS.contains(tool)) {
            return Taken.of(written, action, "shell_exec", scope.commands(List.of("*"), action))
                    .noting(action == Action.ALLOW ? "but what is protected, or denied by a later rule" : "");
        }
        if (scope.project().isPresent() && (scope.keeps(action) || tool.equals("*"))) {
            return Left.of(written, action, RuleScope.ELSEWHERE);
        }
        if (tool.equals("*")) {
            return Taken.of(written, action, "*", List.of("*"))
                    .noting(action == Action.ALLOW ? "but what is protected, or denied by a later rule" : "");
        }
        if (LISTING.contains(tool) && action == Action.ALLOW) {
            return Left.harmless(written, "listing folders is not asked about");
        }
        if (OWN.contains(tool)) {
            return Taken.of(written, action, tools.ruleName(tool), List.of("*"))
                    .noting(
                            tools.kind(tool) == ToolKind.READ && action != Action.ALLOW
                                    ? "every tool and command that reads a file"
                                    : "");
        }
        Matcher servers = SERVER_TOOLS.matcher(tool);
        if (servers.matches()) {
            String server = servers.group(1) == null ? "" : Glob.quote(servers.group(1)) + "_";
            return Taken.of(written, action, "mcp_" + server + "*", List.of("*"));
        }
        Optional<String> name = tool.contains("*") ? Optional.empty() : ToolNames.of(tool);
        return name.isEmpty()
                ? Left.of(written, action, "no tool of Gemini CLI is called like that")
                : Taken.of(written, action, name.get(), List.of("*"));
    }

    /** A tool of a server, or all of them. */
    private Imported server(String written, String server, String tool, Action action, RuleScope scope) {
        if (scope.keeps(action)) {
            return Left.of(written, action, RuleScope.ELSEWHERE);
        }
        if (server.equals("*")) {
            return tool.equals("*")
                    ? Taken.of(written, action, "mcp_*", List.of("*"))
                    : Left.of(written, action, "a tool of every server: write it by hand");
        }
        if (tool.contains("*") && !tool.equals("*")) {
            return Left.of(written, action, "no tool of a server is called like that");
        }
        return Taken.of(
                written,
                action,
                "mcp_" + Glob.quote(server) + "_" + (tool.equals("*") ? "*" : Glob.quote(tool)),
                List.of("*"));
    }

    private void settings(Settings settings) {
        JsonObject members = settings.members();
        RuleScope scope = settings.scope();
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
        noTexts(listed, "exclude");
        noTexts(members, "excludeTools");
        noTexts(listed, "confirmationRequired");
        noTexts(servers, "excluded");
        texts(servers, "excluded")
                .forEach(server ->
                        add(MCP_EXCLUDED, server("mcp.excluded: " + server, server, "*", Action.DENY, scope)));
        texts(servers, "allowed")
                .forEach(
                        server -> add(MCP_ALLOWED, server("mcp.allowed: " + server, server, "*", Action.ALLOW, scope)));
        members.object("mcpServers").orElseGet(JsonObject::empty).members().forEach((name, server) -> {
            boolean trusted = server instanceof JsonObject its
                    && its.get("trust").orElse(null) instanceof JsonBoolean flag
                    && flag.value();
            if (trusted) {
                add(MCP_TRUSTED, server("mcpServers: trust: " + name, name, "*", Action.ALLOW, scope));
            }
        });
        mode(members).ifPresent(mode -> add(0, Left.harmless("approval mode: " + mode, Importer.MODES)));
    }

    /** What is to forbid or to ask, and names nothing. */
    private void noTexts(JsonObject from, String name) {
        from.get(name).stream()
                .flatMap(value -> value instanceof JsonArray array ? array.elements().stream() : Stream.of(value))
                .filter(value -> !(value instanceof JsonString))
                .forEach(value -> add(EXCLUDED, new Left(name + ": " + value, "it is no text", true)));
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

    private static boolean isNarrowedShell(String entry) {
        Matcher parts = NARROWED.matcher(entry);
        return parts.matches() && SHELLS.contains(parts.group(1));
    }

    /** {@code run_shell_command(git status)}: a command that begins like this; other tools are allowed as a whole. */
    private Imported narrowed(String written, String entry, RuleScope scope) {
        Matcher parts = NARROWED.matcher(entry);
        if (!parts.matches()) {
            return whole(written, entry, Action.ALLOW, scope);
        }
        return SHELLS.contains(parts.group(1))
                ? commands(written, Action.ALLOW, List.of(parts.group(2)), scope)
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
