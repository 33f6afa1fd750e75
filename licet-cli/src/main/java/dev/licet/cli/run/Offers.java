package dev.licet.cli.run;

import dev.licet.core.json.JsonValue.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What an approval can be answered with, the narrowest first: each with its words and the body that says it. */
final class Offers {
    private static final int MAX = 7;

    private final List<String> labels = new ArrayList<>();
    private final List<JsonObject> bodies = new ArrayList<>();

    /**
     * The answers for {@code approval}.
     *
     * @param choices as {@code GET /v1/approvals/ID/choices} lists them
     */
    Offers(JsonObject approval, JsonObject choices) {
        add("Allow once", JsonObject.empty());
        for (var each : choices.elements("choices")) {
            if (each instanceof JsonObject choice && labels.size() < MAX) {
                add(
                        "Allow for this session: " + rules(choice, "rules", "this very call"),
                        remember(choice.text("kind").orElse(""), "session"));
            }
        }
        if (!approval.elements("always").isEmpty()) {
            add(
                    "Always allow: " + rules(approval, "always", ""),
                    JsonObject.empty().with("always", true));
        }
        labels.add("Deny");
    }

    private void add(String label, JsonObject body) {
        labels.add(label);
        bodies.add(body);
    }

    private static JsonObject remember(String kind, String lifetime) {
        return JsonObject.empty()
                .with("remember", JsonObject.empty().with("kind", kind).with("lifetime", lifetime));
    }

    private static String rules(JsonObject from, String name, String otherwise) {
        String rules = from.elements(name).stream()
                .map(JsonObject.class::cast)
                .map(rule -> {
                    String pattern = rule.text("pattern").orElse("");
                    String tool = rule.text("tool").orElse("");
                    return pattern.equals("*") ? "every " + tool : pattern;
                })
                .collect(Collectors.joining(", "));
        return rules.isEmpty() ? otherwise : rules;
    }

    List<String> labels() {
        return labels;
    }

    /** What the option {@code number}, counted from 0, sends. */
    JsonObject body(int number) {
        return bodies.get(number);
    }
}
