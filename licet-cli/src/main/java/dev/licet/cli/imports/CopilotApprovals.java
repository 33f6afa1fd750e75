package dev.licet.cli.imports;

import dev.licet.cli.imports.Imported.Left;
import dev.licet.cli.imports.Imported.Taken;
import dev.licet.core.glob.Glob;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.core.rule.Action;
import dev.licet.shell.Argument;
import dev.licet.shell.Span;
import dev.licet.shell.command.CommandTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What Copilot CLI has been told to allow for good, by folder ({@code permissions-config.json}), and the addresses in its
 * configuration, as rules. Source: Copilot CLI 1.0.
 */
final class CopilotApprovals {
    private CopilotApprovals() {}

    /** What {@code configuration}, either file, says to a person whose home directory is {@code home}. */
    static List<Imported> of(JsonObject configuration, String home) {
        var all = new ArrayList<Imported>();
        configuration.object("locations").orElseGet(JsonObject::empty).members().forEach((folder, said) -> {
            if (said instanceof JsonObject location) {
                location.elements("tool_approvals").forEach(approval -> all.addAll(approved(folder, home, approval)));
                location.elements("allowed_directories")
                        .forEach(directory -> all.add(Left.harmless(
                                folder + ": directory " + shown(directory),
                                "it was opened from one folder alone: `external_directory` opens it for all")));
            }
        });
        texts(configuration, "allowed_urls")
                .forEach(url ->
                        all.add(Taken.of("allowed_urls: " + url, Action.ALLOW, "web_fetch", Spelled.address(url))));
        texts(configuration, "denied_urls")
                .forEach(url -> all.add(Taken.of("denied_urls: " + url, Action.DENY, "network", Spelled.host(url))
                        .noting("under whatever contacts that host")));
        texts(configuration, "trusted_folders")
                .forEach(folder -> all.add(Left.harmless(
                        "trusted_folders: " + folder, "that a folder is trusted says nothing about calls")));
        return all;
    }

    private static List<Imported> approved(String folder, String home, JsonValue approval) {
        JsonObject said = approval instanceof JsonObject object ? object : JsonObject.empty();
        String kind = said.text("kind").orElse("");
        boolean plain = folder.startsWith("/")
                && Path.of(folder).normalize().toString().equals(folder)
                && !home.startsWith(folder);
        if (!plain) {
            return List.of(Left.harmless(folder + ": " + kind, "below that folder is more than one project"));
        }
        return switch (kind) {
            case "commands" ->
                texts(said, "commandIdentifiers").stream()
                        .map(words -> command(folder, words))
                        .toList();
            case "write" ->
                List.of(Taken.of(
                        folder + ": write",
                        Action.ALLOW,
                        List.of("write_file", "edit_file"),
                        List.of(Glob.quote(folder) + "/**")));
            case "mcp" -> {
                String tool = said.text("toolName").orElse("every tool");
                yield List.of(Left.harmless(
                        folder + ": " + said.text("serverName").orElse("") + ", " + tool, RuleScope.ELSEWHERE));
            }
            default ->
                List.of(Left.harmless(folder + ": " + (kind.isEmpty() ? shown(approval) : kind), RuleScope.ELSEWHERE));
        };
    }

    /** {@code git push} with any words behind it. Of a program with commands of its own, {@code git} is none of them. */
    private static Imported command(String folder, String words) {
        String written = folder + ": " + words;
        boolean whole = CommandTable.standard()
                        .normal(Stream.of((words + " x").split(" +"))
                                .map(word -> (Argument) new Argument.Known(word, new Span(0, 0)))
                                .toList())
                        .names()
                        .size()
                <= words.split(" +").length;
        return whole
                ? Taken.of(
                        written,
                        Action.ALLOW,
                        "shell_exec",
                        RuleScope.of(folder).commands(Spelled.prefix(words, Action.ALLOW), Action.ALLOW))
                : Left.harmless(written, "its commands are approved one by one there");
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
