package dev.licet.cli.install;

import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How the hooks of one host stand in its configuration.
 *
 * @param host the name in {@code licet hook NAME}
 * @param file the configuration, relative to the home directory, or to the project where {@code inProject}
 * @param inProject whether it is a project's file
 * @param nested whether an event holds groups with a {@code hooks} list each, or the hooks themselves
 * @param top members that the whole file has to have
 * @param events by event what its hook has beside the command, and the matcher of its group
 * @param next what is left to do by hand; empty for nothing
 */
record HookForm(
        String host, String file, boolean inProject, boolean nested, JsonObject top, List<Event> events, String next) {
    /** The seconds that hosts are told to wait; the gate answers before. */
    private static final int TIMEOUT = 600;

    /**
     * One event.
     *
     * @param commandName the member that holds the command
     * @param extra what the hook has beside
     */
    record Event(String name, Optional<String> matcher, String commandName, JsonObject extra) {
        /** Whether the hook has to be told which event it is for. */
        boolean isRequest() {
            return name.equalsIgnoreCase("PermissionRequest");
        }
    }

    private static final JsonObject COMMAND = JsonObject.empty().with("type", "command");
    private static final JsonObject VERSION = JsonObject.empty().with("version", 1);

    private static Event nested(String name, Optional<String> matcher, JsonObject extra) {
        return new Event(name, matcher, "command", extra);
    }

    private static final HookForm CLAUDE = new HookForm(
            "claude",
            ".claude/settings.json",
            false,
            true,
            JsonObject.empty(),
            List.of(
                    nested("PreToolUse", Optional.of("*"), closed(COMMAND)),
                    nested("PermissionRequest", Optional.of("*"), closed(COMMAND))),
            "");

    private static final HookForm CODEX = new HookForm(
            "codex",
            ".codex/hooks.json",
            false,
            true,
            JsonObject.empty(),
            List.of(
                    nested("PreToolUse", Optional.empty(), COMMAND.with("timeout", TIMEOUT)),
                    nested("PermissionRequest", Optional.empty(), COMMAND.with("timeout", TIMEOUT))),
            "Codex runs a hook only once it is trusted: open /hooks in Codex and trust both.");

    private static final HookForm GEMINI = new HookForm(
            "gemini",
            ".gemini/settings.json",
            false,
            true,
            JsonObject.empty(),
            List.of(nested(
                    "BeforeTool",
                    Optional.empty(),
                    COMMAND.with("name", "licet").with("timeout", TIMEOUT * 1_000))),
            "");

    private static final HookForm CURSOR = new HookForm(
            "cursor",
            ".cursor/hooks.json",
            false,
            false,
            VERSION,
            List.of(
                    flat("beforeShellExecution", Optional.empty()),
                    flat("beforeMCPExecution", Optional.empty()),
                    flat("beforeReadFile", Optional.empty()),
                    // What has an event of its own would be asked twice.
                    flat("preToolUse", Optional.of("Write|Delete|Edit|Grep|Task"))),
            "Cursor's cloud agents and Tab completions run no hooks.");

    private static Event flat(String name, Optional<String> matcher) {
        JsonObject extra = JsonObject.empty().with("timeout", TIMEOUT).with("failClosed", true);
        return new Event(
                name, Optional.empty(), "command", matcher.isEmpty() ? extra : extra.with("matcher", matcher.get()));
    }

    private static final HookForm COPILOT = new HookForm(
            "copilot",
            ".copilot/hooks/licet.json",
            false,
            false,
            VERSION,
            List.of(
                    new Event("preToolUse", Optional.empty(), "bash", COMMAND.with("timeoutSec", TIMEOUT)),
                    new Event("permissionRequest", Optional.empty(), "bash", COMMAND.with("timeoutSec", TIMEOUT))),
            "");

    private static final HookForm VSCODE = new HookForm(
            "vscode",
            ".github/hooks/licet.json",
            true,
            false,
            JsonObject.empty(),
            List.of(new Event("PreToolUse", Optional.empty(), "command", COMMAND.with("timeout", 30))),
            "VS Code waits 30 seconds for a hook: a call that nobody answers in time is refused and may be made again.");

    private static final HookForm CLINE = new HookForm(
            "cline",
            "Documents/Cline/Hooks/PreToolUse",
            false,
            false,
            JsonObject.empty(),
            List.of(),
            "Cline waits 30 seconds for a hook: a call that nobody answers in time is refused and may be made again.");

    /** Every host, by name. */
    static final Map<String, HookForm> ALL = Map.of(
            "claude", CLAUDE, "codex", CODEX, "gemini", GEMINI, "cursor", CURSOR, "copilot", COPILOT, "vscode", VSCODE,
            "cline", CLINE);

    private static JsonObject closed(JsonObject hook) {
        return hook.with("timeout", TIMEOUT).with("onFailure", "block");
    }

    /** The variable that names the folder of the configuration, where the host has one. */
    String folderVariable() {
        return switch (host) {
            case "claude" -> "CLAUDE_CONFIG_DIR";
            case "codex" -> "CODEX_HOME";
            default -> "";
        };
    }

    /** {@code before} with our hooks, whatever of ours was in it replaced. */
    JsonObject with(JsonObject before, List<JsonObject> hooks) {
        JsonObject whole = without(before);
        for (var member : top.members().entrySet()) {
            whole = whole.get(member.getKey()).isPresent() ? whole : whole.with(member.getKey(), member.getValue());
        }
        JsonObject all = whole.object("hooks").orElseGet(JsonObject::empty);
        boolean odd = whole.get("hooks").isPresent() && whole.object("hooks").isEmpty();
        for (Event event : events) {
            odd = odd
                    || (all.get(event.name()).isPresent()
                            && !(all.get(event.name()).get() instanceof JsonArray));
        }
        if (odd) {
            throw new GateException("its `hooks` are not laid out as " + host
                    + " has them, so that they are left alone; add the hooks by hand, as `licet hook --help` shows");
        }
        for (int i = 0; i < events.size(); i++) {
            Event event = events.get(i);
            JsonObject entry = hooks.get(i);
            if (nested) {
                JsonObject group = event.matcher()
                        .map(matcher -> JsonObject.empty().with("matcher", matcher))
                        .orElseGet(JsonObject::empty);
                entry = group.with("hooks", JsonArray.of(List.of(entry)));
            }
            var entries = new ArrayList<>(all.elements(event.name()));
            entries.add(entry);
            all = all.with(event.name(), JsonArray.of(entries));
        }
        return whole.with("hooks", all);
    }

    /** {@code before} without our hooks. */
    JsonObject without(JsonObject before) {
        return OwnHooks.removed(before, host);
    }

    /** What in {@code found} keeps the gate from being asked about every call, or cuts its waiting short. */
    List<String> shortcomings(List<OwnHooks.Found> found) {
        var all = new ArrayList<String>();
        for (Event event : events) {
            List<OwnHooks.Found> own = found.stream()
                    .filter(each -> each.event().equals(event.name()))
                    .toList();
            if (own.isEmpty()) {
                all.add(event.name() + ": there is no hook for it");
            }
            for (OwnHooks.Found each : own) {
                shortcoming(event, each).ifPresent(all::add);
            }
        }
        return all;
    }

    private Optional<String> shortcoming(Event event, OwnHooks.Found found) {
        Optional<String> matcher = found.group()
                .text("matcher")
                .filter(text -> !Set.of("", "*", ".*").contains(text));
        Optional<String> wanted = event.matcher().or(() -> event.extra().text("matcher"));
        if (matcher.isPresent() && !matcher.equals(wanted)) {
            return Optional.of(event.name() + ": the matcher `" + matcher.get() + "` leaves calls out");
        }
        if (found.hook().get("if").isPresent()) {
            return Optional.of(event.name() + ": the condition `if` leaves calls out");
        }
        for (String name : List.of("timeout", "timeoutSec")) {
            boolean same = found.hook().get(name).equals(event.extra().get(name));
            if (event.extra().get(name).isPresent() && !same) {
                return Optional.of(event.name() + ": `" + name + "` is not "
                        + JsonText.write(event.extra().get(name).get())
                        + ", so that the host may not wait for the answer");
            }
        }
        return Optional.empty();
    }
}
