package dev.licet.core.rule;

import dev.licet.core.json.JsonValue.JsonObject;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a tool that says nothing of itself is known to do at most.
 *
 * @param tier what it does in general
 * @param argument the argument that tells which of its actions is meant; empty where all are alike
 * @param actions the tiers of those actions that differ, by their names in small letters
 */
public record ToolTier(Tier tier, String argument, Map<String, Tier> actions) {
    public ToolTier {
        // In their order: the text of this is part of what tells policies apart, on every server alike.
        actions = Collections.unmodifiableMap(new TreeMap<>(actions));
    }

    /** The name under which it is known what tools of files do with addresses that begin with {@code scheme}. */
    public static String addresses(String scheme) {
        return scheme + "://";
    }

    /** The tier of a call with {@code arguments}. */
    public Tier of(JsonObject arguments) {
        Optional<String> action = argument.isEmpty() ? Optional.empty() : arguments.text(argument);
        return action.map(name -> actions.getOrDefault(name.toLowerCase(Locale.ROOT), tier))
                .orElse(tier);
    }
}
