package dev.licet.cli.imports;

import dev.licet.cli.imports.Imported.Left;
import dev.licet.cli.imports.Imported.Taken;
import dev.licet.core.command.CommandText;
import dev.licet.core.glob.Glob;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.core.rule.Action;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The rules of Codex ({@code prefix_rule(pattern = ["git", ["push", "fetch"]], decision = "prompt")}), as rules. Source: the execpolicy language of Codex 0.169.0.
 */
final class CodexRules {
    /** So many commands may one rule name by its choices. */
    private static final int MAX_COMMANDS = 200;

    private final Scope scope;

    private CodexRules(Scope scope) {
        this.scope = scope;
    }

    /** What the file {@code text} says. */
    static List<Imported> of(Scope scope, String text) throws InvalidJson {
        var reader = new CodexRules(scope);
        var all = new ArrayList<Imported>();
        for (StarlarkCalls.Call call : StarlarkCalls.read(text)) {
            all.add(reader.imported(call));
        }
        return all;
    }

    private Imported imported(StarlarkCalls.Call call) throws InvalidJson {
        JsonObject arguments = call.arguments();
        return switch (call.function()) {
            case "prefix_rule" -> command(arguments, call.line());
            case "network_rule" -> host(arguments, call.line());
            case "host_executable" ->
                new Left(
                        "host_executable " + arguments.text("name").orElse(""),
                        "programs are judged by the name that the command spells, with or without its folder");
            default -> throw InvalidJson.at("there is no function `" + call.function() + "`", call.line(), 1);
        };
    }

    private Imported command(JsonObject arguments, int line) throws InvalidJson {
        if (!(arguments.get("pattern").orElse(null) instanceof JsonArray pattern)
                || pattern.elements().isEmpty()) {
            throw InvalidJson.at("prefix_rule has no `pattern`, a list of words", line, 1);
        }
        Action action = decision(arguments.text("decision").orElse("allow"), line);
        String written = "prefix_rule " + JsonText.write(pattern);
        List<String> commands = List.of("");
        for (JsonValue token : pattern.elements()) {
            commands = longer(commands, choices(token, line));
            if (commands.size() > MAX_COMMANDS) {
                return new Left(written, "more than " + MAX_COMMANDS + " commands: write it by hand");
            }
        }
        List<String> patterns = commands.stream()
                .flatMap(command -> Spelled.prefix(command, action).stream())
                .toList();
        return Taken.of(written, action, "shell_exec", scope.commands(patterns, action))
                .because(arguments.text("justification").orElse(""));
    }

    private static List<String> longer(List<String> commands, List<String> words) {
        return commands.stream()
                .flatMap(command -> words.stream()
                        .map(word ->
                                command.isEmpty() ? CommandText.quote(word) : command + " " + CommandText.quote(word)))
                .toList();
    }

    private static List<String> choices(JsonValue token, int line) throws InvalidJson {
        List<JsonValue> all = token instanceof JsonArray choices ? choices.elements() : List.of(token);
        var words = new ArrayList<String>();
        for (JsonValue each : all) {
            if (!(each instanceof JsonString word)) {
                throw InvalidJson.at("an element of `pattern` is a text, or a list of texts", line, 1);
            }
            words.add(word.value());
        }
        if (words.isEmpty()) {
            throw InvalidJson.at("an element of `pattern` has no choices", line, 1);
        }
        return words;
    }

    private Imported host(JsonObject arguments, int line) throws InvalidJson {
        Optional<String> host = arguments.text("host");
        if (host.isEmpty()) {
            throw InvalidJson.at("network_rule has no `host`", line, 1);
        }
        String written = "network_rule " + host.get();
        Action action = decision(arguments.text("decision").orElse(""), line);
        if (scope.keeps(action)) {
            return new Left(written, Scope.ELSEWHERE);
        }
        Taken taken = Taken.of(written, action, "network", List.of(Glob.quote(host.get())))
                .because(arguments.text("justification").orElse(""));
        return action == Action.ALLOW
                ? taken.noting("fetching from it; sending to it, as `curl -d x https://" + host.get() + "` does, asks")
                : taken.noting("under whatever contacts that host");
    }

    private static Action decision(String written, int line) throws InvalidJson {
        return switch (written) {
            case "allow" -> Action.ALLOW;
            case "prompt" -> Action.ASK;
            case "forbidden", "deny" -> Action.DENY;
            default -> throw InvalidJson.at("a decision is allow, prompt or forbidden, not `" + written + "`", line, 1);
        };
    }
}
