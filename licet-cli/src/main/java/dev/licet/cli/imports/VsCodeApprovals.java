package dev.licet.cli.imports;

import dev.licet.cli.imports.Imported.Left;
import dev.licet.cli.imports.Imported.Taken;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonBoolean;
import dev.licet.core.json.JsonValue.JsonNull;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.rule.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code chat.tools.terminal.autoApprove} and its relatives in the settings of Visual Studio Code, as rules. What is set to
 * {@code false} asks there. Source: the documentation of Visual Studio Code on approving terminal commands.
 */
final class VsCodeApprovals {
    private static final String TOOLS = "chat.tools.";

    private static final Pattern EXPRESSION = Pattern.compile("/(.*)/([a-z]*)", Pattern.DOTALL);

    private final Scope scope;

    private VsCodeApprovals(Scope scope) {
        this.scope = scope;
    }

    /** What {@code settings} say. */
    static List<Imported> of(Scope scope, JsonObject settings) {
        return new VsCodeApprovals(scope).all(settings);
    }

    private List<Imported> all(JsonObject settings) {
        var all = new ArrayList<Imported>();
        boolean off = isSaid(settings, TOOLS + "terminal.enableAutoApprove", false);
        members(settings, "terminal.autoApprove").forEach((command, said) -> {
            if (off) {
                all.add(new Left(command, "`chat.tools.terminal.enableAutoApprove` is off"));
            } else if (!(said instanceof JsonNull)) {
                all.add(command(command, said));
            }
        });
        members(settings, "edits.autoApprove").forEach((files, said) -> all.add(edit(files, said)));
        members(settings, "urls.autoApprove").forEach((address, said) -> all.add(address(address, said)));
        for (String name : List.of(TOOLS + "global.autoApprove", TOOLS + "autoApprove")) {
            if (isSaid(settings, name, true)) {
                all.add(new Left(name, Importer.MODES));
            }
        }
        return all;
    }

    private static Map<String, JsonValue> members(JsonObject settings, String name) {
        return settings.object(TOOLS + name).orElseGet(JsonObject::empty).members();
    }

    private static boolean isSaid(JsonObject settings, String name, boolean wanted) {
        return settings.get(name).orElse(null) instanceof JsonBoolean flag && flag.value() == wanted;
    }

    private static Optional<Action> action(JsonValue said) {
        return said instanceof JsonBoolean flag
                ? Optional.of(flag.value() ? Action.ALLOW : Action.ASK)
                : Optional.empty();
    }

    private Imported command(String written, JsonValue said) {
        JsonValue approve = said instanceof JsonObject its ? its.get("approve").orElse(said) : said;
        Optional<Action> action = action(approve);
        if (action.isEmpty()) {
            return new Left(written, "it says neither true nor false");
        }
        if (said instanceof JsonObject its && isSaid(its, "matchCommandLine", true)) {
            return new Left(written, "it speaks of whole lines, and rules of each command in them");
        }
        Matcher expression = EXPRESSION.matcher(written);
        if (!expression.matches()) {
            return Taken.of(
                    written,
                    action.get(),
                    "shell_exec",
                    scope.commands(Spelled.prefix(written.strip(), action.get()), action.get()));
        }
        List<String> patterns = expression.group(2).contains("i")
                ? List.of()
                : RegexPattern.of(expression.group(1), false, action.get());
        return !patterns.isEmpty()
                ? Taken.of(written, action.get(), "shell_exec", scope.commands(patterns, action.get()))
                : new Left(written, "an expression that no pattern says as well: write it by hand");
    }

    private Imported edit(String files, JsonValue said) {
        Optional<Action> action = action(said);
        if (action.isEmpty() || files.contains("[") || files.contains("{")) {
            return new Left(files, "classes and choices in names of files: write it by hand");
        }
        if (scope.keeps(action.get()) && files.startsWith("/")) {
            return new Left(files, Scope.ELSEWHERE);
        }
        String inside = files.startsWith("/") ? "" : scope.inside();
        return Taken.of(files, action.get(), List.of("write_file", "edit_file"), List.of(inside + Spelled.path(files)));
    }

    private Imported address(String address, JsonValue said) {
        Optional<Action> action = action(
                said instanceof JsonObject its ? its.get("approveRequest").orElse(said) : said);
        if (action.isEmpty()) {
            return new Left(address, "it says neither true nor false");
        }
        if (scope.keeps(action.get())) {
            return new Left(address, Scope.ELSEWHERE);
        }
        return Taken.of(address, action.get(), "web_fetch", List.of(Spelled.address(address)));
    }
}
