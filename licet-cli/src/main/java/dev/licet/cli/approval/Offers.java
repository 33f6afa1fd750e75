package dev.licet.cli.approval;

import dev.licet.core.display.SafeText;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.terminal.Labels;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What an approval can be answered with, the narrowest first: each with its words and the body that says it. */
public final class Offers {
    private static final int MAX = 7;

    private final List<String> labels = new ArrayList<>();
    private final List<JsonObject> bodies = new ArrayList<>();

    private Offers() {}

    /**
     * The answers for {@code approval}, with the exact rules of each.
     *
     * @param choices as {@code GET /v1/approvals/ID/choices} lists them
     */
    public static Offers all(JsonObject approval, JsonObject choices) {
        var offers = new Offers();
        boolean tried = new ShownApproval(approval).isPutInPlace();
        offers.add(tried ? "Put these changes in place" : "Allow once", JsonObject.empty());
        if (tried) {
            offers.add("Run it instead, without bounds", JsonObject.empty().with("run", true));
        }
        List<JsonValue> all = choices.elements("choices");
        // A rule says more than that it is this call.
        boolean byRules = all.stream().anyMatch(Offers::hasRules);
        for (JsonValue each : all) {
            // What is granted here should not be every command that there is.
            boolean everything =
                    each instanceof JsonObject choice && choice.text("kind").equals(Optional.of("tool"));
            if (!everything
                    && each instanceof JsonObject choice
                    && (!byRules || hasRules(choice))
                    && offers.labels.size() < MAX) {
                offers.add(
                        "Allow for this session: " + rules(choice, "rules", "this very call"),
                        forSession(choice.text("kind").orElse("")));
            }
        }
        if (!approval.elements("always").isEmpty()) {
            offers.add(
                    "Always allow: " + rules(approval, "always", ""),
                    JsonObject.empty().with("always", true));
        }
        offers.labels.add("Deny");
        return offers;
    }

    /** Once, always and not at all, by the names that a preset has for them. */
    public static Offers three(JsonObject approval, JsonObject names) {
        var offers = new Offers();
        offers.add(names.text("once").orElse("Execute once"), JsonObject.empty());
        List<String> patterns = ShownApproval.objects(approval, "always").stream()
                .map(rule -> SafeText.oneLine(rule.text("pattern").orElse("")))
                .toList();
        if (!patterns.isEmpty()) {
            offers.add(
                    Labels.always(names.text("always").orElse("Always allow"), patterns),
                    JsonObject.empty().with("always", true));
        }
        offers.labels.add(names.text("deny").orElse("Deny"));
        return offers;
    }

    private void add(String label, JsonObject body) {
        labels.add(label);
        bodies.add(body);
    }

    private static boolean hasRules(JsonValue choice) {
        return choice instanceof JsonObject form && !form.elements("rules").isEmpty();
    }

    private static JsonObject forSession(String kind) {
        return JsonObject.empty()
                .with("remember", JsonObject.empty().with("kind", kind).with("lifetime", "session"));
    }

    private static String rules(JsonObject from, String name, String otherwise) {
        String rules = ShownApproval.objects(from, name).stream()
                .map(rule -> {
                    String pattern = SafeText.oneLine(rule.text("pattern").orElse(""));
                    return pattern.equals("*")
                            ? "every " + SafeText.oneLine(rule.text("tool").orElse(""))
                            : pattern;
                })
                .collect(Collectors.joining(", "));
        return rules.isEmpty() ? otherwise : rules;
    }

    /** The words of each, of which the last denies. */
    public List<String> labels() {
        return List.copyOf(labels);
    }

    /** What each of those that approve sends. */
    public List<JsonObject> bodies() {
        return List.copyOf(bodies);
    }

    /** Whether the option {@code number}, counted from 0, holds for later calls as well. */
    public boolean remembers(int number) {
        JsonObject body = bodies.get(number);
        return body.isTrue("always") || body.get("remember").isPresent();
    }

    /** What the option {@code number}, counted from 0, sends. */
    public JsonObject body(int number) {
        return bodies.get(number);
    }
}
