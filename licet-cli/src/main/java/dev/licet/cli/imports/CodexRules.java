package dev.licet.cli.imports;

import dev.licet.cli.imports.Imported.Left;
import dev.licet.cli.imports.Imported.Taken;
import dev.licet.core.command.CommandText;
import dev.licet.core.glob.Glob;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.core.rule.Action;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.util.ArrayList;
import java.util.List;

/**
 * The rules of Codex ({@code prefix_rule(pattern = ["git", ["push", "fetch"]], decision = "prompt")}), as rules. Source: the execpolicy language of Codex 0.169.0.
 */
final class CodexRules {
    /** So many commands may one rule name by its choices. */
    private static final int MAX_COMMANDS = 200;

    private static final List<String> PROTOCOLS = List.of("http", "https", "socks5_tcp", "socks5_udp");

    private final RuleScope scope;

    private CodexRules(RuleScope scope) {
        this.scope = scope;
    }

    /** What the file {@code text} says. */
    static List<Imported> of(RuleScope scope, String text) throws InvalidJson {
        var reader = new CodexRules(scope);
        var all = new ArrayList<Imported>();
        for (StarlarkCalls.Call call : StarlarkCalls.read(text)) {
            all.add(reader.imported(call));
        }
        return all;
    }

    private Imported imported(StarlarkCalls.Call call) throws InvalidJson {
        return switch (call.function()) {
            case "prefix_rule" -> {
                call.allows("pattern", "decision", "justification", "match", "not_match");
                yield command(call);
            }
            case "network_rule" -> {
                call.allows("host", "protocol", "decision", "justification");
                yield host(call);
            }
            case "host_executable" -> {
                call.allows("name", "paths");
                yield Left.harmless(
                        "host_executable " + call.text("name").orElse(""),
                        "programs are judged by the name that the command spells, with or without its folder");
            }
            default -> throw call.fault("there is no function `" + call.function() + "`");
        };
    }

    private Imported command(StarlarkCalls.Call call) throws InvalidJson {
        if (!(call.arguments().get("pattern").orElse(null) instanceof JsonArray pattern)
                || pattern.elements().isEmpty()) {
            throw call.fault("prefix_rule has no `pattern`, a list of words");
        }
        Action action = decision(call, call.text("decision").orElse("allow"));
        String written = "prefix_rule " + JsonText.write(pattern);
        var tokens = new ArrayList<List<String>>();
        for (JsonValue token : pattern.elements()) {
            tokens.add(choices(call, token));
        }
        examples(call, "match", tokens, true);
        examples(call, "not_match", tokens, false);
        List<String> commands = List.of("");
        for (List<String> words : tokens) {
            if ((long) commands.size() * words.size() > MAX_COMMANDS) {
                return Left.of(written, action, "more than " + MAX_COMMANDS + " commands: write it by hand");
            }
            commands = longer(commands, words);
        }
        List<String> patterns = commands.stream()
                .flatMap(command -> Spelled.words(Glob.quote(command), action).stream())
                .toList();
        return Taken.of(written, action, "shell_exec", scope.commands(patterns, action))
                .because(justification(call));
    }

    private static String justification(StarlarkCalls.Call call) throws InvalidJson {
        String said = call.text("justification").orElse("");
        if (said.isBlank() && call.arguments().get("justification").isPresent()) {
            throw call.fault("a `justification` says something");
        }
        return said;
    }

    /** Codex refuses a file whose examples are not as it says. */
    private static void examples(StarlarkCalls.Call call, String name, List<List<String>> pattern, boolean wanted)
            throws InvalidJson {
        for (JsonValue example : call.arguments().elements(name)) {
            List<String> words = new ArrayList<>();
            if (example instanceof JsonArray array) {
                for (JsonValue word : array.elements()) {
                    words.addAll(choices(call, word));
                }
            } else if (example instanceof JsonString line) {
                words.addAll(List.of(line.value().strip().split("\\s+", -1)));
                if (line.value().matches("(?s).*['\"\\\\].*")) {
                    continue;
                }
            } else {
                throw call.fault("an example of `" + name + "` is a text, or a list of words");
            }
            boolean matches = words.size() >= pattern.size();
            for (int i = 0; matches && i < pattern.size(); i++) {
                matches = pattern.get(i).contains(words.get(i));
            }
            if (matches != wanted) {
                throw call.fault("the rule " + (wanted ? "does not match" : "matches") + " `" + String.join(" ", words)
                        + "`, an example of its `" + name + "`");
            }
        }
    }

    private static List<String> longer(List<String> commands, List<String> words) {
        return commands.stream()
                .flatMap(command -> words.stream()
                        .map(word ->
                                command.isEmpty() ? CommandText.quote(word) : command + " " + CommandText.quote(word)))
                .toList();
    }

    private static List<String> choices(StarlarkCalls.Call call, JsonValue token) throws InvalidJson {
        List<JsonValue> all = token instanceof JsonArray choices ? choices.elements() : List.of(token);
        var words = new ArrayList<String>();
        for (JsonValue each : all) {
            if (!(each instanceof JsonString word)) {
                throw call.fault("an element of a list of words is a text, or a list of texts");
            }
            words.add(word.value());
        }
        if (words.isEmpty()) {
            throw call.fault("an element of `pattern` has no choices");
        }
        return words;
    }

    private Imported host(StarlarkCalls.Call call) throws InvalidJson {
        String host = call.text("host").orElse("");
        if (!host.matches("[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{1,5})?")) {
            throw call.fault("network_rule has no `host`, the name of one");
        }
        if (!PROTOCOLS.contains(call.text("protocol").orElse(""))) {
            throw call.fault("network_rule has no `protocol`: one of " + String.join(", ", PROTOCOLS));
        }
        String written = "network_rule " + host;
        Action action = decision(call, call.text("decision").orElse(""));
        if (scope.keeps(action)) {
            return Left.of(written, action, RuleScope.ELSEWHERE);
        }
        return Taken.of(written, action, "network", Spelled.host(host))
                .because(justification(call))
                .noting(
                        action == Action.ALLOW
                                ? "fetching from it; sending to it, as `curl -d x https://" + host + "` does, asks"
                                : "under whatever contacts that host");
    }

    private static Action decision(StarlarkCalls.Call call, String written) throws InvalidJson {
        return switch (written) {
            case "allow" -> Action.ALLOW;
            case "prompt" -> Action.ASK;
            case "forbidden", "deny" -> Action.DENY;
            default -> throw call.fault("a decision is allow, prompt or forbidden, not `" + written + "`");
        };
    }
}
