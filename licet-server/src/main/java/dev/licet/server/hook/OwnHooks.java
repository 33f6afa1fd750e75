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

    /** Our hooks for {@code host} in {@code configuration}: each with its event. */
    public static List<Found> in(JsonObject configuration, String host) {
        var found = new ArrayList<Found>();
        JsonObject all = configuration.object("hooks").orElseGet(JsonObject::empty);
        for (String event : all.members().keySet()) {
            List<JsonValue> groups = all.elements(event);
            for (int i = 0; i < groups.size(); i++) {
                if (groups.get(i) instanceof JsonObject object) {
                    List<JsonObject> hooks = hooks(object);
                    for (int k = 0; k < hooks.size(); k++) {
                        if (isOwn(hooks.get(k), host)) {
                            found.add(new Found(event, object, hooks.get(k), i + ":" + k));
                        }
                    }
                }
            }
        }
        return found;
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
        Pattern command = Pattern.compile("\\blicet['\"]? hook " + host + "( |$)");
        return Optional.of(hook.text("command").orElse("") + "\n"
                                + hook.text("bash").orElse(""))
                        .filter(text -> command.matcher(text).find())
                        .isPresent()
                || hook.text("url")
                        .filter(url -> url.contains("/hooks/" + host))
                        .isPresent();
    }

    /** {@code configuration} without our hooks for {@code host}, and without what is empty then. */
    static JsonObject removed(JsonObject configuration, String host) {
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
