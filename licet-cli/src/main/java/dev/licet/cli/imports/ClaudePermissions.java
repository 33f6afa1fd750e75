package dev.licet.cli.imports;

import dev.licet.cli.imports.Imported.Left;
import dev.licet.cli.imports.Imported.Taken;
import dev.licet.core.call.ToolKind;
import dev.licet.core.call.ToolTable;
import dev.licet.core.command.CommandText;
import dev.licet.core.glob.Glob;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.RuleText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * {@code permissions} in the settings of Claude Code ({@code Bash(npm test:*)}, {@code Read(./.env)}), as rules. Allows come
 * first and denies last, as the last rule that matches wins. What has no equal is left, never taken for more: what a
 * project allows for itself is allowed there alone.
 */
public final class ClaudePermissions {
    private static final Pattern ENTRY = Pattern.compile("([A-Za-z_][A-Za-z0-9_*-]*)(?:\\((.*)\\))?", Pattern.DOTALL);

    private static final Pattern SERVER = Pattern.compile("mcp__[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*");

    private static final String DOMAIN = "domain:";

    /** Any text without a slash. */
    private static final String NAME = "*([^/])";

    private static final String ELSEWHERE = "as a rule it would hold for every project: write it by hand";

    /** The folder of the project whose settings these are; empty for those of one person. */
    private final Optional<String> project;

    private final ToolTable tools = ToolTable.standard();

    private ClaudePermissions(Optional<String> project) {
        this.project = project;
    }

    /** What {@code settings} of the project in {@code folder}, an absolute path, say. */
    public static List<Imported> ofProject(String folder, JsonObject settings) {
        return new ClaudePermissions(Optional.of(folder)).all(settings);
    }

    /** What {@code settings} of one person say, those in {@code ~/.claude}. */
    public static List<Imported> ofPerson(JsonObject settings) {
        return new ClaudePermissions(Optional.empty()).all(settings);
    }

    /** Whether an entry says more than it may say of one project alone. */
    private boolean isForAll(Action action) {
        return project.isPresent() && action == Action.ALLOW;
    }

    private List<Imported> all(JsonObject settings) {
        JsonObject permissions = settings.object("permissions").orElseGet(JsonObject::empty);
        var all = new ArrayList<Imported>();
        for (Action action : List.of(Action.ALLOW, Action.ASK, Action.DENY)) {
            permissions.elements(action.text()).forEach(entry -> all.add(entry(entry, action)));
        }
        permissions.elements("additionalDirectories").forEach(folder -> all.add(folder(folder)));
        permissions
                .text("defaultMode")
                .filter(mode -> !mode.equals("default"))
                .ifPresent(
                        mode -> all.add(
                                new Left(
                                        "defaultMode: " + mode,
                                        "modes are chosen in licet.yaml: `tools: { approvalMode: always-ask | write | contained | yolo }`")));
        return all;
    }

    private Imported entry(JsonValue entry, Action action) {
        if (!(entry instanceof JsonString string)) {
            return new Left(entry.toString(), "it is no text");
        }
        String written = string.value().strip();
        Matcher parts = ENTRY.matcher(written);
        if (!parts.matches()) {
            return new Left(written, "it is no tool, with or without something in parentheses");
        }
        String said = parts.group(2) == null ? "" : parts.group(2).strip();
        return said.isEmpty() || said.equals("*") || said.equals(":*")
                ? whole(written, action, parts.group(1))
                : part(written, action, parts.group(1), said);
    }

    private Imported whole(String written, Action action, String tool) {
        ToolKind kind = tools.kind(tool);
        boolean files = List.of(ToolKind.READ, ToolKind.WRITE, ToolKind.EDIT, ToolKind.GLOB, ToolKind.GREP)
                .contains(kind);
        if (isForAll(action)) {
            if (kind == ToolKind.SHELL) {
                return taken(written, action, "shell_exec", here(List.of("*")));
            }
            return files ? part(written, action, tool, "./**") : new Left(written, ELSEWHERE);
        }
        if (tool.startsWith("mcp__")) {
            return taken(written, action, SERVER.matcher(tool).matches() ? tool + "__*" : tool, List.of("*"));
        }
        if (tool.contains("*")) {
            return new Left(written, "a pattern of tools that are no server's");
        }
        String note =
                kind == ToolKind.SHELL && action == Action.ALLOW ? "every command but what is protected or denied" : "";
        List<String> names = kind == ToolKind.EDIT || kind == ToolKind.WRITE
                ? List.of("write_file", "edit_file")
                : List.of(tools.ruleName(tool));
        return new Taken(
                written,
                action,
                names.stream().map(name -> new RuleText(name, "*")).toList(),
                note);
    }

    private Imported part(String written, Action action, String tool, String said) {
        return switch (tools.kind(tool)) {
            case SHELL ->
                tool.equals("Bash")
                        ? taken(
                                written,
                                action,
                                "shell_exec",
                                isForAll(action) ? here(commands(said, action)) : commands(said, action))
                        : new Left(written, "commands of a shell that is not read");
            case READ, GLOB, GREP -> files(written, action, List.of("read_file"), said);
            case WRITE, EDIT -> files(written, action, List.of("write_file", "edit_file"), said);
            case FETCH -> isForAll(action) ? new Left(written, ELSEWHERE) : domain(written, action, said);
            case TASK, SKILL ->
                isForAll(action)
                        ? new Left(written, ELSEWHERE)
                        : taken(written, action, tools.ruleName(tool), List.of(Glob.quote(said)));
            default -> new Left(written, "there are no rules for parts of `" + tool + "`");
        };
    }

    private static Imported taken(String written, Action action, String tool, List<String> patterns) {
        return new Taken(
                written,
                action,
                patterns.stream().map(pattern -> new RuleText(tool, pattern)).toList(),
                "");
    }

    /** The commands {@code patterns}, in the folder of the project and below. */
    private List<String> here(List<String> patterns) {
        return patterns.stream()
                .map(pattern -> "cd " + Glob.quote(CommandText.quote(project.orElse("/"))) + "/* && " + pattern)
                .toList();
    }

    /** {@code npm test:*} is that command with any words behind it; any other star stands for any text. */
    private static List<String> commands(String said, Action action) {
        String open = said.endsWith(":*") ? said.substring(0, said.length() - 2) + " *" : said;
        String pattern = starred(open, "*");
        boolean bareToo = open.endsWith(" *") && open.length() > 2;
        // An allow of `x *` holds for `x` as well.
        return bareToo && action != Action.ALLOW
                ? List.of(starred(open.substring(0, open.length() - 2), "*"), pattern)
                : List.of(pattern);
    }

    /** {@code text} to the letter, but for its stars. */
    private static String starred(String text, String star) {
        return Stream.of(text.split("\\*", -1))
                .map(Glob::quote)
                .reduce((left, right) -> left + star + right)
                .orElse("");
    }

    /** Patterns as in a {@code .gitignore}; what names a folder names all below. */
    private Imported files(String written, Action action, List<String> names, String said) {
        if (said.contains("[") || said.contains("{") || said.startsWith("!")) {
            return new Left(written, "classes, choices and exceptions in names of files: write it by hand");
        }
        if (List.of(said.split("/", -1)).contains("..")) {
            return new Left(written, "a path through `..`: write it by hand");
        }
        boolean outside = said.startsWith("//") || said.startsWith("~/");
        if (outside && isForAll(action)) {
            return new Left(written, ELSEWHERE);
        }
        String pattern = file(said);
        List<String> patterns = pattern.endsWith("/**") ? List.of(pattern) : List.of(pattern, pattern + "/**");
        return new Taken(
                written,
                action,
                names.stream()
                        .flatMap(name -> patterns.stream().map(each -> new RuleText(name, each)))
                        .toList(),
                action == Action.ALLOW ? "" : "under whatever tool or command");
    }

    private String file(String said) {
        String path = said.endsWith("/") ? said.substring(0, said.length() - 1) : said;
        if (path.startsWith("//")) {
            return spelled(path.substring(1));
        }
        if (path.startsWith("~/")) {
            return "~/" + spelled(path.substring(2));
        }
        String inside = project.map(folder -> Glob.quote(folder) + "/").orElse("");
        if (path.startsWith("/")) {
            return project.isEmpty() ? "~/.claude" + spelled(path) : inside + spelled(path.substring(1));
        }
        String plain = path.startsWith("./") ? path.substring(2) : path;
        boolean anywhere = !path.startsWith("./") && !plain.contains("/");
        return inside + (anywhere ? "{,*/}" : "") + spelled(plain);
    }

    /** One star stops at a slash, two do not. */
    private static String spelled(String path) {
        var spelled = new StringBuilder();
        int at = 0;
        while (at < path.length()) {
            boolean atStart = at == 0 || path.charAt(at - 1) == '/';
            if (atStart && path.startsWith("**/", at)) {
                spelled.append("{,*/}");
                at += 3;
            } else if (atStart && path.substring(at).equals("**")) {
                spelled.append("**");
                at += 2;
            } else if (path.startsWith("**", at)) {
                spelled.append('*');
                at += 2;
            } else if (path.charAt(at) == '*') {
                spelled.append(NAME);
                at++;
            } else if (path.charAt(at) == '?') {
                spelled.append('?');
                at++;
            } else {
                int end = at;
                while (end < path.length()
                        && path.charAt(end) != '*'
                        && path.charAt(end) != '?'
                        && (end == at || path.charAt(end - 1) != '/')) {
                    end++;
                }
                spelled.append(Glob.quote(path.substring(at, end)));
                at = end;
            }
        }
        return spelled.toString();
    }

    private static Imported domain(String written, Action action, String said) {
        if (!said.startsWith(DOMAIN)) {
            return new Left(written, "only domains of what is fetched have rules");
        }
        String host = said.substring(DOMAIN.length()).strip();
        if (action == Action.ALLOW) {
            return taken(written, action, "web_fetch", List.of("http{,s}://" + starred(host, NAME) + "{,/*}"));
        }
        return new Taken(
                written,
                action,
                List.of(new RuleText("network", starred(host, "*"))),
                "under whatever contacts that host");
    }

    private Imported folder(JsonValue folder) {
        if (project.isPresent()) {
            return new Left("additionalDirectories: " + folder, ELSEWHERE);
        }
        if (!(folder instanceof JsonString string) || !string.value().startsWith("/")) {
            return new Left("additionalDirectories: " + folder, "it is no absolute path");
        }
        return taken(
                "additionalDirectories: " + string.value(),
                Action.ALLOW,
                "external_directory",
                List.of(Glob.quote(string.value()) + "/*"));
    }
}
