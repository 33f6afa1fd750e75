package dev.licet.core.preset;

import dev.licet.core.propose.GrantForm;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Rule;
import dev.licet.core.rule.Tier;
import dev.licet.core.rule.ToolTier;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What stands in the file of a preset, and in those of the presets that it extends. For one thread. */
final class PresetData {
    private final String name;
    private final Map<String, String> values = new HashMap<>();
    private final List<Rule> defaults = new ArrayList<>();
    private final List<Rule> vetoes = new ArrayList<>();
    private final Map<String, ToolTier> tools = new HashMap<>();
    private final List<String> spellings = new ArrayList<>();
    private final Map<String, String> texts = new HashMap<>();
    private GrantForm form = GrantForm.STANDARD;

    PresetData(String name) {
        this.name = name;
    }

    /** Reads the file of {@code preset}: what it says counts in place of what was read before, and its rules stand behind. */
    void read(String preset) {
        var said = new HashSet<String>();
        for (String line : text(preset).lines().toList()) {
            if (!line.isBlank() && !line.startsWith("#")) {
                String[] pair = line.split(": ", 2);
                if (isValue(pair[0]) && !said.add(pair[0])) {
                    throw new IllegalStateException("stands twice in preset " + preset + ": `" + line + "`");
                }
                add(pair[0], pair[1]);
            }
        }
    }

    private static String text(String preset) {
        try (InputStream in = PresetData.class.getResourceAsStream(preset + ".txt")) {
            if (in == null) {
                throw new IllegalStateException("no data for preset " + preset);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read preset " + preset, e);
        }
    }

    /** Whether {@code key} says one thing, and not one of many. */
    private static boolean isValue(String key) {
        return !Set.of("rule", "veto", "spelling", "readers", "tool").contains(key) && !key.startsWith("arity ");
    }

    private void add(String key, String value) {
        switch (key) {
            case "extends" -> read(value.strip());
            case "rule" -> defaults.add(rule(value));
            case "veto" -> vetoes.add(rule(value + " | deny"));
            case "spelling" -> spellings.add(value.substring(1, value.length() - 1));
            case "arity 0", "arity 2", "arity 3" ->
                form = form.withArity(key.charAt(6) - '0', List.of(value.split(", ", -1)));
            case "readers" -> form = form.withReaders(Set.of(value.split(" ", -1)));
            case "tool" -> tool(value.split(" \\| ", -1));
            default -> {
                if (key.startsWith("text ")) {
                    texts.put(key.substring(5), value.replace("\\n", "\n"));
                } else {
                    values.put(key, value.strip());
                }
            }
        }
    }

    /** {@code NAME | TIER}, or of some of its actions {@code NAME | TIER | ARGUMENT | ACTION ACTION …}. */
    private void tool(String[] parts) {
        Tier tier = Tier.of(parts[1]).orElseThrow();
        ToolTier before = tools.get(parts[0]);
        if (parts.length == 2) {
            tools.put(parts[0], new ToolTier(tier, "", Map.of()));
        } else if (before != null) {
            var actions = new HashMap<>(before.actions());
            for (String action : parts[3].split(" ", -1)) {
                actions.put(action, tier);
            }
            tools.put(parts[0], new ToolTier(before.tier(), parts[2], actions));
        } else {
            throw new IllegalStateException("a tool of which only some actions are known: " + parts[0]);
        }
    }

    private Rule rule(String text) {
        String[] parts = text.split(" \\| ", -1);
        Action action = Action.valueOf(parts[2].strip().toUpperCase(Locale.ROOT));
        return Rule.of(parts[0], parts[1], action, new Rule.Origin("preset " + name, 0));
    }

    String name() {
        return name;
    }

    /** What it says under {@code key}. */
    String value(String key) {
        return optional(key).orElseThrow(() -> new IllegalStateException("a preset without `" + key + "`"));
    }

    Optional<String> optional(String key) {
        return Optional.ofNullable(values.get(key));
    }

    List<Rule> defaults() {
        return defaults;
    }

    List<Rule> vetoes() {
        return vetoes;
    }

    Map<String, ToolTier> tools() {
        return tools;
    }

    List<String> spellings() {
        return spellings;
    }

    GrantForm form() {
        return form;
    }

    Map<String, String> texts() {
        return texts;
    }
}
