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
import java.util.Optional;
import java.util.Set;
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

    /** Its own tools that rules have kinds for. */
    private static final Set<String> OWN = Set.of(
            "Bash",
            "PowerShell",
            "Read",
            "Edit",
            "Write",
            "MultiEdit",
            "NotebookEdit",
            "Glob",
            "Grep",
            "LS",
            "WebFetch",
            "Task",
            "Agent",
            "Skill",
            "TodoWrite");

    private final RuleScope scope;

    private final ToolTable tools = ToolTable.standard();

    private ClaudePermissions(RuleScope scope) {
        this.scope = scope;
    }

    /** What {@code settings} say. */
    static List<Imported> of(RuleScope scope, JsonObject settings) {
        return new ClaudePermissions(scope).all(settings);
    }

    private List<Imported> all(JsonObject settings) {
        JsonObject permissions = settings.object("permissions").orElseGet(JsonObject::empty);
        var all = new ArrayList<Imported>();
        for (Action action : List.of(Action.ALLOW, Action.ASK, Action.DENY)) {
            all.addAll(Imported.list(permissions, action.text(), action, written -> entry(written, action)));
        }
        permissions.elements("additionalDirectories").forEach(folder -> all.add(folder(folder)));
        permissions
                .text("defaultMode")
                .filter(mode -> !mode.equals("default"))
                .ifPresent(mode -> all.add(Left.harmless("defaultMode: " + mode, Importer.MODES)));
        return all;
    }

    private Imported entry(String written, Action action) {
        Matcher parts = ENTRY.matcher(written);
        if (!parts.matches()) {
            return Left.of(written, action, "it is no tool, with or without something in parentheses");
        }
        String said = parts.group(2) == null ? "" : parts.group(2).strip();
        return said.isEmpty() || said.equals("*") || said.equals(":*")
                ? whole(written, action, parts.group(1))
                : part(written, action, parts.group(1), said);
    }

    private Imported whole(String written, Action action, String tool) {
        ToolKind kind = OWN.contains(tool) ? tools.kind(tool) : ToolKind.OTHER;
        boolean files = List.of(ToolKind.READ, ToolKind.WRITE, ToolKind.EDIT, ToolKind.GLOB, ToolKind.GREP)
                .contains(kind);
        if (scope.keeps(action)) {
            if (kind == ToolKind.SHELL) {
                return Taken.of(written, action, "shell_exec", scope.commands(List.of("*"), action));
            }
            return files ? part(written, action, tool, "./**") : Left.of(written, action, RuleScope.ELSEWHERE);
        }
        if (tool.startsWith("mcp__") && !tool.contains("*")) {
            return Taken.of(written, action, SERVER.matcher(tool).matches() ? tool + "__*" : tool, List.of("*"));
        }
        if (tool.contains("*")) {
            boolean server = tool.matches("mcp__[A-Za-z0-9_-]+__\\*");
            return server
                    ? Taken.of(written, action, tool, List.of("*"))
                    : Left.of(written, action, "a pattern of tools that are no server's");
        }
        String note =
                kind == ToolKind.SHELL && action == Action.ALLOW ? "every command but what is protected or denied" : "";
        if (kind == ToolKind.EDIT || kind == ToolKind.WRITE) {
            return Taken.of(written, action, List.of("write_file", "edit_file"), List.of("*"));
        }
        Optional<String> name = OWN.contains(tool) ? Optional.of(tools.ruleName(tool)) : ToolNames.of(tool);
        return name.isEmpty()
                ? Left.of(written, action, "no tool of Claude Code is called like that")
                : Taken.of(written, action, name.get(), List.of("*")).noting(note);
    }

    private Imported part(String written, Action action, String tool, String said) {
        if (!OWN.contains(tool)) {
            return Left.of(written, action, "there are no rules for parts of `" + tool + "`");
        }
        return switch (tools.kind(tool)) {
            case SHELL ->
                tool.equals("Bash")
                        ? Taken.of(written, action, "shell_exec", scope.commands(commands(said, action), action))
                        : Left.of(written, action, "commands of a shell that is not read");
            case READ, GLOB, GREP -> files(written, action, List.of("read_file"), said);
            case WRITE, EDIT -> files(written, action, List.of("write_file", "edit_file"), said);
            case FETCH ->
                scope.keeps(action) ? Left.of(written, action, RuleScope.ELSEWHERE) : domain(written, action, said);
            case TASK, SKILL ->
                scope.keeps(action)
                        ? Left.of(written, action, RuleScope.ELSEWHERE)
                        : Taken.of(written, action, tools.ruleName(tool), names(said, action));
            default -> Left.of(written, action, "there are no rules for parts of `" + tool + "`");
        };
    }

    /** {@code deploy:*} is that skill with anything behind it: an allow is for it alone, a deny for all that begin so. */
    private static List<String> names(String said, Action action) {
        String name = said.replaceFirst("(:| )\\*$", "");
        boolean open = !name.equals(said);
        if (name.contains("*")) {
            return List.of();
        }
        return open && action != Action.ALLOW
                ? List.of(Glob.quote(name), Glob.quote(name) + "*")
                : List.of(Glob.quote(name));
    }

    /** {@code npm test:*} is that command with any words behind it; any other star stands for any text. */
    private static List<String> commands(String said, Action action) {
        String open = said.endsWith(":*") ? said.substring(0, said.length() - 2) + " *" : said;
        return Spelled.command(open, action, Spelled::stars);
    }

    /** Patterns as in a {@code .gitignore}; what names a folder names all below. */
    private Imported files(String written, Action action, List<String> names, String said) {
        boolean outside = said.startsWith("//") || said.startsWith("~/");
        if (outside && scope.keeps(action)) {
            return Left.of(written, action, RuleScope.ELSEWHERE);
        }
        // A folder with all below it; of a file that is the file.
        List<String> below = file(said).stream()
                .map(pattern -> pattern.endsWith("/**") ? pattern : pattern + "/**")
                .toList();
        return Taken.of(written, action, names, below)
                .noting(action == Action.ALLOW ? "" : "under whatever tool or command");
    }

    private List<String> file(String said) {
        String path = said.endsWith("/") ? said.substring(0, said.length() - 1) : said;
        String before;
        String rest;
        if (path.startsWith("//")) {
            before = "/";
            rest = path.substring(2);
        } else if (path.startsWith("~/")) {
            before = "~/";
            rest = path.substring(2);
        } else if (path.startsWith("/")) {
            before = scope.project().isEmpty() ? "~/.claude/" : scope.inside();
            rest = path.substring(1);
        } else {
            rest = path.startsWith("./") ? path.substring(2) : path;
            boolean anywhere = !path.startsWith("./") && !rest.contains("/");
            before = scope.inside() + (anywhere ? "{,*/}" : "");
        }
        return Spelled.path(rest).stream().map(spelled -> before + spelled).toList();
    }

    private static Imported domain(String written, Action action, String said) {
        if (!said.startsWith(DOMAIN)) {
            return Left.of(written, action, "only domains of what is fetched have rules");
        }
        return Taken.ofHost(written, action, said.substring(DOMAIN.length()).strip());
    }

    private Imported folder(JsonValue folder) {
        if (scope.project().isPresent()) {
            return Left.harmless("additionalDirectories: " + folder, RuleScope.ELSEWHERE);
        }
        if (!(folder instanceof JsonString string) || !string.value().startsWith("/")) {
            return Left.harmless("additionalDirectories: " + folder, "it is no absolute path");
        }
        return Taken.of(
                "additionalDirectories: " + string.value(),
                Action.ALLOW,
                "external_directory",
                List.of(Glob.quote(string.value()) + "/*"));
    }
}
