package dev.licet.cli.approval;

import dev.licet.core.display.SafeText;
import dev.licet.core.json.JsonValue.JsonObject;
import java.util.ArrayList;

/** What holds in sessions beside the rules, in words that are safe to show. */
public final class Standing {
    private Standing() {}

    /** What {@code grant}, as {@code GET /v1/grants} lists it, allows. */
    public static String granted(JsonObject grant) {
        String rules = ShownApproval.rules(grant, "rules");
        return rules.isEmpty()
                ? "one call, " + SafeText.oneLine(grant.text("digest").orElse(""))
                : rules;
    }

    /** What holds in {@code session}, as {@code GET /v1/sessions} lists it. */
    public static String holds(JsonObject session) {
        var holds = new ArrayList<String>();
        session.text("mode").ifPresent(mode -> holds.add("mode " + SafeText.oneLine(mode)));
        session.text("pausedBy").ifPresent(person -> holds.add("paused by " + SafeText.oneLine(person)));
        if (session.isTrue("planning")) {
            holds.add("planning: may only read");
        }
        session.object("fullAccess").ifPresent(access -> holds.add(fullAccess(access)));
        session.text("checkpoint").map(SafeText::oneLine).ifPresent(why -> holds.add("full access ended: " + why));
        int agents = session.elements("agents").size();
        if (agents > 0) {
            holds.add(agents + (agents == 1 ? " subagent" : " subagents"));
        }
        return holds.isEmpty() ? "nothing beside the rules" : String.join(", ", holds);
    }

    private static String fullAccess(JsonObject access) {
        var left = new ArrayList<String>();
        access.number("turns").ifPresent(turns -> left.add(turns.toPlainString() + " turns"));
        access.number("calls").ifPresent(calls -> left.add(calls.toPlainString() + " calls"));
        access.text("until").ifPresent(until -> left.add("until " + SafeText.oneLine(until)));
        return "full access" + (left.isEmpty() ? "" : ", left: " + String.join(", ", left));
    }
}
