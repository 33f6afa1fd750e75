package dev.licet.server.hook;

import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Tells our hooks in a configuration from those of others. */
public final class OwnHooks {
    /** The folder in the data directory with programs of ours, for hosts that start one without words behind it. */
    public static final String PROGRAMS = "hooks/licet-hook-";

    private OwnHooks() {}

    /**
     * One of our hooks.
     *
     * @param group what surrounds it, with the matcher; the hook itself where there are no groups
     * @param place the number of the group among those of the event, a colon, and that of the hook in its group, from 0 on
     */
    public record Found(String event, JsonObject group, JsonObject hook, String place) {
        /** The command that the host starts; empty for an HTTP hook. */
        public Optional<String> command() {
            return hook.text("command").or(() -> hook.text("bash"));
        }
    }

    /** Our hooks in {@code configuration}, in which they stand as {@code form} says: each with its event. */
    public static List<Found> in(JsonObject configuration, HookConfiguration form) {
        String host = form.host().text();
        return all(configuration, form).stream()
                .filter(found -> isOwn(found.hook(), host))
                .toList();
    }

    /** Hooks of others for the events that ours are for: what those change in a call, or say of it, we do not see. */
    public static List<Found> others(JsonObject configuration, HookConfiguration form) {
        String host = form.host().text();
        return all(configuration, form).stream()
                .filter(found -> form.layout() != HookConfiguration.Layout.RULES && !isOwn(found.hook(), host))
                .filter(found ->
                        form.events().stream().anyMatch(event -> event.name().equalsIgnoreCase(found.event())))
                .toList();
    }

    private static List<Found> all(JsonObject configuration, HookConfiguration form) {
        var found = new ArrayList<Found>();
        if (form.list().isPresent()) {
            List<JsonValue> listed = configuration.elements(form.list().get());
            for (int i = 0; i < listed.size(); i++) {
                if (listed.get(i) instanceof JsonObject hook) {
                    String event =
                            hook.text("trigger").or(() -> hook.text("action")).orElse("");
                    found.add(new Found(event, hook, hook.with("command", commandOf(hook)), i + ":0"));
                }
            }
            return found;
        }
        JsonObject events = configuration.object("hooks").orElseGet(JsonObject::empty);
        for (String event : events.members().keySet()) {
            List<JsonValue> groups = events.elements(event);
            for (int i = 0; i < groups.size(); i++) {
                if (groups.get(i) instanceof JsonObject object) {
                    List<JsonObject> hooks = hooks(object);
                    for (int k = 0; k < hooks.size(); k++) {
                        found.add(new Found(event, object, hooks.get(k), i + ":" + k));
                    }
                }
            }
        }
        return found;
    }

    private static boolean isListed(JsonValue entry, String host) {
        return entry instanceof JsonObject hook && isOwn(JsonObject.empty().with("command", commandOf(hook)), host);
    }

    /** What an entry of a list starts, as a line for a shell. */
    private static String commandOf(JsonObject hook) {
        return hook.object("action")
                .flatMap(action -> action.text("command"))
                .or(() -> hook.text("to")
                        .filter(program -> hook.text("action").equals(Optional.of("delegate")))
                        .map(program -> "'" + program.replace("'", "'\\''") + "'"))
                .orElse("");
    }

    /** The hooks of a group; a hook that stands alone is its own group. */
    private static List<JsonObject> hooks(JsonObject entry) {
        if (entry.get("hooks").isEmpty()) {
            return List.of(entry);
        }
        return entry.elements("hooks").stream()
                .filter(JsonObject.class::isInstance)
                .map(JsonObject.class::cast)
                .toList();
    }

    static boolean isOwn(JsonObject hook, String host) {
        Pattern command = Pattern.compile(
                "\\blicet['\"]? hook " + host + "(?= *(?:--|[0-9|&;<>'\"]|$))|/" + PROGRAMS + host + "'?$");
        return Optional.of(hook.text("command").orElse("") + "\n"
                                + hook.text("bash").orElse(""))
                        .filter(text -> command.matcher(text).find())
                        .isPresent()
                || hook.text("url")
                        .filter(url -> url.contains("/hooks/" + host))
                        .isPresent();
    }

    /** {@code configuration} without our hooks, and without what is empty then. */
    static JsonObject removed(JsonObject configuration, HookConfiguration form) {
        String host = form.host().text();
        if (form.list().isPresent()) {
            return removedFrom(configuration, form.list().get(), host);
        }
        Optional<JsonObject> all = configuration.object("hooks");
        if (all.isEmpty()) {
            return configuration;
        }
        var events = new LinkedHashMap<String, JsonValue>();
        all.get().members().forEach((event, value) -> {
            if (!(value instanceof JsonArray array)) {
                events.put(event, value);
                return;
            }
            List<JsonValue> left = array.elements().stream()
                    .flatMap(entry -> without(entry, host).stream())
                    .toList();
            if (!left.isEmpty() || array.elements().isEmpty()) {
                events.put(event, JsonArray.of(left));
            }
        });
        var members = new LinkedHashMap<>(configuration.members());
        if (events.isEmpty()) {
            members.remove("hooks");
        } else {
            members.put("hooks", new JsonObject(events));
        }
        return new JsonObject(members);
    }

    private static JsonObject removedFrom(JsonObject configuration, String list, String host) {
        List<JsonValue> left = configuration.elements(list).stream()
                .filter(entry -> !isListed(entry, host))
                .toList();
        if (left.size() == configuration.elements(list).size()) {
            return configuration;
        }
        return left.isEmpty() ? configuration.without(list) : configuration.with(list, JsonArray.of(left));
    }

    private static Optional<JsonValue> without(JsonValue entry, String host) {
        if (!(entry instanceof JsonObject object)) {
            return Optional.of(entry);
        }
        if (object.get("hooks").isEmpty()) {
            return isOwn(object, host) ? Optional.empty() : Optional.of(entry);
        }
        List<JsonValue> left = object.elements("hooks").stream()
                .filter(hook -> !(hook instanceof JsonObject each && isOwn(each, host)))
                .toList();
        boolean unchanged = left.size() == object.elements("hooks").size();
        if (unchanged) {
            return Optional.of(entry);
        }
        return left.isEmpty() ? Optional.empty() : Optional.of(object.with("hooks", JsonArray.of(left)));
    }
}
