package dev.licet.server.hook;

import dev.licet.core.call.CallSource;
import dev.licet.core.call.ToolCall;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.shell.Shells;

/**
 * A tool call that a host asks about.
 *
 * @param event by which of its events it asks, as it spells it
 * @param again whether the host asks a second time about a call that another of its events has asked about
 */
record HookCall(ToolCall call, String event, boolean again) {
    /** What it is called here when a host has an agent work of whose calls no hook is told. */
    static final String WITHOUT_HOOKS = "agent_without_hooks";

    /** The same as a call of {@code tool}. */
    HookCall of(String tool) {
        return new HookCall(call.withTool(tool), event, again);
    }

    /** Whether a host that merges {@code arguments} into the call's runs exactly these: none was taken away. */
    boolean mayBeMerged(JsonObject arguments) {
        return arguments
                .members()
                .keySet()
                .containsAll(call.arguments().members().keySet());
    }

    /** The same of a command line that one of {@code shells} runs. */
    HookCall runBy(Shells shells) {
        return new HookCall(call.in(call.context().withShells(shells)), event, again);
    }

    /** The same, made by {@code source}. */
    HookCall from(CallSource source) {
        return new HookCall(call.in(call.context().from(source)), event, again);
    }
}
