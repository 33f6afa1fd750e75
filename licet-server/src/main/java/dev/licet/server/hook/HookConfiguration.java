package dev.licet.server.hook;

import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonBoolean;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.JsonText;
import dev.licet.hook.HookHost;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * How the hooks of one host stand in its configuration.
 *
 * @param host whose configuration it is
 * @param place where the configuration is
 * @param layout how the hooks stand in it
 * @param top members that the whole file has to have
 * @param events by event what its hook has beside the command, and the matcher of its group
 * @param next what is left to do by hand; empty for nothing
 */
public record HookConfiguration(
        HookHost host, Location place, Layout layout, JsonObject top, List<Event> events, String next) {
    static final JsonObject COMMAND = JsonObject.empty().with("type", "command");
    static final JsonObject VERSION = JsonObject.empty().with("version", 1);

    private static final String OR_BLOCK = " || exit 2";

    /** A word as a shell reads it that expands nothing in it. */
    private static final String WORD = "(?:'[^']*'|\\\\'|[\\w./:@%+,-])+";

    public HookConfiguration {
        events = List.copyOf(events);
    }

    /** One whose events hold groups, as Claude Code has it. */
    static HookConfiguration groups(HookHost host, Location place, List<Event> events, String next) {
        return new HookConfiguration(host, place, Layout.GROUPS, JsonObject.empty(), events, next);
    }

    /**
     * Where a configuration is.
     *
     * @param file relative to the home directory, or to the project where {@code inProject}
     * @param inProject whether it is a project's file
     * @param variable the variable that names a folder to look in instead; empty where the host has none
     * @param moved where the file is in that folder
     * @param named the variable that names another file instead; empty where the host has none
     */
    public record Location(String file, boolean inProject, String variable, String moved, String named) {
        static Location home(String file) {
            return home(file, "", "");
        }

        /** In the project. */
        static Location project(String file) {
            return new Location(file, true, "", "", "");
        }

        /** The same, unless {@code named} names the file. */
        Location or(String named) {
            return new Location(file, inProject, variable, moved, named);
        }

        /** In the home directory, unless {@code variable} names the folder that has {@code moved}. */
        static Location home(String file, String variable, String moved) {
            return new Location(file, false, variable, moved, "");
        }
    }

    /** How hooks stand in a configuration. */
    public enum Layout {
        /** Each event holds groups with a {@code hooks} list each. */
        GROUPS,
        /** Each event holds the hooks themselves. */
        LIST,
        /** All hooks stand in one list, each with its event as {@code trigger} and its command in an {@code action}. */
        TRIGGERS,
        /** The permissions are a list of rules, the first of which that fits decides: ours comes before all others. */
        RULES,
        /** The file is the hook: a program that the host starts. */
        PROGRAM,
        /** The file is a module that the host loads, see {@link HookModule}. */
        MODULE
    }

    /**
     * One event.
     *
     * @param commandName the member that holds the command
     * @param extra what the hook has beside
     */
    public record Event(String name, Optional<String> matcher, String commandName, JsonObject extra) {
        static Event of(String name, JsonObject extra) {
            return new Event(name, Optional.empty(), "command", extra);
        }

        /** One whose hook has a name, and waits so many milliseconds. */
        static Event named(String name, HookHost host) {
            return of(name, COMMAND.with("name", "licet").with("timeout", host.patience() * 1_000L));
        }

        /** Whether the hook has to be told which event it is for. */
        public boolean isRequest() {
            return name.equalsIgnoreCase("PermissionRequest");
        }

        /**
         * The line that a shell runs for {@code command}. Whatever keeps that from running blocks the call; after a request
         * the host's own user is asked then.
         */
        public String line(String command) {
            return isRequest() ? command + " --event " + name : command + OR_BLOCK;
        }

        /** Whether {@code line} is that for our program and its options as {@code host} starts it, and nothing else. */
        public boolean isLine(String host, String line) {
            String command = WORD + " hook " + host + "(?: --[a-z-]+ " + WORD + ")*";
            return line.matches(isRequest() ? command : command + Pattern.quote(OR_BLOCK));
        }
    }

    /** The hook of {@code event} that starts {@code command}. */
    public JsonObject hook(Event event, String command) {
        return switch (layout) {
            case RULES -> event.extra().with(event.commandName(), command);
            case TRIGGERS ->
                event.extra()
                        .with("trigger", event.name())
                        .with("action", COMMAND.with(event.commandName(), event.line(command)));
            default -> event.extra().with(event.commandName(), event.line(command));
        };
    }

    /** {@code before} with our hooks, whatever of ours was in it replaced. */
    public JsonObject with(JsonObject before, List<JsonObject> hooks) {
        JsonObject whole = without(before);
        for (var member : top.members().entrySet()) {
            whole = whole.get(member.getKey()).isPresent() ? whole : whole.with(member.getKey(), member.getValue());
        }
        Optional<String> list = list();
        if (list.isPresent()) {
            return whole.with(list.get(), withFirst(hooks, whole, list.get()));
        }
        JsonObject all = whole.object("hooks").orElseGet(JsonObject::empty);
        boolean odd = whole.get("hooks").isPresent() && whole.object("hooks").isEmpty();
        for (Event event : events) {
            odd = odd
                    || (all.get(event.name()).isPresent()
                            && !(all.get(event.name()).get() instanceof JsonArray));
        }
        if (odd) {
            throw new GateException("its `hooks` are not laid out as " + host.text()
                    + " has them, so that they are left alone; mend that, and run this again");
        }
        for (int i = 0; i < events.size(); i++) {
            Event event = events.get(i);
            JsonObject entry = hooks.get(i);
            if (layout == Layout.GROUPS) {
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

    /** The one list that all hooks stand in; empty where each event has its own. */
    Optional<String> list() {
        return switch (layout) {
            case TRIGGERS -> Optional.of("hooks");
            case RULES -> Optional.of("amp.permissions");
            default -> Optional.empty();
        };
    }

    private JsonArray withFirst(List<JsonObject> hooks, JsonObject whole, String list) {
        if (whole.get(list).isPresent() && !(whole.get(list).get() instanceof JsonArray)) {
            throw new GateException("its `" + list + "` are not laid out as " + host.text()
                    + " has them, so that they are left alone; mend that, and run this again");
        }
        var all = new ArrayList<JsonValue>(hooks);
        all.addAll(whole.elements(list));
        return JsonArray.of(all);
    }

    /** {@code line} where our program gets {@code option} too. */
    public static String with(String option, String line) {
        return blocksWithoutProgram(line)
                ? line.substring(0, line.length() - OR_BLOCK.length()) + " " + option + OR_BLOCK
                : line + " " + option;
    }

    private static boolean blocksWithoutProgram(String line) {
        return line.endsWith(OR_BLOCK);
    }

    /** {@code before} without our hooks. */
    public JsonObject without(JsonObject before) {
        return OwnHooks.removed(before, this);
    }

    /** What in {@code found} keeps the gate from being asked about every call, or cuts its waiting short. */
    public List<String> shortcomings(List<OwnHooks.Found> found) {
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
            if (layout == Layout.RULES
                    && own.stream().noneMatch(each -> each.place().equals("0:0"))) {
                all.add("there is a rule before ours, and the first that fits decides; run `licet install "
                        + host.text() + "` again");
            }
        }
        for (String name : List.of("failClosed", "on_failure")) {
            events.stream()
                    .flatMap(event -> event.extra().get(name).stream())
                    .findFirst()
                    .ifPresent(wanted -> found.stream()
                            .filter(each -> !each.hook().get(name).equals(Optional.of(wanted)))
                            .forEach(each -> all.add(each.event() + ": `" + name + "` is not " + JsonText.write(wanted)
                                    + ", so that a hook that fails lets the call run")));
        }
        return all;
    }

    /** Whether an entry of a list has what it was made with, and nothing else but what says nothing. */
    private boolean isAsMade(Event event, OwnHooks.Found found) {
        String line = found.command().orElse("");
        JsonObject made = layout == Layout.RULES
                ? hook(event, found.hook().text(event.commandName()).orElse(""))
                : hook(event, line.substring(0, line.length() - OR_BLOCK.length()));
        JsonObject there = found.hook().without("command").without("description");
        return there.members().equals(made.members());
    }

    private Optional<String> shortcoming(Event event, OwnHooks.Found found) {
        // A star alone is no regular expression: who has those leaves a hook out that has it.
        Set<String> everything =
                host == HookHost.GOOSE || host == HookHost.KIRO ? Set.of("", ".*") : Set.of("", "*", ".*");
        Optional<String> matcher = found.group().text("matcher").filter(text -> !everything.contains(text));
        Optional<String> wanted = event.matcher().or(() -> event.extra().text("matcher"));
        if (matcher.isPresent() && !matcher.equals(wanted)) {
            return Optional.of(event.name() + ": the matcher `" + matcher.get() + "` leaves calls out");
        }
        if (found.hook().get("if").isPresent()) {
            return Optional.of(event.name() + ": the condition `if` leaves calls out");
        }
        if (found.hook().get("enabled").equals(Optional.of(new JsonBoolean(false)))) {
            return Optional.of(event.name() + ": `enabled` is false, so that it does not run");
        }
        if (layout != Layout.RULES
                && !event.isRequest()
                && found.command().filter(line -> !blocksWithoutProgram(line)).isPresent()) {
            return Optional.of(event.name() + ": where the hook cannot be started the call may run; run `licet install "
                    + host.text() + "` again");
        }
        if (layout != Layout.RULES
                && found.command()
                        .filter(line -> !event.isLine(host.text(), line))
                        .isPresent()) {
            return Optional.of(event.name() + ": its command is more than the hook; run `licet install " + host.text()
                    + "` again");
        }
        for (String name : List.of("timeout", "timeoutSec")) {
            boolean same = found.hook().get(name).equals(event.extra().get(name));
            if (event.extra().get(name).isPresent() && !same) {
                return Optional.of(event.name() + ": `" + name + "` is not "
                        + JsonText.write(event.extra().get(name).get())
                        + ", so that the host may not wait for the answer");
            }
        }
        return list().isPresent() && !isAsMade(event, found)
                ? Optional.of(event.name() + ": the hook is not as it was made; run `licet install " + host.text()
                        + "` again")
                : Optional.empty();
    }
}
