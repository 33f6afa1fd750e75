package dev.licet.cli.imports;

import dev.licet.cli.imports.Imported.Left;
import dev.licet.cli.imports.Imported.Taken;
import dev.licet.core.call.ToolKind;
import dev.licet.core.call.ToolTable;
import dev.licet.core.glob.Glob;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.core.rule.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code permissions} in the settings of Claude Code ({@code Bash(npm test:*)}, {@code Read(./.env)}), as rules. Allows come
 * first and denies last, as the last rule that matches wins. What has no equal is left, never taken for more: what a
 * project allows for itself is allowed there alone.
 */
final class ClaudePermissions {
    private static final Pattern ENTRY = Pattern.compile("([A-Za-z_][A-Za-z0-9_*-]*)(?:\\((.*)\\))?", Pattern.DOTALL);

    private static final Pattern SERVER = Pattern.compile("mcp__[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*");

    private static final String DOMAIN = "domain:";

    private final Scope scope;

    private final ToolTable tools = ToolTable.standard();

    private ClaudePermissions(Scope scope) {
        this.scope = scope;
    }

    /** What {@code settings} say. */
    static List<Imported> of(Scope scope, JsonObject settings) {
        return new ClaudePermissions(scope).all(settings);
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
                .ifPresent(mode -> all.add(new Left("defaultMode: " + mode, Importer.MODES)));
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
        if (scope.keeps(action)) {
            if (kind == ToolKind.SHELL) {
                return Taken.of(written, action, "shell_exec", scope.commands(List.of("*"), action));
            }
            return files ? part(written, action, tool, "./**") : new Left(written, Scope.ELSEWHERE);
        }
        if (tool.startsWith("mcp__")) {
            return Taken.of(written, action, SERVER.matcher(tool).matches() ? tool + "__*" : tool, List.of("*"));
        }
        if (tool.contains("*")) {
            return new Left(written, "a pattern of tools that are no server's");
        }
        String note =
                kind == ToolKind.SHELL && action == Action.ALLOW ? "every command but what is protected or denied" : "";
        List<String> names = kind == ToolKind.EDIT || kind == ToolKind.WRITE
                ? List.of("write_file", "edit_file")
                : List.of(tools.ruleName(tool));
        return Taken.of(written, action, names, List.of("*")).noting(note);
    }

    private Imported part(String written, Action action, String tool, String said) {
        return switch (tools.kind(tool)) {
            case SHELL ->
                tool.equals("Bash")
                        ? Taken.of(written, action, "shell_exec", scope.commands(commands(said, action), action))
                        : new Left(written, "commands of a shell that is not read");
            case READ, GLOB, GREP -> files(written, action, List.of("read_file"), said);
            case WRITE, EDIT -> files(written, action, List.of("write_file", "edit_file"), said);
            case FETCH -> scope.keeps(action) ? new Left(written, Scope.ELSEWHERE) : domain(written, action, said);
            case TASK, SKILL ->
                scope.keeps(action)
                        ? new Left(written, Scope.ELSEWHERE)
                        : Taken.of(written, action, tools.ruleName(tool), List.of(Glob.quote(said)));
            default -> new Left(written, "there are no rules for parts of `" + tool + "`");
        };
    }

    /** {@code npm test:*} is that command with any words behind it; any other star stands for any text. */
    private static List<String> commands(String said, Action action) {
        String open = said.endsWith(":*") ? said.substring(0, said.length() - 2) + " *" : said;
        return Spelled.command(open, action, text -> Spelled.stars(text, "*"));
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
        if (outside && scope.keeps(action)) {
            return new Left(written, Scope.ELSEWHERE);
        }
        String pattern = file(said);
        // A folder with all below it; of a file that is the file.
        String below = pattern.endsWith("/**") ? pattern : pattern + "/**";
        return Taken.of(written, action, names, List.of(below))
                .noting(action == Action.ALLOW ? "" : "under whatever tool or command");
    }

    private String file(String said) {
        String path = said.endsWith("/") ? said.substring(0, said.length() - 1) : said;
        if (path.startsWith("//")) {
            return Spelled.path(path.substring(1));
        }
        if (path.startsWith("~/")) {
            return "~/" + Spelled.path(path.substring(2));
        }
        String inside = scope.inside();
        if (path.startsWith("/")) {
            return scope.project().isEmpty()
                    ? "~/.claude" + Spelled.path(path)
                    : inside + Spelled.path(path.substring(1));
        }
        String plain = path.startsWith("./") ? path.substring(2) : path;
        boolean anywhere = !path.startsWith("./") && !plain.contains("/");
        return inside + (anywhere ? "{,*/}" : "") + Spelled.path(plain);
    }

    private static Imported domain(String written, Action action, String said) {
        if (!said.startsWith(DOMAIN)) {
            return new Left(written, "only domains of what is fetched have rules");
        }
        String host = said.substring(DOMAIN.length()).strip();
        if (action == Action.ALLOW) {
            return Taken.of(written, action, "web_fetch", List.of(Spelled.host(host)));
        }
        return Taken.of(written, action, "network", List.of(Spelled.stars(host, "*")))
                .noting("under whatever contacts that host");
    }

    private Imported folder(JsonValue folder) {
        if (scope.project().isPresent()) {
            return new Left("additionalDirectories: " + folder, Scope.ELSEWHERE);
        }
        if (!(folder instanceof JsonString string) || !string.value().startsWith("/")) {
            return new Left("additionalDirectories: " + folder, "it is no absolute path");
        }
        return Taken.of(
                "additionalDirectories: " + string.value(),
                Action.ALLOW,
                "external_directory",
                List.of(Glob.quote(string.value()) + "/*"));
    }
}
