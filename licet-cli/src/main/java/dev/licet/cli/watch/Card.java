package dev.licet.cli.watch;

import dev.licet.core.display.SafeText;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonNumber;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** One approval as lines for a terminal. Its texts come from the server with hidden characters already made visible. */
final class Card {
    private final JsonObject approval;
    private final Style style;

    Card(JsonObject approval, Style style) {
        this.approval = approval;
        this.style = style;
    }

    String id() {
        return approval.text("id").orElse("");
    }

    String digest() {
        return approval.text("digest").orElse("");
    }

    boolean offersAlways() {
        return !approval.elements("always").isEmpty();
    }

    List<String> lines() {
        JsonObject display = approval.object("display").orElse(JsonObject.empty());
        var lines = new ArrayList<String>();
        lines.add("");
        lines.add(style.ask("▌ ")
                + style.strong(display.text("tool").orElse("?"))
                + style.soft("  " + display.text("where").orElse("")));
        for (String line : display.text("text").orElse("").split("\n", -1)) {
            lines.add(style.ask("▌ ") + "  " + line);
        }
        boolean hidden = display.get("hidden").orElse(null) instanceof JsonNumber number
                && number.value().signum() > 0;
        if (hidden) {
            lines.add(style.ask("▌ ") + style.stop("contains characters that are hard to see, marked ⟨…⟩"));
        }
        approval.elements("problems")
                .forEach(problem -> lines.add(
                        style.ask("▌ ") + style.stop(problem instanceof JsonString text ? text.value() : "")));
        approval.elements("findings").forEach(finding -> lines.add(finding(finding)));
        if (offersAlways()) {
            lines.add(style.ask("▌ ") + style.soft("always saves: allow " + rules("always")));
        }
        return lines;
    }

    private String finding(JsonValue value) {
        if (!(value instanceof JsonObject finding)) {
            return "";
        }
        String action = finding.text("action").orElse("");
        return style.ask("▌ ") + style.action(action, String.format(Locale.ROOT, "%-5s", action)) + "  "
                + finding.text("what").orElse("")
                + style.soft("  " + finding.text("because").orElse(""));
    }

    /** What became of it: {@code approved by web: git push origin main}. */
    String outcome() {
        String state = approval.text("state").orElse("");
        JsonObject answer = approval.object("answer").orElse(JsonObject.empty());
        String comment = SafeText.oneLine(answer.text("comment").orElse(""));
        String saved = approval.elements("saved").isEmpty() ? "" : ", saved " + rules("saved");
        String mark = state.equals("approved") ? style.go("✓ approved") : style.stop("✗ " + SafeText.oneLine(state));
        String by = approval.object("answer").isEmpty()
                ? " " + SafeText.oneLine(approval.text("reason").orElse("nobody answered in time"))
                : " by " + answer.text("channel").orElse("?");
        return mark + style.soft(by + saved + (comment.isEmpty() ? "" : ": " + comment)) + "  " + oneLine();
    }

    private String oneLine() {
        return approval.object("display")
                .flatMap(display -> display.text("text"))
                .orElse("")
                .replace("\n", " ⏎ ");
    }

    private String rules(String name) {
        return approval.elements(name).stream()
                .map(rule -> rule instanceof JsonObject members ? rule(members) : "")
                .collect(Collectors.joining(" · "));
    }

    private static String rule(JsonObject rule) {
        String tool = rule.text("tool").orElse("");
        String pattern = rule.text("pattern").orElse("");
        return pattern.equals("*") ? tool : tool + ": " + pattern;
    }
}
