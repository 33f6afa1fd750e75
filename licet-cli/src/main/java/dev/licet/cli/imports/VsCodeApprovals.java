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

    private static final Pattern EXPRESSION = Pattern.compile("/(.+)/([dgimsuvy]*)", Pattern.DOTALL);

    /** What is refused unless a setting says otherwise, of the programs that are not Windows' own. */
    private static final List<String> BUILT_IN =
            List.of("rm", "rmdir", "dd", "kill", "ps", "top", "curl", "wget", "chmod", "chown", "jq", "xargs", "eval");

    private final RuleScope scope;

    private VsCodeApprovals(RuleScope scope) {
        this.scope = scope;
    }

    /** Settings, and whose they are. */
    record Settings(RuleScope scope, JsonObject members) {}

    /** What {@code all} say together, the later ones in place of the earlier. */
    static List<Imported> of(List<Settings> all) {
        boolean off = all.stream()
                .flatMap(each -> each.members().get(TOOLS + "terminal.enableAutoApprove").stream())
                .reduce((before, after) -> after)
                .filter(value -> value instanceof JsonBoolean flag && !flag.value())
                .isPresent();
        boolean defaults = all.stream()
                .flatMap(each -> each.members().get(TOOLS + "terminal.ignoreDefaultAutoApproveRules").stream())
                .noneMatch(value -> value instanceof JsonBoolean flag && flag.value());
        var imported = new ArrayList<Imported>();
        all.forEach(each -> imported.addAll(new VsCodeApprovals(each.scope()).all(each.members(), off)));
        boolean approves = imported.stream()
                .anyMatch(each -> each instanceof Taken taken
                        && taken.action() == Action.ALLOW
                        && taken.rules().getFirst().tool().equals("shell_exec"));
        if (approves && defaults) {
            BUILT_IN.stream()
                    .filter(name -> all.stream()
                            .noneMatch(each -> commands(each.members()).containsKey(name)))
                    .forEach(name ->
                            imported.add(Taken.of(name, Action.ASK, "shell_exec", Spelled.words(name, Action.ASK))
                                    .noting("one of its own rules")));
        }
        return imported;
    }

    private List<Imported> all(JsonObject settings, boolean off) {
        var all = new ArrayList<Imported>();
        commands(settings).forEach((command, said) -> {
            if (off) {
                all.add(Left.harmless(command, "`chat.tools.terminal.enableAutoApprove` is off"));
            } else if (!(said instanceof JsonNull)) {
                all.add(command(command, said));
            }
        });
        members(settings, "edits.autoApprove").forEach((files, said) -> all.add(edit(files, said)));
        members(settings, "urls.autoApprove").forEach((address, said) -> all.add(address(address, said)));
        for (String name : List.of(TOOLS + "global.autoApprove", TOOLS + "autoApprove")) {
            if (settings.isTrue(name)) {
                all.add(Left.harmless(name, Importer.MODES));
            }
        }
        return all;
    }

    private static Map<String, JsonValue> commands(JsonObject settings) {
        return members(settings, "terminal.autoApprove");
    }

    private static Map<String, JsonValue> members(JsonObject settings, String name) {
        return settings.object(TOOLS + name).orElseGet(JsonObject::empty).members();
    }

    private static Optional<Action> action(JsonValue said) {
        return said instanceof JsonBoolean flag
                ? Optional.of(flag.value() ? Action.ALLOW : Action.ASK)
                : Optional.empty();
    }

    private Imported command(String written, JsonValue said) {
        JsonValue approve = said instanceof JsonObject its ? its.get("approve").orElse(said) : said;
        Optional<Action> decided = action(approve);
        if (decided.isEmpty()) {
            return Left.harmless(written, "it says neither true nor false");
        }
        Action action = decided.get();
        if (said instanceof JsonObject its && its.isTrue("matchCommandLine")) {
            return Left.of(written, action, "it speaks of whole lines, and rules of each command in them");
        }
        Matcher expression = EXPRESSION.matcher(written);
        List<String> patterns;
        if (!expression.matches()) {
            patterns = begins(written.strip(), action);
        } else if (expression.group(2).matches("[gu]*")) {
            patterns = RegexPattern.of(expression.group(1), false, action);
        } else {
            patterns = List.of();
        }
        return Taken.of(written, action, "shell_exec", scope.commands(patterns, action));
    }

    /** Up to the end of a word; what is refused may go on behind a dash, a dot or a colon as well. */
    private static List<String> begins(String words, Action action) {
        List<String> spelled = Spelled.prefix(words, action);
        return action == Action.ALLOW || spelled.isEmpty() ? spelled : List.of(spelled.getFirst() + "*");
    }

    private Imported edit(String files, JsonValue said) {
        Optional<Action> action = action(said);
        if (action.isEmpty()) {
            return Left.harmless(files, "it says neither true nor false");
        }
        if (scope.keeps(action.get()) && files.startsWith("/")) {
            return Left.of(files, action.get(), RuleScope.ELSEWHERE);
        }
        String inside = files.startsWith("/") ? "" : scope.inside();
        return Taken.of(
                files,
                action.get(),
                List.of("write_file", "edit_file"),
                Spelled.path(files).stream().map(path -> inside + path).toList());
    }

    private Imported address(String address, JsonValue said) {
        Optional<Action> decided = action(
                said instanceof JsonObject its ? its.get("approveRequest").orElse(said) : said);
        if (decided.isEmpty()) {
            return Left.harmless(address, "it says neither true nor false");
        }
        Action action = decided.get();
        if (scope.keeps(action)) {
            return Left.of(address, action, RuleScope.ELSEWHERE);
        }
        if (address.equals("*")) {
            return Taken.of(address, action, "web_fetch", List.of("*"));
        }
        return Taken.of(
                address,
                action,
                "web_fetch",
                Spelled.address(address).stream()
                        .map(pattern -> action == Action.ALLOW || pattern.endsWith("*") ? pattern : pattern + "*")
                        .toList());
    }
}
