package dev.licet.cli.imports;

import dev.licet.cli.imports.Imported.Left;
import dev.licet.cli.imports.Imported.Taken;
import dev.licet.core.glob.Glob;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.core.rule.Action;
import java.util.ArrayList;
import java.util.List;

/**
 * What Copilot CLI has been told to allow for good, by folder ({@code permissions-config.json}), and the addresses in its
 * configuration, as rules. Source: Copilot CLI 1.0.
 */
final class CopilotApprovals {
    private CopilotApprovals() {}

    /** What {@code configuration}, either file, says. */
    static List<Imported> of(JsonObject configuration) {
        var all = new ArrayList<Imported>();
        configuration.object("locations").orElseGet(JsonObject::empty).members().forEach((folder, said) -> {
            if (said instanceof JsonObject location) {
                location.elements("tool_approvals").forEach(approval -> all.addAll(approved(folder, approval)));
                location.elements("allowed_directories")
                        .forEach(directory -> all.add(new Left(
                                folder + ": directory " + shown(directory),
                                "it was opened from one folder alone: `external_directory` opens it for all")));
            }
        });
        texts(configuration, "allowed_urls")
                .forEach(url -> all.add(
                        Taken.of("allowed_urls: " + url, Action.ALLOW, "web_fetch", List.of(Spelled.address(url)))));
        texts(configuration, "denied_urls")
                .forEach(url -> all.add(Taken.of("denied_urls: " + url, Action.DENY, "network", List.of(host(url)))
                        .noting("under whatever contacts that host")));
        texts(configuration, "trusted_folders")
                .forEach(folder -> all.add(
                        new Left("trusted_folders: " + folder, "that a folder is trusted says nothing about calls")));
        return all;
    }

    private static List<Imported> approved(String folder, JsonValue approval) {
        JsonObject said = approval instanceof JsonObject object ? object : JsonObject.empty();
        String kind = said.text("kind").orElse("");
        return switch (kind) {
            case "commands" ->
                texts(said, "commandIdentifiers").stream()
                        .<Imported>map(words -> Taken.of(
                                folder + ": " + words,
                                Action.ALLOW,
                                "shell_exec",
                                Scope.of(folder).commands(Spelled.prefix(words, Action.ALLOW), Action.ALLOW)))
                        .toList();
            case "write" ->
                List.of(Taken.of(
                        folder + ": write",
                        Action.ALLOW,
                        List.of("write_file", "edit_file"),
                        List.of(Glob.quote(folder) + "/**")));
            case "mcp" -> {
                String tool = said.text("toolName").orElse("every tool");
                yield List.of(
                        new Left(folder + ": " + said.text("serverName").orElse("") + ", " + tool, Scope.ELSEWHERE));
            }
            default -> List.of(new Left(folder + ": " + (kind.isEmpty() ? shown(approval) : kind), Scope.ELSEWHERE));
        };
    }

    private static String host(String url) {
        return Spelled.stars(url.replaceFirst("^[a-z]+://", "").replaceFirst("/.*$", ""), "*");
    }

    private static List<String> texts(JsonObject from, String name) {
        return from.elements(name).stream()
                .filter(JsonString.class::isInstance)
                .map(text -> ((JsonString) text).value())
                .toList();
    }

    private static String shown(JsonValue value) {
        return value instanceof JsonString text ? text.value() : value.toString();
    }
}
