package dev.licet.cli.imports;

import dev.licet.core.call.ToolKind;
import dev.licet.core.call.ToolTable;
import dev.licet.core.glob.Glob;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Rule;
import dev.licet.core.rule.RuleText;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.JsonText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The agents that rules can be written for, each in its own form. What that cannot say as narrowly is left. */
public enum Exporter {
    /** Claude Code: {@code permissions} of its settings. */
    CLAUDE("~/.claude/settings.json") {
        @Override
        Optional<String> entry(RuleText rule, Action action) {
            return switch (kind(rule)) {
                case SHELL ->
                    command(rule)
                            .map(command -> command.isEverything()
                                    ? "Bash"
                                    : "Bash(" + command.words() + (command.open() ? ":*" : "") + ")");
                case READ -> path(rule, action).map(path -> "Read(" + rooted(path) + ")");
                case WRITE, EDIT -> path(rule, action).map(path -> "Edit(" + rooted(path) + ")");
                case FETCH -> host(rule).map(host -> "WebFetch(domain:" + host + ")");
                case MCP -> tool(rule).map(name -> name.endsWith("__*") ? name.substring(0, name.length() - 3) : name);
                default -> network(rule, action).map(host -> "WebFetch(domain:" + host + ")");
            };
        }

        @Override
        String text(List<Said> rules) {
            JsonObject permissions = JsonObject.empty();
            for (Action action : List.of(Action.ALLOW, Action.ASK, Action.DENY)) {
                permissions = permissions.with(action.text(), entries(rules, action));
            }
            return JsonText.writePretty(JsonObject.empty().with("permissions", permissions)) + "\n";
        }
    },
    /** Codex: a file of {@code prefix_rule}s. */
    CODEX("~/.codex/rules/licet.rules") {
        @Override
        Optional<String> entry(RuleText rule, Action action) {
            return kind(rule) != ToolKind.SHELL
                    ? Optional.empty()
                    : command(rule)
                            .filter(command -> !command.isEverything())
                            // A prefix covers whatever comes behind it.
                            .filter(command -> command.open() || action != Action.ALLOW)
                            .filter(command -> command.words().chars().noneMatch(each -> each == '\'' || each == '"'))
                            .map(command -> JsonText.write(
                                    JsonArray.of(Stream.of(command.words().split(" "))
                                            .<JsonValue>map(JsonString::new)
                                            .toList())));
        }

        @Override
        String text(List<Said> rules) {
            var text = new StringBuilder();
            for (Said said : rules) {
                String decision = switch (said.action()) {
                    case ALLOW -> "allow";
                    case DENY -> "forbidden";
                    case ASK, CONTAIN -> "prompt";
                };
                text.append("prefix_rule(pattern = ")
                        .append(said.entry())
                        .append(", decision = \"")
                        .append(decision)
                        .append('"')
                        .append(
                                said.reason().isBlank()
                                        ? ""
                                        : ", justification = " + JsonText.write(new JsonString(said.reason())))
                        .append(")\n");
            }
            return text.toString();
        }
    },
    /** Cursor: {@code permissions} of its command line. */
    CURSOR("~/.cursor/cli-config.json") {
        @Override
        Optional<String> entry(RuleText rule, Action action) {
            if (action == Action.ASK) {
                return Optional.empty();
            }
            return switch (kind(rule)) {
                case SHELL -> command(rule).flatMap(Exporter::cursorCommand);
                case READ -> path(rule, action).map(path -> "Read(" + path + ")");
                case WRITE, EDIT -> path(rule, action).map(path -> "Write(" + path + ")");
                case FETCH -> host(rule).map(host -> "WebFetch(" + host + ")");
                case MCP ->
                    tool(rule)
                            .map(name ->
                                    "Mcp(" + name.substring("mcp__".length()).replaceFirst("__", ":") + ")");
                default -> network(rule, action).map(host -> "WebFetch(" + host + ")");
            };
        }

        @Override
        String text(List<Said> rules) {
            return JsonText.writePretty(JsonObject.empty()
                            .with(
                                    "permissions",
                                    JsonObject.empty()
                                            .with("allow", entries(rules, Action.ALLOW))
                                            .with("deny", entries(rules, Action.DENY))))
                    + "\n";
        }
    },
    /** Gemini CLI: a policy, in which the last rule has the highest priority. */
    GEMINI("~/.gemini/policies/licet.toml") {
        @Override
        Optional<String> entry(RuleText rule, Action action) {
            return switch (kind(rule)) {
                case SHELL ->
                    command(rule)
                            .filter(command -> command.open() || action != Action.ALLOW)
                            .map(command -> "toolName = \"run_shell_command\""
                                    + (command.isEverything() ? "" : "\ncommandPrefix = " + quoted(command.words())));
                case WRITE -> whole(rule).map(name -> "toolName = \"write_file\"");
                case EDIT -> whole(rule).map(name -> "toolName = \"replace\"");
                case FETCH -> whole(rule).map(name -> "toolName = \"web_fetch\"");
                case READ, GLOB, GREP, TASK, SKILL, PLAN, INPUT, MCP -> Optional.empty();
                default -> tool(rule).map(name -> "toolName = " + quoted(name));
            };
        }

        @Override
        String text(List<Said> rules) {
            if (rules.size() > MOST - FIRST) {
                throw new GateException(
                        "Gemini CLI has priorities for " + (MOST - FIRST) + " rules, and these are " + rules.size());
            }
            var text = new StringBuilder();
            int priority = FIRST;
            for (Said said : rules) {
                String decision =
                        said.action() == Action.ASK ? "ask_user" : said.action().text();
                text.append(text.isEmpty() ? "" : "\n")
                        .append("[[rule]]\n")
                        .append(said.entry())
                        .append("\ndecision = \"")
                        .append(decision)
                        .append("\"\npriority = ")
                        .append(priority++)
                        .append(said.reason().isBlank() ? "" : "\ndenyMessage = " + quoted(said.reason()))
                        .append('\n');
            }
            return text.toString();
        }
    },
    /** OpenCode: {@code permission}, in which the last rule that matches decides as well. */
    OPENCODE("~/.config/opencode/opencode.json") {
        @Override
        Optional<String> entry(RuleText rule, Action action) {
            return switch (kind(rule)) {
                case SHELL ->
                    command(rule)
                            .map(command -> command.isEverything()
                                    ? "bash *"
                                    : "bash " + command.words() + (command.open() ? " *" : ""));
                case READ -> stars(rule).map(path -> "read " + path);
                case WRITE, EDIT -> stars(rule).map(path -> "edit " + path);
                case FETCH -> whole(rule).map(name -> "webfetch *");
                case GLOB, GREP, TASK, SKILL, PLAN, INPUT, MCP -> Optional.empty();
                default -> tool(rule).map(name -> name + " *");
            };
        }

        @Override
        String text(List<Said> rules) {
            Map<String, Map<String, JsonValue>> tools = new LinkedHashMap<>();
            Map<String, String> from = new HashMap<>();
            for (Said said : rules) {
                String tool = said.entry().substring(0, said.entry().indexOf(' '));
                String pattern = said.entry().substring(tool.length() + 1);
                if (tool.contains("*")) {
                    // What is said of all of them takes the place of what was said before.
                    tools.keySet().removeIf(name -> Glob.of(tool).matches(name));
                }
                Map<String, JsonValue> patterns = tools.computeIfAbsent(tool, name -> new LinkedHashMap<>());
                String before = from.put(said.entry(), said.tool());
                boolean other = before != null && !before.equals(said.tool());
                JsonValue stays = patterns.remove(pattern);
                boolean stricter = other
                        && stays instanceof JsonString text
                        && Action.of(text.value())
                                .filter(action -> action.isStricterThan(said.action()))
                                .isPresent();
                patterns.put(
                        pattern, stricter ? stays : new JsonString(said.action().text()));
            }
            JsonObject permission = JsonObject.empty();
            for (Map.Entry<String, Map<String, JsonValue>> tool : tools.entrySet()) {
                permission = permission.with(tool.getKey(), new JsonObject(tool.getValue()));
            }
            return JsonText.writePretty(JsonObject.empty().with("permission", permission)) + "\n";
        }
    };

    /** The highest priority of Gemini CLI. */
    private static final int MOST = 999;

    private static final int FIRST = 100;

    private static final Pattern ADDRESS = Pattern.compile("http\\{,s}://([A-Za-z0-9.*-]+?)\\*");

    private final String file;

    Exporter(String file) {
        this.file = file;
    }

    /** A rule about {@code tool} in the agent's form. */
    record Said(String entry, String tool, Action action, String reason) {}

    /**
     * What becomes of some rules.
     *
     * @param text them in the agent's form
     * @param left those that have no equal there, each with the reason
     * @param restricts whether one of these forbids or asks: another entry may allow there what it speaks of
     */
    public record Exported(String text, List<String> left, boolean restricts) {
        public Exported {
            left = List.copyOf(left);
        }
    }

    /**
     * The commands that a pattern names.
     *
     * @param words how they begin, or all there is of one; empty for every command
     * @param open whether anything may follow
     */
    record Words(String words, boolean open) {
        boolean isEverything() {
            return words.isEmpty();
        }
    }

    /** The agent called {@code name}, as `licet install` names it; empty where rules cannot be written for it. */
    public static Optional<Exporter> of(String name) {
        return Stream.of(values()).filter(each -> each.text().equals(name)).findFirst();
    }

    /** As `licet install` names the agent. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Where the agent keeps such rules. */
    public String file() {
        return file;
    }

    /** {@code rules} in the agent's form, in their order. */
    public Exported export(List<Rule> rules) {
        var said = new ArrayList<Said>();
        var left = new ArrayList<String>();
        boolean restricts = false;
        for (Rule rule : rules) {
            String why = limits(rule);
            Optional<String> entry = why.isEmpty() ? entry(rule.text(), rule.action()) : Optional.empty();
            restricts |= entry.isEmpty() && rule.action() != Action.ALLOW;
            entry.ifPresentOrElse(
                    text -> said.add(new Said(
                            text,
                            rule.text().tool(),
                            rule.action(),
                            rule.options().reason())),
                    () -> left.add(rule.action().text() + " " + rule.text() + ": "
                            + (why.isEmpty() ? "it has no equal there that says no more" : why)));
        }
        return new Exported(text(said), left, restricts);
    }

    private static String limits(Rule rule) {
        if (rule.action() == Action.CONTAIN) {
            return "no agent runs commands within these bounds";
        }
        boolean plain = rule.options().conditions().isEmpty()
                && rule.options().until().isEmpty()
                && rule.options().asking().approvers().isEmpty();
        return plain ? "" : "conditions, ends and approvers have no equal there";
    }

    /** What the agent writes for a rule; empty where it cannot say it as narrowly. */
    abstract Optional<String> entry(RuleText rule, Action action);

    /** The whole of the rules. */
    abstract String text(List<Said> rules);

    static ToolKind kind(RuleText rule) {
        return ToolTable.standard().kind(rule.tool());
    }

    static JsonArray entries(List<Said> rules, Action action) {
        return JsonArray.of(rules.stream()
                .filter(said -> said.action() == action)
                .map(Said::entry)
                .distinct()
                .<JsonValue>map(JsonString::new)
                .toList());
    }

    /** Words that stand for themselves, then perhaps anything. */
    static Optional<Words> command(RuleText rule) {
        String pattern = rule.pattern();
        if (pattern.equals("*") || pattern.equals("**")) {
            return Optional.of(new Words("", true));
        }
        boolean open = pattern.endsWith(" *");
        String words = open ? pattern.substring(0, pattern.length() - 2) : pattern;
        // What agents would take for more than itself.
        boolean plain = !words.isBlank()
                && words.chars().noneMatch(each -> "\\*?[]{}()!:".indexOf(each) >= 0)
                && Glob.of(words).isLiteral()
                && !words.startsWith("cd ");
        return plain ? Optional.of(new Words(words, open)) : Optional.empty();
    }

    static Optional<String> cursorCommand(Words command) {
        if (command.isEverything()) {
            return Optional.of("Shell(**)");
        }
        int blank = command.words().indexOf(' ');
        if (blank < 0) {
            return command.open() ? Optional.of("Shell(" + command.words() + ")") : Optional.empty();
        }
        return Optional.of("Shell(" + command.words().substring(0, blank) + ":"
                + command.words().substring(blank + 1) + (command.open() ? " *" : "") + ")");
    }

    /** A path whose stars go across folders, with stars that stop at a slash unless there are two between slashes. */
    static Optional<String> path(RuleText rule, Action action) {
        String pattern = rule.pattern();
        if (pattern.chars().anyMatch(each -> "?[]{}()!+@|\\".indexOf(each) >= 0)) {
            return Optional.empty();
        }
        String folded = pattern.replaceAll("\\*+", "*");
        boolean insideName = folded.matches(".*[^/*]\\*.*");
        // Inside a name it would stop at a slash: an allow says less then, and a deny must not.
        return insideName && action != Action.ALLOW
                ? Optional.empty()
                : Optional.of(folded.replaceAll("(?<=^|/)\\*(?=$|/)", "**").replaceAll("(?<=^|/)\\*(?=[^/*])", "**/*"));
    }

    /** Claude Code takes a path with one slash for one of the project, and a name without one for any of that name. */
    static String rooted(String path) {
        return path.startsWith("/") ? "/" + path : path.contains("/") ? path : "./" + path;
    }

    /** A path in which stars alone stand for more, and go across folders. */
    static Optional<String> stars(RuleText rule) {
        boolean understood = rule.pattern().chars().noneMatch(each -> "?[]{}()!+@|\\".indexOf(each) >= 0);
        return understood ? Optional.of(rule.pattern().replaceAll("\\*+", "*")) : Optional.empty();
    }

    /** The host whose every address an allow of fetching names. */
    static Optional<String> host(RuleText rule) {
        Matcher address = ADDRESS.matcher(rule.pattern());
        return address.matches() ? Optional.of(address.group(1)) : Optional.empty();
    }

    /** The host that a deny or an ask of the network names. */
    static Optional<String> network(RuleText rule, Action action) {
        boolean named = rule.tool().equals("network") && rule.pattern().matches("[A-Za-z0-9.*-]+");
        return named && action != Action.ALLOW ? Optional.of(rule.pattern()) : Optional.empty();
    }

    /** The name of a tool that is meant as a whole. */
    static Optional<String> whole(RuleText rule) {
        return rule.pattern().equals("*") ? Optional.of(rule.tool()) : Optional.empty();
    }

    /** The same, of a tool that the agent calls so as well. */
    static Optional<String> tool(RuleText rule) {
        List<String> own = List.of("network", "effect", "external_directory", "write", "variable");
        return whole(rule).filter(name -> !own.contains(name));
    }

    static String quoted(String text) {
        return JsonText.write(new JsonString(text)).replace("\u007f", "\\u007f");
    }
}
