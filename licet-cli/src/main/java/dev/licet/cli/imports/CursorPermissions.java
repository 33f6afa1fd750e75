package dev.licet.cli.imports;

import dev.licet.cli.imports.Imported.Left;
import dev.licet.cli.imports.Imported.Taken;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.rule.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code permissions} in the configuration of Cursor's command line ({@code Shell(git)}, {@code Write(src/**)}), and the two
 * lists in {@code permissions.json} of its editor, as rules. Source: Cursor's reference of both files.
 */
final class CursorPermissions {
    private static final Pattern ENTRY = Pattern.compile("([A-Za-z]+)\\((.*)\\)", Pattern.DOTALL);

    private final RuleScope scope;

    private CursorPermissions(RuleScope scope) {
        this.scope = scope;
    }

    /** What {@code configuration}, either file, says. */
    static List<Imported> of(RuleScope scope, JsonObject configuration) {
        return new CursorPermissions(scope).all(configuration);
    }

    private List<Imported> all(JsonObject configuration) {
        var all = new ArrayList<Imported>();
        all.addAll(Imported.list(
                configuration, "terminalAllowlist", Action.ALLOW, said -> begins(said, said, Action.ALLOW)));
        all.addAll(
                Imported.list(configuration, "mcpAllowlist", Action.ALLOW, said -> server(said, said, Action.ALLOW)));
        JsonObject permissions = configuration.object("permissions").orElseGet(JsonObject::empty);
        for (Action action : List.of(Action.ALLOW, Action.DENY)) {
            all.addAll(Imported.list(permissions, action.text(), action, written -> entry(written, action)));
        }
        configuration
                .text("approvalMode")
                .filter(mode -> !mode.equals("allowlist"))
                .ifPresent(mode -> all.add(Left.harmless("approvalMode: " + mode, Importer.MODES)));
        return all;
    }

    private Imported entry(String written, Action action) {
        Matcher parts = ENTRY.matcher(written);
        if (!parts.matches() || parts.group(2).isBlank()) {
            return Left.of(written, action, "it is no tool with something in parentheses");
        }
        String said = parts.group(2).strip();
        return switch (parts.group(1)) {
            case "Shell" -> command(written, said, action);
            case "Read" -> files(written, said, action, List.of("read_file"));
            case "Write" -> files(written, said, action, List.of("write_file", "edit_file"));
            case "WebFetch" -> domain(written, said, action);
            case "Mcp" -> server(written, said, action);
            default -> Left.of(written, action, "there is no tool `" + parts.group(1) + "`");
        };
    }

    /** {@code git} is that program with any words behind it; {@code npm:run *} is it with words like these. */
    private Imported command(String written, String said, Action action) {
        if (said.equals("*") || said.equals("**")) {
            return Taken.of(written, action, "shell_exec", scope.commands(List.of("*"), action));
        }
        int colon = said.indexOf(':');
        if (colon < 0) {
            return said.contains(" ") && action == Action.ALLOW
                    ? Left.harmless(written, "Cursor compares the first word alone: this allows nothing there")
                    : begins(written, said, action);
        }
        String arguments = said.substring(colon + 1).strip();
        String line = said.substring(0, colon).strip() + " " + (arguments.equals("**") ? "*" : arguments);
        return Taken.of(
                written,
                action,
                "shell_exec",
                scope.commands(Spelled.command(line, action, Spelled::wildcards), action));
    }

    private Imported begins(String written, String words, Action action) {
        return Taken.of(
                written,
                action,
                "shell_exec",
                scope.commands(
                        words.isEmpty() ? List.of() : Spelled.command(words + " *", action, Spelled::wildcards),
                        action));
    }

    private Imported files(String written, String said, Action action, List<String> tools) {
        boolean outside = said.startsWith("/") || said.startsWith("~/");
        if (outside && scope.keeps(action)) {
            return Left.of(written, action, RuleScope.ELSEWHERE);
        }
        String plain = said.startsWith("./") ? said.substring(2) : said.startsWith("~/") ? said.substring(2) : said;
        // What is denied by its name alone is denied in every folder.
        boolean anywhere = action != Action.ALLOW && !plain.contains("/") && !outside;
        String before = said.startsWith("~/") ? "~/" : outside ? "" : scope.inside() + (anywhere ? "{,*/}" : "");
        return Taken.of(
                        written,
                        action,
                        tools,
                        Spelled.path(plain).stream().map(path -> before + path).toList())
                .noting(action == Action.ALLOW ? "" : "under whatever tool or command");
    }

    private Imported domain(String written, String said, Action action) {
        if (scope.keeps(action)) {
            return Left.of(written, action, RuleScope.ELSEWHERE);
        }
        return Taken.ofHost(written, action, said);
    }

    /** {@code server:tool}, with stars for whole names; of the server's name the gate gets letters, digits, dots and dashes. */
    private Imported server(String written, String said, Action action) {
        String[] names = said.split("[:,]", 2);
        String server = names[0].strip().replaceAll("[^A-Za-z0-9.*-]+", "-");
        String tool = names.length == 2 ? names[1].strip() : "*";
        if (scope.keeps(action)) {
            return Left.of(written, action, RuleScope.ELSEWHERE);
        }
        return server.isEmpty() || tool.isEmpty()
                ? Left.of(written, action, "it names no tool of a server")
                : Taken.of(written, action, "mcp__" + Spelled.stars(server) + "__" + Spelled.stars(tool), List.of("*"));
    }
}
