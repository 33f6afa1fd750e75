package dev.licet.agent.tool;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.rule.Action;

/** What the gate would decide on a call of a built-in tool, for tools that do what others do, too. */
interface Judging {
    Action judge(String tool, JsonObject arguments) throws InterruptedException;
}
